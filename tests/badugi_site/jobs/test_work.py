"""One worker in one process: how a job is asked for, carried on, put back and ended."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import DataError, InterfaceError, OperationalError, connection, transaction
from django.utils import timezone

from badugi_site.jobs import work
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import Lease, cancel, claim_next, enqueue, release_leases, retry

Kind = Callable[[work.Handler], str]

pytestmark = pytest.mark.django_db


def nothing(lease: Lease) -> None:
    pass


def fail(lease: Lease) -> None:
    raise ValueError("no such card")


def make_due(job: Job) -> None:
    """Let the time go by until this one is due."""
    Job.objects.filter(pk=job.pk, state=State.WAITING).update(run_after=timezone.now())


def kill_its_worker(job: Job) -> None:
    """Let the lease run out, as when whoever holds it is gone."""
    Job.objects.filter(pk=job.pk, state=State.RUNNING).update(leased_until=timezone.now() - timedelta(seconds=1))


def test_what_is_asked_for_is_done_once(kind: Kind) -> None:
    seen = []

    def note(lease: Lease) -> None:
        seen.append(lease.job.arguments)

    job = enqueue(kind(note), {"number": 7})
    assert (work.work(), work.work()) == (1, 0)
    job.refresh_from_db()
    assert seen == [{"number": 7}]
    assert (job.state, job.lease, job.attempts, job.error) == (State.DONE, None, 0, "")
    assert job.created_at <= job.started_at <= job.finished_at


def test_work_of_a_kind_nobody_knows_is_refused_when_it_is_asked_for(handlers: dict[str, work.Handler]) -> None:
    with pytest.raises(LookupError, match="no handler of misspelt"):
        enqueue("misspelt")
    assert not Job.objects.exists()


def test_a_kind_that_only_another_version_knows_is_left_to_it(kind: Kind, handlers: dict[str, work.Handler]) -> None:
    job = enqueue(kind(nothing))
    handlers.clear()
    assert claim_next() is None
    assert work.count_due(5) == 0
    kind(nothing)
    assert work.count_due(5) == 1
    assert work.work() == 1
    job.refresh_from_db()
    assert job.state == State.DONE


def test_two_handlers_of_one_kind_are_refused(kind: Kind) -> None:
    kind(nothing)
    with pytest.raises(ValueError, match="a handler of nothing already"):
        work.handler("nothing")(fail)


def test_work_for_later_waits_until_then(kind: Kind) -> None:
    job = enqueue(kind(nothing), at=timezone.now() + timedelta(minutes=1))
    assert work.work() == 0
    make_due(job)
    assert work.work() == 1


def test_of_one_key_one_waits_and_another_key_or_none_is_another_job(kind: Kind) -> None:
    name = kind(nothing)
    first = enqueue(name, key="club 1")
    assert enqueue(name, key="club 1") == first
    assert enqueue(name, key="club 2") != first
    assert enqueue(name) != enqueue(name)
    claim_next()
    assert enqueue(name, key="club 1") != first


def test_a_step_that_fails_stores_nothing_and_those_before_it_stay(kind: Kind) -> None:
    def two_steps(lease: Lease) -> None:
        with lease.step():
            Group.objects.create(name="first")
        with lease.step():
            Group.objects.create(name="second")
            raise ValueError

    enqueue(kind(two_steps))
    work.work()
    assert [group.name for group in Group.objects.all()] == ["first"]


def test_results_of_the_last_step_and_the_end_are_stored_together(kind: Kind) -> None:
    def break_off(lease: Lease) -> None:
        with lease.finish():
            Group.objects.create(name="result")
            raise ValueError

    def finish(lease: Lease) -> None:
        with lease.finish():
            Group.objects.create(name="result")

    broken = enqueue(kind(break_off))
    work.work()
    broken.refresh_from_db()
    assert (broken.state, Group.objects.count()) == (State.WAITING, 0)
    finished = enqueue(kind(finish))
    work.work()
    finished.refresh_from_db()
    assert (finished.state, Group.objects.count()) == (State.DONE, 1)


def test_a_failure_is_written_down_and_tried_again_later_and_later_until_it_is_given_up(kind: Kind) -> None:
    job = enqueue(kind(fail))
    waits = []
    for _ in range(work.MOST_ATTEMPTS):
        make_due(job)
        assert (work.work(), work.work()) == (1, 0)
        job.refresh_from_db()
        waits.append(round((job.run_after - timezone.now()).total_seconds()))
    assert waits[:-1] == [5, 10, 20, 40]
    assert (job.state, job.attempts) == (State.DEAD, work.MOST_ATTEMPTS)
    assert job.error.startswith("Traceback")
    assert job.error.endswith("ValueError: no such card\n")


def test_progress_starts_the_count_anew(kind: Kind) -> None:
    def get_on_then_fail(lease: Lease) -> None:
        with lease.step():
            pass
        raise ValueError

    job = enqueue(kind(get_on_then_fail))
    for _ in range(work.MOST_ATTEMPTS + 2):
        make_due(job)
        assert work.work() == 1
        job.refresh_from_db()
        assert (job.state, job.attempts) == (State.WAITING, 1)
    # A step that is rolled back is no progress.
    Job.objects.update(attempts=2)

    def fail_in_the_step(lease: Lease) -> None:
        with lease.step():
            raise ValueError

    work._handlers[job.kind] = fail_in_the_step
    make_due(job)
    work.work()
    job.refresh_from_db()
    assert job.attempts == 3


def test_an_error_with_characters_that_no_database_stores_is_written_down(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work.logger, "disabled", True)  # a report of the log would not take them either

    def fail_oddly(lease: Lease) -> None:
        raise ValueError("a\0b \udcff " + "x" * 5000 + " end")

    job = enqueue(kind(fail_oddly))
    work.work()
    job.refresh_from_db()
    assert job.error.endswith("x end\n")
    assert len(job.error) == 4000
    assert work.as_stored("a\0b \udcff") == "a\\x00b \\udcff"


def test_work_that_kills_its_worker_each_time_is_given_up_with_the_reason(kind: Kind) -> None:
    job = enqueue(kind(nothing))
    for _ in range(work.MOST_ATTEMPTS):
        assert claim_next() is not None
        kill_its_worker(job)
    assert work.work() == 1
    job.refresh_from_db()
    assert job.state == State.DEAD
    assert job.error == "5 workers that had taken it up were killed, or hung, before its next step"


def test_work_that_gets_on_between_the_deaths_of_its_workers_is_never_given_up(kind: Kind) -> None:
    job = enqueue(kind(nothing))
    for _ in range(work.MOST_ATTEMPTS + 2):
        lease = claim_next()
        assert lease
        with lease.step():
            pass
        kill_its_worker(job)
    work.work()
    job.refresh_from_db()
    assert job.state == State.DONE


@pytest.mark.parametrize(
    "trouble", [OperationalError("deadlock detected"), InterfaceError("connection already closed")]
)
def test_trouble_with_the_database_is_never_a_reason_to_give_up(kind: Kind, trouble: Exception) -> None:
    def meet_trouble(lease: Lease) -> None:
        raise trouble

    job = enqueue(kind(meet_trouble))
    for _ in range(work.MOST_ATTEMPTS + 3):
        make_due(job)
        assert work.work() == 1
        job.refresh_from_db()
        assert job.state == State.WAITING
    assert str(trouble) in job.error
    work._handlers[job.kind] = nothing
    make_due(job)
    work.work()
    job.refresh_from_db()
    assert job.state == State.DONE


def test_data_that_the_database_refuses_is_a_failure_like_others(kind: Kind) -> None:
    def refused(lease: Lease) -> None:
        raise DataError("value out of range")

    job = enqueue(kind(refused))
    for _ in range(work.MOST_ATTEMPTS):
        make_due(job)
        work.work()
    job.refresh_from_db()
    assert job.state == State.DEAD


def test_a_process_that_stops_puts_its_work_back_and_takes_up_no_other(kind: Kind) -> None:
    def stop_between(lease: Lease) -> None:
        with lease.step():
            Group.objects.create(name="before")
        work.stopping.set()
        with lease.step():
            Group.objects.create(name="after")

    first, second = enqueue(kind(stop_between)), enqueue(kind(nothing))
    assert work.work() == 1
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, first.attempts, second.state) == (State.WAITING, 0, State.WAITING)
    assert [group.name for group in Group.objects.all()] == ["before"]
    work.stopping.clear()
    assert work.count_due(5) == 2


def test_the_last_step_is_stored_even_while_the_process_stops(kind: Kind) -> None:
    def finish_late(lease: Lease) -> None:
        work.stopping.set()
        with lease.finish():
            Group.objects.create(name="result")

    job = enqueue(kind(finish_late))
    work.work()
    job.refresh_from_db()
    assert job.state == State.DONE


def test_cancelled_work_ends_before_its_next_step(kind: Kind) -> None:
    def cancelled_between(lease: Lease) -> None:
        with lease.step():
            Group.objects.create(name="before")
        assert cancel(lease.job.pk)
        with lease.step():
            Group.objects.create(name="after")

    job = enqueue(kind(cancelled_between))
    work.work()
    job.refresh_from_db()
    assert (job.state, job.lease) == (State.CANCELLED, None)
    assert [group.name for group in Group.objects.all()] == ["before"]
    assert not cancel(job.pk)


def test_whoever_lost_the_lease_stores_nothing_and_ends_nothing(kind: Kind) -> None:
    job = enqueue(kind(nothing))
    slow = claim_next()
    kill_its_worker(job)
    quick = claim_next()
    assert slow and quick
    for part in (slow.step, slow.finish):
        with pytest.raises(work.LeaseLostError), part():
            Group.objects.create(name="doubled")
    work.run(slow)
    job.refresh_from_db()
    assert (job.state, job.lease) == (State.RUNNING, quick.token)
    assert not Group.objects.exists()


def test_given_up_and_cancelled_work_is_done_after_all_when_asked(kind: Kind) -> None:
    for state in (State.DEAD, State.CANCELLED):
        job = enqueue(kind(nothing))
        Job.objects.filter(pk=job.pk).update(state=state, attempts=5, finished_at=timezone.now())
        assert retry(job.pk)
        assert not retry(job.pk)
        assert work.work() == 1
        job.refresh_from_db()
        assert job.state == State.DONE
    assert not retry(job.pk)


def stopped(lease: Lease) -> None:
    work.stopping.set()
    with lease.step():
        pass


@pytest.mark.parametrize("put_back", ["failed", "stopped", "released", "asked for again"])
def test_work_put_back_while_another_with_its_key_waits_leaves_it_to_that_one(kind: Kind, put_back: str) -> None:
    kind(nothing)
    first = enqueue("nothing", key="club 1")
    lease = claim_next()
    assert lease
    second = enqueue("nothing", key="club 1")
    if put_back == "failed":
        work._handlers["nothing"] = fail
        work.run(lease)
    elif put_back == "stopped":
        work._handlers["nothing"] = stopped
        work.run(lease)
    elif put_back == "released":
        assert release_leases() == 1
    else:
        cancel(first.pk)
        assert retry(first.pk)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, first.lease, second.state) == (State.CANCELLED, None, State.WAITING)
    assert first.error.startswith(work.SUPERSEDED)
    assert ("no such card" in first.error) == (put_back == "failed")
    assert first.finished_at is not None


def test_leases_that_are_released_are_carried_on_at_once(kind: Kind) -> None:
    jobs = [enqueue(kind(nothing)) for _ in range(3)]
    claim_next(), claim_next()
    assert release_leases() == 2
    assert work.work() == 3
    assert {job.state for job in Job.objects.all()} == {State.DONE}
    assert Job.objects.count() == len(jobs)


def test_steps_are_never_part_of_a_greater_transaction(kind: Kind) -> None:
    enqueue(kind(nothing))
    lease = claim_next()
    assert lease
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"), lease.step():
        pass


@pytest.mark.django_db(transaction=True)
def test_a_lost_connection_costs_nothing_but_time(kind: Kind) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: SQLite has no connection that could be lost")

    def lose_connection(lease: Lease) -> None:
        with lease.step(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    job = enqueue(kind(lose_connection))
    assert work.work() == 1
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.WAITING, 1)
    assert "terminating connection" in job.error
