"""Reading the sums: the statistics of a player or of a club, by game, stakes and month.

What is pending is read too, so that a figure is right as soon as its hands are stored. The cost follows the months and
stakes that were played, never the hands.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from django.db.models import Q, QuerySet, Sum

from badugi_site.clubs.models import Club, Player
from hands.models import ClubSums, PendingSums, PlayerSums
from hands.statistics import Total

By = Literal["game", "stakes", "month"]


class Stake(NamedTuple):
    """What was played for: ``currency`` empty for chips, bets in units of ``10 ** -decimals``, 0 without limits."""

    currency: str
    decimals: int
    small_bet: int
    big_bet: int


@dataclass(slots=True)
class Figures:
    """One group: ``game``, ``stakes`` and ``month`` (``2010-09``, empty for hands without a time) where the figures are
    grouped by it, else None."""

    game: str | None
    stakes: Stake | None
    month: str | None
    total: Total = field(default_factory=Total)


def player_figures(
    player: Player,
    *,
    game: str | None = None,
    stakes: Stake | None = None,
    since: str | None = None,
    until: str | None = None,
    by: Collection[By] = (),
) -> list[Figures]:
    """The figures of a player in order of game, stakes and month; one for all, also of no hands, without ``by``.

    ``since`` and ``until`` are months and belong to the period; hands without a time belong to none. One query.
    """
    which = _period(game, stakes, since, until)
    kept = PlayerSums.objects.filter(which, player=player)
    pending = PendingSums.objects.filter(which, player=player)
    return _figures(kept, pending, PlayerSums.ADDITIVE, by)


def club_figures(
    club: Club,
    *,
    game: str | None = None,
    stakes: Stake | None = None,
    since: str | None = None,
    until: str | None = None,
    by: Collection[By] = (),
) -> list[Figures]:
    """The same of all players of a club together, those without a name too."""
    which = _period(game, stakes, since, until)
    kept = ClubSums.objects.filter(which, club=club)
    pending = PendingSums.objects.filter(which, club=club, player=None)
    return _figures(kept, pending, ClubSums.ADDITIVE, by)


def _period(game: str | None, stakes: Stake | None, since: str | None, until: str | None) -> Q:
    which = Q()
    if game is not None:
        which &= Q(game=game)
    if stakes is not None:
        which &= Q(**stakes._asdict())
    if since is not None or until is not None:
        which &= ~Q(month="")
    if since is not None:
        which &= Q(month__gte=since)
    if until is not None:
        which &= Q(month__lte=until)
    return which


def _figures(
    kept: QuerySet[Any], pending: QuerySet[Any], columns: tuple[str, ...], by: Collection[By]
) -> list[Figures]:
    """Adds up what the database has added up by group and stakes: big bets and currencies differ between stakes."""
    group = [name for name in ("game", "month") if name in by]
    rows = [_by_stakes(sums, columns, group) for sums in (kept, pending)]
    found: dict[tuple[Any, ...], Figures] = {}
    if not by:
        found[None, None, None] = Figures(None, None, None)
    for row in rows[0].union(rows[1], all=True):
        *bets, currency, decimals, small_bet, big_bet = row[: len(group) + 4]
        named = dict(zip(group, bets, strict=True))
        stake = Stake(currency, decimals, small_bet, big_bet)
        key = (named.get("game"), stake if "stakes" in by else None, named.get("month"))
        figures = found.setdefault(key, Figures(*key))
        sums = dict(zip(columns, map(int, row[len(group) + 4 :]), strict=True))
        figures.total.add(sums, currency=currency, decimals=decimals, big_bet=big_bet)
    there = [figures for figures in found.values() if figures.total["hands"] or not by]
    return sorted(there, key=lambda figures: (figures.game or "", figures.stakes or (), figures.month or ""))


def _by_stakes(sums: QuerySet[Any], columns: tuple[str, ...], group: list[str]) -> Any:
    keys = (*group, *Stake._fields)
    added = {f"sum_{column}": Sum(column) for column in columns}
    return sums.order_by().values(*keys).annotate(**added).values_list(*keys, *added)
