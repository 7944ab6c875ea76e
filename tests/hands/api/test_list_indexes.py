"""Every way to narrow a list down has its index: no list reads or sorts all hands of a club to show a page of them."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.http import QueryDict

from badugi_site.api.parameters import read_parameters
from badugi_site.clubs.access import Viewer
from badugi_site.clubs.models import Player, User
from badugi_site.clubs.permissions import Audience
from hands.api.filters import HAND_FILTERS, hands_that
from hands.lists import RESULTS, UPLOADS
from hands.models import Upload, UploadResult
from tests.cast import Cast


@pytest.fixture(autouse=True)
def sqlite_alone() -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL plans by what the tables hold: run on SQLite")


def plan(rows: QuerySet[Any]) -> str:
    return "\n".join(line for line in rows[:51].explain().split("\n") if "hands_source" not in line)


def plan_of(user: User, query: str) -> str:
    hands, order = hands_that(Viewer(user).club(), read_parameters(QueryDict(query), HAND_FILTERS))
    return plan(hands.order_by(*order.names(backwards=False)))


@pytest.mark.parametrize(
    ("query", "index"),
    [
        ("", "hand_list"),
        ("game=badugi", "hand_list_game"),
        ("status=cancelled", "hand_list_status"),
        ("disputed=true", "hand_list_disputed"),
        ("since=2020-01-01", "hand_list_period"),
        ("until=2020-01-01", "hand_list_period"),
        ("since=2020-01-01&until=2020-02-01", "hand_list_period"),
    ],
)
def test_a_list_of_hands_walks_its_index(cast: Cast, query: str, index: str) -> None:
    found = plan_of(cast.owner, query)
    assert f"INDEX {index} " in found, found
    assert "TEMP B-TREE" not in found, found


@pytest.mark.parametrize("query", ["player={}", "player={}&game=badugi", "player={}&status=cancelled"])
def test_the_hands_of_a_player_are_listed_by_the_players_own_index(cast: Cast, query: str) -> None:
    player = Player.objects.create(club=cast.club, name="Hana")
    found = plan_of(cast.owner, query.format(player.pk))
    assert "INDEX fact_player_hands " in found, found
    assert "TEMP B-TREE" not in found, found


def test_members_of_a_club_that_opens_no_other_hands_list_theirs_by_the_same_index(cast: Cast) -> None:
    cast.club.hands_open_to = Audience.PLAYERS
    cast.club.save()
    Player.objects.filter(user=cast.member).delete()
    Player.objects.create(club=cast.club, name="Hana", user=cast.member)
    found = plan_of(cast.member, "")
    assert "INDEX fact_player_hands " in found, found
    assert "TEMP B-TREE" not in found, found


def test_a_hand_is_found_by_its_key(cast: Cast) -> None:
    given = read_parameters(QueryDict("site=PokerStars&number=1"), HAND_FILTERS)
    found = plan(hands_that(Viewer(cast.owner).club(), given)[0])
    assert "(club_id=? AND site=? AND number=?)" in found, found


def test_a_hand_is_found_by_its_number_alone(cast: Cast) -> None:
    given = read_parameters(QueryDict("number=1"), HAND_FILTERS)
    found = plan(hands_that(Viewer(cast.owner).club(), given)[0])
    assert "(club_id=? AND site>?)" in found, found


def test_uploads_and_their_results_walk_theirs(cast: Cast) -> None:
    uploads = plan(Upload.objects.filter(club=cast.club).order_by(*UPLOADS.names(backwards=False)))
    assert "INDEX upload_list " in uploads
    results = UploadResult.objects.filter(upload_id="0" * 32).order_by(*RESULTS.names(backwards=False))
    for found in (plan(results), plan(results.filter(outcome="refused"))):
        assert "(upload_id=?" in found
        assert "TEMP B-TREE" not in found
    assert "TEMP B-TREE" not in uploads
