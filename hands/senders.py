"""Whose word a history is."""

from __future__ import annotations

from badugi_site.clubs.access import Access
from badugi_site.clubs.models import ApiToken, User
from badugi_site.clubs.permissions import STAFF, Role
from hands.ingest import Sender
from hands.models import Rank


def sender(access: Access, token: ApiToken | None = None) -> Sender:
    """A token of an owner or director that is for this club alone is what a club's server has: it speaks for the table.

    With any other token, or on the pages, the person speaks.
    """
    if access.role in STAFF and token is not None and token.club_id == access.club.pk:
        return Sender(access.user, Rank.SERVER)
    return sender_of(access.user, access.role)


def sender_of(user: User, role: Role) -> Sender:
    """A person of this role in the club."""
    return Sender(user, Rank.DIRECTOR if role in STAFF else Rank.MEMBER)
