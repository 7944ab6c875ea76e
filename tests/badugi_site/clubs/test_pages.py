"""Signing in and out, the pages of a club, and the door that all of them share."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from badugi_site import urls
from badugi_site.api.throttles import RateLimit
from badugi_site.clubs.access import Access
from badugi_site.clubs.limits import SIGN_INS
from badugi_site.clubs.models import Player, User
from badugi_site.clubs.pages import club_page, require, signed_in
from badugi_site.clubs.people import add_member
from badugi_site.clubs.permissions import CORRECT_HANDS, MANAGE_CLUB, SEE_CLUB, STORE_HANDS, Role
from tests import cast as people
from tests.cast import Cast

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]

PASSWORD = "moon-over-the-river"
HALL = "/clubs/moonlight/hall/7/"


@club_page(SEE_CLUB, post=CORRECT_HANDS)
def hall(request: HttpRequest, access: Access, number: int) -> HttpResponse:
    """A page that everybody sees, with a form for staff."""
    return HttpResponse(f"{access.club.slug} {access.role} {access.scope} {number} {sorted(access.players)}")


@club_page(None, post=STORE_HANDS)
def bell(request: HttpRequest, access: Access) -> HttpResponse:
    return HttpResponse("ding", headers={"Cache-Control": "max-age=5"})


@club_page(SEE_CLUB)
def office(request: HttpRequest, access: Access) -> HttpResponse:
    require(access, MANAGE_CLUB)
    return HttpResponse("welcome")


urlpatterns = [
    path("clubs/<slug:slug>/hall/<int:number>/", hall),
    path("clubs/<slug:slug>/bell/", bell),
    path("clubs/<slug:slug>/office/", office),
    *urls.urlpatterns,
]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Settings) -> None:
    settings.RATE_LIMITS = False


@pytest.fixture
def gaya(cast: Cast) -> User:
    """The member, with a password."""
    cast.member.set_password(PASSWORD)
    cast.member.save()
    return cast.member


def sign_in(client: Client, password: str = PASSWORD, username: str = "gaya", **fields: str) -> HttpResponse:
    response: HttpResponse = client.post(reverse("sign-in"), {"username": username, "password": password} | fields)
    return response


def test_a_page_is_shown_to_the_people_of_its_club(cast: Cast) -> None:
    me = Player.objects.create(club=cast.club, name="Gaya", user=cast.member)
    assert people.signed_in(cast.owner).get(HALL).content == b"moonlight owner direct 7 []"
    response = people.signed_in(cast.member).get(HALL)
    assert response.content.decode() == f"moonlight member direct 7 [{me.pk}]"
    assert response["Cache-Control"] == "private, no-store"
    assert people.signed_in(cast.member).head(HALL).status_code == 200


def test_for_strangers_a_page_is_not_there(cast: Cast) -> None:
    for user in (cast.stranger, cast.nobody):
        foreign = people.signed_in(user).get(HALL)
        unknown = people.signed_in(user).get("/clubs/nowhere/hall/7/")
        assert foreign.status_code == unknown.status_code == 404
        assert "<h1>Page not found</h1>" in foreign.text
        assert people.signed_in(user).post(HALL).status_code == 404
        assert people.signed_in(user).get("/clubs/moonlight/").status_code == 404


def test_a_form_that_is_not_for_members_is_403_for_them(cast: Cast) -> None:
    assert people.signed_in(cast.director).post(HALL).status_code == 200
    refused = people.signed_in(cast.member).post(HALL)
    assert refused.status_code == 403
    assert "<h1>Not allowed</h1>" in refused.text


def test_a_view_may_require_more(cast: Cast) -> None:
    office = "/clubs/moonlight/office/"
    assert people.signed_in(cast.owner).get(office).status_code == 200
    assert people.signed_in(cast.director).get(office).status_code == 403
    assert people.signed_in(cast.stranger).get(office).status_code == 404


def test_methods_without_a_permission_are_not_possible(cast: Cast) -> None:
    client = people.signed_in(cast.owner)
    response = client.put(HALL)
    assert (response.status_code, response["Allow"]) == (405, "GET, POST, HEAD")
    response = client.get("/clubs/moonlight/bell/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert client.delete("/clubs/moonlight/office/").status_code == 405


def test_what_a_view_says_of_caches_stands(cast: Cast) -> None:
    assert people.signed_in(cast.member).post("/clubs/moonlight/bell/")["Cache-Control"] == "max-age=5"


def test_who_is_not_signed_in_does_so_and_comes_back(gaya: User) -> None:
    client = Client()
    asked = client.get(f"{HALL}?page=2")
    assert (asked.status_code, asked["Location"]) == (302, "/sign-in/?next=/clubs/moonlight/hall/7/%3Fpage%3D2")
    page = client.get(asked["Location"])
    assert '<input type="hidden" name="next" value="/clubs/moonlight/hall/7/?page=2">' in page.text
    answer = sign_in(client, next=f"{HALL}?page=2")
    assert (answer.status_code, answer["Location"]) == (302, f"{HALL}?page=2")
    assert client.get(HALL).status_code == 200


def test_a_part_of_a_page_takes_its_whole_page_to_sign_in(cast: Cast) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/clubs/moonlight/?a=1"}
    response = Client().get(HALL, headers=headers)
    assert response.status_code == 200
    assert response["HX-Redirect"] == "/sign-in/?next=/clubs/moonlight/%3Fa%3D1"
    headers["HX-Current-URL"] = "https://elsewhere.example/"
    assert Client().get(HALL, headers=headers)["HX-Redirect"] == "/sign-in/?next=/"


@pytest.mark.parametrize("next_page", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"])
def test_signing_in_leads_to_no_other_site(gaya: User, next_page: str) -> None:
    answer = sign_in(Client(), next=next_page)
    assert (answer.status_code, answer["Location"]) == (302, "/")


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_failed_attempt_does_not_tell_what_was_wrong(gaya: User, language: str) -> None:
    client = Client(headers={"Accept-Language": language})
    User.objects.create_user("idle", password=PASSWORD, is_active=False)
    answers = [
        sign_in(client, "wrong-password"),
        sign_in(client, username="unknown"),
        sign_in(client, username="idle"),
        sign_in(client, ""),
    ]
    alerts = {re.sub(r"\s+", " ", str(re.search(r'role="alert">.*?</div>', answer.text, re.S))) for answer in answers}
    assert {answer.status_code for answer in answers} == {200}
    assert len({alert.partition("match=")[2] for alert in alerts}) == 1
    assert "autofocus" in answers[0].text


def test_hostile_names_and_passwords_are_only_wrong(gaya: User) -> None:
    for name in ("gaya\0", "\ud800".encode("utf-8", "replace").decode(), "x" * 100_000, "'; --", "<script>"):
        answer = sign_in(Client(), username=name)
        assert answer.status_code == 200
        assert "<script>" not in answer.text


def test_who_is_signed_in_has_no_use_for_the_page_to_sign_in(cast: Cast) -> None:
    response = people.signed_in(cast.member).get("/sign-in/?next=/check/")
    assert (response.status_code, response["Location"]) == (302, "/check/")


def test_signing_out_is_a_form_and_ends_the_session(gaya: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(gaya)
    assert client.get("/sign-out/").status_code == 405
    assert client.post("/sign-out/").status_code == 403
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/").text)
    assert token is not None
    response = client.post("/sign-out/", {"csrfmiddlewaretoken": token[1]})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert client.get(HALL).status_code == 302


def test_attempts_from_one_address_are_limited_for_a_minute(
    gaya: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RATE_LIMITS = True
    monkeypatch.setattr(RateLimit, "now", staticmethod(lambda: 6000.0 + 45))
    client = Client()
    assert {sign_in(client, "wrong").status_code for _time in range(SIGN_INS)} == {200}
    # Even the right one is not looked at now, lest it be found by trying.
    refused = sign_in(client)
    assert (refused.status_code, refused["Retry-After"]) == (429, "15")
    assert "Try again in 15 seconds." in refused.text
    other = Client(REMOTE_ADDR="192.0.2.7")
    assert sign_in(other).status_code == 302
    monkeypatch.setattr(RateLimit, "now", staticmethod(lambda: 6000.0 + 60))
    assert sign_in(client).status_code == 302


def test_the_first_page_lists_the_clubs_of_who_is_signed_in(cast: Cast) -> None:
    add_member(club=cast.other_club, user=cast.member, role=Role.DIRECTOR)
    response = people.signed_in(cast.member).get("/")
    assert response["Cache-Control"] == "private, no-store"
    for slug, name in (("moonlight", "Moonlight"), ("elsewhere", "Elsewhere")):
        assert f'<h2><a href="/clubs/{slug}/">{name}</a></h2>' in response.text
    assert "Moonlight" not in people.signed_in(cast.stranger).get("/").text
    assert "You are in no club yet" in people.signed_in(cast.nobody).get("/").text
    assert "Moonlight" not in Client().get("/").text


def test_the_bar_names_the_person_and_their_clubs(cast: Cast) -> None:
    page = people.signed_in(cast.director).get("/clubs/moonlight/").text
    assert ">eunha</a>" in page
    assert '<a href="/clubs/moonlight/" aria-current="page">Moonlight</a>' in page
    assert '<form action="/sign-out/" method="post">' in page
    assert "You are here as director." in page
    assert "/admin/" not in page
    assert '<a href="/sign-in/">Sign in</a>' in Client().get("/").text


def test_names_are_shown_as_text(cast: Cast) -> None:
    cast.club.name = "<b>&amp;</b>"
    cast.club.save()
    for address in ("/", "/clubs/moonlight/"):
        page = people.signed_in(cast.member).get(address).text
        assert "<b>" not in page
        assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in page


@pytest.mark.parametrize("clubs", [1, 12])
def test_a_page_asks_for_the_clubs_once(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, clubs: int
) -> None:
    for number in range(clubs):
        club = people.create_club(name=f"Club {number}", slug=f"club-{number}")
        add_member(club=club, user=cast.nobody, role=Role.MEMBER)
    client = people.signed_in(cast.nobody)
    with django_assert_num_queries(3):  # session, user, memberships with their clubs
        client.get("/")


def test_who_is_not_signed_in_costs_no_query(db: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(0):
        assert Client().get("/").status_code == 200
    request = HttpRequest()
    assert not signed_in(request)["viewer"]
    request.user = AnonymousUser()
    assert not signed_in(request)["viewer"]


def test_a_password_is_changed_by_who_knows_it(gaya: User) -> None:
    assert Client().get("/password/")["Location"] == "/sign-in/?next=/password/"
    client = people.signed_in(gaya)
    new = "river-under-the-moon"
    fields = {"old_password": "wrong", "new_password1": new, "new_password2": new}
    refused = client.post("/password/", fields)
    assert refused.status_code == 200
    assert 'role="alert"' in refused.text
    assert 'id="id_old_password_error"' in refused.text
    assert 'aria-invalid="true"' in refused.text
    answer = client.post("/password/", fields | {"old_password": PASSWORD}, follow=True)
    assert "Your password is changed." in answer.text
    assert answer.context["user"] == gaya
    assert sign_in(Client(), new).status_code == 302
    assert sign_in(Client()).status_code == 200


@pytest.mark.parametrize("address", ["/", "/clubs/moonlight/", "/password/", "/no-such-page"])
def test_pages_have_one_heading_and_nothing_inline(cast: Cast, address: str) -> None:
    page = people.signed_in(cast.owner).get(address).text
    assert page.count("<h1>") == 1
    assert not re.search(r"<style|<script(?![^>]* src=)| style=| on[a-z]+=", page)
    assert re.search(r"<title>.+</title>", page)


def test_the_page_to_sign_in_has_one_heading_and_nothing_inline() -> None:
    page = Client().get("/sign-in/").text
    assert page.count("<h1>") == 1
    assert not re.search(r"<style|<script(?![^>]* src=)| style=| on[a-z]+=", page)
    for name, autocomplete in (("username", "username"), ("password", "current-password")):
        assert f'<label for="id_{name}">' in page
        assert f'autocomplete="{autocomplete}"' in page
