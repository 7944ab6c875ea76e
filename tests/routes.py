"""An address of every route of a club, for the tests of access: what it leads to is stored, in the club of the cast."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from badugi_site.clubs.models import Player, User
from badugi_site.clubs.permissions import Audience
from hands.ingest import Sender
from hands.models import PlayerSums, Rank
from hands.uploads import start_upload
from tests.cast import Cast, signed_in
from tests.hands.api.histories import AREUM

# Pages for anyone, or (the password) for whoever is signed in; the API's own say so themselves, by being open views.
PUBLIC_PAGES = {
    "",
    "admin/login/",
    "check/",
    "healthz",
    "language/setlang/",
    "password/",
    "sign-in/",
    "sign-out/",
}


def a_hand(cast: Cast, user: User) -> Any:
    """One that everybody in the club may see."""
    address = f"/api/v1/hands/?club={cast.club.slug}"
    response = signed_in(cast.owner).generic("POST", address, AREUM, content_type="text/plain")
    assert response.status_code in (200, 201), response.json()
    return response.json()["id"]


def an_upload(cast: Cast, user: User) -> Any:
    """One of this user, that waits."""
    sender = Sender(user, Rank.MEMBER)
    return start_upload(club=cast.club, sender=sender, files=[], at=timezone.now()).pk


def a_player(cast: Cast, user: User) -> Any:
    """The one who is this user, and has played for chips in two months, of which a chart is made."""
    player, _created = Player.objects.get_or_create(club=cast.club, user=user, defaults={"name": user.username})
    for month in ("2010-03", "2010-04"):
        key = {"game": "badugi", "small_bet": 10, "big_bet": 20, "month": month}
        PlayerSums.objects.get_or_create(club=cast.club, player=player, **key, defaults={"hands": 1, "won": 30})
    return player.pk


def the_club(cast: Cast, user: User) -> Any:
    """With its statistics open to all who are in it."""
    cast.club.statistics_open_to = Audience.MEMBERS
    cast.club.save()
    return cast.club.slug


# By the name of the parameter in the route: what stores something that this user may see, and returns its value.
MAKERS: dict[str, Callable[[Cast, User], Any]] = {
    "hand_id": a_hand,
    "player_id": a_player,
    "slug": the_club,
    "upload_id": an_upload,
}

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")


def address_of(route: str, cast: Cast, user: User) -> str:
    """An address of the route that leads to something of ``cast.club``; to the club itself where the route has none."""
    parameters = {name: MAKERS[name](cast, user) for name in PARAMETER.findall(route)}
    path = "/" + PARAMETER.sub(lambda found: str(parameters[found[1]]), route)
    return path if parameters else f"{path}?club={the_club(cast, user)}"
