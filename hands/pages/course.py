"""The course of a hand, street by street: who put in what, drew how many, and held which cards, as a viewer may know.

The document is replayed once more, action by action: what it does not tell is a back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.translation import gettext, ngettext

from hands.pages.cards import Tile, tile_in_course
from hands.pages.settlement import money
from hands.rules.actions import Action, parse_action
from hands.rules.cards import UNKNOWN, cards_in, parse_cards
from hands.rules.document import Document
from hands.rules.findings import Language
from hands.rules.games import BET, DRAW, Rules
from hands.rules.setup import big_blind_of
from hands.rules.table import Table


@dataclass(slots=True)
class Step:
    """What a player did, in words that follow the name; without a player, what the dealer did."""

    name: str
    words: str
    is_fold: bool = False


@dataclass(slots=True)
class CardRow:
    """The cards of a player on a street: ``thrown`` at its cut, ``tiles`` in the hand after it."""

    name: str
    place: str
    words: str = ""
    thrown: list[Tile] = field(default_factory=list)
    tiles: list[Tile] = field(default_factory=list)


@dataclass(slots=True)
class StreetView:
    """A street: what was forced, the cards, the bets. ``pot`` is what lay in the middle when its cards were there;
    ``is_cut`` when cards were exchanged on it."""

    code: str
    name: str
    pot: str = ""
    is_cut: bool = False
    forced: list[Step] = field(default_factory=list)
    cards: list[CardRow] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Course:
    """``shown`` are those who showed or mucked at the end."""

    streets: list[StreetView]
    shown: list[Step]


def course_of(document: Document, rules: Rules, language: Language) -> Course:
    """The course of a hand, as far as it can be replayed."""
    return _Telling(document, rules, language).tell()


def names_of(document: Document) -> list[str]:
    """The players' names by position, their places where the source tells none."""
    return document.players or [f"p{number}" for number in range(1, len(document.stacks) + 1)]


