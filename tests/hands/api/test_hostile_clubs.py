"""Requests to a club by people who mean harm, or whose programs do: never an error of ours, and nothing is left behind
but what was accepted."""

from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from hands.api.receiving import UPLOAD_TYPES
from hands.models import Hand
from tests.cast import Cast, signed_in
from tests.hands.api.histories import AREUM, ELSEWHERE
from tests.hands.api.test_hostile import JUNK, mutated

MANY = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
PARAMETERS = ["club", "game", "site", "number", "status", "player", "since", "until", "disputed", "cursor", "limit"]
PARAMETERS += ["format", "outcome", "q", "by", "stakes", "x", "\0", "club[]", ""]
VALUES = st.text(max_size=30) | st.sampled_from(
    ["", "\0", "moonlight", "elsewhere", "badugi", "csv", "phh", "-1", "9" * 400, "1e9", "NaN", "true", "2010-03-06"]
)
PLACES = ["hands/", "hands/{}/", "hands/{}/export/", "hands/{}/sources/", "uploads/", "uploads/{}/"]
PLACES += ["uploads/{}/results/", "players/", "players/{}/", "players/{}/stats/", "clubs/", "clubs/{}/"]
PLACES += ["clubs/{}/stats/"]


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def owner(cast: Cast) -> Client:
    client = signed_in(cast.owner)
    client.raise_request_exception = False
    return client


def checked(response: Any) -> Any:
    """The answer is one of ours, whatever was asked."""
    assert response.status_code < 500, response.content
    if response.status_code >= 400:
        assert response["Content-Type"] == "application/problem+json"
        assert response.json()["status"] == response.status_code
    return response


@given(mutated() | st.binary(max_size=300), st.sampled_from(UPLOAD_TYPES))
@MANY
def test_no_body_of_a_hand_fails_the_service(owner: Client, body: bytes, content_type: str) -> None:
    response = checked(owner.generic("POST", "/api/v1/hands/", body, content_type=content_type))
    if response.status_code in (200, 201):
        checked(owner.get(response.json()["url"]))
        for form in ("json", "phh"):
            checked(owner.get(f"{response.json()['url']}export/?format={form}"))
        checked(owner.get("/api/v1/hands/"))


@st.composite
def forms(draw: st.DrawFn) -> bytes:
    """A form of a few files with pieces of it broken."""
    pieces = [b"--x", b"\r\n", b"\r\n\r\n", b"--", b"--x--\r\n", b'Content-Disposition: form-data; name="file"']
    pieces += [b'; filename="a.txt"', b"; filename*=utf-8''%ff", b'; filename="', b"Content-Type: text/plain", b"\0"]
    good = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n'
    parts = draw(st.lists(st.sampled_from([good, *pieces]) | st.binary(max_size=20), max_size=12))
    return b"".join(parts) + draw(st.sampled_from([b"--x--\r\n", b""]))


@given(
    forms() | st.binary(max_size=200),
    st.sampled_from([*UPLOAD_TYPES, "multipart/form-data; boundary=x", "multipart/form-data; boundary=" + "y" * 300]),
    st.none() | st.text(max_size=40) | st.sampled_from(['attachment; filename="a.txt"', "attachment; filename*=x'y"]),
)
@MANY
def test_no_body_of_an_upload_fails_the_service(
    owner: Client, body: bytes, content_type: str, disposition: str | None
) -> None:
    headers = {} if disposition is None else {"HTTP_CONTENT_DISPOSITION": disposition.encode().decode("latin-1")}
    checked(owner.generic("POST", "/api/v1/uploads/", body, content_type=content_type, **headers))


@given(st.sampled_from(PLACES), st.lists(st.tuples(st.sampled_from(PARAMETERS), VALUES), max_size=3), VALUES)
@MANY
def test_no_parameter_and_no_identifier_fails_the_service(
    owner: Client, place: str, parameters: list[tuple[str, str]], identifier: str
) -> None:
    checked(owner.get(f"/api/v1/{place.format(identifier)}".replace("?", "%3F"), parameters))


@given(st.dictionaries(st.sampled_from(["hand", "venue", "players", "time_zone", "currency", "table", "event"]), JUNK))
@MANY
def test_no_value_in_a_document_fails_what_is_stored_of_it(owner: Client, fields: dict[str, Any]) -> None:
    document = {
        "variant": "badugi",
        "antes": [0, 0],
        "blinds_or_straddles": [5, 10],
        "small_bet": 10,
        "big_bet": 20,
        "starting_stacks": [100, 100],
        "actions": ["d dh p1 As2d3c4h", "d dh p2 ????????", "p2 f"],
    }
    response = checked(owner.post("/api/v1/hands/", document | fields, content_type="application/json"))
    if response.status_code == 201:
        checked(owner.get(response.json()["url"]))
        checked(owner.get(f"{response.json()['url']}export/?format=phh"))


@pytest.mark.parametrize(
    "text",
    [
        AREUM.replace("Haeundae", "=HYPERLINK(1)"),
        AREUM.replace("Areum", "<script>"),
        AREUM.replace("#500", "#" + "9" * 190),
        AREUM.replace("$20", "$90000000000000"),
        AREUM.replace("2010/03/06", "0001/01/01"),
        AREUM.replace("2010/03/06", "9999/12/31"),
        AREUM.replace("Areum", "Areum\u202e"),
    ],
)
def test_what_is_odd_is_stored_or_refused(owner: Client, text: str) -> None:
    response = checked(owner.generic("POST", "/api/v1/hands/", text.encode(), content_type="text/plain"))
    if response.status_code == 201:
        checked(owner.get("/api/v1/hands/?since=1000-01-01&limit=1"))
        checked(owner.get(f"{response.json()['url']}export/"))


def test_a_conflict_is_told_however_often_it_comes(owner: Client) -> None:
    for text, status in ((AREUM, 201), (ELSEWHERE, 409), (ELSEWHERE, 200), (AREUM, 200)):
        response = checked(owner.generic("POST", "/api/v1/hands/", text.encode(), content_type="text/plain"))
        assert response.status_code == status, response.content
    assert Hand.objects.count() == 1


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"])
@pytest.mark.parametrize("place", PLACES)
def test_methods_that_are_not_there_are_refused(owner: Client, place: str, method: str) -> None:
    response = checked(owner.generic(method, f"/api/v1/{place.format('1')}"))
    assert response.status_code in (404, 405)
