"""The statistics of players and clubs: every figure as it is declared, with what it rests on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from badugi_site.api import parameters, problems
from badugi_site.api.parameters import INVALID_PARAMETER, Parameter, described
from badugi_site.api.problems import Problem
from badugi_site.api.schema import problem_responses, said, success
from badugi_site.api.text import Text
from badugi_site.clubs.api import CLUB_PROBLEMS, ClubView
from badugi_site.clubs.permissions import SEE_ALL_STATISTICS, SEE_CLUB_STATISTICS, SEE_OWN_STATISTICS, Audience
from hands.api import schema_people as schema
from hands.api.filters import GAME
from hands.api.people import PlayerView, club_of
from hands.figures import By, Figures, Stake, club_figures, player_figures
from hands.rendering import render_names
from hands.rules.document import amount, units
from hands.statistics import OF_CLUBS, OF_PLAYERS, Statistic

GROUPS: tuple[By, ...] = ("game", "stakes", "month")
_STAKES = re.compile(r"(?:([A-Z]{3}):)?([0-9]{1,12}(?:\.([0-9]{1,6}))?)/([0-9]{1,12}(?:\.([0-9]{1,6}))?)")


def read_stakes(given: str) -> Stake:
    """``USD:0.50/1.00``, or ``10/20`` for chips: currency, small and big bet. Raises ValueError."""
    match = _STAKES.fullmatch(given)
    if match is None or len(match[3] or "") != len(match[5] or ""):
        raise ValueError(given)
    decimals = len(match[3] or "")
    return Stake(match[1] or "", decimals, units(match[2], decimals), units(match[4], decimals))


def _by(given: str) -> list[By]:
    names = given.split(",")
    if not {*names} <= {*GROUPS} or len({*names}) < len(names):
        raise ValueError(given)
    return [name for name in GROUPS if name in names]


STAKES = Parameter(
    "stakes",
    read_stakes,
    Text("stakes such as USD:0.50/1.00, or 10/20 for chips", "USD:0.50/1.00 같은 스테이크. 칩이면 10/20"),
    Text(
        "Played for these: `USD:0.50/1.00`, or `10/20` for chips.",
        "이 스테이크만. 예: `USD:0.50/1.00`, 칩이면 `10/20`.",
    ),
    {"type": "string", "examples": ["USD:0.50/1.00"]},
)
BY = Parameter(
    "by",
    _by,
    Text("some of game, stakes, month, with commas", "game, stakes, month 가운데 하나 이상을 쉼표로 이은 값"),
    Text(
        "A group for each `game`, `stakes`, `month`, or several of these: `game,month`.",
        "`game`, `stakes`, `month`별로 나눕니다. 여러 개는 쉼표로 잇습니다: `game,month`.",
    ),
    {"type": "string", "examples": ["game,month"]},
)
SINCE = parameters.month(
    "since", Text("From this month on, in the club's time zone.", "이 달부터. 클럽 시간대 기준입니다.")
)
UNTIL = parameters.month("until", Text("Up to this month.", "이 달까지."))
FILTERS = (GAME, STAKES, SINCE, UNTIL, BY)

NOT_SHOWN = Text(
    "The club shows its statistics to owners and directors only.", "이 클럽의 통계는 운영자와 디렉터에게만 공개됩니다."
)


class PlayerStatsView(PlayerView):
    permissions: ClassVar = {"GET": SEE_OWN_STATISTICS}
    parameters = {"get": FILTERS}

    @extend_schema(
        operation_id="get_player_stats",
        tags=["players"],
        summary=said("The statistics of a player", "플레이어 통계"),
        description=said(
            "Your own; owners and directors see everybody's. Every figure has what it rests on: a share its count, its "
            "sample and the ends of its 95 % interval. Disputed and cancelled hands count in none.",
            "자신의 통계입니다. 운영자와 디렉터는 모두의 통계를 봅니다. 모든 수치에 표본이 함께 나오며, 비율에는 해당 "
            "수와 표본 수, 95% 신뢰구간이 있습니다. 분쟁 중이거나 취소된 핸드는 넣지 않습니다.",
        ),
        parameters=described(FILTERS),
        responses=success(schema.StatsSerializer, "The figures.", "통계 수치입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER, INVALID_PARAMETER),
        examples=schema.STATS_EXAMPLES,
    )
    def get(self, request: Request, player_id: int) -> Response:
        player, access = self.player(player_id)
        if player.pk not in access.players:
            self.require(access, SEE_ALL_STATISTICS)
        figures = player_figures(player, **_selected(self.given(request)))
        return Response({"club": access.club.slug, "player": player.pk, **render_stats(figures, OF_PLAYERS)})


class ClubStatsView(ClubView):
    permissions: ClassVar = {"GET": SEE_CLUB_STATISTICS}
    parameters = {"get": FILTERS}

    @extend_schema(
        operation_id="get_club_stats",
        tags=["clubs"],
        summary=said("The statistics of a club", "클럽 통계"),
        description=said(
            "Of all its players together, for members where the club shows them. What rests on cards that were not "
            "shown is for owners and directors alone.",
            "모든 플레이어를 합한 통계입니다. 회원에게는 클럽이 공개할 때만 보이며, 공개되지 않은 카드로 셈한 수치는 "
            "운영자와 디렉터에게만 보입니다.",
        ),
        parameters=described(FILTERS),
        responses=success(schema.StatsSerializer, "The figures.", "통계 수치입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER, INVALID_PARAMETER),
    )
    def get(self, request: Request, slug: str) -> Response:
        access = club_of(self, slug)
        everything = access.may(SEE_ALL_STATISTICS)
        if not everything and access.club.statistics_open_to != Audience.MEMBERS:
            raise Problem(problems.FORBIDDEN, NOT_SHOWN, permission=SEE_ALL_STATISTICS.code)
        shown = [statistic for statistic in OF_CLUBS if everything or not statistic.private]
        figures = club_figures(access.club, **_selected(self.given(request)))
        return Response({"club": access.club.slug, "player": None, **render_stats(figures, shown)})


def _selected(given: dict[str, Any]) -> dict[str, Any]:
    return given | {"by": given["by"] or ()}


def render_stats(figures: Iterable[Figures], statistics: Iterable[Statistic]) -> dict[str, Any]:
    """What each figure is, once, and the figures of every group by their codes."""
    shown = list(statistics)
    return {
        "statistics": [
            {
                "code": statistic.code,
                "kind": statistic.kind,
                "names": render_names(statistic.names),
                "meaning": render_names(statistic.meaning),
            }
            for statistic in shown
        ],
        "groups": [
            {
                "game": group.game,
                "stakes": render_stakes(group.stakes) if group.stakes is not None else None,
                "month": group.month,
                "figures": {statistic.code: statistic.render(group.total) for statistic in shown},
            }
            for group in figures
        ],
    }


def render_stakes(stakes: Stake) -> dict[str, Any]:
    """The stakes, and as ``code`` what ``?stakes=`` takes for them."""
    small, big = amount(stakes.small_bet, stakes.decimals), amount(stakes.big_bet, stakes.decimals)
    currency = f"{stakes.currency}:" if stakes.currency else ""
    return {
        "currency": stakes.currency or None,
        "small_bet": small,
        "big_bet": big,
        "code": f"{currency}{small}/{big}",
    }
