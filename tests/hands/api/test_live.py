"""The API of a club that was started for real: many at once, bodies of every kind of transfer, clients that hang up."""

import http.client
import json
import signal
import socket
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.conftest import Process
from tests.hands.api.histories import AREUM, BORA
from tests.started import Club, soon

API = "/api/v1"


class Caller:
    """A program with the token of the owner, which the first start of the club has told unless it is given."""

    def __init__(self, club: Club, token: str = "") -> None:
        self.address = club.ready()
        self.token = token or club.token()

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        connection = http.client.HTTPConnection(self.address, timeout=60)
        try:
            known = {"Authorization": f"Token {self.token}", **headers}
            connection.request(method, f"{API}/{path}", body, known, encode_chunked=not isinstance(body, bytes))
            response = connection.getresponse()
            text = response.read()
            return response.status, json.loads(text) if text else None
        finally:
            connection.close()

    def post(self, path: str, text: str) -> tuple[int, Any]:
        return self.ask("POST", path, text.encode(), **{"Content-Type": "text/plain"})


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def caller(request: pytest.FixtureRequest, start: Callable[..., Club]) -> Caller:
    variables = {"RATE_LIMITS": "off", "WEB_WORKERS": "4"}
    if request.param == "PostgreSQL":
        variables["DATABASE_URL"] = request.getfixturevalue("postgresql_url")
    return Caller(start(**variables))


def hand(number: int) -> str:
    return AREUM.replace("#500", f"#{number}")


def test_the_same_hand_from_eight_at_once_is_one(caller: Caller) -> None:
    for number in (501, 502, 503):
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda text: caller.post("hands/", text), [hand(number)] * 8))
        statuses = Counter(status for status, _ in answers)
        assert statuses == {201: 1, 200: 7}
        assert len({answer["id"] for _, answer in answers}) == 1
    # Two histories of one hand, each several times: one hand with two sources.
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda text: caller.post("hands/", text), [AREUM, BORA] * 4))
    assert Counter(status for status, _ in answers) == {201: 1, 200: 7}
    status, listed = caller.ask("GET", "hands/?number=500")
    assert (status, [row["sources"] for row in listed["results"]]) == (200, [2])
    assert len(caller.ask("GET", "hands/")[1]["results"]) == 4


def test_many_uploads_at_once_while_others_look_on_end_with_every_hand_once(caller: Caller) -> None:
    uploads, hands = 12, 25

    def upload(first: int) -> int:
        # Each file shares half of its hands with the next one.
        numbers = range(1000 + first * hands, 1000 + first * hands + 2 * hands)
        return caller.post("uploads/", "\n\n".join(hand(number) for number in numbers))[0]

    def look(_: int) -> int:
        return caller.ask("GET", "hands/?limit=200")[0]

    with ThreadPoolExecutor(12) as pool:
        sent = [pool.submit(upload, first) for first in range(uploads)]
        looks = [pool.submit(look, i) for i in range(60)]
        assert {future.result() for future in sent} == {202}
        assert {future.result() for future in looks} == {200}

    def done() -> bool:
        _, listed = caller.ask("GET", "uploads/")
        return all(upload["state"] == "done" for upload in listed["results"])

    assert soon(done, within=60)
    _, listed = caller.ask("GET", "uploads/")
    counts = Counter[str]()
    for upload_ in listed["results"]:
        counts.update(upload_["hands"])
    assert counts["found"] == uploads * 2 * hands
    assert (counts["accepted"], counts["duplicate"]) == ((uploads + 1) * hands, (uploads - 1) * hands)
    _, stats = caller.ask("GET", "clubs/club/stats/")
    assert stats["groups"][0]["figures"]["deals"] == {"count": (uploads + 1) * hands}


