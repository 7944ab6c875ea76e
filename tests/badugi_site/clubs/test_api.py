"""The door of the API: who asks, which club is meant, what they may do there."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any, ClassVar

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, models
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries
from rest_framework.request import Request
from rest_framework.response import Response

from badugi_site import urls
from badugi_site.api.bodies import bounded_body
from badugi_site.clubs import authentication
from badugi_site.clubs.api import ClubView
from badugi_site.clubs.models import ApiToken, Club, Membership, Player, User
from badugi_site.clubs.people import add_member, create_token
from badugi_site.clubs.permissions import CORRECT_HANDS, SEE_CLUB, STORE_HANDS, Role, Scope
from tests.cast import Cast, signed_in, with_token

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


class Door(ClubView):
    """A club's hall: everybody may look, store, and staff correct."""

    query_parameters = frozenset({"club"})
    permissions: ClassVar = {"GET": SEE_CLUB, "POST": STORE_HANDS, "DELETE": CORRECT_HANDS}

    def get(self, request: Request) -> Response:
        access = self.access_to_club(request)
        return Response(
            {
                "club": access.club.slug,
                "user": access.user.username,
                "role": access.role,
                "scope": access.scope,
                "players": sorted(access.players),
            }
        )

    def post(self, request: Request) -> Response:
        self.access_to_club(request)
        return Response({"bytes": len(bounded_body(request, 100))})

    def delete(self, request: Request) -> Response:
        self.access_to_club(request)
        return Response({})


class ObjectOf(ClubView):
    """Some object of the club of this id."""

    permissions: ClassVar = {"GET": SEE_CLUB, "DELETE": CORRECT_HANDS}

    def get(self, request: Request, club_id: int) -> Response:
        return Response({"club": self.access_to(club_id).club.slug})

    def delete(self, request: Request, club_id: int) -> Response:
        self.access_to(club_id)
        return Response({})


urlpatterns = [
    path("api/v1/door/", Door.as_view()),
    path("api/v1/door/<int:club_id>/", ObjectOf.as_view()),
    *urls.urlpatterns,
]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Settings) -> None:
    settings.RATE_LIMITS = False


def asked(client: Client, address: str = "/api/v1/door/", method: str = "GET", **more: Any) -> tuple[int, Any]:
    response = client.generic(method, address, **more)
    return response.status_code, response.json()


def told(answer: tuple[int, Any]) -> tuple[int, str]:
    return answer[0], answer[1]["code"]


def header(value: str | bytes) -> Client:
    # WSGI hands over bytes as Latin-1.
    return Client(HTTP_AUTHORIZATION=value if isinstance(value, str) else value.decode("latin-1"))


@pytest.mark.parametrize(
    "value",
    [
        "Token",
        "Token ",
        "Token a b",
        "Token a b c",
        "token " + "0" * 64,
        "Token " + "0" * 5000,
        "Token \0" + "0" * 63,
        "Token 토큰".encode(),
        b"Token \xff\xfe",
        b"\xff\xfe",
        "Bearer " + "0" * 64,
        "Basic b3duZXI6b3duZXI=",
        "",
    ],
)
def test_whatever_is_no_token_is_401_and_says_how_to_ask(cast: Cast, value: str | bytes) -> None:
    response = header(value).get("/api/v1/door/")
    assert (response.status_code, response.json()["code"]) == (401, "not_authenticated")
    assert response["Content-Type"] == "application/problem+json"
    assert response["WWW-Authenticate"] == "Token"


def test_nobody_is_401(cast: Cast) -> None:
    assert told(asked(Client())) == (401, "not_authenticated")
    assert told(asked(Client(), method="POST")) == (401, "not_authenticated")


def test_a_token_acts_as_its_user(cast: Cast) -> None:
    me = Player.objects.create(club=cast.club, name="Gaya", user=cast.member)
    Player.objects.create(club=cast.club, name="Eunha", user=cast.director)
    assert asked(with_token(cast.member, Scope.UPLOAD)) == (
        200,
        {"club": "moonlight", "user": "gaya", "role": "member", "scope": "upload", "players": [me.pk]},
    )


