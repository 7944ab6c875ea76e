"""Hands are stored, added up and counted anew by several at once. SQLite lets one at a time; PostgreSQL does not."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from threading import Event, Thread

import pytest
from django.db import connection, transaction

from badugi_site.clubs.models import Club, Player
from badugi_site.jobs.models import Job
from badugi_site.jobs.work import work
from hands.models import ClubSums, Hand, PendingSums
from hands.stats import Counted, count, rebuild
from hands.sums import differences
from tests.conftest import POSTGRESQL_RUN, without
from tests.hands.factories import NOON, make_club, make_hand, make_player

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    if connection.vendor != "postgresql":
        without("PostgreSQL", POSTGRESQL_RUN)
    return make_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return [make_player(club, name) for name in "ABCD"]


def store(club: Club, players: list[Player], **fields: int) -> Hand:
    hand = make_hand(club, players, facts=[{"put_in": 3}] * len(players), **fields)
    count(club, [Counted(hand, list(hand.facts.all()), 1)])
    return hand


def delete(club: Club, hand: Hand) -> None:
    count(club, [Counted(hand, list(hand.facts.all()), -1)])
    hand.delete()


class Beside:
    """Runs a function in a thread with its own connection; what it raises is raised at the end."""

    def __init__(self, function: Callable[[], object]) -> None:
        self.error: BaseException | None = None
        self.thread = Thread(target=self._run, args=[function])
        self.thread.start()

    def _run(self, function: Callable[[], object]) -> None:
        try:
            function()
        except BaseException as error:
            self.error = error
        finally:
            connection.close()

    def join(self) -> None:
        self.thread.join(30)
        assert not self.thread.is_alive()
        if self.error is not None:
            raise self.error


@pytest.mark.parametrize("goes", [False, True], ids=["a hand that comes", "a hand that goes"])
def test_a_rebuild_waits_for_nobody_and_loses_nothing_that_happens_meanwhile(
    club: Club, players: list[Player], goes: bool
) -> None:
    old = [store(club, players) for _ in range(3)]
    work()
    ClubSums.objects.update(vpip=7)
    is_written, may_commit = Event(), Event()

    def change() -> None:
        with transaction.atomic():
            if goes:
                delete(club, old[0])
            else:
                store(club, players)
            is_written.set()
            assert may_commit.wait(20)

    other = Beside(change)
    assert is_written.wait(20)
    assert rebuild(club) == 1
    may_commit.set()
    other.join()
    assert differences(club) == {}
    work()
    assert ClubSums.objects.get().deals == (2 if goes else 4)
    assert differences(club) == {}
    assert not PendingSums.objects.exists()


def test_several_at_once_come_to_the_same_sums(
    club: Club, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hands.stats._BATCH", 3)

    def come_and_go(seed: int) -> None:
        random = Random(seed)
        mine: list[Hand] = []
        for _ in range(8):
            with transaction.atomic():
                if mine and random.random() < 0.4:
                    delete(club, mine.pop(random.randrange(len(mine))))
                else:
                    mine.append(store(club, random.sample(players, 2), big_bet=random.choice((20, 40))))

    def work_often() -> None:
        for _ in range(8):
            Job.objects.create(kind="count_hands", arguments={"club": club.pk}, run_after=NOON, created_at=NOON)
            work()

    def rebuild_often() -> None:
        for _ in range(4):
            assert rebuild(club) == 0

    threads = [Beside(lambda seed=seed: come_and_go(seed)) for seed in range(2)]  # type: ignore[misc]
    threads += [Beside(work_often), Beside(work_often), Beside(rebuild_often)]
    for thread in threads:
        thread.join()
    assert differences(club) == {}
    work()
    assert differences(club) == {}
    assert not PendingSums.objects.exists()
    assert sum(ClubSums.objects.values_list("deals", flat=True)) == Hand.objects.count()
