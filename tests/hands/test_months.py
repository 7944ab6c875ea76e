"""The months of hands are those of their club's time zone, also after it has changed."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, transaction

from badugi_site.clubs.models import Club, Player
from badugi_site.jobs.models import Job
from badugi_site.jobs.work import claim_next, work
from hands.models import Hand, PlayerSums
from hands.months import MOVE_MONTHS, count_misplaced, move_all_months, move_months
from hands.stats import Counted, count
from hands.sums import differences, month_of
from tests.hands.factories import NOON, make_club, make_hand, make_player

pytestmark = pytest.mark.django_db

NEW_YEAR_IN_SEOUL = datetime(2010, 12, 31, 15, 30, tzinfo=UTC)


@pytest.fixture
def club() -> Club:
    return make_club(time_zone="UTC")


@pytest.fixture
def ara(club: Club) -> Player:
    return make_player(club, "Ara")


def store(club: Club, player: Player, at: datetime | None, **fields: Any) -> Hand:
    hand = make_hand(club, [player], at=at, **fields)
    if not hand.is_disputed:
        count(club, [Counted(hand, list(hand.facts.all()), 1)])
    return hand


def months(player: Player) -> dict[str, int]:
    return dict(PlayerSums.objects.filter(player=player).values_list("month", "hands"))


def test_the_month_is_that_of_the_zone_of_the_club() -> None:
    seoul = Club(time_zone="Asia/Seoul").zone
    assert month_of(NEW_YEAR_IN_SEOUL, seoul) == "2011-01"
    assert month_of(NEW_YEAR_IN_SEOUL, Club(time_zone="UTC").zone) == "2010-12"
    assert month_of(None, seoul) == ""
    assert month_of(datetime(300, 5, 1, 12, tzinfo=UTC), seoul) == "0300-05"


@pytest.mark.parametrize("batch", [1, 2, 1000])
def test_another_zone_moves_the_hands_and_their_sums(
    club: Club, ara: Player, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hands.months._BATCH", batch)
    for at in (NEW_YEAR_IN_SEOUL, NEW_YEAR_IN_SEOUL, NOON, None):
        store(club, ara, at)
    disputed = store(club, ara, NEW_YEAR_IN_SEOUL, is_disputed=True)
    work()
    assert months(ara) == {"2010-12": 2, "2010-09": 1, "": 1}
    club.time_zone = "Asia/Seoul"
    club.save()
    assert count_misplaced(club) == 3
    work()
    assert months(ara) == {"2011-01": 2, "2010-09": 1, "": 1}
    disputed.refresh_from_db()
    assert disputed.month == "2011-01"
    assert count_misplaced(club) == 0
    assert differences(club) == {}


def test_the_sums_are_right_after_every_step(club: Club, ara: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hands.months._BATCH", 1)
    for _ in range(3):
        store(club, ara, NEW_YEAR_IN_SEOUL)
    work()
    Club.objects.update(time_zone="Asia/Seoul")

    class KilledError(Exception):
        pass

    moves = 0

    def die(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal moves
        if sql.startswith("UPDATE") and "hands_hand" in sql:
            moves += 1
            if moves == 3:
                raise KilledError
        return execute(sql, params, many, context)

    job = Job.objects.create(kind=MOVE_MONTHS, arguments={"club": club.pk}, run_after=NOON, created_at=NOON)
    lease = claim_next()
    assert lease is not None and lease.job == job
    with pytest.raises(KilledError), connection.execute_wrapper(die):
        move_months(lease)
    assert count_misplaced(Club.objects.get()) == 1
    assert differences(club) == {}
    move_months(lease)
    work()
    assert months(ara) == {"2011-01": 3}


def test_the_work_is_asked_for_when_the_zone_changes_and_only_then(club: Club) -> None:
    assert not Job.objects.exists()
    club.name = "Another"
    club.save()
    assert not Job.objects.exists()
    club.time_zone = "Asia/Seoul"
    club.save()
    assert [(job.kind, job.arguments) for job in Job.objects.all()] == [(MOVE_MONTHS, {"club": club.pk})]
    club.time_zone = "Europe/Paris"
    club.save(update_fields=["time_zone"])
    assert Job.objects.count() == 1, "one that waits is enough"


def test_a_change_that_is_taken_back_asks_for_nothing(club: Club) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        club.time_zone = "Asia/Seoul"
        club.save()
        raise RuntimeError
    assert not Job.objects.exists()


def test_a_club_that_is_gone_has_no_months_to_move(club: Club) -> None:
    Job.objects.create(kind=MOVE_MONTHS, arguments={"club": club.pk + 1}, run_after=NOON, created_at=NOON)
    work()
    assert Job.objects.get().state == "done"


def test_all_at_once_is_the_same(club: Club, ara: Player) -> None:
    store(club, ara, NEW_YEAR_IN_SEOUL)
    Club.objects.update(time_zone="Asia/Seoul")
    move_all_months(club)
    work()
    assert months(ara) == {"2011-01": 1}
