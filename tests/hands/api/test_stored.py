"""Stored hands by the API: sent, recognised, shown to each as far as they may see, exported."""

import json
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from badugi_site.clubs.models import Alias, Audience, Player, User
from badugi_site.clubs.people import add_member
from badugi_site.clubs.permissions import Role, Scope
from hands.models import Hand, Rank, Source
from tests.cast import Cast, signed_in, with_token
from tests.hands.api.histories import AREUM, AREUMS_CARD, BORA, BORAS_CARDS, ELSEWHERE, REFUSED


@pytest.fixture
def areum(cast: Cast) -> User:
    """The member of the club, who is Areum at the table."""
    return seated(cast, cast.member, "Areum")


@pytest.fixture
def bora(cast: Cast) -> User:
    user = User.objects.create_user("bora")
    add_member(club=cast.club, user=user, role=Role.MEMBER)
    return seated(cast, user, "Bora")


def seated(cast: Cast, user: User, name: str) -> User:
    player, _ = Player.objects.get_or_create(club=cast.club, name=name, user=user)
    Alias.objects.create(player=player, site="PokerStars", name=name)
    return user


def post(client: Client, text: str, address: str = "/api/v1/hands/", content_type: str = "text/plain") -> Any:
    return client.generic("POST", address, text.encode(), content_type=content_type)


