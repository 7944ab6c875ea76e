"""Whatever is not a success below /api/ is a problem document, elsewhere a page."""

import json
import re
import sqlite3
from contextlib import closing
from http import HTTPStatus
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import path
from pytest_django import Settings
from rest_framework import exceptions

from badugi_site import urls
from badugi_site.api import errors, problems
from badugi_site.api.problems import PROBLEMS, Problem, problem_response
from badugi_site.api.text import Text

PROJECT = Path(__file__).resolve().parents[3]


def boom(request: object) -> None:
    raise ZeroDivisionError


def forbidden(request: object) -> None:
    raise PermissionDenied


def suspicious(request: object) -> None:
    raise SuspiciousOperation("what it was is for the log only")


urlpatterns = [*urls.urlpatterns]
urlpatterns += [
    path(f"{start}{name}/", view)
    for start in ("api/", "pages/")
    for name, view in (("boom", boom), ("forbidden", forbidden), ("suspicious", suspicious))
]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


def problem(response: Any) -> dict[str, Any]:
    assert response["Content-Type"] == "application/problem+json"
    document: dict[str, Any] = response.json()
    assert document.keys() >= {"type", "title", "status", "detail", "instance", "code"}
    assert document["status"] == response.status_code
    assert document["status"] == PROBLEMS[document["code"]].status
    assert document["type"] == f"/api/v1/problems/{document['code']}/"
    return document


def test_a_code_is_given_once() -> None:
    known = PROBLEMS["too_large"]
    with pytest.raises(ValueError, match="too_large"):
        problems.kind("too_large", 413, "Something else", "다른 것")
    assert PROBLEMS["too_large"] is known


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "head", "options"])
@pytest.mark.parametrize("address", ["/api/v1/nothing/", "/api/v1/games", "/api/v1/", "/api/v1", "/api/v1/games/nix/"])
def test_an_address_with_nothing_is_404_for_every_method(client: Client, method: str, address: str) -> None:
    response = getattr(client, method)(address)
    if address == "/api/v1/games/nix/" and method != "get":
        assert response.status_code in (404, 405, 204)
        return
    assert response.status_code == 404
    assert response["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("debug", [True, False])
def test_a_missing_slash_is_pointed_out_and_never_redirected(client: Client, settings: Settings, debug: bool) -> None:
    settings.DEBUG = debug
    document = problem(client.post("/api/v1/evaluate", "{}", content_type="application/json"))
    assert document["code"] == "not_found"
    assert "slash" in document["detail"]


@pytest.mark.parametrize("address", ["/api/v1", "/api/v1/nothing"])
def test_a_slash_is_not_missed_where_it_would_not_help(client: Client, address: str) -> None:
    assert problem(client.get(address))["detail"] == "There is nothing at this address."


def test_outside_of_the_version_it_is_a_problem_too(client: Client) -> None:
    assert problem(client.get("/api/v2/games/"))["code"] == "not_found"


def test_pages_get_pages(client: Client) -> None:
    response = client.get("/nothing/")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


@pytest.mark.parametrize(
    ("address", "methods", "allow"),
    [
        ("/api/v1/evaluate/", "get put patch delete", "POST, OPTIONS"),
        ("/api/v1/hands/validate/", "get put patch delete", "POST, OPTIONS"),
        ("/api/v1/games/", "post put patch delete", "GET, HEAD, OPTIONS"),
        ("/api/v1/games/badugi/", "post put patch delete", "GET, HEAD, OPTIONS"),
        ("/api/v1/problems/", "post put patch delete", "GET, HEAD, OPTIONS"),
        ("/api/v1/schema/", "post put patch delete", "GET, HEAD, OPTIONS"),
        ("/api/v1/docs/", "post put patch delete", "GET, HEAD, OPTIONS"),
    ],
)
def test_wrong_methods_are_405_with_allow(client: Client, address: str, methods: str, allow: str) -> None:
    for method in methods.split():
        response = getattr(client, method)(address)
        assert problem(response)["code"] == "method_not_allowed"
        assert response["Allow"] == allow
    response = client.options(address)
    assert (response.status_code, response["Allow"], response.content) == (204, allow, b"")


def test_head_answers_as_get_without_a_body(client: Client) -> None:
    response = client.head("/api/v1/games/")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("accept", ["text/html", "application/xml", "application/json;q=0", "nonsense", "a/b;;=,/"])
def test_what_cannot_be_given_is_406(client: Client, accept: str) -> None:
    response = client.get("/api/v1/games/", headers={"Accept": accept})
    if response.status_code != 200:
        assert problem(response)["code"] == "not_acceptable"
        assert "application/json" in response.json()["detail"]
    else:
        assert response["Content-Type"] == "application/json"


def test_a_browser_that_takes_anything_gets_json(client: Client) -> None:
    response = client.get("/api/v1/games/", headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize(
    ("language", "title"), [("ko-KR,ko;q=0.9,en;q=0.5", "찾을 수 없습니다"), ("de, en", "There is nothing here")]
)
def test_title_and_detail_follow_the_language(client: Client, language: str, title: str) -> None:
    response = client.get("/api/v1/nothing/", headers={"Accept-Language": language})
    assert response.json()["title"] == title
    assert "Accept-Language" in response["Vary"]


def test_unknown_query_parameters_are_refused(client: Client) -> None:
    document = problem(client.get("/api/v1/games/?fromat=xml"))
    assert (document["status"], document["code"], document["known"]) == (422, "unknown_parameter", [])
    assert "fromat" in document["detail"]


@pytest.mark.parametrize(
    ("name", "status", "code"),
    [("boom", 500, "server_error"), ("forbidden", 403, "forbidden"), ("suspicious", 400, "bad_request")],
)
@pytest.mark.urls(__name__)
def test_views_without_rest_framework_answer_with_problems_below_api_alone(name: str, status: int, code: str) -> None:
    client = Client(raise_request_exception=False)
    response = client.get(f"/api/{name}/", headers={"Accept-Language": "ko"})
    assert response["Content-Type"] == "application/problem+json"
    assert (response.json()["status"], response.json()["code"]) == (status, code)
    assert response.json()["title"] == PROBLEMS[code].title.ko
    assert "for the log" not in response.content.decode()
    response = client.get(f"/pages/{name}/")
    assert response.status_code == status
    assert response["Content-Type"].startswith("text/html")


def test_a_host_that_is_not_ours_is_a_problem(client: Client) -> None:
    assert problem(client.get("/api/v1/games/", headers={"Host": "evil.example"}))["code"] == "bad_request"


@pytest.mark.parametrize(
    ("raised", "code", "header"),
    [
        (exceptions.NotAuthenticated(), "not_authenticated", None),
        (exceptions.AuthenticationFailed(), "not_authenticated", None),
        (exceptions.PermissionDenied(), "forbidden", None),
        (exceptions.NotFound(), "not_found", None),
        (exceptions.ParseError(), "bad_request", None),
        (exceptions.UnsupportedMediaType("a/b"), "unsupported_media_type", None),
        (exceptions.Throttled(wait=12.4), "rate_limited", ("Retry-After", "13")),
        (exceptions.Throttled(wait=0.2), "rate_limited", ("Retry-After", "1")),
    ],
)
def test_every_exception_of_rest_framework_has_its_problem(
    raised: Exception, code: str, header: tuple[str, str] | None
) -> None:
    found = errors.as_problem(raised)
    assert found is not None
    assert found.kind.code == code
    if header:
        assert header in found.headers.items()


def test_a_database_that_stays_locked_is_busy_and_says_when_to_come_back(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x")) as one, closing(sqlite3.connect(tmp_path / "x", timeout=0)) as other:
        one.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError) as caught:
            other.execute("BEGIN IMMEDIATE")
    locked = OperationalError("database is locked")
    locked.__cause__ = caught.value
    found = errors.as_problem(locked)
    assert found is not None
    assert (found.kind.code, found.kind.status, found.headers) == ("busy", 503, {"Retry-After": "5"})


def test_a_deadlock_is_busy_and_a_lost_connection_is_a_fault() -> None:
    snapshot, corrupt = sqlite3.OperationalError(), sqlite3.DatabaseError()
    snapshot.sqlite_errorcode, corrupt.sqlite_errorcode = sqlite3.SQLITE_BUSY_SNAPSHOT, sqlite3.SQLITE_CORRUPT
    causes = {snapshot: True, corrupt: False}
    causes |= {psycopg.errors.DeadlockDetected(): True, psycopg.errors.AdminShutdown(): False}
    for cause, busy in causes.items():
        raised = OperationalError("what the driver says")
        raised.__cause__ = cause
        assert (errors.as_problem(raised) is not None) == busy


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "x")) as small, pytest.raises(sqlite3.OperationalError) as caught:
        small.execute("PRAGMA max_page_count = 2")
        small.execute("CREATE TABLE t (x)")
        small.execute("INSERT INTO t VALUES (zeroblob(100000))")
    for cause in (caught.value, psycopg.errors.DiskFull()):
        raised = OperationalError("database or disk is full")
        raised.__cause__ = cause
        found = errors.as_problem(raised)
        assert found is not None
        assert (found.kind.code, found.kind.status) == ("storage_full", 507)


