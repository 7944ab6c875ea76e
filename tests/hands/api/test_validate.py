"""POST hands/validate/: a dry run of one hand in any format."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from hands.api.bodies import CONTENT_TYPES, HAND_LIMIT
from hands.api.examples import FAULTY_ANSWER, FAULTY_JSON, HAND_ANSWER, HAND_JSON, HAND_TEXT, HAND_TOML
from hands.management.commands.validate_hands import results, text_lines
from hands.rules.findings import UNKNOWN_FORMAT, UNREADABLE, Kind
from hands.sources import Source

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
HAND = (EXAMPLES / "hand.txt").read_bytes()
FAULTY = (EXAMPLES / "hand-with-a-fault.txt").read_bytes()
DOCUMENT = (EXAMPLES / "hand.json").read_bytes()


def post(client: Client, body: bytes | str, content_type: str = "text/plain") -> Any:
    data = body.encode() if isinstance(body, str) else body
    return client.generic("POST", "/api/v1/hands/validate/", data, content_type=content_type)


def checked(client: Client, body: bytes | str, content_type: str = "text/plain") -> dict[str, Any]:
    response = post(client, body, content_type)
    assert response.status_code == 200, response.content
    answer: dict[str, Any] = response.json()
    description = client.get("/api/v1/schema/?format=json").json()
    schema = {"$ref": "#/components/schemas/Checked", "components": description["components"]}
    Draft202012Validator(schema).validate(answer)
    return answer


def problem(response: Any) -> tuple[int, str]:
    assert response["Content-Type"] == "application/problem+json"
    return response.status_code, response.json()["code"]


def test_a_hand_in_order_is_settled_with_the_decimals_of_its_currency(client: Client) -> None:
    answer = checked(client, HAND)
    assert (answer["accepted"], answer["status"], answer["findings"]) == (True, "verified", [])
    assert answer["settlement"]["pots"] == [
        {
            "amount": "7.25",
            "rake": "0.35",
            "eligible": [2, 3],
            "shares": [{"player": 2, "side": "low", "amount": "6.90", "odd": "0.00"}],
            "odd_rule": None,
        }
    ]
    winner = answer["settlement"]["players"][1]
    assert winner == {
        "player": 2,
        "name": "Chanho",
        "put_in": "3.50",
        "antes": "0.00",
        "blinds": "0.50",
        "dead": "0.00",
        "bets": "3.00",
        "returned": "0.00",
        "won": "6.90",
        "net": "3.40",
        "final_cards": "Ac4d6h8s",
        "hand": {"en": "8-high badugi (8-6-4-A)", "ko": "메이드 8탑"},
        "finishing_stack": "21.90",
    }
    assert answer["settlement"]["players"][0]["hand"] is None
    assert answer["hand"]["currency"] == "USD"
    assert answer["jackpots"] == []


def test_a_refused_hand_is_an_answer_with_its_line_and_without_settlement(client: Client) -> None:
    answer = checked(client, FAULTY)
    assert (answer["accepted"], answer["status"], answer["settlement"]) == (False, None, None)
    (finding,) = answer["findings"]
    assert (finding["code"], finding["severity"], finding["line"]) == ("discard_not_held", "error", 15)
    assert (finding["player"], finding["street"], finding["found"]) == (3, "first_draw", "Kd")
    assert FAULTY.decode().split("\n")[finding["line"] - 1].startswith("Areum: discards 1 card [Kd]")
    assert answer["hand"]["actions"][finding["action"]] == "p3 sd Kd"


def test_a_tournament_counts_in_whole_chips(client: Client) -> None:
    answer = checked(client, DOCUMENT, "application/json")
    assert answer["status"] == "settled"
    assert [pot["amount"] for pot in answer["settlement"]["pots"]] == ["45", "50"]
    assert [line["finishing_stack"] for line in answer["settlement"]["players"]] == ["45", "50", "160"]


def test_the_document_that_comes_back_goes_in_again(client: Client) -> None:
    first = checked(client, HAND)
    assert checked(client, json.dumps(first["hand"]), "application/json") == first


@pytest.mark.parametrize("content_type", [*CONTENT_TYPES, "TEXT/PLAIN; charset=bz2_codec", ""])
def test_the_content_decides_the_format_not_the_type(client: Client, content_type: str) -> None:
    if content_type != "application/json":
        assert checked(client, HAND, content_type)["accepted"]
        assert checked(client, HAND_TOML, content_type)["accepted"]
    assert checked(client, DOCUMENT, content_type)["accepted"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_a_text_is_read_in_every_encoding_of_its_rooms(client: Client, encoding: str) -> None:
    assert checked(client, HAND.decode().encode(encoding), "application/octet-stream")["accepted"]


def test_the_examples_of_the_description_get_the_answers_it_shows(client: Client) -> None:
    assert checked(client, json.dumps(HAND_JSON), "application/json") == HAND_ANSWER
    assert checked(client, json.dumps(FAULTY_JSON), "application/json") == FAULTY_ANSWER
    assert checked(client, HAND_TEXT)["accepted"]
    assert checked(client, HAND_TOML, "application/toml")["accepted"]


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "multipart/form-data", "image/png", "x"])
def test_another_type_is_415_and_names_what_to_send(client: Client, content_type: str) -> None:
    response = post(client, HAND, content_type)
    assert problem(response) == (415, "unsupported_media_type")
    assert content_type in response.json()["detail"]
    assert "-H 'Content-Type: text/plain'" in response.json()["detail"]
    assert response.json()["supported"] == list(CONTENT_TYPES)


def test_several_hands_are_told_apart_and_sent_elsewhere(client: Client) -> None:
    for body, content_type in (
        (HAND + b"\n\n" + FAULTY, "text/plain"),
        (DOCUMENT + b"\n" + DOCUMENT, "application/json"),
        (b"[" + DOCUMENT + b"," + DOCUMENT + b"]", "application/json"),
    ):
        response = post(client, body, content_type)
        assert problem(response) == (422, "several_hands")
        assert response.json()["hands"] == 2
        assert "uploads/" in response.json()["detail"]


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        (b"", "text/plain", 422, "empty_body"),
        (b" \r\n", "application/json", 422, "empty_body"),
        (b"Dear all, see you on Friday.", "text/plain", 422, "unknown_format"),
        (b"[]", "application/json", 422, "unknown_format"),
        (b"[1, {}]", "application/json", 422, "unknown_format"),
        (b'"hand"', "application/json", 422, "unknown_format"),
        (b"{", "application/json", 400, "malformed_json"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "application/octet-stream", 422, "unreadable"),
        (b"PokerStars \x81\x8d\x00\x01\x02", "text/plain", 422, "unreadable"),
        (b"x" * (HAND_LIMIT + 1), "text/plain", 413, "too_large"),
    ],
)
def test_bodies_that_are_no_hand(client: Client, body: bytes, content_type: str, status: int, code: str) -> None:
    assert problem(post(client, body, content_type)) == (status, code)


@pytest.mark.parametrize(
    ("body", "finding"),
    [(b"Dear all,", UNKNOWN_FORMAT), (b"\x00\x01\x02\xff" * 9, UNREADABLE)],
)
def test_a_problem_that_is_a_finding_elsewhere_says_the_same(client: Client, body: bytes, finding: Kind) -> None:
    told = post(client, body).json()
    assert told["code"] == finding.code
    assert finding.en.startswith(told["title"])
    (line,) = text_lines("a", next(results(Source("a", body))), "en")
    assert line == f"a:1: error {told['code']}: {told['detail']}"


def test_broken_json_is_told_with_line_and_column(client: Client) -> None:
    response = post(client, DOCUMENT.replace(b'"small_bet": 10,', b'"small_bet": 10 "'), "application/json")
    assert problem(response) == (400, "malformed_json")
    assert (response.json()["line"], response.json()["column"]) == (5, 19)


def test_a_game_that_is_not_known_is_a_finding(client: Client) -> None:
    answer = checked(client, DOCUMENT.replace(b'"FB"', b'"NT"'), "application/json")
    assert not answer["accepted"]
    assert [(finding["code"], finding["line"]) for finding in answer["findings"]] == [("unknown_variant", 2)]


def test_wrong_fields_of_a_document_are_findings_with_their_fields(client: Client) -> None:
    answer = checked(client, b'{"variant": "FB", "antes": [0, -1], "colour": "red"}', "application/json")
    assert answer["hand"] is None
    assert {"unknown_field", "missing_field"} <= {finding["code"] for finding in answer["findings"]}
    assert "colour" in {finding["field"] for finding in answer["findings"]}


def test_a_session_of_the_browser_is_no_hindrance_and_no_help(client: Client) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = "of some user"
    assert post(strict, HAND).status_code == 200


def test_query_parameters_are_refused(client: Client) -> None:
    response = client.generic("POST", "/api/v1/hands/validate/?club=x", HAND, content_type="text/plain")
    assert problem(response) == (422, "unknown_parameter")


def test_the_real_faulty_hand_is_refused_with_lines(client: Client, corpus: Path) -> None:
    answer = checked(client, (corpus / "pokerstars" / "illegal-badugi.txt").read_bytes())
    assert not answer["accepted"]
    assert {31, 33} <= {finding["line"] for finding in answer["findings"]}


def test_bytes_that_are_not_text_are_refused_with_the_reason_in_the_language_of_the_reader(client: Client) -> None:
    body = b"\x00\x01\x02\x00\x03\x04\x05\x06\x07\x08\x0e\x0f" * 20
    for language, word in (("en", "cannot be read"), ("ko", "읽을 수 없습니다")):
        answer = client.post(
            "/api/v1/hands/validate/", body, content_type="text/plain", headers={"Accept-Language": language}
        )
        assert (answer.status_code, answer.json()["code"]) == (422, "unreadable")
        assert word in answer.json()["detail"]
        assert (language == "ko") == any("가" <= letter <= "힣" for letter in answer.json()["detail"].split(":", 1)[1])