def test_a_token_with_something_behind_it_is_none(cast: Cast) -> None:
    _token, clear = create_token(user=cast.member, name="test", scope=Scope.READ)
    assert asked(header(f"token {clear}"))[0] == 200
    for value in (f"Token {clear} x", f"Token {clear}x", f"Token {clear[:-1]}", f"Token {clear.upper()}"):
        assert told(asked(header(value))) == (401, "not_authenticated")


def test_a_token_wins_over_a_session(cast: Cast) -> None:
    _token, clear = create_token(user=cast.stranger, name="test", scope=Scope.READ)
    browser = signed_in(cast.owner)
    assert asked(browser, headers={"Authorization": f"Token {clear}"})[1]["user"] == "haneul"
    # A wrong one is not made up for by the session.
    assert told(asked(browser, headers={"Authorization": "Token wrong"})) == (401, "not_authenticated")


def test_a_token_that_has_expired_is_refused_and_kept(cast: Cast) -> None:
    client = with_token(cast.owner, Scope.READ)
    ApiToken.objects.update(expiry=timezone.now() + timedelta(minutes=1))
    assert asked(client)[0] == 200
    ApiToken.objects.update(expiry=timezone.now())
    assert told(asked(client)) == (401, "not_authenticated")
    assert ApiToken.objects.count() == 1
    # Another token of the same user leaves it there as well.
    assert asked(with_token(cast.owner, Scope.READ))[0] == 200
    assert ApiToken.objects.count() == 2


def test_a_user_who_is_not_active_is_refused_by_token_and_by_session(cast: Cast) -> None:
    program, browser = with_token(cast.owner, Scope.DIRECT), signed_in(cast.owner)
    assert asked(program)[0] == asked(browser)[0] == 200
    User.objects.filter(pk=cast.owner.pk).update(is_active=False)
    assert told(asked(program)) == told(asked(browser)) == (401, "not_authenticated")


def test_the_use_of_a_token_is_noted_once_a_minute(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=timezone.get_default_timezone())
    client = with_token(cast.member, Scope.READ)
    used_token = ApiToken.objects.get()
    other, _clear = create_token(user=cast.member, name="other", scope=Scope.READ)

    def ask_at(seconds: int, queries: int) -> datetime:
        monkeypatch.setattr(authentication.timezone, "now", lambda: at + timedelta(seconds=seconds))
        with django_assert_num_queries(queries):
            assert asked(client)[0] == 200
        used_token.refresh_from_db()
        assert used_token.last_used_at is not None
        return used_token.last_used_at

    assert ask_at(0, queries=4) == at  # token, note, memberships, players
    assert ask_at(59, queries=3) == at
    assert ask_at(60, queries=4) == at + timedelta(seconds=60)
    other.refresh_from_db()
    assert other.last_used_at is None
    # At the very moment of its end it is over.
    ApiToken.objects.update(expiry=at + timedelta(seconds=60))
    assert told(asked(client)) == (401, "not_authenticated")


