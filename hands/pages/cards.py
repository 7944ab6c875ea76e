"""Cards as the pages show them: tiles of four colours, each with a name that can be read aloud."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from django.utils.translation import gettext, pgettext_lazy

from hands.rules.cards import RANKS, UNKNOWN, parse_cards
from hands.rules.evaluations import Evaluation, TieRule
from hands.rules.games import Rules
from hands.rules.pots import PlayerLine

_RANK_NAMES = (
    pgettext_lazy("card", "two"),
    pgettext_lazy("card", "three"),
    pgettext_lazy("card", "four"),
    pgettext_lazy("card", "five"),
    pgettext_lazy("card", "six"),
    pgettext_lazy("card", "seven"),
    pgettext_lazy("card", "eight"),
    pgettext_lazy("card", "nine"),
    pgettext_lazy("card", "ten"),
    pgettext_lazy("card", "jack"),
    pgettext_lazy("card", "queen"),
    pgettext_lazy("card", "king"),
    pgettext_lazy("card", "ace"),
)
_TEXT_STYLE = "\ufe0e"  # keeps the signs from being drawn as coloured pictures
_SUITS = (
    ("club", "♣" + _TEXT_STYLE, pgettext_lazy("card", "clubs")),
    ("diamond", "♦" + _TEXT_STYLE, pgettext_lazy("card", "diamonds")),
    ("heart", "♥" + _TEXT_STYLE, pgettext_lazy("card", "hearts")),
    ("spade", "♠" + _TEXT_STYLE, pgettext_lazy("card", "spades")),
)


@dataclass(frozen=True, slots=True)
class Tile:
    """A card: ``suit`` and ``state`` are classes of the stylesheet. The suit of a back is ``back``.

    In a final hand that is fully known a card ``counts`` or is ``flat``; in its course it is ``drawn`` on this street,
    ``thrown`` away, or just held.
    """

    suit: str
    name: str
    rank: str = ""
    sign: str = ""
    state: str = ""


def tiles(line: PlayerLine, tie_rule: TieRule) -> list[Tile]:
    """The final hand of a player, aces first; of a fully known one it is told which cards count."""
    return _final(line.final_cards, line.evaluation, tie_rule)


def tiles_of(cards: str, rules: Rules) -> list[Tile]:
    """The same of a final hand as text."""
    return _final(cards, rules.sides[0].evaluation, "suit" if rules.by_suit else "split")


def _final(text: str, evaluation: Evaluation, tie_rule: TieRule) -> list[Tile]:
    cards = parse_cards(text)
    if not cards or UNKNOWN in cards:
        return [tile(card) for card in cards]
    used = evaluation.best(cards, tie_rule).used
    return [tile(card, used) for card in cards]


def tile_in_course(card: int, *, drawn: bool = False, thrown: bool = False) -> Tile:
    """One card while the hand is played: just ``drawn``, or ``thrown`` away."""
    plain = tile(card)
    if thrown:
        return replace(plain, state="thrown", name=gettext("%(card)s, thrown") % {"card": plain.name})
    if drawn:
        return replace(plain, state="drawn", name=gettext("%(card)s, drawn") % {"card": plain.name})
    return plain


def tile(card: int, used: Container[int] | None = None) -> Tile:
    """One card; ``used`` are the cards of its hand that count."""
    if card == UNKNOWN:
        return Tile("back", gettext("unknown card"))
    rank, suit = divmod(card, 4)
    code, sign, suit_name = _SUITS[suit]
    name = gettext("%(rank)s of %(suit)s") % {"rank": _RANK_NAMES[rank], "suit": suit_name}
    if used is None:
        return Tile(code, name, RANKS[rank], sign)
    if card in used:
        return Tile(code, gettext("%(card)s, counts") % {"card": name}, RANKS[rank], sign, "counts")
    return Tile(code, name, RANKS[rank], sign, "flat")
