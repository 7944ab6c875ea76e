"""The lists of hands, players and uploads: what somebody may see of them, in which order, and how they are narrowed
down. The API and the pages show the same ones."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from badugi_site.api import parameters
from badugi_site.api.pagination import Order, text_value, time_value, uuid_value, whole_value
from badugi_site.clubs.access import Access
from badugi_site.clubs.models import Alias, Player
from badugi_site.clubs.permissions import SEE_ALL_UPLOADS, Audience
from hands.models import Fact, Hand, HandQuerySet, Upload
from hands.uploads import present

HANDS = Order((("id", uuid_value),), descending=True)
HANDS_OF_PLAYER = Order((("seat_hand", uuid_value),), descending=True)
# Of a period: hands whose time was not known when they came stand elsewhere in the order of their ids.
HANDS_BY_TIME = Order((("played_at", time_value), ("id", uuid_value)), descending=True)
UPLOADS = Order((("id", uuid_value),), descending=True)
RESULTS = Order((("index", whole_value),))
PLAYERS = Order((("name", text_value), ("id", whole_value)))


def hands_of(
    access: Access,
    *,
    game: str | None = None,
    site: str | None = None,
    number: str | None = None,
    status: str | None = None,
    since: date | datetime | None = None,
    until: date | datetime | None = None,
    disputed: bool | None = None,
    players: QuerySet[Player] | None = None,
) -> tuple[HandQuerySet, Order]:
    """The hands of a club that this person may see, and their order, the latest first.

    Whatever is given narrows them down: ``since`` and ``until`` are days in the club's time zone, both included, or
    times; ``players`` are those of whom one sat in the hand.
    """
    hands, order = Hand.objects.visible_to(access), HANDS
    equal = {"game": game, "site": site, "status": status, "is_disputed": disputed}
    hands = hands.filter(**{name: value for name, value in equal.items() if value is not None})
    if number is not None:
        hands = hands.numbered(number, [access.club]) if site is None else hands.filter(number=number)
    if since is not None:
        hands = hands.filter(played_at__gte=parameters.since(since, access.club.zone))
    if until is not None:
        hands = hands.filter(played_at__lt=parameters.until(until, access.club.zone))
    if since is not None or until is not None:
        order = HANDS_BY_TIME
    ids = _seated(access, players)
    if ids is None:
        return hands, order
    if not ids:
        return hands.none(), order
    if len(ids) == 1 and order is HANDS:
        return hands.of_player(ids[0]), HANDS_OF_PLAYER
    return hands.filter(Exists(Fact.objects.filter(hand=OuterRef("pk"), player__in=players or ids))), order


def _seated(access: Access, players: QuerySet[Player] | None) -> list[int] | None:
    """The players of whom one has to sit in a hand (of those asked for no more than it takes to know whether it is
    one), or None."""
    if players is not None:
        return list(players.order_by().values_list("pk", flat=True)[:2])
    only_own = not access.sees_all_cards and access.club.hands_open_to == Audience.PLAYERS
    return sorted(access.players) if only_own else None


def players_of(access: Access, name: str | None = None) -> QuerySet[Player]:
    """The players of a club, with their aliases; of those whose name, here or at a room, has this in it."""
    players = Player.objects.filter(club=access.club).prefetch_related("aliases")
    if not name:
        return players
    known_as = Alias.objects.filter(player=OuterRef("pk"), name__icontains=name)
    return players.filter(Q(name__icontains=name) | Exists(known_as))


def uploads_of(access: Access) -> QuerySet[Upload]:
    """One's own uploads to a club, everybody's for staff; none that is being deleted."""
    uploads = present(Upload.objects.filter(club=access.club))
    return uploads if access.may(SEE_ALL_UPLOADS) else uploads.filter(user=access.user)