def stored(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.content.decode()
    answer: dict[str, Any] = response.json()
    return answer


def test_a_hand_is_stored_and_where_it_is_is_told(cast: Cast, areum: User) -> None:
    response = post(signed_in(areum), AREUM)
    hand = stored(response, 201)
    assert response["Location"] == hand["url"] == f"http://testserver/api/v1/hands/{hand['id']}/"
    assert (hand["club"], hand["site"], hand["number"], hand["sources"]) == ("moonlight", "PokerStars", "500", 1)
    assert hand["played_at"] == "2010-03-07T10:15:00+09:00"
    assert (hand["accepted"], hand["status"], hand["merged"], hand["duplicate"]) == (True, "consistent", False, False)
    assert [line["net"] for line in hand["settlement"]["players"]] == ["0.50", "-0.50"]
    again = stored(signed_in(areum).get(response["Location"]), 200)
    assert again == {name: value for name, value in hand.items() if name not in ("merged", "duplicate")}


def test_it_is_what_validate_says_of_it(cast: Cast, areum: User) -> None:
    hand = stored(post(signed_in(areum), AREUM), 201)
    checked = stored(post(Client(), AREUM, "/api/v1/hands/validate/"), 200)
    for name in ("accepted", "status", "unproved", "findings", "settlement", "jackpots"):
        assert hand[name] == checked[name], name


@pytest.mark.parametrize("again", [AREUM, AREUM.replace("\n", "\r\n"), "\ufeff" + AREUM + "\n\n"])
def test_the_same_hand_again_is_a_duplicate(areum: User, again: str) -> None:
    client = signed_in(areum)
    first = stored(post(client, AREUM), 201)
    second = stored(post(client, again), 200)
    assert second == first | {"duplicate": True}
    assert (Hand.objects.count(), Source.objects.count()) == (1, 1)


def test_the_same_number_at_another_site_is_another_hand(cast: Cast) -> None:
    client = signed_in(cast.director)
    hand = stored(post(client, AREUM), 201)
    document = hand["hand"] | {"venue": "Another room"}
    stored(post(client, json.dumps(document), content_type="application/json"), 201)
    assert Hand.objects.count() == 2


@pytest.mark.parametrize("order", [(AREUM, BORA), (BORA, AREUM)])
def test_two_histories_are_one_hand_and_nobody_sees_what_only_the_other_knows(
    cast: Cast, areum: User, bora: User, order: tuple[str, str]
) -> None:
    users = {AREUM: areum, BORA: bora}
    stored(post(signed_in(users[order[0]]), order[0]), 201)
    merged = stored(post(signed_in(users[order[1]]), order[1]), 200)
    assert (merged["merged"], merged["duplicate"], merged["sources"]) == (True, False, 2)
    address = merged["url"]
    seen = {
        name: signed_in(user).get(address).content.decode().replace(merged["id"], "")  # which may look like cards
        for name, user in (("areum", areum), ("bora", bora), ("owner", cast.owner))
    }
    assert not any(card in seen["areum"] for card in BORAS_CARDS)
    assert AREUMS_CARD in seen["areum"]
    assert AREUMS_CARD not in seen["bora"]
    assert all(card in seen["bora"] for card in BORAS_CARDS)
    assert all(card in seen["owner"] for card in (*BORAS_CARDS, AREUMS_CARD))
    for client in (signed_in(areum), signed_in(bora)):
        for form in ("json", "phh"):
            export = client.get(f"{address}export/?format={form}").content.decode()
            assert (AREUMS_CARD in export) != ("9d9c" in export)


@pytest.mark.parametrize("form", ["json", "phh"])
def test_an_export_read_again_gives_the_same_money(cast: Cast, areum: User, bora: User, form: str) -> None:
    for user, text in ((areum, AREUM), (bora, BORA)):
        hand = stored(post(signed_in(user), text), 201 if text is AREUM else 200)
    for user in (areum, bora, cast.owner):
        response = signed_in(user).get(f"{hand['url']}export/?format={form}")
        assert response["Content-Disposition"] == (
            f"attachment; filename=\"PokerStars-500.{form}\"; filename*=UTF-8''PokerStars%20500.{form}"
        )
        content_type = response["Content-Type"].partition(";")[0]
        assert content_type == {"json": "application/json", "phh": "application/toml"}[form]
        again = stored(post(Client(), response.content.decode(), "/api/v1/hands/validate/", content_type), 200)
        assert again["accepted"], again["findings"]
        money = [[Decimal(line[name]) for name in ("put_in", "won", "net")] for line in again["settlement"]["players"]]
        assert money == [
            [Decimal(line[name]) for name in ("put_in", "won", "net")] for line in hand["settlement"]["players"]
        ]


def test_the_form_of_an_export_goes_by_accept_too_and_others_are_refused(areum: User) -> None:
    client = signed_in(areum)
    address = f"{stored(post(client, AREUM), 201)['url']}export/"
    assert client.get(address)["Content-Type"] == "application/json"
    assert client.get(address, headers={"Accept": "application/toml"}).content.startswith(b'variant = "FB"')
    refused = client.get(f"{address}?format=xml")
    assert (refused.status_code, refused.json()["code"]) == (406, "not_acceptable")
    assert refused.json()["detail"] == "The format xml is not available; available: json, phh."


def test_what_phh_has_no_word_for_is_exported_as_a_document_alone(cast: Cast) -> None:
    document = {
        "variant": "badugi",
        "antes": [0, 0, 0, 0],
        "blinds_or_straddles": [5, 10, 0, 0],
        "small_bet": 10,
        "big_bet": 20,
        "starting_stacks": [400, 400, 400, 400],
        "actions": [
            *("p4 post 10 dead 5", "d dh p1 As2d3c4h", "d dh p2 Ks2h3d4d", "d dh p3 5s6s7s8s", "d dh p4 5d6d7d8d"),
            *("p3 cbr 20", "p4 f", "p1 f", "p2 f"),
        ],
    }
    client = signed_in(cast.owner)
    hand = stored(post(client, json.dumps(document), content_type="application/json"), 201)
    refused = stored(client.get(f"{hand['url']}export/?format=phh"), 422)
    assert refused["code"] == "not_exportable"
    assert "`p4 post 10 dead 5`" in refused["detail"]
    assert client.get(f"{hand['url']}export/?format=json").json()["actions"][0] == "p4 post 10 dead 5"


def test_a_history_that_disagrees_is_a_conflict_in_the_fields_that_it_states(cast: Cast, areum: User) -> None:
    director = signed_in(cast.director)
    hand = stored(post(director, AREUM), 201)
    problem = stored(post(signed_in(areum), ELSEWHERE), 409)
    assert problem["code"] == "conflict"
    assert (problem["conflicts"], problem["id"], problem["url"]) == (["table"], hand["id"], hand["url"])
    shown = stored(director.get(hand["url"]), 200)
    assert (shown["is_disputed"], shown["conflicts"]) == (True, ["table"])
    assert director.get("/api/v1/hands/?disputed=true").json()["results"][0]["id"] == hand["id"]
    assert director.get("/api/v1/hands/?disputed=false").json()["results"] == []


def test_a_hand_against_the_rules_is_refused_with_its_findings(areum: User) -> None:
    problem = stored(post(signed_in(areum), REFUSED), 422)
    assert problem["code"] == "refused_hand"
    assert [(found["code"], found["line"]) for found in problem["findings"]] == [("discard_not_held", 12)]
    assert not Hand.objects.exists()


def test_a_member_sends_only_hands_at_which_they_sat(cast: Cast, bora: User) -> None:
    problem = stored(post(signed_in(cast.member), AREUM), 422)
    assert (problem["code"], problem["findings"][-1]["code"]) == ("refused_hand", "not_at_the_table")
    stored(post(signed_in(bora), AREUM), 201)


@pytest.mark.parametrize(
    ("text", "content_type", "status", "code"),
    [
        (AREUM + "\n\n" + AREUM.replace("#500", "#501"), "text/plain", 422, "several_hands"),
        ("What is this?", "text/plain", 422, "unknown_format"),
        ("", "text/plain", 422, "empty_body"),
        ("{", "application/json", 400, "malformed_json"),
        ("x" * 1_000_001, "text/plain", 413, "too_large"),
        (AREUM, "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
    ],
)
def test_other_bodies_are_refused_as_validate_refuses_them(
    cast: Cast, text: str, content_type: str, status: int, code: str
) -> None:
    for address in ("/api/v1/hands/", "/api/v1/hands/validate/"):
        problem = stored(post(signed_in(cast.owner), text, address, content_type), status)
        assert problem["code"] == code


def test_whose_word_it_is_goes_by_role_and_token(cast: Cast, areum: User) -> None:
    clients = {
        Rank.MEMBER: [signed_in(areum), with_token(areum, Scope.UPLOAD, cast.club)],
        Rank.DIRECTOR: [signed_in(cast.director), signed_in(cast.owner), with_token(cast.owner, Scope.DIRECT)],
        Rank.SERVER: [
            with_token(cast.owner, Scope.UPLOAD, cast.club),
            with_token(cast.director, Scope.DIRECT, cast.club),
        ],
    }
    number = 600
    for rank, group in clients.items():
        for client in group:
            number += 1
            hand = stored(post(client, AREUM.replace("#500", f"#{number}")), 201)
            assert Source.objects.get(hand=hand["id"]).rank == rank


def test_the_sources_are_for_staff_and_everybody_sees_their_own(cast: Cast, areum: User, bora: User) -> None:
    hand = stored(post(signed_in(areum), AREUM), 201)
    stored(post(signed_in(bora), BORA), 200)
    stored(post(signed_in(cast.director), ELSEWHERE), 409)
    address = f"{hand['url']}sources/"
    own = stored(signed_in(areum).get(address), 200)["results"]
    assert [(source["rank"], source["from"], source["posted"]) for source in own] == [("member", "gaya", True)]
    every = stored(signed_in(cast.owner).get(address), 200)["results"]
    assert (every[0]["rank"], every[0]["from"]) == ("director", "eunha")
    assert {source["from"] for source in every} == {"eunha", "gaya", "bora"}
    assert [source["conflicts"] for source in every] == [[], ["table"], ["table"]]
    assert {source["format"] for source in every} == {"pokerstars"}


@pytest.mark.parametrize("address", ["", "export/", "sources/"])
def test_for_those_who_may_not_see_a_hand_there_is_none(cast: Cast, areum: User, address: str) -> None:
    hand = stored(post(signed_in(areum), AREUM), 201)
    cast.club.hands_open_to = Audience.PLAYERS
    cast.club.save()
    other = User.objects.create_user("kibitzer")
    add_member(club=cast.club, user=other, role=Role.MEMBER)
    for user in (cast.stranger, cast.nobody, other):
        assert signed_in(user).get(f"{hand['url']}{address}").status_code == 404
    for user in (areum, cast.director):
        assert signed_in(user).get(f"{hand['url']}{address}").status_code == 200
    assert Client().get(f"{hand['url']}{address}").status_code == 401
    assert stored(signed_in(other).get("/api/v1/hands/"), 200)["results"] == []


@pytest.mark.parametrize("identifier", ["1", "x", "0" * 32, str(UUID(int=0)), "validate2"])
def test_a_hand_that_cannot_be_is_not_there(cast: Cast, identifier: str) -> None:
    assert signed_in(cast.owner).get(f"/api/v1/hands/{identifier}/").status_code == 404


def test_a_token_that_only_reads_stores_nothing(cast: Cast) -> None:
    response = post(with_token(cast.owner, Scope.READ), AREUM)
    assert (response.status_code, response.json()["code"], response.json()["scope"]) == (403, "token_scope", "upload")


# The list


def numbered(client: Client, *numbers: int) -> None:
    for number in numbers:
        stored(post(client, AREUM.replace("#500", f"#{number}").replace("2010/03/06", f"2010/03/{number:02}")), 201)


def numbers(client: Client, query: str = "") -> list[str]:
    answer = stored(client.get(f"/api/v1/hands/?{query}"), 200)
    return [row["number"] for row in answer["results"]]


def test_the_latest_come_first_in_pages(cast: Cast) -> None:
    client = signed_in(cast.owner)
    numbered(client, 3, 1, 5, 2, 4)
    assert numbers(client) == ["5", "4", "3", "2", "1"]
    first = client.get("/api/v1/hands/?limit=2").json()
    second = client.get(first["next"]).json()
    third = client.get(second["next"]).json()
    assert [[row["number"] for row in page["results"]] for page in (second, third)] == [["3", "2"], ["1"]]
    assert (first["previous"], third["next"]) == (None, None)
    assert client.get(third["previous"]).json() == second


def test_the_hands_of_a_period_come_in_pages_too(cast: Cast) -> None:
    client = signed_in(cast.owner)
    numbered(client, 3, 1, 5, 2, 4)
    first = client.get("/api/v1/hands/?limit=2&since=2010-03-03").json()
    assert [row["number"] for row in first["results"]] == ["5", "4"]
    second = client.get(first["next"]).json()
    assert ([row["number"] for row in second["results"]], second["next"]) == (["3", "2"], None)
    assert client.get(second["previous"]).json() == first
    # A cursor is good for the order that it is of.
    cursor = client.get("/api/v1/hands/?limit=2").json()["next"].partition("cursor=")[2]
    problem = stored(client.get(f"/api/v1/hands/?since=2010-03-03&cursor={cursor}"), 422)
    assert problem["parameter"] == "cursor"


def test_a_row_tells_where_the_hand_stands_and_no_card(cast: Cast, areum: User) -> None:
    hand = stored(post(signed_in(areum), AREUM), 201)
    (row,) = stored(signed_in(areum).get("/api/v1/hands/"), 200)["results"]
    for name in ("id", "club", "site", "number", "played_at", "status", "sources", "url", "is_disputed"):
        assert row[name] == hand[name]
    assert (row["game"], row["currency"], row["small_bet"], row["pot"]) == ("badugi", "USD", "0.50", "1.00")
    assert not {"hand", "settlement", "findings"} & row.keys()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("number=3", ["3"]),
        ("number=33", []),
        ("site=PokerStars", ["5", "3", "1"]),
        ("site=pokerstars", []),
        ("game=badugi", ["5", "3", "1"]),
        ("game=FB", ["5", "3", "1"]),
        ("status=consistent", ["5", "3", "1"]),
        ("status=verified", []),
        ("disputed=false", ["5", "3", "1"]),
        # They began at 20:15 in New York, which is 10:15 of the next day in the zone of the club.
        ("since=2010-03-04", ["5", "3"]),
        ("until=2010-03-04", ["3", "1"]),
        ("since=2010-03-04&until=2010-03-04", ["3"]),
        ("since=2010-03-04T01:15:00Z&until=2010-03-06T01:15:00Z", ["3"]),
        ("since=2010-03-04T10:15:01%2B09:00", ["5"]),
        ("limit=1", ["5"]),
        ("club=moonlight&number=1", ["1"]),
    ],
)
def test_the_list_is_filtered(cast: Cast, query: str, found: list[str]) -> None:
    client = signed_in(cast.owner)
    numbered(client, 1, 3, 5)
    assert numbers(client, query) == found


