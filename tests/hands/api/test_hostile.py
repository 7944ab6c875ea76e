"""Bodies of people who mean harm, or whose programs do: never an error of ours, always a problem or an answer."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hands.api.bodies import CONTENT_TYPES
from hands.api.examples import HAND_JSON, HAND_TEXT, HAND_TOML, TWO_HANDS

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
SEEDS = [(EXAMPLES / name).read_bytes() for name in ("hand.txt", "hand.json", "hand.phh")]
SEEDS += [HAND_TEXT.encode(), json.dumps(HAND_JSON).encode(), HAND_TOML.encode(), json.dumps(TWO_HANDS).encode()]
PIECES = [
    b"",
    b"\0",
    b"\xff",
    b"\xf0\x9f",
    b"{",
    b"[" * 99,
    b'"',
    b"'",
    b"\n",
    b"\r",
    b"NaN",
    b"-1",
    b"1e9999",
    b"9" * 99,
]
PIECES += [
    b"????",
    b"AsAs",
    b"p0 ",
    b"p99 ",
    b"inf",
    b"\xe2\x80\xae",
    b"\\ud800",
    b"\x1b[2J",
    b"$",
    b"%s{0}{found}",
    b"#",
]

MANY = settings(
    max_examples=600, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A body that is in order, with a few pieces cut out, put in, doubled or swapped."""
    body = bytearray(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(body)))
        end = min(len(body), start + draw(st.sampled_from([0, 1, 3, 10, 200])))
        match draw(st.sampled_from(["replace", "double", "lines"])):
            case "replace":
                body[start:end] = draw(st.sampled_from(PIECES))
            case "double":
                body[start:start] = body[start:end]
            case "lines":
                lines = bytes(body).split(b"\n")
                i, j = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
                lines[i], lines[j] = lines[j], lines[i]
                body = bytearray(b"\n".join(lines))
    return bytes(body)


def post(client: Client, address: str, body: bytes, content_type: str) -> Any:
    response = client.generic("POST", f"/api/v1/{address}/", body, content_type=content_type)
    assert response.status_code < 500
    document = response.json()
    if response.status_code >= 400:
        assert response["Content-Type"] == "application/problem+json"
        assert document["status"] == response.status_code
    else:
        assert response["Content-Type"] == "application/json"
    return document


@given(mutated(), st.sampled_from(CONTENT_TYPES))
@MANY
def test_mutated_hands_never_fail_the_service(client: Client, body: bytes, content_type: str) -> None:
    answer = post(client, "hands/validate", body, content_type)
    if answer.get("accepted"):
        nets = [float(line["net"]) for line in (answer["settlement"] or {"players": []})["players"]]
        rake = float((answer["settlement"] or {"rake": "0"})["rake"])
        assert abs(sum(nets) + rake) < 1e-6


@given(st.binary(max_size=300), st.sampled_from(CONTENT_TYPES))
@MANY
def test_random_bytes_never_fail_the_service(client: Client, body: bytes, content_type: str) -> None:
    post(client, "hands/validate", body, content_type)
    post(client, "evaluate", body, content_type)


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(["As", "badugi"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from(["evaluation", "hands", "board", "tie_rule", "x"]), JUNK))
@MANY
def test_any_values_in_the_fields_of_evaluate_never_fail_the_service(client: Client, body: dict[str, Any]) -> None:
    post(client, "evaluate", json.dumps(body).encode(), "application/json")


@given(
    st.lists(st.text(max_size=20) | st.text("AKQJT98765432cdhs10♠♥♦♣ ,?", max_size=24), max_size=4), st.text(max_size=6)
)
@MANY
def test_any_texts_for_cards_never_fail_the_service(client: Client, hands: list[str], board: str) -> None:
    body = {"evaluation": "badugi", "hands": hands, "board": board}
    post(client, "evaluate", json.dumps(body).encode(), "application/json")


@given(st.sampled_from(sorted(HAND_JSON)), JUNK)
@MANY
def test_any_value_in_a_field_of_a_document_never_fails_the_service(client: Client, field: str, value: Any) -> None:
    post(client, "hands/validate", json.dumps(HAND_JSON | {field: value}).encode(), "application/json")


@given(st.sampled_from(["options", "results", "button", "currency", "hand", "seats", "time", "_x"]), JUNK)
@MANY
def test_any_value_in_an_extra_field_never_fails_the_service(client: Client, field: str, value: Any) -> None:
    post(client, "hands/validate", json.dumps(HAND_JSON | {field: value}).encode(), "application/octet-stream")


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 500_000,
        b'{"a":' * 200_000,
        b"{" * 500_000,
        b"variant = " + b"[" * 400_000,
        b"a." * 300_000 + b"variant = 1\nvariant = 1",
        b"PokerStars Game #1: Badugi Limit\n" * 20_000,
        b"PokerStars Game #" + b"9" * 900_000,
        b"\n" * 999_999 + b"{",
        b"#" * 1_000_000,
        b'{"variant": "FB", "antes": [' + b"1," * 400_000 + b"1]}",
        b'{"variant": "FB", "antes": [1e999999999, 1]}',
        b'{"hand": ' + b"9" * 900_000 + b"}",
        b"\xff\xfe" + b"\x00\xd8" * 400_000,
        b'{"actions": ["' + b"p1 " * 300_000 + b'"]}',
    ],
    ids=lambda body: repr(body[:24]),
)
@pytest.mark.parametrize("content_type", ["application/json", "application/octet-stream", "application/toml"])
def test_bombs_of_the_size_that_is_allowed_are_answered(client: Client, body: bytes, content_type: str) -> None:
    post(client, "hands/validate", body, content_type)
