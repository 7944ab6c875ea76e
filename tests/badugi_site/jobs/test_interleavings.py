"""Whatever happens in whatever order, each step of each job has its effect once, and only whoever holds it stores.

Workers run inside one another here: while one does its job, leases run out, others take over, are killed, fail, stop.
"""

from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from badugi_site.jobs import work
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import Lease, cancel, claim_next, enqueue, release_leases, retry

STEPS = 3
EVENTS = ["step", "fail", "stop", "killed", "another worker", "time", "cancel", "retry", "again", "release"]


class Killed(BaseException):
    """Nothing is written down any more."""


class World:
    """Takes one event after the other from the list; when it is empty, all goes well."""

    def __init__(self, events: list[str]) -> None:
        self.events = events
        self.depth = 0
        self.wrong: list[str] = []  # an assertion within a handler would be a failure of the job

    def next(self) -> str:
        return self.events.pop(0) if self.events else "step"

    def do_job(self, lease: Lease) -> None:
        """Leaves a mark for each step. It goes on where the last one ended, as every handler does."""
        number = Group.objects.filter(name__startswith=f"{lease.job.pk} ").count()
        while number < STEPS:
            event = self.next()
            if event == "step":
                before = Job.objects.get(pk=lease.job.pk)
                try:
                    with lease.step():
                        Group.objects.create(name=f"{lease.job.pk} {number}")
                except IntegrityError:
                    self.wrong.append("a step was done twice")
                    raise
                if before.lease != lease.token:
                    self.wrong.append("somebody stored who does not hold it")
                number += 1
            elif event == "fail":
                raise ValueError
            elif event == "stop":
                raise work.StoppedError
            elif event == "killed":
                raise Killed
            else:
                self.happen(event)
        with lease.finish():
            Group.objects.create(name=f"{lease.job.pk} end")

    def happen(self, event: str) -> None:
        if event == "another worker":
            self.work_one()
        elif event == "time":
            let_time_pass()
        elif event == "cancel":
            for job in Job.objects.filter(state__in=[State.WAITING, State.RUNNING])[:1]:
                assert cancel(job.pk)
        elif event == "retry":
            for job in Job.objects.filter(state__in=[State.DEAD, State.CANCELLED])[:1]:
                assert retry(job.pk)
        elif event == "again":
            enqueue("do_job", key="club 1")
        elif event == "release" and self.depth == 0:
            release_leases()

    def work_one(self) -> None:
        lease = claim_next() if self.depth < 4 else None
        if lease is None:
            return
        self.depth += 1
        try:
            work.run(lease)
        except Killed:
            pass
        finally:
            self.depth -= 1
        self.check()

    def check(self) -> None:
        waiting = Counter(Job.objects.filter(state=State.WAITING).values_list("key", flat=True))
        assert all(count == 1 for key, count in waiting.items() if key)


def let_time_pass() -> None:
    past = timezone.now() - timedelta(seconds=1)
    Job.objects.filter(state=State.WAITING).update(run_after=past)
    Job.objects.filter(state=State.RUNNING).update(leased_until=past)


@pytest.mark.django_db
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=st.lists(st.sampled_from(EVENTS), max_size=40))
def test_each_step_of_each_job_has_its_effect_once(kind: Callable[..., str], events: list[str]) -> None:
    Job.objects.all().delete()
    Group.objects.all().delete()
    world = World(events)
    work._handlers["do_job"] = world.do_job
    for key in ("club 1", "", ""):
        enqueue("do_job", key=key)
    while world.events:
        event = world.next()
        world.happen(event if event not in ("step", "fail", "stop", "killed") else "another worker")
    # Peace at last: what was given up is done again, and what was held by the killed is taken over.
    for job in Job.objects.filter(state__in=[State.DEAD, State.CANCELLED]):
        if not job.error.startswith(work.SUPERSEDED):
            retry(job.pk)
    for _ in range(20):
        let_time_pass()
        world.work_one()
    assert not world.wrong
    for job in Job.objects.all():
        done = sorted(Group.objects.filter(name__startswith=f"{job.pk} ").values_list("name", flat=True))
        if job.state == State.DONE:
            assert done == [f"{job.pk} {step}" for step in (0, 1, 2, "end")]
        else:
            assert job.state == State.CANCELLED and job.error.startswith(work.SUPERSEDED)
