"""Statistics by the API: whose they are, what each figure rests on, and how they are grouped."""

import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from badugi_site.clubs.models import Player
from badugi_site.clubs.permissions import Audience, Scope
from badugi_site.jobs.work import work
from hands.api.stats import read_stakes
from hands.figures import Stake
from hands.formats.document import to_dict
from hands.models import Hand
from hands.statistics import OF_CLUBS, OF_PLAYERS
from hands.stats import Counted, count
from tests.cast import Cast, signed_in, with_token
from tests.hands.factories import NOON, make_hand
from tests.hands.test_facts import COMPLETED, RERAISED, STRADDLED, WALK

CLUB = "/api/v1/clubs/moonlight/stats/"


@pytest.fixture
def areum(cast: Cast) -> Player:
    return Player.objects.create(club=cast.club, name="Areum", user=cast.member)


@pytest.fixture
def bora(cast: Cast) -> Player:
    return Player.objects.create(club=cast.club, name="Bora")


def played(cast: Cast, areum: Player, bora: Player, net: int, **fields: Any) -> Hand:
    """A hand of which Areum won so much of Bora, who alone put in chips by choice."""
    rows = [{"put_in": 10, "won": 10 + net}, {"put_in": 10 + net, "won": 10, "vpip": True}]
    hand = make_hand(cast.club, [areum, bora], facts=rows, pot=20 + net, **fields)
    count(cast.club, [Counted(hand, list(hand.facts.all()), 1)])
    return hand


@pytest.fixture
def hands(cast: Cast, areum: Player, bora: Player) -> None:
    dollars = {"currency": "USD", "decimals": 2, "small_bet": 50, "big_bet": 100}
    played(cast, areum, bora, 30)
    played(cast, areum, bora, 50, at=NOON.replace(month=10))
    played(cast, areum, bora, 25, at=NOON.replace(month=10), **dollars)
    work()


def stats(client: Client, address: str, query: str = "") -> dict[str, Any]:
    response = client.get(f"{address}?{query}")
    assert response.status_code == 200, response.content.decode()
    answer: dict[str, Any] = response.json()
    return answer


def of(player: Player) -> str:
    return f"/api/v1/players/{player.pk}/stats/"


def test_figures_come_with_their_sample_interval_and_names(
    cast: Cast, areum: Player, bora: Player, hands: None
) -> None:
    answer = stats(signed_in(cast.owner), of(bora))
    assert (answer["club"], answer["player"]) == ("moonlight", bora.pk)
    (group,) = answer["groups"]
    assert (group["game"], group["stakes"], group["month"]) == (None, None, None)
    figures = group["figures"]
    assert figures["hands"] == {"count": 3}
    assert figures["vpip"] == {"count": 3, "among": 3, "percent": "100.0", "low": "43.9", "high": "100.0"}
    assert figures["net"]["amounts"] == [
        {"currency": None, "amount": "-80", "hands": 2},
        {"currency": "USD", "amount": "-0.25", "hands": 1},
    ]
    assert [one["code"] for one in answer["statistics"]] == list(figures) == [one.code for one in OF_PLAYERS]
    for one in answer["statistics"]:
        assert one["names"]["ko"] != one["names"]["en"]
        assert one["meaning"]["ko"] != one["meaning"]["en"]


@pytest.mark.parametrize(
    ("query", "groups"),
    [
        ("by=month", [(None, None, "2010-09", "30"), (None, None, "2010-10", "50")]),
        ("by=stakes", [(None, "10/20", None, "80"), (None, "USD:0.50/1.00", None, "0.25")]),
        (
            "by=month,game",
            [("badugi", None, "2010-09", "30"), ("badugi", None, "2010-10", "50")],
        ),
        ("game=FB", [(None, None, None, "80")]),
        ("stakes=10/20", [(None, None, None, "80")]),
        ("stakes=USD:0.50/1.00", [(None, None, None, "0.25")]),
        ("stakes=EUR:0.50/1.00", [(None, None, None, None)]),
        ("since=2010-10&stakes=10/20", [(None, None, None, "50")]),
        ("until=2010-09", [(None, None, None, "30")]),
        ("since=2010-09&until=2010-09&by=game", [("badugi", None, None, "30")]),
    ],
)
def test_they_are_grouped_and_narrowed(
    cast: Cast, areum: Player, hands: None, query: str, groups: list[tuple[Any, ...]]
) -> None:
    answer = stats(signed_in(cast.member), of(areum), query)
    found = [
        (
            group["game"],
            group["stakes"] and group["stakes"]["code"],
            group["month"],
            next((line["amount"] for line in group["figures"]["net"]["amounts"]), None),
        )
        for group in answer["groups"]
    ]
    assert found == groups


