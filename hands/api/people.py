"""Clubs and players, as the API shows them, and their statistics."""

from __future__ import annotations

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from badugi_site.api import problems
from badugi_site.api.errors import NOTHING_HERE
from badugi_site.api.pagination import page_of
from badugi_site.api.parameters import INVALID_PARAMETER, described
from badugi_site.api.problems import Problem
from badugi_site.api.schema import problem_responses, said, success
from badugi_site.clubs.access import Access, NoClubError
from badugi_site.clubs.api import CLUB_PROBLEMS, ClubView
from badugi_site.clubs.models import Player
from badugi_site.clubs.permissions import PERMISSIONS, SEE_CLUB, SEE_PLAYERS
from hands.api import schema_people as schema
from hands.api.filters import ONE_CLUB, PLAYER_FILTERS
from hands.lists import PLAYERS, players_of


class ClubListView(ClubView):
    permissions: ClassVar = {"GET": SEE_CLUB}
    parameters = {"get": (ONE_CLUB,)}

    @extend_schema(
        operation_id="list_clubs",
        tags=["clubs"],
        summary=said("Your clubs", "내 클럽 목록"),
        description=said("The clubs that you are in, by their slugs.", "가입한 클럽을 슬러그 순서로 보여 줍니다."),
        parameters=described([ONE_CLUB]),
        responses=success(schema.ClubListSerializer, "All of them.", "모든 클럽입니다.")
        | problem_responses(
            problems.NOT_AUTHENTICATED, problems.NOT_FOUND, problems.UNKNOWN_PARAMETER, INVALID_PARAMETER
        ),
    )
    def get(self, request: Request) -> Response:
        slug = self.given(request)["club"]
        clubs = [club_of(self, slug)] if slug else [self.access_to(club_id) for club_id in self.viewer.club_ids]
        return Response({"next": None, "previous": None, "results": [render_club(request, access) for access in clubs]})


class ClubDetailView(ClubView):
    permissions: ClassVar = {"GET": SEE_CLUB}

    @extend_schema(
        operation_id="get_club",
        tags=["clubs"],
        summary=said("One club", "클럽 하나"),
        description=said(
            "A club that you are in, and what you may do there.", "가입한 클럽과 그 안에서 할 수 있는 일입니다."
        ),
        responses=success(schema.ClubSerializer, "The club.", "해당 클럽입니다.")
        | problem_responses(problems.NOT_AUTHENTICATED, problems.NOT_FOUND, problems.UNKNOWN_PARAMETER),
    )
    def get(self, request: Request, slug: str) -> Response:
        return Response(render_club(request, club_of(self, slug)))


def club_of(view: ClubView, slug: str) -> Access:
    """The access to the club that an address names, with the permission of the method. Raises a problem 404."""
    try:
        return view.require(view.viewer.club(slug))
    except NoClubError:
        raise Problem(problems.NOT_FOUND, NOTHING_HERE) from None


class PlayerListView(ClubView):
    permissions: ClassVar = {"GET": SEE_PLAYERS}
    parameters = {"get": PLAYER_FILTERS}

    @extend_schema(
        operation_id="list_players",
        tags=["players"],
        summary=said("The players", "플레이어 목록"),
        description=said(
            "The players of a club by name, with their names at the rooms. `q` finds a part of any of them.",
            "클럽의 플레이어와 룸별 이름을 이름순으로 보여 줍니다. `q`로 이름의 일부를 찾습니다.",
        ),
        parameters=described(PLAYER_FILTERS),
        responses=success(schema.PlayerListSerializer, "A page of players.", "플레이어 한 페이지입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER, INVALID_PARAMETER),
    )
    def get(self, request: Request) -> Response:
        access, given = self.access_to_club(request), self.given(request)
        players = players_of(access, given["q"])
        page = page_of(players, PLAYERS, request=request, cursor=given["cursor"], limit=given["limit"])
        return Response(page.render([render_player(request, player, access) for player in page.rows]))


class PlayerView(ClubView):
    """What the views of one player share."""

    def player(self, player_id: int) -> tuple[Player, Access]:
        """The player, and the access to their club. Raises a problem 404 for one of another club."""
        players = Player.objects.filter(club_id__in=self.viewer.club_ids).prefetch_related("aliases")
        player = players.filter(pk=player_id).first()
        if player is None:
            raise Problem(problems.NOT_FOUND, NOTHING_HERE)
        return player, self.access_to(player.club_id)


class PlayerDetailView(PlayerView):
    permissions: ClassVar = {"GET": SEE_PLAYERS}

    @extend_schema(
        operation_id="get_player",
        tags=["players"],
        summary=said("One player", "플레이어 하나"),
        description=said("With the names at the rooms.", "룸별 이름과 함께 보여 줍니다."),
        responses=success(schema.PlayerSerializer, "The player.", "해당 플레이어입니다.")
        | problem_responses(*CLUB_PROBLEMS, problems.UNKNOWN_PARAMETER),
    )
    def get(self, request: Request, player_id: int) -> Response:
        player, access = self.player(player_id)
        return Response(render_player(request, player, access))


def render_club(request: Request, access: Access) -> dict[str, Any]:
    club = access.club
    return {
        "slug": club.slug,
        "name": club.name,
        "language": club.language,
        "time_zone": club.time_zone,
        "hands_open_to": club.hands_open_to,
        "statistics_open_to": club.statistics_open_to,
        "role": access.role.value,
        "permissions": [code for code, permission in PERMISSIONS.items() if access.may(permission)],
        "players": sorted(access.players),
        "url": request.build_absolute_uri(reverse("club_detail", args=[club.slug])),
        "stats_url": request.build_absolute_uri(reverse("club_stats", args=[club.slug])),
    }


def render_player(request: Request, player: Player, access: Access) -> dict[str, Any]:
    return {
        "id": player.pk,
        "club": access.club.slug,
        "name": player.name,
        "aliases": [
            {"site": alias.site, "name": alias.name}
            for alias in sorted(player.aliases.all(), key=lambda alias: (alias.site, alias.name))
        ],
        "is_guest": player.is_guest,
        "is_you": player.pk in access.players,
        "url": request.build_absolute_uri(reverse("player", args=[player.pk])),
        "stats_url": request.build_absolute_uri(reverse("player_stats", args=[player.pk])),
    }
