"""The list of a player's hands: all of them, each once, the latest first, page by page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.test import RequestFactory
from rest_framework.request import Request

from badugi_site.api.pagination import page_of
from badugi_site.clubs.access import Viewer
from badugi_site.clubs.models import Player
from badugi_site.clubs.permissions import Audience
from hands.lists import hands_of
from hands.models import Hand
from tests.cast import Cast
from tests.hands.factories import make_hand, make_player

START = datetime(2026, 3, 1, 12, tzinfo=UTC)

pytestmark = pytest.mark.django_db


def dealt(cast: Cast, minute: int, *players: Player) -> Hand:
    return make_hand(cast.club, players, number=str(minute), at=START + timedelta(minutes=minute))


def pages(cast: Cast, player: Player) -> list[list[str]]:
    """The numbers of the hands on each page of two."""
    access = Viewer(cast.owner).club()
    address, found = "/", []
    while address:
        hands, order = hands_of(access, players=Player.objects.filter(pk=player.pk))
        request = Request(RequestFactory().get(address))
        cursor = request.query_params.get("cursor")
        page = page_of(hands, order, request=request, cursor=cursor and order.cursor.read(cursor), limit=2)
        found.append([hand.number for hand in page.rows])
        address = page.next
    return found


def test_the_hands_of_a_player_come_page_by_page_and_no_others(cast: Cast) -> None:
    hana, juno = make_player(cast.club, "Hana"), make_player(cast.club, "Juno")
    for minute in range(5):
        dealt(cast, minute, juno, hana)
        dealt(cast, minute + 10, juno)
    assert pages(cast, hana) == [["4", "3"], ["2", "1"], ["0"]]


def test_a_player_with_two_names_at_one_table_has_the_hand_once(cast: Cast) -> None:
    hana, juno = make_player(cast.club, "Hana"), make_player(cast.club, "Juno")
    for minute in range(3):
        dealt(cast, minute, hana, juno, hana)
    assert pages(cast, hana) == [["2", "1"], ["0"]]


def test_a_member_of_a_club_that_opens_no_other_hands_sees_the_own_ones(cast: Cast) -> None:
    cast.club.hands_open_to = Audience.PLAYERS
    cast.club.save()
    Player.objects.filter(user=cast.member).delete()
    own, other = make_player(cast.club, "Hana", user=cast.member), make_player(cast.club, "Juno")
    dealt(cast, 1, own, other)
    dealt(cast, 2, other)
    dealt(cast, 3, other, own)
    for players, numbers in ((None, ["3", "1"]), (other, ["3", "1"]), (own, ["3", "1"])):
        wanted = None if players is None else Player.objects.filter(pk=players.pk)
        hands, order = hands_of(Viewer(cast.member).club(), players=wanted)
        assert [hand.number for hand in hands.order_by(*order.names(backwards=False))] == numbers
