"""Statistics as tables: every figure with its sample, and shares with their interval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.dateparse import parse_date
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext

from hands.figures import Figures
from hands.pages.rows import reading_language
from hands.pages.settlement import Money, grouped
from hands.pages.stakes import game_name, stakes_text
from hands.statistics import (
    BIG_BETS_PER_HUNDRED,
    NET,
    NET_PER_HUNDRED,
    RAISED,
    VPIP,
    WENT_TO_SHOWDOWN,
    WON_AT_SHOWDOWN,
    Statistic,
    Total,
)

# The money of these is a gain or a loss.
_SIGNED = frozenset((NET.code, NET_PER_HUNDRED.code))
# The shares that the tables by stakes and month have.
SHORT: tuple[Statistic, ...] = (VPIP, RAISED, WENT_TO_SHOWDOWN, WON_AT_SHOWDOWN)


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure in words: its value (``unit`` behind it), the ends of its interval, and what it was counted among."""

    name: str
    value: Money
    unit: str = ""
    interval: str = ""
    sample: str = ""


@dataclass(frozen=True, slots=True)
class GroupRow:
    """The figures of one game and stakes, or of one month. ``nets`` are by currency."""

    name: str
    hands: str
    stakes: str = ""
    nets: list[tuple[Money, str]] = field(default_factory=list)
    per_hundred: Money = field(default_factory=lambda: Money("–"))
    shares: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Meaning:
    name: str
    meaning: str


def figure_rows(statistics: Iterable[Statistic], total: Total, *, private: bool) -> Iterator[FigureRow]:
    """The figures that there is something to say of, private ones only for those who may see them."""
    language = reading_language()
    for statistic in statistics:
        if private or not statistic.private:
            name = statistic.names.ko if language == "ko" else statistic.names.en
            yield from _rows(statistic, name, statistic.render(total))


def _rows(statistic: Statistic, name: str, found: dict[str, Any]) -> Iterator[FigureRow]:
    match statistic.kind:
        case "count":
            yield FigureRow(name, Money(grouped(str(found["count"]))))
        case "money":
            for one in found["amounts"]:
                value = signed_text(one["amount"]) if statistic.code in _SIGNED else Money(grouped(one["amount"]))
                yield FigureRow(name, value, one["currency"] or gettext("chips"), sample=_hands(one["hands"]))
        case "big_bets" if found["big_bets"] is not None:
            yield FigureRow(name, signed_text(found["big_bets"]), gettext("big bets"), sample=_hands(found["hands"]))
        case "share" if found["among"]:
            interval = gettext("%(low)s to %(high)s %%") % {"low": found["low"], "high": found["high"]}
            sample = gettext("%(count)s of %(among)s") % {
                "count": grouped(str(found["count"])),
                "among": grouped(str(found["among"])),
            }
            yield FigureRow(name, Money(found["percent"]), "%", interval, sample)
        case "average" if found["among"]:
            yield FigureRow(name, Money(found["average"]), sample=_hands(found["among"]))


def signed_text(written: str) -> Money:
    """The text of a gain or a loss with its sign."""
    digits = written.removeprefix("-")
    if not digits.strip("0."):
        return Money(grouped(digits))
    return Money(f"−{grouped(digits)}", "loss") if written.startswith("-") else Money(f"+{grouped(digits)}", "gain")


def _hands(count: int) -> str:
    return ngettext("%(count)s hand", "%(count)s hands", count) % {"count": grouped(str(count))}


def meanings(statistics: Iterable[Statistic], *, private: bool) -> list[Meaning]:
    """What the figures mean, in the language of the reader."""
    korean = reading_language() == "ko"
    return [
        Meaning(one.names.ko, one.meaning.ko) if korean else Meaning(one.names.en, one.meaning.en)
        for one in statistics
        if private or not one.private
    ]


def short_names() -> list[str]:
    korean = reading_language() == "ko"
    return [one.names.ko if korean else one.names.en for one in SHORT]


def group_rows(groups: Sequence[Figures]) -> list[GroupRow]:
    """The groups as rows, months in words."""
    return [_group(group) for group in groups]


def _group(group: Figures) -> GroupRow:
    total = group.total
    big_bets = BIG_BETS_PER_HUNDRED.render(total)["big_bets"]
    shares = [one.render(total)["percent"] for one in SHORT]
    return GroupRow(
        name=month_name(group.month) if group.game is None else game_name(group.game, reading_language()),
        hands=grouped(str(total["hands"])),
        stakes="" if group.stakes is None else stakes_text(group.stakes),
        nets=[
            (signed_text(one["amount"]), one["currency"] or gettext("chips")) for one in NET.render(total)["amounts"]
        ],
        per_hundred=Money("–") if big_bets is None else signed_text(big_bets),
        shares=["–" if share is None else f"{share} %" for share in shares],
    )


def month_name(month: str | None) -> str:
    day = parse_date(f"{month}-01") if month else None
    return gettext("without a time") if day is None else date_format(day, "YEAR_MONTH_FORMAT")
