"""Hands go in once, whoever tells of them and in whatever order."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from badugi_site.clubs.models import Club
from hands.check import check
from hands.formats import read
from hands.ingest import Sender, store_hands
from hands.models import Fact, Hand, Outcome, Rank, Source

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SERVER = Sender(None, Rank.SERVER)


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Club Han", slug="han", time_zone="Asia/Seoul")


def store(club: Club, data: bytes, sender: Sender = SERVER):
    return store_hands([check(hand) for hand in read(data)], club=club, sender=sender, posted=False, at=NOW)


def test_a_file_twice_is_stored_once(club: Club, corpus: Path) -> None:
    data = (corpus / "pokerstars" / "badugi-sng-2010.txt").read_bytes()
    assert [stored.outcome for stored in store(club, data)] == [Outcome.ACCEPTED] * 104
    rows = list(Hand.objects.order_by("pk").values()), list(Fact.objects.order_by("pk").values())
    assert [stored.outcome for stored in store(club, data.replace(b"\n", b"\r\n"))] == [Outcome.DUPLICATE] * 104
    assert (Hand.objects.count(), Source.objects.count()) == (104, 104)
    assert rows == (list(Hand.objects.order_by("pk").values()), list(Fact.objects.order_by("pk").values()))
