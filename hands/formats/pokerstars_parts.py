"""The parts of a PokerStars hand: its header, its seats, what happened, and what the summary says of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hands.formats.clocks import Moment
from hands.formats.fields import WrongValueError
from hands.formats.printed import printed
from hands.rules.cards import parse_cards
from hands.rules.words import cards as cards_in_words

_MOST_CARDS = 52
_MOST_NAMES = 200


class TooMuchError(WrongValueError):
    """More of something than is read of one hand, which is read no further."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the document names it, and how many cards a hand of it has."""

    variant: str
    cards: int


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a hand."""

    game: Game
    number: str
    tournament: bool
    small_bet: int
    big_bet: int
    decimals: int
    currency: str | None
    event: str | None
    level: str | None
    moment: Moment

    def amount(self, text: str) -> int:
        """A printed amount in the smallest unit. Raises :class:`WrongValueError`."""
        return printed(text, self.decimals, self.currency or "")


@dataclass(slots=True)
class Seat:
    """A line of the seat list. ``out`` when the line says that the player takes no part."""

    seat: int
    name: str
    stack: int
    line: int
    bounty: str | None = None
    out: bool = False


@dataclass(slots=True)
class Event:
    """Something that happened: ``verb`` is the first word of the printed line, or a name of this module's own.

    A marker is an event of its own, with its ``text``.
    """

    line: int
    verb: str
    seat: int = 0
    amount: int = 0
    total: int = 0
    cards: list[int] | None = None
    new: list[int] | None = None
    text: str = ""
    all_in: bool = False


@dataclass(slots=True)
class SeatSummary:
    """What the summary says of a seat: roles, the words behind them, cards and their name, the amount won.

    -1 when no amount is said.
    """

    line: int
    seat: int
    roles: Sequence[str]
    text: str
    cards: list[int] | None = None
    amount: int = -1
    label: str = ""


def cards(text: str) -> list[int]:
    """The cards between brackets. Raises :class:`WrongValueError` and :class:`hands.rules.cards.CardError`."""
    if len(text) > 3 * _MOST_CARDS:
        raise WrongValueError(text, cards_in_words(_MOST_CARDS))
    return parse_cards(text.replace(" ", ""))


def names_of(seats: Mapping[int, Seat]) -> str:
    """Those who sit there."""
    names = ", ".join(seat.name for seat in seats.values())
    return names if len(names) <= _MOST_NAMES else names[: _MOST_NAMES - 1] + "…"