def test_the_code_of_stakes_leads_to_their_figures(cast: Cast, areum: Player, hands: None) -> None:
    client = signed_in(cast.member)
    for group in stats(client, of(areum), "by=stakes")["groups"]:
        (alone,) = stats(client, of(areum), f"stakes={group['stakes']['code']}")["groups"]
        assert alone["figures"] == group["figures"]


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("by=player", "by"),
        ("by=game,game", "by"),
        ("by=", "by"),
        ("stakes=10", "stakes"),
        ("stakes=usd:1/2", "stakes"),
        ("stakes=0.5/1", "stakes"),
        ("stakes=9999999999999/1", "stakes"),
        ("stakes=999999999999.999999/1.000000", "stakes"),
        ("since=2010", "since"),
        ("until=2010-13", "until"),
        ("game=chess", "game"),
    ],
)
def test_wrong_filters_are_refused_by_name(cast: Cast, areum: Player, query: str, parameter: str) -> None:
    for address in (of(areum), CLUB):
        response = signed_in(cast.owner).get(f"{address}?{query}")
        assert (response.status_code, response.json()["parameter"]) == (422, parameter)


def test_members_see_their_own_figures_and_staff_everybodys(cast: Cast, areum: Player, bora: Player) -> None:
    for user in (cast.owner, cast.director):
        for player in (areum, bora):
            stats(signed_in(user), of(player))
    stats(with_token(cast.member, Scope.READ), of(areum))
    refused = signed_in(cast.member).get(of(bora))
    assert (refused.status_code, refused.json()["permission"]) == (403, "see_all_statistics")
    for user in (cast.stranger, cast.nobody):
        assert signed_in(user).get(of(areum)).status_code == 404
        assert signed_in(user).get(CLUB).status_code == 404
    for address in (of(areum), CLUB):
        assert Client().get(address).status_code == 401


def test_a_clubs_figures_are_shown_as_the_club_wants_and_never_what_rests_on_hidden_cards(
    cast: Cast, hands: None
) -> None:
    owner, member = signed_in(cast.owner), signed_in(cast.member)
    answer = stats(owner, CLUB)
    assert answer["player"] is None
    assert answer["groups"][0]["figures"]["deals"] == {"count": 3}
    assert [one["code"] for one in answer["statistics"]] == [one.code for one in OF_CLUBS]
    refused = member.get(CLUB)
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
    cast.club.statistics_open_to = Audience.MEMBERS
    cast.club.save()
    shown = stats(member, CLUB)["groups"][0]["figures"]
    hidden = {one.code for one in OF_CLUBS if one.private}
    assert hidden
    assert shown == {code: figure for code, figure in answer["groups"][0]["figures"].items() if code not in hidden}


def test_stakes_are_units_inside() -> None:
    assert read_stakes("USD:0.50/1.00") == Stake("USD", 2, 50, 100)
    assert read_stakes("10/20") == Stake("", 0, 10, 20)


def test_of_four_hands_chips_by_choice_count_once_a_hand_and_go_with_their_hand(cast: Cast) -> None:
    """From the history to the figure, and back when one of them is deleted (C38)."""
    client, names = signed_in(cast.director), ["P1", "P2", "P3", "P4"]
    four = {"walk": WALK, "straddled": STRADDLED, "reraised": RERAISED, "completed": COMPLETED}
    addresses = {}
    for name, hand in four.items():
        document = replace(hand.document, players=names, venue="Club", hand=name)
        response = client.post(
            "/api/v1/uploads/",
            json.dumps(to_dict(document)),
            content_type="application/json",
            headers={"Content-Disposition": f"attachment; filename={name}.json"},
        )
        assert response.status_code == 202, response.content.decode()
        addresses[name] = response.json()["url"]
    work()

    def shares(code: str) -> list[tuple[int, int]]:
        found = [stats(client, of(Player.objects.get(name=name)))["groups"][0]["figures"][code] for name in names]
        return [(one["count"], one["among"]) for one in found]

    assert shares("vpip") == [(1, 4), (0, 4), (1, 4), (2, 4)]
    assert shares("raised_before_draw") == [(0, 4), (0, 4), (1, 4), (1, 4)]
    assert client.delete(addresses["reraised"]).status_code == 204
    work()
    assert shares("vpip") == [(1, 3), (0, 3), (0, 3), (1, 3)]
    assert shares("raised_before_draw") == [(0, 3)] * 4
