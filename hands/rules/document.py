"""The hand document: one hand as every reader produces it and the engine replays it.

It is the open PHH standard with PHH's names, and the project's extensions where PHH has no word. Money is in integers
of the smallest unit, ``10 ** -decimals`` of the written amounts; only the strings of ``actions`` keep the written form
(``p3 cbr 0.50``), which :func:`units` turns into the same integers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

MAX_UNITS = 10**13
"""The largest amount, in smallest units: sums of a million of them still fit into 64 bits."""

_LONGEST_AMOUNT = 40
_AMOUNT = re.compile(r"[0-9]+(?:\.([0-9]+))?")


class AmountError(ValueError):
    """A text that is no exact, non-negative amount of the currency; ``too_fine`` when only its decimals are wrong."""

    def __init__(self, text: str, decimals: int, *, too_fine: bool = False) -> None:
        super().__init__(f"{text!r} is no amount with at most {decimals} decimals")
        self.text, self.decimals, self.too_fine = text, decimals, too_fine


def units(text: str, decimals: int) -> int:
    """An amount in the smallest unit: ``units("0.5", 2)`` is 50. Raises :class:`AmountError`, also for more than
    :data:`MAX_UNITS`.

    Zeros behind the last decimal of the currency are no fault (``1.500`` of a currency with cents is 150).
    """
    if len(text) > _LONGEST_AMOUNT:
        raise AmountError(text[:_LONGEST_AMOUNT] + "…", decimals)
    if not decimals and text.isdecimal() and text.isascii():
        return _bounded(int(text), text, decimals)
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise AmountError(text, decimals)
    fraction = match[1] or ""
    if len(fraction) > decimals and fraction[decimals:].strip("0"):
        raise AmountError(text, decimals, too_fine=True)
    whole = text[: len(text) - len(fraction) - 1] if fraction else text
    return _bounded(int(whole + fraction[:decimals].ljust(decimals, "0")), text, decimals)


def _bounded(value: int, text: str, decimals: int) -> int:
    if value > MAX_UNITS:
        raise AmountError(text, decimals)
    return value


def amount(value: int, decimals: int) -> str:
    """The text of an amount with all its decimals: ``amount(50, 2)`` is ``0.50``, ``amount(-5, 0)`` is ``-5``."""
    if not decimals:
        return str(value)
    digits = str(abs(value)).rjust(decimals + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-decimals]}.{digits[-decimals:]}"


@dataclass(slots=True)
class Collected:
    """``player`` (from 1) took ``amount`` from ``pot`` (0 is the main pot; None where the source does not say)."""

    player: int
    amount: int
    pot: int | None = None


@dataclass(slots=True)
class Record:
    """What the source says of the result; the engine computes its own and compares.

    ``collected`` is net of rake, ``returned`` (player, amount) the uncalled bets, ``pot`` the gross total,
    ``pots`` the net main and side pots as printed, ``mucked`` the cards of hands that were mucked at the showdown and
    are known all the same, ``labels`` the names that the source gave to shown hands. Players count from 1.
    """

    collected: list[Collected] | None = None
    returned: list[tuple[int, int]] | None = None
    rake: int | None = None
    pot: int | None = None
    pots: list[int] | None = None
    mucked: dict[int, str] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    cancelled: bool = False


@dataclass(slots=True)
class Document:
    """One hand. Lists of players are in position order (``p1`` first, docs/formats.md).

    ``stacks`` holds None for an unknown stack (PHH's ``inf``). ``blinds`` is PHH's ``blinds_or_straddles``: written
    small, big also heads-up, where p1 is the big blind. ``extra`` keeps fields that nobody here interprets, by name.
    """

    variant: str
    antes: list[int]
    blinds: list[int]
    stacks: list[int | None]
    actions: list[str]
    small_bet: int | None = None
    big_bet: int | None = None
    min_bet: int | None = None
    bring_in: int | None = None
    decimals: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    record: Record | None = None
    finishing_stacks: list[int | None] | None = None
    winnings: list[int] | None = None
    ante_trimming: bool | None = None
    currency: str | None = None
    players: list[str] | None = None
    seats: list[int] | None = None
    seat_count: int | None = None
    button: int | None = None
    table: str | None = None
    hand: str | None = None
    venue: str | None = None
    event: str | None = None
    level: str | None = None
    year: int | None = None
    month: int | None = None
    day: int | None = None
    time: str | None = None
    time_zone: str | None = None
    extra: dict[str, Any] = field(default_factory=dict)
