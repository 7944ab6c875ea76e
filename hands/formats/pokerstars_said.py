"""What stands behind a player's name in a PokerStars hand, during the play and in the summary.

The same words come again and again, hand after hand, and are read once; those with cards in them are not.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from hands.formats.pokerstars_parts import cards
from hands.formats.printed import printed

T = TypeVar("T")

SHOWN = re.compile(r"(?:shows|showed) \[([^\[\]]*)\](.*)")
_ALL_IN = " and is all-in"
_DISCARDS = re.compile(r"discards ([0-9]{1,2})(?: cards?)?(?: \[([^\[\]]*)\])?")
_POSTS = ("small blind", "big blind", "small & big blinds", "the ante", "straddle")
_MUCKED = re.compile(r"mucked \[([^\[\]]*)\](.*)")
_WON = re.compile(r"(?:.* and won|collected) \(([^()]*)\)(.*)")
_LABEL = re.compile(r".* with (?:an? )?(.+)")
_ROLE = re.compile(r" \((button|small blind|big blind)\)")

_KEPT_IN_MIND = 1 << 13
_LONGEST_KEPT = 80


class Said(NamedTuple):
    """What a player does, in the words of :class:`hands.formats.pokerstars_parts.Event`; no verb when it means
    nothing."""

    verb: str
    amount: int = 0
    total: int = 0
    cards: list[int] | None = None
    text: str = ""
    all_in: bool = False


class Told(NamedTuple):
    """What the summary says of a seat, in the words of :class:`hands.formats.pokerstars_parts.SeatSummary`."""

    roles: tuple[str, ...]
    text: str
    cards: list[int] | None
    amount: int
    label: str


_Reading = Callable[[str, int, str], T]


def _once(read: _Reading[T]) -> Callable[[str, int, str | None], T]:
    """The same reading, which remembers short texts without cards. What it raises is raised each time."""
    remembered = lru_cache(_KEPT_IN_MIND)(read)

    def reading(text: str, decimals: int, currency: str | None) -> T:
        if "[" in text or len(text) > _LONGEST_KEPT:
            return read(text, decimals, currency or "")
        return remembered(text, decimals, currency or "")

    return reading


def _said(text: str, decimals: int, currency: str) -> Said | None:
    all_in = text.endswith(_ALL_IN)
    verb, _, rest = text.removesuffix(_ALL_IN).partition(" ")
    match verb:
        case "folds" | "checks" if not rest or rest.startswith("["):
            return Said(verb, all_in=all_in)
        case "calls" | "bets":
            return Said(verb, printed(rest, decimals, currency), all_in=all_in)
        case "raises" if " to " in rest:
            more, _, total = rest.partition(" to ")
            return Said(verb, printed(more, decimals, currency), printed(total, decimals, currency), all_in=all_in)
        case "posts":
            what = next((what for what in _POSTS if rest.startswith(f"{what} ")), "")
            if what:
                return Said(verb, printed(rest[len(what) :], decimals, currency), text=what, all_in=all_in)
        case "discards" if (match := _DISCARDS.fullmatch(text)) and int(match[1]):
            return Said(verb, int(match[1]), cards=cards(match[2]) if match[2] else None, all_in=all_in)
        case "stands" if rest == "pat" or (rest.startswith("pat on [") and rest.endswith("]")):
            return Said(verb, cards=cards(rest[8:-1]) if rest != "pat" else None, all_in=all_in)
        case "shows" if match := SHOWN.fullmatch(text):
            label = match[2].strip().removeprefix("(").removesuffix(")")
            return Said(verb, cards=cards(match[1]), text=label, all_in=all_in)
        case "mucks" if rest == "hand":
            return Said(verb, all_in=all_in)
        case "doesn't" if rest == "show hand":
            return Said("")
    return None


def _told(text: str, decimals: int, currency: str) -> Told:
    roles, at = list[str](), 0
    while (role := _ROLE.match(text, at)) and role[1] not in roles:
        roles.append(role[1])
        at = role.end()
    rest, known, won, label = text[at:].strip(), None, -1, ""
    if not rest.startswith("folded "):
        if match := SHOWN.match(rest) or _MUCKED.match(rest):
            known = cards(match[1])
            if named := _LABEL.fullmatch(match[2]):
                label = named[1]
        if match := _WON.fullmatch(rest):
            won = printed(match[1], decimals, currency)
    return Told((*roles,), rest, known, won, label)


said_by = _once(_said)
"""What a player does; None when the words are none of those that are known. Raises
:class:`hands.formats.fields.WrongValueError` and :class:`hands.rules.cards.CardError`."""

told_of = _once(_told)
"""What the summary says of a seat behind the name of its player. Raises the same."""