def test_every_problem_can_be_met() -> None:
    """A kind that nothing raises would be an empty promise: each is named outside the line that makes it."""
    code = [path.read_text() for folder in ("badugi_site", "hands") for path in (PROJECT / folder).rglob("*.py")]
    made = re.compile(r"^([A-Z_]+) = (?:kind\(|_refusing\()", re.MULTILINE)
    names = [name for text in code for name in made.findall(text)]
    assert len(names) == len(PROBLEMS)
    for name in names:
        assert sum(len(re.findall(rf"\b{name}\b", text)) for text in code) > 1, name


def test_nested_errors_of_fields_are_told_flat_in_both_languages() -> None:
    raised = exceptions.ValidationError({"a": {"2": [exceptions.ErrorDetail("Wrong.", "invalid")]}})
    found = errors.as_problem(raised)
    assert found is not None
    assert found.members["errors"] == [
        {"field": "a.2", "code": "invalid", "message": {"en": "Wrong.", "ko": "올바르지 않은 값입니다."}}
    ]


def test_what_is_quoted_back_can_always_be_written(rf: RequestFactory) -> None:
    response = problem_response(rf.get("/"), Problem(problems.BAD_REQUEST, Text("\ud800", "\ud800")))
    assert json.loads(response.content)["detail"] == "?"


def test_the_catalogue_is_shown_and_every_type_leads_to_its_entry(client: Client) -> None:
    listed = client.get("/api/v1/problems/").json()["results"]
    assert {entry["code"] for entry in listed} == set(PROBLEMS)
    for entry in listed:
        assert client.get(f"/api/v1/problems/{entry['code']}/").json() == entry
        assert HTTPStatus(entry["status"]) >= 400
        assert entry["title"]["en"] != entry["title"]["ko"]
    assert client.get("/api/v1/problems/nothing/").status_code == 404
