"""Clubs and players by the API: yours, and nobody else's."""

from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries

from badugi_site.clubs.models import Alias, Player
from badugi_site.clubs.people import add_member
from badugi_site.clubs.permissions import Role, Scope
from tests.cast import Cast, signed_in, with_token

ADDRESSES = ["clubs/", "clubs/moonlight/", "players/", "players/{}/"]


@pytest.fixture
def areum(cast: Cast) -> Player:
    player = Player.objects.create(club=cast.club, name="Areum", user=cast.member)
    Alias.objects.create(player=player, site="PokerStars", name="arirang99")
    Alias.objects.create(player=player, site="Full Tilt", name="Areum K")
    return player


def get(client: Client, address: str, **parameters: Any) -> dict[str, Any]:
    response = client.get(f"/api/v1/{address}", parameters)
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()
    return answer


@pytest.mark.parametrize("address", ADDRESSES)
def test_who_is_not_known_is_asked_for_a_token(areum: Player, address: str) -> None:
    response = Client().get(f"/api/v1/{address.format(areum.pk)}")
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    assert response["WWW-Authenticate"].startswith("Token")


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_token_that_only_reads_is_enough(cast: Cast, areum: Player, address: str) -> None:
    get(with_token(cast.member, Scope.READ), address.format(areum.pk))


@pytest.mark.parametrize("address", ["clubs/moonlight/", "players/{}/", "players/?club=moonlight"])
def test_for_strangers_there_is_nothing(cast: Cast, areum: Player, address: str) -> None:
    for user in (cast.stranger, cast.nobody):
        response = signed_in(user).get(f"/api/v1/{address.format(areum.pk)}")
        assert (response.status_code, response.json()["code"]) == (404, "not_found")


def test_a_club_says_what_one_may_do_there(cast: Cast, areum: Player) -> None:
    (club,) = get(signed_in(cast.member), "clubs/")["results"]
    assert club == get(signed_in(cast.member), "clubs/moonlight/")
    assert (club["slug"], club["role"], club["time_zone"]) == ("moonlight", "member", "Asia/Seoul")
    assert club["players"] == [areum.pk]
    assert "store_hands" in club["permissions"]
    assert "see_all_hands" not in club["permissions"]
    assert "see_all_hands" in get(signed_in(cast.owner), "clubs/moonlight/")["permissions"]
    assert "store_hands" not in get(with_token(cast.owner, Scope.READ), "clubs/moonlight/")["permissions"]
    assert get(signed_in(cast.nobody), "clubs/") == {"next": None, "previous": None, "results": []}


def test_a_token_for_one_club_opens_no_other(cast: Cast, areum: Player) -> None:
    add_member(club=cast.other_club, user=cast.member, role=Role.MEMBER)
    both, one = signed_in(cast.member), with_token(cast.member, Scope.READ, cast.club)
    assert [club["slug"] for club in get(both, "clubs/")["results"]] == ["elsewhere", "moonlight"]
    assert [club["slug"] for club in get(one, "clubs/")["results"]] == ["moonlight"]
    assert one.get("/api/v1/clubs/elsewhere/").status_code == 404
    # Who is in several clubs says which one is meant.
    response = both.get("/api/v1/players/")
    assert (response.status_code, response.json()["code"]) == (422, "several_clubs")
    assert response.json()["clubs"] == ["elsewhere", "moonlight"]
    assert len(get(both, "players/", club="moonlight")["results"]) == 1


def test_a_player_is_shown_with_the_names_at_the_rooms(cast: Cast, areum: Player) -> None:
    player = get(signed_in(cast.director), f"players/{areum.pk}/")
    assert player["name"] == "Areum"
    assert player["aliases"] == [
        {"site": "Full Tilt", "name": "Areum K"},
        {"site": "PokerStars", "name": "arirang99"},
    ]
    assert (player["is_guest"], player["is_you"]) == (False, False)
    assert get(signed_in(cast.member), f"players/{areum.pk}/")["is_you"] is True
    assert player["url"] == f"http://testserver/api/v1/players/{areum.pk}/"


@pytest.mark.parametrize(
    ("query", "found"),
    [("areum", ["Areum"]), ("RIRANG", ["Areum"]), ("k", ["Areum", "Kim"]), ("%", ["100%"]), ("_", []), ("김", ["김"])],
)
def test_players_are_found_by_a_part_of_any_name(cast: Cast, areum: Player, query: str, found: list[str]) -> None:
    for name in ("Kim", "100%", "김"):
        Player.objects.create(club=cast.club, name=name)
    Player.objects.create(club=cast.other_club, name="Areum")
    results = get(signed_in(cast.owner), "players/", q=query)["results"]
    assert sorted(player["name"] for player in results) == sorted(found)


def test_players_come_in_pages_by_name(cast: Cast) -> None:
    for name in "cab":
        Player.objects.create(club=cast.club, name=name)
    client = signed_in(cast.owner)
    first = get(client, "players/", limit=2)
    assert [player["name"] for player in first["results"]] == ["a", "b"]
    second = client.get(first["next"]).json()
    assert ([player["name"] for player in second["results"]], second["next"]) == (["c"], None)
    assert client.get(second["previous"]).json() == first


@pytest.mark.parametrize("count", [2, 50])
def test_a_list_costs_the_same_queries_however_long(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    for number in range(count):
        Alias.objects.create(
            player=Player.objects.create(club=cast.club, name=f"p{number}"), site="x", name=str(number)
        )
    client = signed_in(cast.owner)
    # Session and user, membership and own players, the page and its aliases.
    with django_assert_num_queries(6):
        assert len(get(client, "players/")["results"]) == count


@pytest.mark.parametrize("number", ["0", "9" * 30, "-1", "x", "1.5", "٣"])
def test_a_player_that_cannot_be_is_not_there(cast: Cast, number: str) -> None:
    assert signed_in(cast.owner).get(f"/api/v1/players/{number}/").status_code == 404


@given(st.sampled_from(["q", "limit", "cursor", "club", "x"]), st.text(max_size=30))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_parameter_is_a_fault_of_the_service(cast: Cast, name: str, value: str) -> None:
    assert signed_in(cast.owner).get("/api/v1/players/", {name: value}).status_code in (200, 404, 422)
