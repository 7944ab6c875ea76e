"""A line that shows how a net came about, month by month: where its points lie, for a picture of its own address."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.utils.translation import gettext

from hands.figures import Figures
from hands.pages.figures import month_name
from hands.pages.settlement import Money, signed

WIDTH, HEIGHT = 480, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 12, 12, 30, 48
# What a label takes above and below its base line, and how far that is from the line of the net above or below it.
_ASCENT, _DESCENT = 12, 4
_OVER, _UNDER = 10, 18
_LABEL_OF_ZERO = 12
# Widths of signs by their kind: digits, stops, signs before an amount, spaces, capital and other letters.
_WIDTHS = {"Nd": 10, "Po": 6, "Sm": 12, "Zs": 5, "Lu": 11}


@dataclass(frozen=True, slots=True)
class Net:
    """What was won and lost by the end of each month, in units of ``10 ** -decimals`` of the currency; ``hands`` are
    those of which the time is known."""

    currency: str
    decimals: int
    months: list[str]
    sums: list[int]
    hands: int

    @property
    def last(self) -> Money:
        return signed(self.sums[-1], self.decimals)

    @property
    def unit(self) -> str:
        return self.currency or gettext("chips")

    @property
    def first_month(self) -> str:
        return month_name(self.months[0])

    @property
    def last_month(self) -> str:
        return month_name(self.months[-1])


@dataclass(frozen=True, slots=True)
class Point:
    """A place in a picture, as its attributes write it in every language."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Colours:
    """Those of the stylesheet: pictures cannot read its properties."""

    ink: str
    soft: str
    line: str
    net: str


_LIGHT = Colours("#1d1d1f", "#55534e", "#8c887f", "#1f5fbf")
_DARK = Colours("#ecebe7", "#b3b1aa", "#7d8188", "#8fbaff")


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture of WIDTH by HEIGHT: where its line goes, ``zero`` (nothing won, nothing lost) lies, and its words."""

    net: Net
    colours: Colours
    line: str
    end: Point
    zero: str
    end_label: str
    zero_label: str

    width, height = WIDTH, HEIGHT
    left, right = _LEFT, WIDTH - _RIGHT
    months_label = HEIGHT - 8


def nets_of(months: Sequence[Figures]) -> list[Net]:
    """The nets of each currency over the months in which it was played with; those of at least two months."""
    found: dict[str, list[tuple[str, int, int, int]]] = {}
    for group in months:
        if group.month:
            for currency, sums, decimals in group.total.by_currency():
                if sums["hands"]:
                    found.setdefault(currency, []).append((group.month, sums["net"], decimals, sums["hands"]))
    return [_net(currency, rows) for currency, rows in found.items() if len(rows) > 1]


def _net(currency: str, rows: Sequence[tuple[str, int, int, int]]) -> Net:
    decimals = max(finest for _, _, finest, _ in rows)
    total, sums = 0, []
    for _, net, fewer, _ in rows:
        total += net * 10 ** (decimals - fewer)
        sums.append(total)
    return Net(currency, decimals, [month for month, *_ in rows], sums, sum(hands for *_, hands in rows))


def chart_of(net: Net, *, dark: bool) -> Chart:
    """The line from nothing through the end of each month, the months as far apart as they are in the calendar."""
    sums = [0, *net.sums]
    top, bottom = max(sums), min(sums)
    ends = [_number(month) for month in net.months]
    places = [ends[0] - 1, *ends]

    def across(place: int) -> float:
        return _LEFT + (place - places[0]) / (places[-1] - places[0]) * (WIDTH - _LEFT - _RIGHT)

    def down(value: int) -> float:
        share = (top - value) / (top - bottom) if top != bottom else 0.5
        return _TOP + share * (HEIGHT - _TOP - _BOTTOM)

    line = [(across(place), down(value)) for place, value in zip(places, sums, strict=True)]
    points = [Point(f"{x:.1f}", f"{y:.1f}") for x, y in line]
    # The zero stands on the side of its line to which the net does not begin.
    highest, lowest = _reach(line, 0, _LEFT + _LABEL_OF_ZERO)
    return Chart(
        net=net,
        colours=_DARK if dark else _LIGHT,
        line=" ".join(f"{point.x},{point.y}" for point in points),
        end=points[-1],
        zero=f"{down(0):.1f}",
        end_label=f"{_beside_the_end(line, down(0), label_width(net)):.1f}",
        zero_label=f"{down(0) + (-6 if lowest - down(0) > down(0) - highest else 16):.1f}",
    )


def label_width(net: Net) -> int:
    """As much as the amount at the end of the line may take in any font of the system, bold and 13 high."""
    return sum(_WIDTHS.get(unicodedata.category(sign), 13) for sign in f"{net.last.text} {net.unit}")


def _beside_the_end(line: Sequence[tuple[float, float]], zero: float, width: int) -> float:
    """Where the amount has its base line: above or below all of the line that is over or under it, whichever is nearer
    to the end, and not upon the line of the zero."""
    highest, lowest = _reach(line, max(0, WIDTH - _RIGHT - width), WIDTH)
    over, under = highest - _OVER, lowest + _UNDER
    if over - _ASCENT < zero < over + _DESCENT:
        over = zero - _DESCENT
    if under - _ASCENT < zero < under + _DESCENT:
        under = zero + _ASCENT
    end = line[-1][1]
    return over if end - over <= under - end else under


def _reach(line: Sequence[tuple[float, float]], left: float, right: float) -> tuple[float, float]:
    """How high and how low the line comes between two places."""
    found = []
    for (x, y), (next_x, next_y) in pairwise(line):
        if next_x >= left and x <= right:
            slope = (next_y - y) / (next_x - x)
            found += [y + slope * (max(x, left) - x), y + slope * (min(next_x, right) - x)]
    return min(found), max(found)


def _number(month: str) -> int:
    year, _, number = month.partition("-")
    return int(year) * 12 + int(number)
