"""POST evaluate/: many hands of one evaluation."""

import json
import re
from itertools import groupby
from typing import Any

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from hands.api.evaluate import BadBoardError, BadHandsError, evaluate
from hands.api.examples import TWO_HANDS, TWO_RESULTS
from hands.rules.cards import format_cards
from hands.rules.evaluations import EVALUATIONS
from hands.rules.findings import CARD

CARDS = st.lists(st.integers(0, 51), min_size=1, max_size=8, unique=True)


def post(client: Client, body: Any, **headers: str) -> Any:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/api/v1/evaluate/", data, content_type="application/json", headers=headers)


def ask(client: Client, *hands: str, **more: Any) -> list[dict[str, Any]]:
    response = post(client, {"evaluation": "badugi", "hands": hands} | more)
    assert response.status_code == 200, response.content
    results: list[dict[str, Any]] = response.json()["results"]
    return results


def test_the_answer_of_the_description_is_the_answer(client: Client) -> None:
    assert post(client, TWO_HANDS).json() == TWO_RESULTS


@pytest.mark.parametrize(
    ("hand", "used", "size"),
    [
        ("4s5s6h7c", "4s6h7c", 3),
        ("4s5c6h6d", "4s5c6h", 3),
        ("2s4h4cJh", "2s4cJh", 3),
        ("As4c5d6d", "As4c5d", 3),
        ("AsAc5d6d", "As5d", 2),
        ("AsAcAdAh", "As", 1),
        ("2s5s9sKs", "2s", 1),
        ("As", "As", 1),
        ("KsQdJhTc9s8d7h6c", "9s8d7h6c", 4),
    ],
)
def test_worked_examples(client: Client, hand: str, used: str, size: int) -> None:
    (result,) = ask(client, hand)
    assert (result["used"], result["size"]) == (used, size)


def test_places_are_shared_and_the_next_one_is_left_out(client: Client) -> None:
    results = ask(client, "As2d3c5h", "As2d3c4h", "Ah2s3d5c", "KsKcKdKh")
    assert [result["place"] for result in results] == [2, 1, 2, 4]


def test_suits_decide_under_their_rule_alone(client: Client) -> None:
    hands = ("As2d3h4c", "Ac2d3h4s")
    assert [result["place"] for result in ask(client, *hands)] == [1, 1]
    assert [result["place"] for result in ask(client, *hands, tie_rule="suit")] == [1, 2]


def test_cards_are_read_as_people_write_them(client: Client) -> None:
    assert [result["cards"] for result in ask(client, "a♠, 10♦ kH 2C", "AsTdKh2c")] == ["AsTdKh2c"] * 2


def test_the_board_counts_for_every_hand(client: Client) -> None:
    results = ask(client, "As2d3c", "Ks2d3c", board="4h")
    assert [result["used"] for result in results] == ["As2d3c4h", "Ks2d3c4h"]
    assert [result["cards"] for result in results] == ["As2d3c", "Ks2d3c"]


def test_every_bad_hand_is_named_with_its_index_and_nothing_is_evaluated(client: Client) -> None:
    hands = ["As2d3c4h", "AsAs", "", "Zz", "As2d??4h", "AsA", "2c3c4c5c6c7c8c9cTc", "As " * 50]
    response = post(client, {"evaluation": "badugi", "hands": hands})
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "bad_hands")
    assert "results" not in problem
    assert [(finding["index"], finding["code"], finding["found"]) for finding in problem["findings"]] == [
        (1, "duplicate_card", "As"),
        (2, "card_count", "0"),
        (3, "card_unknown", "Zz"),
        (4, "card_unknown", "??"),
        (5, "card_unknown", "A"),
        (6, "card_count", "9"),
        (7, "card_unknown", "As As As As…"),
    ]
    for finding in problem["findings"]:
        assert finding["field"] == f"hands.{finding['index']}"
        assert finding["message"]["en"] != finding["message"]["ko"]


def test_a_card_of_the_board_in_a_hand_is_there_twice(client: Client) -> None:
    response = post(client, {"evaluation": "badugi", "hands": ["As2d", "4h3c"], "board": "4h"})
    (finding,) = response.json()["findings"]
    assert (finding["index"], finding["code"], finding["expected"]) == (1, "duplicate_card", "4h3c + 4h")


