"""Every route there is, times everybody who may ask: each answer is the one of the permission table.

A new route fails here until it is decided who may use it: by an open view, by the permissions of a club's view or
page, or in the list of public pages of ``tests/routes.py``, which also says how to make what the addresses lead to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.sites import site as admin_site
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django import Settings

from badugi_site.api.views import OpenView
from badugi_site.clubs.api import ClubView
from badugi_site.clubs.models import User
from badugi_site.clubs.people import add_member
from badugi_site.clubs.permissions import PERMISSIONS, STAFF, Permission, Role, Scope, allows
from tests.cast import Cast, signed_in, with_token
from tests.routes import MAKERS, PARAMETER, PUBLIC_PAGES, address_of

ADMIN = "admin/"
REFUSALS = {401, 403, 404}


def routes(resolver: URLResolver | None = None, start: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in (resolver or get_resolver()).url_patterns:
        here = start + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield here, pattern.callback
        else:
            yield from routes(pattern, here)


def is_open(view: Any) -> bool:
    return issubclass(getattr(view, "cls", object), OpenView)


def permissions_of(view: Any) -> dict[str, Permission]:
    """The permissions that a view of a club declares by method; empty when it declares none."""
    found: dict[str, Permission] = getattr(getattr(view, "cls", view), "permissions", {})
    return found


OF_CLUBS = {route: permissions_of(view) for route, view in routes() if permissions_of(view)}
CASES = [(route, method) for route, permissions in sorted(OF_CLUBS.items()) for method in sorted(permissions)]


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Settings) -> None:
    settings.RATE_LIMITS = False


def test_of_every_route_it_is_decided_who_may_use_it() -> None:
    undecided = [
        route
        for route, view in routes()
        if not (is_open(view) or permissions_of(view) or route in PUBLIC_PAGES or route.startswith(ADMIN))
    ]
    assert undecided == []


def test_the_public_pages_are_there() -> None:
    assert {route for route, _view in routes()} >= PUBLIC_PAGES


def test_a_view_of_a_club_has_a_permission_for_each_of_its_methods() -> None:
    for route, view in routes():
        cls = getattr(view, "cls", None)
        if cls is not None and issubclass(cls, ClubView):
            methods = {name.upper() for name in cls.http_method_names if hasattr(cls, name)} - {"HEAD", "OPTIONS"}
            assert methods == cls.permissions.keys(), route
            assert "IsAuthenticated" in [permission.__name__ for permission in cls.permission_classes], route


def test_of_every_route_of_a_club_an_address_is_known() -> None:
    parameters = {name for route in OF_CLUBS for name in PARAMETER.findall(route)}
    assert parameters - MAKERS.keys() == set(), "say in tests/routes.py what it leads to"


def test_every_permission_is_in_the_table() -> None:
    for permissions in OF_CLUBS.values():
        assert all(PERMISSIONS[permission.code] is permission for permission in permissions.values())


def people(cast: Cast) -> dict[Role, User]:
    return {Role.OWNER: cast.owner, Role.DIRECTOR: cast.director, Role.MEMBER: cast.member}


def ask(client: Client, method: str, address: str) -> int:
    return client.generic(method, address).status_code


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "method"), CASES)
def test_sessions_may_what_their_role_may(cast: Cast, route: str, method: str) -> None:
    needed = OF_CLUBS[route][method]
    for role, user in people(cast).items():
        status = ask(signed_in(user), method, address_of(route, cast, user))
        if allows(needed, role, Scope.DIRECT):
            assert status not in REFUSALS and status < 500, (role, status)
        else:
            assert status == 403, role


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "method"), CASES)
def test_nobody_and_strangers_find_nothing(cast: Cast, route: str, method: str) -> None:
    address = address_of(route, cast, cast.member)
    # Pages send to sign in, and back; the API asks for a token.
    assert ask(Client(), method, address) == (401 if route.startswith("api/") else 302)
    for user in (cast.stranger, cast.nobody):
        assert ask(signed_in(user), method, address) == 404
    if route.startswith("api/"):
        for scope in Scope:
            assert ask(with_token(cast.stranger, scope), method, address) == 404


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "method"), [case for case in CASES if case[0].startswith("api/")])
def test_tokens_may_what_their_user_may_within_their_scope(cast: Cast, route: str, method: str) -> None:
    needed = OF_CLUBS[route][method]
    for role, user in people(cast).items():
        for scope in Scope:
            status = ask(with_token(user, scope), method, address_of(route, cast, user))
            if allows(needed, role, scope):
                assert status not in REFUSALS and status < 500, (role, scope, status)
            else:
                assert status == 403, (role, scope)


@pytest.mark.django_db
@pytest.mark.parametrize(("route", "method"), [case for case in CASES if case[0].startswith("api/")])
def test_a_token_for_another_club_of_its_user_finds_nothing_here(cast: Cast, route: str, method: str) -> None:
    add_member(club=cast.other_club, user=cast.owner, role=Role.OWNER)
    address = address_of(route, cast, cast.owner)
    assert ask(with_token(cast.owner, Scope.DIRECT, cast.other_club), method, address) == 404


@pytest.mark.django_db
def test_the_admin_is_for_staff_of_the_site_and_not_for_owners_of_clubs(cast: Cast) -> None:
    lists = [f"/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in admin_site._registry]
    assert "/admin/clubs/club/" in lists
    for address in ["/admin/", *lists, *(f"{address}add/" for address in lists)]:
        answer = Client().get(address, follow=True)
        assert answer.redirect_chain[-1][0].startswith("/sign-in/?next=/admin/"), address
        for user in people(cast).values():
            assert signed_in(user).get(address, follow=True).status_code == 403, address


def test_the_table_gives_no_member_what_staff_has_alone_and_no_token_more_than_its_user() -> None:
    for permission in PERMISSIONS.values():
        assert Role.OWNER in permission.roles
        assert permission.roles == frozenset(Role) or permission.roles <= STAFF
        for role in Role:
            allowed = [allows(permission, role, scope) for scope in Scope]
            assert allowed == sorted(allowed)
            assert allowed[-1] == (role in permission.roles)