def test_the_list_is_filtered_by_player(cast: Cast, areum: User) -> None:
    client = signed_in(cast.owner)
    numbered(client, 1, 2)
    mine, other = Player.objects.get(name="Areum"), Player.objects.create(club=cast.other_club, name="Areum")
    assert numbers(client, f"player={mine.pk}") == ["2", "1"]
    assert numbers(client, f"player={other.pk}") == numbers(client, "player=999999") == []


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ("game=chess", "game"),
        ("status=odd", "status"),
        ("player=x", "player"),
        ("player=99999999999999999999", "player"),
        ("since=yesterday", "since"),
        ("until=2010-02-30", "until"),
        ("disputed=maybe", "disputed"),
        ("limit=0", "limit"),
        ("limit=201", "limit"),
        ("cursor=x", "cursor"),
        ("number=", "number"),
        ("number=a%00b", "number"),
    ],
)
def test_a_wrong_filter_is_refused_by_its_name(cast: Cast, query: str, parameter: str) -> None:
    problem = stored(signed_in(cast.owner).get(f"/api/v1/hands/?{query}"), 422)
    assert (problem["code"], problem["parameter"]) == ("invalid_parameter", parameter)
    assert problem["expected"]["en"] != problem["expected"]["ko"]


def test_a_filter_that_is_not_known_is_refused_with_those_that_are(cast: Cast) -> None:
    problem = stored(signed_in(cast.owner).get("/api/v1/hands/?plyaer=1"), 422)
    assert problem["code"] == "unknown_parameter"
    assert "player" in problem["known"]


@pytest.mark.parametrize("count", [2, 50])
def test_a_list_costs_the_same_queries_however_long(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    client = signed_in(cast.owner)
    for number in range(count):
        stored(post(client, AREUM.replace("#500", f"#{number + 1000}")), 201)
    # Session and user, membership and own players, the page.
    with django_assert_num_queries(5):
        assert len(numbers(client)) == count


def test_a_hand_costs_the_same_queries_however_many_sources(
    cast: Cast, areum: User, bora: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    hand = stored(post(signed_in(areum), AREUM), 201)
    for user, text in ((areum, None), (bora, BORA)):
        if text:
            stored(post(signed_in(user), text), 200)
        client = signed_in(cast.owner)
        # Session and user, the club of the hand, membership and own players, the hand, its sources and its facts.
        with django_assert_num_queries(8):
            stored(client.get(hand["url"]), 200)