class _Telling:
    """One hand being told."""

    def __init__(self, document: Document, rules: Rules, language: Language) -> None:
        self.document = document
        self.language = language
        self.names = names_of(document)
        self.table = Table(rules, document)
        self.street_names = {street.code: street.names for street in (*rules.game.streets, *rules.game.cuts)}
        self.streets: list[StreetView] = []
        self.shown: list[Step] = []
        self.rows: dict[int, CardRow] = {}
        # Of the moment before an action.
        self.price, self.stacks = 0, self.table.betting.stacks
        self.told: dict[str, Callable[[Action], None]] = {
            "dh": self._dealt,
            "sd": self._discards,
            "cc": self._calls,
            "cbr": self._bets,
            "f": self._folds,
            "post": self._posts,
            "sm": self._shows,
            "rs": self._reshuffles,
        }

    def tell(self) -> Course:
        self._enter(self.table.street)
        self._forced()
        for text in self.document.actions:
            action = parse_action(text, self.document.decimals)
            if action.verb == "sd" or self.table.phase == BET:
                self._enter(self.table.street)
            self.price, self.stacks = self.table.betting.price, self.table.betting.stacks.copy()
            if self.table.apply(text) is not None:
                break
            self.told[action.verb](action)
        return Course(self.streets, self.shown)

    def _enter(self, code: str) -> None:
        """The street on which the next action is."""
        if self.streets and self.streets[-1].code == code:
            return
        names = self.street_names[code]
        street = StreetView(code, names.ko if self.language == "ko" else names.en, self._pot())
        street.is_cut = self.table.phase == DRAW
        self.streets.append(street)
        self.rows = {}

    def _pot(self) -> str:
        table = self.table
        put = sum(start - stack for start, stack in zip(table.start, table.betting.stacks, strict=True))
        return money(put, self.document.decimals)

    def _money(self, value: int) -> str:
        return money(value, self.document.decimals)

    def _step(self, player: int, words: str, *, is_fold: bool = False) -> None:
        self.streets[-1].steps.append(Step(self.names[player], words, is_fold))

    # Forced bets

    def _forced(self) -> None:
        table, forced = self.table, self.streets[-1].forced
        for player, ante in enumerate(table.antes):
            if ante:
                words = gettext("posts the ante, %(amount)s") % {"amount": self._money(ante)}
                forced.append(Step(self.names[player], self._all_in(player, words)))
        # Heads-up the button, the second in order, has the small blind.
        for player in range(len(self.names)) if len(self.names) > 2 else (1, 0):
            if table.blinds[player]:
                words = self._blind_words(player) % {"amount": self._money(table.blinds[player])}
                forced.append(Step(self.names[player], self._all_in(player, words)))

    def _blind_words(self, player: int) -> str:
        big = big_blind_of(self.document) or 0
        place = 1 - player if len(self.names) == 2 else player
        if place < big:
            return gettext("posts the small blind, %(amount)s")
        return gettext("posts the big blind, %(amount)s") if place == big else gettext("straddles, %(amount)s")

    def _all_in(self, player: int, words: str) -> str:
        if self.table.betting.stacks[player]:
            return words
        return gettext("%(action)s, and is all-in") % {"action": words}

    def _posts(self, action: Action) -> None:
        live, dead = self._money(action.total or 0), self._money(action.dead)
        if action.dead and action.total:
            words = gettext("posts %(live)s, and %(dead)s dead") % {"live": live, "dead": dead}
        elif action.dead:
            words = gettext("posts %(dead)s dead") % {"dead": dead}
        else:
            words = gettext("posts %(live)s") % {"live": live}
        self.streets[-1].forced.append(Step(self.names[action.player], self._all_in(action.player, words)))
        self.streets[-1].pot = self._pot()

    # Cards

    def _row(self, player: int) -> CardRow:
        if player not in self.rows:
            row = self.rows[player] = CardRow(self.names[player], f"p{player + 1}")
            self.streets[-1].cards.append(row)
        return self.rows[player]

    def _hand(self, player: int, new: int = 0) -> list[Tile]:
        cards = parse_cards(self.table.holdings.text(player))
        return [tile_in_course(card, drawn=card >= 0 and bool(new >> card & 1)) for card in cards]

    def _dealt(self, action: Action) -> None:
        new = action.cards if self.streets[-1].is_cut else 0
        self._row(action.player).tiles = self._hand(action.player, new)

    def _discards(self, action: Action) -> None:
        player, count = action.player, action.count
        row = self._row(player)
        if not count:
            row.words = gettext("stands pat")
            row.tiles = self._hand(player)
            return
        row.words = ngettext("draws %(count)d", "draws %(count)d", count) % {"count": count}
        known = [tile_in_course(card, thrown=True) for card in sorted(cards_in(action.cards), reverse=True)]
        row.thrown = [*known, *(tile_in_course(UNKNOWN, thrown=True) for _ in range(count - len(known)))]

    def _reshuffles(self, action: Action) -> None:
        self.streets[-1].steps.append(Step("", gettext("The discards are shuffled into a new deck.")))

    # Bets

    def _calls(self, action: Action) -> None:
        paid = self.stacks[action.player] - self.table.betting.stacks[action.player]
        if not paid:
            self._step(action.player, gettext("checks"))
            return
        words = gettext("calls %(amount)s") % {"amount": self._money(paid)}
        self._step(action.player, self._all_in(action.player, words))

    def _bets(self, action: Action) -> None:
        total = self._money(action.total or 0)
        if self.price:
            words = gettext("raises to %(amount)s") % {"amount": total}
        else:
            words = gettext("bets %(amount)s") % {"amount": total}
        self._step(action.player, self._all_in(action.player, words))

    def _folds(self, action: Action) -> None:
        self._step(action.player, gettext("folds"), is_fold=True)

    def _shows(self, action: Action) -> None:
        words = gettext("shows") if action.count or action.known else gettext("mucks")
        self.shown.append(Step(self.names[action.player], words))