@pytest.mark.parametrize("board", ["4", "??", "4h4h", "2c3c4c5c6c7c8c9c"])
def test_a_bad_board_is_no_fault_of_the_hands(client: Client, board: str) -> None:
    response = post(client, {"evaluation": "badugi", "hands": ["As2d", "Ks2s"], "board": board})
    assert (response.status_code, response.json()["code"]) == (422, "bad_board")
    assert [finding["field"] for finding in response.json()["findings"]] == ["board"]


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"evaluation": "required", "hands": "required"}),
        ({"evaluation": "tarot", "hands": ["As"]}, {"evaluation": "invalid_choice"}),
        ({"evaluation": ["badugi"], "hands": ["As"]}, {"evaluation": "invalid_choice"}),
        ({"evaluation": "badugi", "hands": "As2d3c4h"}, {"hands": "not_a_list"}),
        ({"evaluation": "badugi", "hands": []}, {"hands": "empty"}),
        ({"evaluation": "badugi", "hands": None}, {"hands": "null"}),
        ({"evaluation": "badugi", "hands": ["As", 4, None]}, {"hands.1": "not_a_string", "hands.2": "not_a_string"}),
        ({"evaluation": "badugi", "hands": ["As"] * 10_001}, {"hands": "too_many"}),
        ({"evaluation": "badugi", "hands": ["As"], "board": 4}, {"board": "not_a_string"}),
        ({"evaluation": "badugi", "hands": ["As"], "tie_rule": "colour"}, {"tie_rule": "invalid_choice"}),
        ({"evaluation": "badugi", "hands": ["As"], "borad": ""}, {"borad": "unknown_field"}),
        (
            {"evaluation": "badugi", "hands": [], "board": "As" * 31, "borad": "", "hand": 1},
            {"borad": "unknown_field", "hand": "unknown_field", "hands": "empty", "board": "too_long"},
        ),
        ([], {"": "not_an_object"}),
        ("As", {"": "not_an_object"}),
        (4, {"": "not_an_object"}),
        (None, {"": "null"}),
    ],
)
def test_wrong_fields_are_named(client: Client, body: Any, fields: dict[str, str]) -> None:
    response = post(client, body)
    problem = response.json()
    assert (response.status_code, problem["code"]) == (422, "invalid_body")
    assert {error["field"]: error["code"] for error in problem["errors"]} == fields
    for error in problem["errors"]:
        assert re.search("[가-힣]", error["message"]["ko"]) and not re.search("[가-힣]", error["message"]["en"])
        assert re.findall(r"[\d,]*\d", error["message"]["ko"]) == re.findall(r"[\d,]*\d", error["message"]["en"])


@pytest.mark.parametrize(
    ("body", "korean"),
    [
        ([], "JSON 객체여야 합니다."),
        ({"evaluation": "badugi", "hands": ["As"], "board": "x" * 61}, "최대 60자입니다."),
        ({"evaluation": "badugi", "hands": ["As"] * 10_001}, "최대 10,000개입니다."),
        ({"evaluation": "tarot", "hands": ["As"]}, "다음 중 하나여야 합니다: badugi."),
    ],
)
def test_korean_names_the_limits_too(client: Client, body: Any, korean: str) -> None:
    (error,) = post(client, body).json()["errors"]
    assert error["message"]["ko"] == korean


@pytest.mark.parametrize(("hands", "board"), [(["As", "Zz"], ""), (["As"], "Zz")])
def test_what_is_bad_is_told_by_findings_of_the_catalogue(hands: list[str], board: str) -> None:
    with pytest.raises((BadHandsError, BadBoardError)) as caught:
        evaluate(EVALUATIONS["badugi"], hands, board, "split")
    error = caught.value
    found = [error.finding] if isinstance(error, BadBoardError) else list(error.findings.values())
    assert [finding.kind for finding in found] == [CARD]


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 415, "unsupported_media_type"),  # the client then sends no type either
        (b" \n", 422, "empty_body"),
        (b"{", 400, "malformed_json"),
        (b'{"evaluation": "badugi", "hands": ["As"], "hands": ["Ks"]}', 400, "malformed_json"),
        (b'{"evaluation": "badugi", "hands": [NaN]}', 400, "malformed_json"),
        (b"[" * 10_000, 400, "malformed_json"),
        (b'{"hands": "' + b"x" * 2_000_000 + b'"}', 413, "too_large"),
    ],
)
def test_bodies_that_are_no_requests(client: Client, body: bytes, status: int, code: str) -> None:
    response = post(client, body)
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_another_type_is_415_and_names_what_to_send(client: Client) -> None:
    response = client.post("/api/v1/evaluate/", {"evaluation": "badugi"})
    assert response.status_code == 415
    assert "-H 'Content-Type: application/json'" in response.json()["detail"]
    assert response["Accept"] == "application/json"


def test_a_charset_is_not_obeyed(client: Client) -> None:
    body = json.dumps(TWO_HANDS, ensure_ascii=False).encode()
    for charset in ("bz2_codec", "utf-16", "rot13", "no-such"):
        response = client.generic("POST", "/api/v1/evaluate/", body, f"application/json; charset={charset}")
        assert response.json() == TWO_RESULTS


def test_ten_thousand_hands_are_evaluated(client: Client) -> None:
    results = ask(client, *(["As2d3c4h"] * 9_999 + ["KsKcKdKh"]))
    assert [place for place, _ in groupby(result["place"] for result in results)] == [1, 10_000]


@given(st.lists(CARDS, min_size=1, max_size=6), st.sampled_from(["split", "suit"]))
def test_places_follow_strengths_and_used_cards_keep_their_order(hands: list[list[int]], tie_rule: Any) -> None:
    results = evaluate(EVALUATIONS["badugi"], [format_cards(hand) for hand in hands], "", tie_rule)
    for result, hand in zip(results, hands, strict=True):
        stronger = sum(other["strength"] > result["strength"] for other in results)
        assert result["place"] == stronger + 1
        order = [result["cards"].index(result["used"][i : i + 2]) for i in range(0, len(result["used"]), 2)]
        assert order == sorted(order)
        assert len(order) == result["size"]
        assert result["cards"] == format_cards(hand)
