"""The admin of people and clubs: what an operator finds, changes and never gets to see."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from badugi_site.clubs.models import Alias, ApiToken, Club, Membership, Player, User
from badugi_site.clubs.people import add_member, create_club, create_token, create_user
from badugi_site.clubs.permissions import Role, Scope
from tests.cast import Cast, signed_in

INLINE = r'<style|<script(?![^>]* (src=|type="application/json"))| style=| on[a-z]+='

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    user, _password = create_user(username="operator", is_operator=True)
    return signed_in(user)


def rows(prefix: str, *inlines: dict[str, Any], initial: int = 0) -> dict[str, Any]:
    """The fields of an inline form set as the browser sends them."""
    fields: dict[str, Any] = {f"{prefix}-TOTAL_FORMS": len(inlines), f"{prefix}-INITIAL_FORMS": initial}
    for number, inline in enumerate(inlines):
        fields |= {f"{prefix}-{number}-{name}": value for name, value in inline.items()}
    return fields


def saved(client: Client, address: str, fields: dict[str, Any]) -> None:
    response = client.post(address, fields)
    assert response.status_code == 302, re.findall(r"errorlist.*?</ul>", response.text, re.S)


def many(count: int) -> None:
    """So many of everything that the admin lists, each with others behind it."""
    for number in range(count):
        club = create_club(name=f"Club {number}", slug=f"club-{number}")
        user = User.objects.create_user(f"user-{number}")
        add_member(club=club, user=user, role=Role.MEMBER)
        create_token(user=user, name=f"token {number}", scope=Scope.READ, club=club)
        player = Player.objects.create(club=club, name=f"Player {number}", user=user)
        Alias.objects.create(player=player, site="PokerStars", name=f"p{number}")


@pytest.mark.parametrize("count", [3, 30])
@pytest.mark.parametrize(
    ("model", "queries"), [("user", 6), ("club", 5), ("membership", 6), ("player", 6), ("apitoken", 6)]
)
def test_a_list_costs_the_same_queries_however_long(
    operator: Client, django_assert_num_queries: DjangoAssertNumQueries, model: str, queries: int, count: int
) -> None:
    many(count)
    # Session and operator, two counts, the rows, and what a filter offers.
    with django_assert_num_queries(queries):
        response = operator.get(f"/admin/clubs/{model}/")
    assert response.text.count('<th class="field-') == count + (model == "user")


@pytest.mark.parametrize(
    ("model", "search", "found"),
    [
        ("club", "club-1", "Club 1"),
        ("user", "user-1", "user-1"),
        ("player", "p1", "Player 1"),
        ("player", "user-1", "Player 1"),
        ("apitoken", "user-1", "token 1"),
    ],
)
def test_lists_are_searched(operator: Client, model: str, search: str, found: str) -> None:
    many(3)
    page = operator.get(f"/admin/clubs/{model}/", {"q": search}).text
    assert found in page
    assert found.replace("1", "2") not in page.partition('id="result_list"')[2]


def test_tokens_are_filtered_by_what_they_still_open(operator: Client, cast: Cast) -> None:
    create_token(user=cast.owner, name="for ever", scope=Scope.READ)
    create_token(user=cast.owner, name="for a day", scope=Scope.READ, expires_in=timedelta(days=1))
    create_token(user=cast.owner, name="no more", scope=Scope.READ, expires_in=timedelta(days=-1))

    def names(state: str) -> set[str]:
        page = operator.get("/admin/clubs/apitoken/", {"state": state} if state else {}).text
        return {name for name in ("for ever", "for a day", "no more") if f">{name}</a>" in page}

    assert names("") == {"for ever", "for a day", "no more"}
    assert names("valid") == {"for ever", "for a day"}
    assert names("expired") == {"no more"}


def test_a_token_is_shown_to_who_makes_it_and_never_again(operator: Client, cast: Cast) -> None:
    add = reverse("admin:clubs_apitoken_add")
    assert "digest" not in operator.get(add).text
    fields = {"name": "server", "user": cast.member.pk, "club": cast.club.pk, "scope": "upload", "days": 30}
    response = operator.post(add, fields)
    assert response.status_code == 200
    assert "no-store" in response["Cache-Control"]
    (clear,) = set(re.findall(r"[0-9a-f]{64}", response.text))
    assert "messages" not in response.cookies
    token = ApiToken.objects.get()
    assert (token.user, token.club, token.scope, token.name) == (cast.member, cast.club, "upload", "server")
    assert timedelta(days=29) < token.expiry - timezone.now() < timedelta(days=31)
    client = Client(headers={"Authorization": f"Token {clear}"})
    assert client.get("/api/v1/games/").status_code == 200
    for address in (
        "/admin/",
        "/admin/clubs/apitoken/",
        f"/admin/clubs/apitoken/{token.pk}/change/",
        f"/admin/clubs/apitoken/{token.pk}/history/",
        f"/admin/clubs/apitoken/{token.pk}/delete/",
    ):
        page = operator.get(address)
        assert page.status_code == 200
        assert clear not in page.text
        assert token.digest not in page.text
    assert clear[:8] in operator.get("/admin/clubs/apitoken/").text
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.object_repr) == (str(token.pk), f"server ({clear[:8]}…)")


def test_a_token_for_a_club_that_its_user_is_not_in_is_refused(operator: Client, cast: Cast) -> None:
    fields = {"name": "server", "user": cast.stranger.pk, "club": cast.club.pk, "scope": "upload"}
    response = operator.post("/admin/clubs/apitoken/add/", fields)
    assert "haneul is not in this club." in response.text
    for wrong in ({"name": ""}, {"scope": "everything"}, {"days": 0}, {"days": 10**9}, {"user": "x"}):
        response = operator.post("/admin/clubs/apitoken/add/", fields | {"user": cast.owner.pk} | wrong)
        assert response.status_code == 200
        assert "errorlist" in response.text
    assert not ApiToken.objects.exists()


def test_of_a_token_only_name_and_end_are_changed(operator: Client, cast: Cast) -> None:
    token, _clear = create_token(user=cast.owner, name="old", scope=Scope.READ)
    address = f"/admin/clubs/apitoken/{token.pk}/change/"
    end = {"expiry_0": "2030-01-01", "expiry_1": "00:00:00"}
    saved(operator, address, {"name": "new", "scope": "direct", "user": cast.stranger.pk, **end})
    changed = ApiToken.objects.get()
    assert (changed.name, changed.scope, changed.user) == ("new", "read", cast.owner)
    assert changed.expiry.year == 2030
    assert (changed.pk, changed.digest) == (token.pk, token.digest)


def test_a_club_is_made_with_its_people(operator: Client, cast: Cast) -> None:
    fields = {
        "name": "새 클럽",
        "slug": "new",
        "language": "ko",
        "time_zone": "Asia/Seoul",
        "hands_open_to": "members",
        "statistics_open_to": "staff",
    }
    member = {"user": cast.nobody.pk, "role": "director"}
    wrong = operator.post("/admin/clubs/club/add/", fields | {"time_zone": "Seoul"} | rows("memberships"))
    assert "There is no time zone Seoul." in wrong.text
    twice = operator.post("/admin/clubs/club/add/", fields | rows("memberships", member, member))
    assert "errorlist" in twice.text
    saved(operator, "/admin/clubs/club/add/", fields | rows("memberships", member))
    membership = Membership.objects.get(club__slug="new")
    assert (membership.user, membership.role) == (cast.nobody, "director")


def test_a_club_is_not_deleted_here(operator: Client, cast: Cast) -> None:
    assert operator.get(f"/admin/clubs/club/{cast.club.pk}/delete/").status_code == 403
    action = {"action": "delete_selected", "_selected_action": [cast.club.pk], "post": "yes"}
    operator.post("/admin/clubs/club/", action)
    assert Club.objects.filter(pk=cast.club.pk).exists()


def test_a_player_is_known_by_aliases_that_are_nobody_elses_in_the_club(operator: Client, cast: Cast) -> None:
    taken = Player.objects.create(club=cast.club, name="Gaya")
    Alias.objects.create(player=taken, site="PokerStars", name="gaya77")
    add = "/admin/clubs/player/add/"
    fields = {"name": "Haneul", "club": cast.club.pk}
    own, theirs = {"site": "PokerStars", "name": "haneul"}, {"site": "PokerStars", "name": "gaya77"}
    for wrong in ([theirs], [own, own]):
        response = operator.post(add, fields | rows("aliases", *wrong))
        assert response.status_code == 200
        assert "is somebody already." in response.text
    assert Player.objects.count() == 1
    # In another club the same name is another person.
    saved(operator, add, {"name": "Haneul", "club": cast.other_club.pk} | rows("aliases", theirs, own))
    assert set(Alias.objects.values_list("club", "name")) == {
        (cast.club.pk, "gaya77"),
        (cast.other_club.pk, "gaya77"),
        (cast.other_club.pk, "haneul"),
    }


def test_aliases_trade_places_and_leave(operator: Client, cast: Cast) -> None:
    player = Player.objects.create(club=cast.club, name="Gaya")
    first = Alias.objects.create(player=player, site="PokerStars", name="gaya77")
    change = f"/admin/clubs/player/{player.pk}/change/"
    again = {"id": first.pk, "site": "PokerStars", "name": "gaya77"}
    saved(operator, change, {"name": "Gaya"} | rows("aliases", again, initial=1))
    gone = rows("aliases", again | {"DELETE": "on"}, {"site": "FullTilt", "name": "gaya77"}, initial=1)
    saved(operator, change, {"name": "Gaya"} | gone)
    assert list(Alias.objects.values_list("site", flat=True)) == ["FullTilt"]
    last = Alias.objects.get()
    again = {"site": "FullTilt", "name": "gaya77"}
    saved(
        operator, change, {"name": "Gaya"} | rows("aliases", again | {"id": last.pk, "DELETE": "on"}, again, initial=1)
    )
    assert Alias.objects.get().pk != last.pk


def test_a_player_stays_in_the_club_and_is_one_user_once(operator: Client, cast: Cast) -> None:
    Player.objects.create(club=cast.club, name="Gaya", user=cast.member)
    player = Player.objects.create(club=cast.club, name="Guest")
    change = f"/admin/clubs/player/{player.pk}/change/"
    saved(operator, change, {"name": "Guest", "club": cast.other_club.pk} | rows("aliases"))
    player.refresh_from_db()
    assert player.club == cast.club
    response = operator.post(change, {"name": "Guest", "user": cast.member.pk} | rows("aliases"))
    assert response.status_code == 200
    assert "errorlist" in response.text


def test_users_are_made_and_get_a_password_and_clubs(operator: Client, cast: Cast) -> None:
    secret = "moon-over-the-river"
    fields = {"username": "jiyu", "usable_password": "true", "password1": secret, "password2": secret}
    saved(operator, "/admin/clubs/user/add/", fields | rows("memberships"))
    user = User.objects.get(username="jiyu")
    assert user.check_password(secret)
    page = operator.get(f"/admin/clubs/user/{user.pk}/change/").text
    assert 'name="memberships-TOTAL_FORMS"' in page
    joined = {"date_joined_0": "2026-01-01", "date_joined_1": "00:00:00", "is_active": "on"}
    membership = rows("memberships", {"club": cast.club.pk, "role": "member"})
    saved(operator, f"/admin/clubs/user/{user.pk}/change/", {"username": "jiyu"} | joined | membership)
    assert Membership.objects.get(user=user).club == cast.club


def test_staff_without_a_permission_sees_nothing(cast: Cast) -> None:
    cast.director.is_staff = True
    cast.director.save()
    client = signed_in(cast.director)
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/clubs/apitoken/").status_code == 403
    assert 'href="/admin/"' in client.get("/").text


@pytest.mark.parametrize("language", ["ko", "en"])
def test_pages_have_nothing_inline(operator: Client, cast: Cast, language: str) -> None:
    player = Player.objects.create(club=cast.club, name="Gaya")
    token, _clear = create_token(user=cast.owner, name="x", scope=Scope.READ)
    objects = [("club", cast.club.pk), ("user", cast.owner.pk), ("player", player.pk), ("apitoken", token.pk)]
    addresses = [f"/admin/clubs/{model}/{tail}" for model, pk in objects for tail in ("", "add/", f"{pk}/change/")]
    for address in ["/admin/", *addresses]:
        page = operator.get(address, headers={"Accept-Language": language}).text
        assert not re.search(r"<style|<script(?![^>]* (src=|type=\"application/json))| style=| on[a-z]+=", page), (
            address
        )