def test_a_database_that_cannot_note_it_refuses_nobody(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def busy(*arguments: object, **values: object) -> None:
        raise DatabaseError("database is locked")

    client = with_token(cast.member, Scope.READ)
    monkeypatch.setattr(models.QuerySet, "update", busy)
    assert asked(client)[0] == 200
    assert "could not be noted" in caplog.text


def test_a_session_reads_freely_and_changes_with_the_token_of_its_page_alone(cast: Cast) -> None:
    client = signed_in(cast.owner, csrf=True)
    assert asked(client)[0] == 200
    client.cookies["csrftoken"] = "a" * 32
    refused = asked(client, method="POST", headers={"Accept-Language": "ko"})
    assert told(refused) == (403, "forbidden")
    assert "CSRF" in refused[1]["detail"]
    assert told(asked(client, method="POST", headers={"X-CSRFToken": "b" * 32})) == (403, "forbidden")
    answer = asked(client, method="POST", data="{}", headers={"X-CSRFToken": "a" * 32})
    assert answer == (200, {"bytes": 2})


@pytest.mark.parametrize("content_type", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
def test_no_body_is_read_to_look_for_the_token_of_a_form(cast: Cast, content_type: str) -> None:
    client = signed_in(cast.owner, csrf=True)
    client.cookies["csrftoken"] = "a" * 32
    body = "csrfmiddlewaretoken=" + "a" * 32
    refused = asked(client, method="POST", data=body, content_type=content_type)
    assert told(refused) == (403, "forbidden")
    headers = {"X-CSRFToken": "a" * 32}
    assert asked(client, method="POST", data=body, content_type=content_type, headers=headers) == (200, {"bytes": 52})
    answer = asked(client, method="POST", data="x" * 101, content_type=content_type, headers=headers)
    assert told(answer) == (413, "too_large")


def test_a_token_needs_no_token_of_a_form(cast: Cast) -> None:
    _token, clear = create_token(user=cast.member, name="test", scope=Scope.UPLOAD)
    client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Token {clear}"})
    assert asked(client, method="POST", data="x")[0] == 200


def test_the_only_club_is_meant_when_none_is_named(cast: Cast) -> None:
    assert asked(signed_in(cast.stranger))[1]["club"] == "elsewhere"
    assert asked(signed_in(cast.stranger), "/api/v1/door/?club=elsewhere")[0] == 200


def test_another_club_and_none_at_all_are_the_same_404(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    foreign, unknown = (asked(client, f"/api/v1/door/?club={slug}") for slug in ("moonlight", "nowhere"))
    assert told(foreign) == (404, "not_found")
    assert foreign == unknown
    for slug in ("", "%00", "%F0%9F%82%A1", "x" * 3000):
        assert told(asked(client, f"/api/v1/door/?club={slug}")) == (404, "not_found")


def test_who_is_in_several_clubs_has_to_name_one(cast: Cast) -> None:
    add_member(club=cast.other_club, user=cast.member, role=Role.DIRECTOR)
    client = signed_in(cast.member)
    answer = asked(client)
    assert told(answer) == (422, "several_clubs")
    assert answer[1]["clubs"] == ["elsewhere", "moonlight"]
    assert asked(client, "/api/v1/door/?club=elsewhere")[1]["role"] == "director"
    assert asked(client, "/api/v1/door/?club=moonlight")[1]["role"] == "member"


def test_a_token_for_one_club_knows_no_other(cast: Cast) -> None:
    add_member(club=cast.other_club, user=cast.member, role=Role.MEMBER)
    client = with_token(cast.member, Scope.READ, cast.other_club)
    assert asked(client)[1]["club"] == "elsewhere"
    assert told(asked(client, "/api/v1/door/?club=moonlight")) == (404, "not_found")
    assert told(asked(client, f"/api/v1/door/{cast.club.pk}/")) == (404, "not_found")
    Membership.objects.filter(club=cast.other_club, user=cast.member).delete()
    answer = asked(client)
    assert told(answer) == (403, "no_club")
    assert "no longer" in answer[1]["detail"]


def test_who_is_in_no_club_is_told_so(cast: Cast) -> None:
    answer = asked(signed_in(cast.nobody))
    assert told(answer) == (403, "no_club")
    assert told(asked(signed_in(cast.nobody), "/api/v1/door/?club=moonlight")) == (404, "not_found")


def test_an_object_is_there_for_its_club_alone(cast: Cast) -> None:
    address = f"/api/v1/door/{cast.club.pk}/"
    for user in (cast.owner, cast.director, cast.member):
        assert asked(signed_in(user), address) == (200, {"club": "moonlight"})
    for user in (cast.stranger, cast.nobody):
        assert told(asked(signed_in(user), address)) == (404, "not_found")
        assert told(asked(signed_in(user), address, "DELETE")) == (404, "not_found")
    assert asked(signed_in(cast.director), address, "DELETE")[0] == 200
    assert told(asked(signed_in(cast.member), address, "DELETE")) == (403, "forbidden")


def test_a_role_that_is_not_enough_is_told_the_permission(cast: Cast) -> None:
    assert asked(signed_in(cast.owner), method="DELETE")[0] == 200
    assert asked(signed_in(cast.director), method="DELETE")[0] == 200
    answer = asked(signed_in(cast.member), method="DELETE")
    assert told(answer) == (403, "forbidden")
    assert answer[1]["permission"] == "correct_hands"
    # No token helps here, so none is asked for.
    assert told(asked(with_token(cast.member, Scope.READ), method="DELETE")) == (403, "forbidden")


@pytest.mark.parametrize(
    ("scope", "method", "status"),
    [
        (Scope.READ, "GET", 200),
        (Scope.READ, "POST", 403),
        (Scope.READ, "DELETE", 403),
        (Scope.UPLOAD, "POST", 200),
        (Scope.UPLOAD, "DELETE", 403),
        (Scope.DIRECT, "POST", 200),
        (Scope.DIRECT, "DELETE", 200),
    ],
)
def test_a_scope_that_is_not_enough_is_told_the_one_that_is(cast: Cast, scope: Scope, method: str, status: int) -> None:
    answer = asked(with_token(cast.owner, scope), method=method)
    assert answer[0] == status
    if status == 403:
        needed = {"POST": "upload", "DELETE": "direct"}[method]
        assert (answer[1]["code"], answer[1]["scope"]) == ("token_scope", needed)
        assert f"scope {needed}; yours has {scope}" in answer[1]["detail"]


def test_head_has_the_permission_of_get(cast: Cast) -> None:
    assert with_token(cast.member, Scope.READ).head("/api/v1/door/").status_code == 200
    assert Client().head("/api/v1/door/").status_code == 401


def test_a_method_that_is_not_there_is_405_for_who_is_signed_in(cast: Cast) -> None:
    assert told(asked(signed_in(cast.owner), method="PUT")) == (405, "method_not_allowed")
    assert told(asked(Client(), method="PUT")) == (401, "not_authenticated")


def test_answers_are_kept_by_nobody_else(cast: Cast) -> None:
    response = signed_in(cast.owner).get("/api/v1/door/")
    assert "private" in response["Cache-Control"]
    assert {"Authorization", "Cookie"} <= {name.strip() for name in response["Vary"].split(",")}


def test_limits_count_users_by_themselves_and_the_refused_by_address(cast: Cast, settings: Settings) -> None:
    settings.RATE_LIMITS = True
    settings.RATE_LIMIT_USER, settings.RATE_LIMIT_ANONYMOUS = 2, 1

    def statuses(client: Client, times: int) -> list[int]:
        return [client.get("/api/v1/door/").status_code for _time in range(times)]

    assert statuses(with_token(cast.owner, Scope.READ), 3) == [200, 200, 429]
    # Whichever token of the user it is, and not so for another.
    assert statuses(signed_in(cast.owner), 1) == [429]
    assert statuses(signed_in(cast.member), 1) == [200]
    assert statuses(header("Token wrong"), 2) == [401, 429]
    assert statuses(Client(), 1) == [429]


def test_a_view_has_a_permission_for_each_of_its_methods_and_for_no_other() -> None:
    class Forgetful(Door):
        permissions: ClassVar = {"GET": SEE_CLUB}

    class Wishful(ObjectOf):
        permissions: ClassVar = {"GET": SEE_CLUB, "DELETE": CORRECT_HANDS, "POST": STORE_HANDS}

    for view in (Forgetful, Wishful):
        with pytest.raises(ImproperlyConfigured, match=view.__name__):
            view.as_view()


def test_problems_speak_korean(cast: Cast) -> None:
    client = with_token(cast.member, Scope.READ)
    response: HttpResponse = client.post("/api/v1/door/", headers={"Accept-Language": "ko"})
    body = json.loads(response.content)
    assert body["title"] == "토큰의 범위를 벗어난 작업입니다"
    assert body["detail"] == "핸드 기록 올리기: upload 범위의 토큰이 필요합니다. 사용한 토큰의 범위: read."


def test_a_club_that_is_deleted_takes_its_tokens_along(cast: Cast) -> None:
    client = with_token(cast.member, Scope.READ, cast.club)
    Club.objects.filter(pk=cast.club.pk).delete()
    assert told(asked(client)) == (401, "not_authenticated")
