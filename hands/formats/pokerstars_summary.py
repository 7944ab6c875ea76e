"""The summary of a PokerStars hand, line by line."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from hands.formats import words
from hands.formats.fields import WrongValueError, show
from hands.formats.pokerstars_noise import is_noise
from hands.formats.pokerstars_parts import Header, Seat, SeatSummary, TooMuchError, names_of
from hands.formats.pokerstars_said import told_of
from hands.rules import findings

MAX_LINES = 500

SEAT = re.compile(r"Seat ([0-9]{1,2}): ")
RUN_TWICE = re.compile(r"Hand was run (?:twice|three times)")
_TELLS = re.compile(r".*(?: and won \(| collected \(| showed \[| mucked \[)")
_TOTAL = re.compile(r"Total pot ([^|]*)\| Rake ([^|]*)(?:\|.*)?")


class Summary:
    """What stands below ``*** SUMMARY ***``.

    ``seats`` and ``strangers`` are the scanner's own: the seat list, and the names that are not in it but play.
    """

    def __init__(self, header: Header, seats: Mapping[int, Seat], strangers: Collection[str]) -> None:
        self.line = 0
        self.pot: int | None = None
        self.rake: int | None = None
        self.pots: list[int] | None = None
        self.pot_line = 0
        self.seats: list[SeatSummary] = []
        self._header, self._seated, self._strangers = header, seats, strangers
        self._total_text = ""
        self._by_seat: dict[int, tuple[int, str]] = {}

    def read(self, text: str, line: int) -> None:
        """Reads a line. Raises :class:`WrongValueError` and :class:`hands.rules.cards.CardError`."""
        if text.startswith("Total pot "):
            self._total(text, line)
            return
        match = SEAT.match(text)
        seat = self._seated.get(int(match[1])) if match else None
        if match and seat and text.startswith(seat.name, match.end()):
            self._seat(seat, text[match.end() + len(seat.name) :], line)
        elif match and (seat or _TELLS.match(text)):
            # A name that the play has, and the seat list has not, was told before.
            if not any(text.startswith(name, match.end()) for name in self._strangers):
                expected = seat.name if seat else names_of(self._seated)
                raise WrongValueError(text, expected, findings.PLAYER_UNKNOWN)
        elif RUN_TWICE.fullmatch(text):
            raise WrongValueError(text, words.NOT_SUPPORTED, findings.RUN_IT_TWICE)
        elif not is_noise(text):
            raise WrongValueError(text, "", findings.LINE_IGNORED)

    def _seat(self, seat: Seat, text: str, line: int) -> None:
        if len(self.seats) >= MAX_LINES:
            raise TooMuchError(text, words.summary_lines(MAX_LINES))
        first, said = self._by_seat.setdefault(seat.seat, (line, text))
        if said != text:
            raise contradiction(line, text.strip(), first, said.strip())
        told = told_of(text, self._header.decimals, self._header.currency)
        self.seats.append(SeatSummary(line, seat.seat, *told))

    def _total(self, text: str, line: int) -> None:
        """``Total pot $5.70 Main pot $2.90. Side pot $2.55. | Rake $0.25``"""
        match = _TOTAL.fullmatch(text)
        if match is None:
            raise WrongValueError(text, words.such_as("Total pot 100 | Rake 0"))
        if self.pot_line and text != self._total_text:
            raise contradiction(line, text, self.pot_line, self._total_text)
        total, *pots = re.split(r" (?:Main pot|Side pot(?:-[0-9]{1,2})?) ", match[1].rstrip())
        amounts = [self._header.amount(part.strip().removesuffix(".")) for part in pots]
        self.pot = self._header.amount(total)
        self.rake = self._header.amount(match[2].strip())
        self.pots = amounts or None
        self.pot_line, self._total_text = line, text


def contradiction(line: int, text: str, first: int, said: str) -> WrongValueError:
    """Two lines of a kind that there is once, with different words."""
    return WrongValueError(
        words.lines_say([line], show(text)), words.lines_say([first], show(said)), findings.CONTRADICTION
    )
