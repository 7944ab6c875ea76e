"""A club at whose table two members sat, and what they send."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from badugi_site.clubs.models import Alias, Club, Player, User
from badugi_site.clubs.people import add_member
from badugi_site.clubs.permissions import Role
from badugi_site.jobs.work import work
from hands.check import check
from hands.files import keep
from hands.formats import read
from hands.ingest import Sender, store_hands
from hands.models import Hand, Rank, Upload
from hands.uploads import KeptFile, start_upload
from tests.cast import Cast
from tests.hands.histories import DURI, HANA, history

# What the history of Duri alone tells, and that of Hana.
DURIS_CARDS = ("5s", "6h", "9d", "9c", "8d", "Jc")
HANAS_CARDS = ("Kc",)


class Room(NamedTuple):
    """``hana`` and ``duri`` are members who sat in ``hand``, which both sent; ``cast.member`` sat in none."""

    cast: Cast
    hana: User
    duri: User
    hand: Hand

    @property
    def club(self) -> Club:
        return self.cast.club

    @property
    def hand_page(self) -> str:
        return f"/clubs/moonlight/hands/{self.hand.pk}/"

    def player(self, user: User) -> Player:
        return Player.objects.get(club=self.club, user=user)


def make_room(cast: Cast) -> Room:
    hana, duri = (_member(cast.club, name) for name in (HANA, DURI))
    store(cast.club, history(HANA), Sender(hana, Rank.MEMBER))
    store(cast.club, history(DURI), Sender(duri, Rank.MEMBER))
    work()
    return Room(cast, hana, duri, Hand.objects.get())


def _member(club: Club, name: str) -> User:
    user = User.objects.create_user(name.lower())
    add_member(club=club, user=user, role=Role.MEMBER)
    player = Player.objects.create(club=club, name=name, user=user)
    Alias.objects.create(player=player, site="PokerStars", name=name)
    return user


def store(club: Club, text: bytes, sender: Sender | None = None) -> list[Hand]:
    """Stores the hands of a text, from the club's server unless told otherwise."""
    checked = [check(hand) for hand in read(text)]
    sender = sender or Sender(None, Rank.SERVER)
    with transaction.atomic():
        stored = store_hands(checked, club=club, sender=sender, posted=True, at=timezone.now())
    return [Hand.objects.get(pk=one.hand_id) for one in stored]


def upload(club: Club, user: User, files: dict[str, bytes], *, rank: Rank = Rank.DIRECTOR) -> Upload:
    """An upload that waits for its turn."""
    kept = [KeptFile(name, *keep([data], 10**9)) for name, data in files.items()]
    return start_upload(club=club, sender=Sender(user, rank), files=kept, at=timezone.now())


def get(client: Client, address: str, language: str = "en") -> HttpResponse:
    response: HttpResponse = client.get(address, headers={"accept-language": language})
    return response


def statuses(clients: Iterable[Client], address: str) -> list[int]:
    return [get(client, address).status_code for client in clients]
