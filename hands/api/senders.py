"""Whose word a history is that comes by the API."""

from __future__ import annotations

from badugi_site.clubs.access import Access
from badugi_site.clubs.models import ApiToken
from badugi_site.clubs.permissions import STAFF
from hands.ingest import Sender
from hands.models import Rank


def sender(access: Access, token: ApiToken | None) -> Sender:
    """A token of an owner or director that is for this club alone is what a club's server has: it speaks for the table.

    With any other token, or on the pages, the person speaks.
    """
    if access.role not in STAFF:
        return Sender(access.user, Rank.MEMBER)
    if token is not None and token.club_id == access.club.pk:
        return Sender(access.user, Rank.SERVER)
    return Sender(access.user, Rank.DIRECTOR)
