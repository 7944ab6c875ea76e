"""How clubs, members and tokens come about. Each of these is one transaction."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from badugi_site.clubs.models import ApiToken, Club, Membership, User
from badugi_site.clubs.permissions import Role, Scope

# Neither l and 1 nor o and 0: a password that is read from a terminal and typed into a page.
_READABLE = "abcdefghijkmnpqrstuvwxyz23456789"

FIRST_OWNER = "owner"


class FirstOwner(NamedTuple):
    """What the first start of a club makes; password and token are nowhere else in clear."""

    club: Club
    user: User
    password: str
    token: str


@transaction.atomic
def create_club(*, name: str, slug: str, language: str = "en", time_zone: str = "UTC") -> Club:
    """Makes a club without anybody in it. Raises ValidationError, by field."""
    club = Club(name=name, slug=slug, language=language, time_zone=time_zone)
    club.full_clean()
    club.save()
    return club


@transaction.atomic
def create_user(*, username: str, is_operator: bool = False) -> tuple[User, str]:
    """Makes a user with a random password, which is returned in clear this once. Operators may use the whole admin.

    Raises ValidationError, by field.
    """
    user = User(username=username, is_staff=is_operator, is_superuser=is_operator)
    password = readable_password()
    user.set_password(password)
    user.full_clean()
    user.save()
    return user, password


@transaction.atomic
def add_member(*, club: Club, user: User, role: Role) -> Membership:
    """Makes somebody a member; who is one already gets the role."""
    membership, _created = Membership.objects.update_or_create(club=club, user=user, defaults={"role": role})
    return membership


@transaction.atomic
def create_token(
    *, user: User, name: str, scope: Scope, club: Club | None = None, expires_in: timedelta | None = None
) -> tuple[ApiToken, str]:
    """Makes a token that acts as the user; it is returned in clear this once, and stored as its digest alone.

    Raises ValidationError for a name that is empty or too long, and for a club that the user is not in.
    """
    check_token(user=user, club=club)
    if not 0 < len(name) <= 100:
        raise ValidationError({"name": _("The name of a token has 1 to 100 characters.")})
    made: tuple[ApiToken, str] = ApiToken.objects.create(  # type: ignore[no-untyped-call]  # knox has no types
        user=user, expiry=expires_in, name=name, scope=scope, club=club
    )
    return made


def check_token(*, user: User, club: Club | None) -> None:
    """Raises ValidationError for a token that would open nothing: for a club that its user is not in."""
    if club is not None and not Membership.objects.filter(club=club, user=user).exists():
        raise ValidationError({"club": _("%(user)s is not in this club.") % {"user": user}})


@transaction.atomic
def found_club(
    *, name: str, slug: str, owner: str, language: str = "en", time_zone: str = "UTC"
) -> tuple[Club, User, str | None]:
    """Makes a club and its owner, by user name. The password is that of a new user, else None.

    Raises ValidationError, by field.
    """
    club = create_club(name=name, slug=slug, language=language, time_zone=time_zone)
    user, password = User.objects.filter(username=owner).first(), None
    if user is None:
        user, password = create_user(username=owner)
    add_member(club=club, user=user, role=Role.OWNER)
    return club, user, password


def first_owner(*, language: str = "en", time_zone: str = "UTC") -> FirstOwner | None:
    """On an empty database: the first club, its owner (who is the operator, too) and a token to upload with.

    None where anybody or any club is there already, and where another process makes them at this moment.
    """
    try:
        with transaction.atomic():
            if User.objects.exists() or Club.objects.exists():
                return None
            name = "우리 클럽" if language == "ko" else "My club"
            club = create_club(name=name, slug="club", language=language, time_zone=time_zone)
            user, password = create_user(username=FIRST_OWNER, is_operator=True)
            add_member(club=club, user=user, role=Role.OWNER)
            _row, token = create_token(user=user, name="first start", scope=Scope.UPLOAD, club=club)
            return FirstOwner(club, user, password, token)
    except (IntegrityError, ValidationError):
        if User.objects.exists():
            return None
        raise


def readable_password() -> str:
    """A hundred bits in four groups, in letters that are not mistaken for one another."""
    return "-".join("".join(secrets.choice(_READABLE) for _each in range(5)) for _group in range(4))
