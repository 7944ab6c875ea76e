from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from badugi_site.clubs.models import Club
from badugi_site.ids import time_ordered_id
from badugi_site.jobs import clearing, work
from badugi_site.jobs.clearing import KEPT, clear_old
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.tasks import clear
from hands.models import Rank, Upload

pytestmark = pytest.mark.django_db


def ended(state: State, at: datetime, *, key: str = "") -> Job:
    return Job.objects.create(kind="kind", key=key, state=state, run_after=at, created_at=at, finished_at=at)


def test_what_ended_well_or_was_cancelled_is_deleted_after_a_week() -> None:
    now = timezone.now()
    long_ago, lately = now - KEPT - timedelta(seconds=1), now - KEPT + timedelta(seconds=1)
    for state in (State.DONE, State.CANCELLED):
        ended(state, long_ago, key="club 1")
    kept = [ended(State.DONE, lately), ended(State.DEAD, long_ago)]
    kept.append(Job.objects.create(kind="kind", run_after=long_ago, created_at=long_ago))
    assert clear_old(now) == 2
    assert list(Job.objects.order_by("pk")) == kept
    assert clear_old(now) == 0


def test_what_something_points_at_stays() -> None:
    long_ago = timezone.now() - 2 * KEPT
    job, _other = ended(State.DONE, long_ago), ended(State.DONE, long_ago)
    club = Club.objects.create(slug="club", name="Club")
    Upload.objects.create(id=time_ordered_id(long_ago), club=club, job=job, rank=Rank.MEMBER)
    assert clear_old(timezone.now()) == 1
    assert Job.objects.get() == job


def test_a_great_heap_goes_bit_by_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clearing, "_MOST_AT_ONCE", 2)
    long_ago = timezone.now() - 2 * KEPT
    for _ in range(5):
        ended(State.DONE, long_ago)
    assert [clear_old(timezone.now()) for _ in range(4)] == [2, 2, 1, 0]


def test_the_task_clears() -> None:
    ended(State.DONE, timezone.now() - 2 * KEPT)
    clear()
    assert not Job.objects.exists()


def test_what_is_done_again_meanwhile_is_not_deleted(kind: Callable[..., str]) -> None:
    job = ended(State.CANCELLED, timezone.now() - 2 * KEPT)
    assert work.retry(job.pk)
    assert clear_old(timezone.now()) == 0