@pytest.mark.skipif(sys.platform != "linux", reason="a killed club takes its worker along on Linux alone")
@pytest.mark.parametrize("place", ["SQLite, no broker", "PostgreSQL, Redis"])
def test_a_club_killed_in_the_middle_of_an_upload_has_every_hand_once_after_its_restart(
    request: pytest.FixtureRequest, start: Callable[..., Club], python: Callable[..., Process], place: str
) -> None:
    variables = {"RATE_LIMITS": "off", "JOB_LEASE_SECONDS": "2"}
    if place == "PostgreSQL, Redis":
        variables["DATABASE_URL"] = request.getfixturevalue("postgresql_url")
        variables["CELERY_BROKER_URL"] = request.getfixturevalue("redis_url")
    count = 2000
    club = start(**variables)
    caller = Caller(club)
    _, upload = caller.post("uploads/", "\n\n".join(hand(number) for number in range(1, count + 1)))
    path = f"uploads/{upload['id']}/"

    def seen() -> dict[str, Any]:
        found: dict[str, Any] = caller.ask("GET", path)[1]
        return found

    for least in (1, count // 2):
        assert soon(lambda least=least: least <= seen()["hands"]["found"] < count)
        club.end(signal.SIGKILL)
        assert soon(lambda killed=club: killed.processes() == [])
        club = start(**variables)
        caller = Caller(club, caller.token)
    assert soon(lambda: seen()["state"] == "done", within=60)
    expected = {"found": count, "accepted": count, "merged": 0, "duplicate": 0, "refused": 0, "conflict": 0}
    assert seen()["hands"] == expected
    _, stats = caller.ask("GET", "clubs/club/stats/")
    assert stats["groups"][0]["figures"]["deals"] == {"count": count}
    checked = python("manage.py", "rebuild_stats", "--check", **variables)
    assert (checked.returncode, checked.stdout) == (0, f"club: hands {count}, nothing differs\n")


def chunks(text: str, size: int = 100) -> Iterator[bytes]:
    data = text.encode()
    for at in range(0, len(data), size):
        yield data[at : at + size]


FORM = (
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n'
    f"{AREUM}\r\n--x--\r\n"
)


@pytest.mark.parametrize("caller", ["SQLite"], indirect=True)
def test_a_body_whose_length_is_not_told_is_read_to_its_end(caller: Caller) -> None:
    status, answer = caller.ask("POST", "hands/", chunks(AREUM), **{"Content-Type": "text/plain"})
    assert (status, answer["number"]) == (201, "500")
    status, upload = caller.ask("POST", "uploads/", chunks(AREUM), **{"Content-Type": "text/plain"})
    assert (status, upload["bytes"]) == (202, len(AREUM.encode()))
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    status, upload = caller.ask("POST", "uploads/", chunks(FORM), **form)
    assert (status, upload["bytes"]) == (202, len(AREUM.encode()))
    status, problem = caller.ask("POST", "uploads/", chunks(FORM[:-30]), **form)
    assert (status, problem["code"]) == (400, "broken_multipart")


@pytest.mark.parametrize("caller", ["SQLite"], indirect=True)
def test_a_charset_is_not_obeyed(caller: Caller) -> None:
    for charset in ("utf-16", "cp037", "bz2_codec", "rot13", "undefined", "no-such"):
        content_type = {"Content-Type": f"text/plain; charset={charset}"}
        status, answer = caller.ask("POST", "hands/?club=club", AREUM.encode(), **content_type)
        assert status in (200, 201), (charset, answer)


@pytest.mark.parametrize("caller", ["SQLite"], indirect=True)
def test_a_client_that_hangs_up_leaves_nothing(caller: Caller) -> None:
    host, _, port = caller.address.partition(":")
    for length, framing in ((b"99999", b"Content-Length: 99999"), (b"", b"Transfer-Encoding: chunked")):
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            connection.sendall(
                b"POST /api/v1/uploads/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n"
                + f"Authorization: Token {caller.token}\r\n".encode()
                + framing
                + (b"\r\n\r\nabc" if length else b"\r\n\r\n3\r\nabc\r\n")
            )
            connection.shutdown(socket.SHUT_WR)
            answer = connection.makefile("rb").read()
        assert answer.startswith(b"HTTP/1.1 400 "), answer[:200]
        assert b'"body_incomplete"' in answer
    assert caller.ask("GET", "uploads/")[1]["results"] == []
