"""The course of a PokerStars hand by its own markers: the deal, the draws by their ordinals, the showdown.

The rules know the streets by what the players do and never see a marker, so a marker that is missing or out of its turn
is told here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hands.formats import words
from hands.formats.pokerstars_parts import Event
from hands.formats.reading import Contradiction
from hands.rules import findings
from hands.rules.findings import Text

_DEAL, _SHOWDOWN, _SUMMARY = "*** DEALING HANDS ***", "*** SHOW DOWN ***", "*** SUMMARY ***"
_ORDINALS = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH")
_BETS = frozenset(("checks", "calls", "bets", "raises"))
_SHOWS = frozenset(("shows", "mucks", "collected"))


class Course:
    """Follows the events of a hand of so many players.

    ``draws`` counts the draws that players made, whatever the markers say of them; ``folded`` has it for each seat
    that folded. ``fault`` is the first marker that is missing or not the next one: what is behind it only follows.
    """

    def __init__(self, names: Mapping[int, str]) -> None:
        self.draws = 0
        self.folded: dict[int, int] = {}
        self.fault: Contradiction | None = None
        self._names = names
        self._dealt = self._showdown = False
        self._markers = 0
        # Whether a draw was announced that nobody has made yet, who made the last one, and whether bets followed it.
        self._announced = False
        self._drew: set[int] = set()
        self._bet = True

    def follow(self, events: Sequence[Event]) -> None:
        for event in events:
            verb = event.verb
            if verb == "draw":
                self._draw_marker(event)
            elif verb == "discards" or verb == "stands":
                self._draw(event)
            elif verb in _BETS:
                self._play_on(event)
                self._bet = True
            elif verb == "folds":
                self._play_on(event)
                self.folded.setdefault(event.seat, self.draws)
            elif verb == "dealt":
                if not self._dealt:
                    self._find(event, _DEAL)
            elif verb == "deal":
                if self._dealt or self._markers:
                    self._find(event, self._next_draw())
                self._dealt = True
            elif verb == "showdown":
                if self._showdown or self._announced:
                    self._find(event, words.A_DRAW if self._announced else _SUMMARY)
                self._showdown = True
            elif verb in _SHOWS and not self._showdown and len(self._names) - len(self.folded) > 1:
                self._find(event, _SHOWDOWN)

    def _draw_marker(self, event: Event) -> None:
        expected = _SUMMARY if self._showdown else self._next_draw()
        if self._announced:
            self._find(event, words.A_DRAW)
        elif event.text != expected and (event.text != "*** DRAW ***" or self._markers):
            self._find(event, expected)
        self._markers += 1
        self._announced = True

    def _draw(self, event: Event) -> None:
        if self._announced or self._bet or event.seat in self._drew:
            if not self._announced or self._showdown:
                self._find(event, _SUMMARY if self._showdown else self._next_draw())
            self.draws += 1
            self._announced = self._bet = False
            self._drew = set()
        self._drew.add(event.seat)

    def _play_on(self, event: Event) -> None:
        """Bets and folds: behind the deal and the draw that was announced, before the showdown."""
        if not self._dealt:
            self._find(event, _DEAL)
        elif self._showdown:
            self._find(event, _SUMMARY)
        elif self._announced and event.verb != "folds":
            self._find(event, words.A_DRAW)

    def _next_draw(self) -> str:
        return f"*** {_ORDINALS[self._markers]} DRAW ***" if self._markers < len(_ORDINALS) else _SHOWDOWN

    def _find(self, event: Event, expected: Text) -> None:
        if self.fault is None:
            name = self._names.get(event.seat, "")
            found = event.text if event.text.startswith("***") else f"{name}: {event.verb}"
            finding = findings.STREET_ORDER(line=event.line, found=found, expected=expected)
            self.fault = Contradiction(finding, event.line)
