"""The people of the tests of access: an owner, a director and a member of one club, and strangers of another."""

from __future__ import annotations

from typing import NamedTuple

from django.test import Client

from badugi_site.clubs.models import Club, User
from badugi_site.clubs.people import add_member, create_club, create_token
from badugi_site.clubs.permissions import Role, Scope


class Cast(NamedTuple):
    """``club`` has owner, director and member; ``other_club`` has the stranger, who owns it; nobody is in no club."""

    club: Club
    other_club: Club
    owner: User
    director: User
    member: User
    stranger: User
    nobody: User


def make_cast() -> Cast:
    club = create_club(name="Moonlight", slug="moonlight", language="ko", time_zone="Asia/Seoul")
    other_club = create_club(name="Elsewhere", slug="elsewhere")
    owner, director, member, stranger, nobody = (
        User.objects.create_user(name) for name in ("danbi", "eunha", "gaya", "haneul", "iseul")
    )
    for user, role in ((owner, Role.OWNER), (director, Role.DIRECTOR), (member, Role.MEMBER)):
        add_member(club=club, user=user, role=role)
    add_member(club=other_club, user=stranger, role=Role.OWNER)
    return Cast(club, other_club, owner, director, member, stranger, nobody)


def signed_in(user: User, *, csrf: bool = False) -> Client:
    """A browser in which this user is signed in; with ``csrf`` it checks forms as a real one does."""
    client = Client(enforce_csrf_checks=csrf)
    client.force_login(user)
    return client


def with_token(user: User, scope: Scope, club: Club | None = None) -> Client:
    """A program that sends a new token of this user with every request."""
    _token, clear = create_token(user=user, name="test", scope=scope, club=club)
    return Client(headers={"Authorization": f"Token {clear}"})
