"""Work in the background: how it is asked for, taken up, carried on and ended.

The rows of :class:`Job` are the truth. Whoever finds one that is due claims it with one conditional UPDATE and holds it
by a lease, which every step renews in the step's own transaction: results and row are stored together or not at all. A
worker that is killed leaves a lease that runs out; the next one goes on where the last step ended.
"""

from __future__ import annotations

import logging
import traceback
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, InterfaceError, OperationalError, connections, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from badugi_site.jobs.models import Job, State
from badugi_site.jobs.stopping import stopping
from badugi_site.jobs.wake import wake

logger = logging.getLogger(__name__)

LEASE: timedelta = settings.JOB_LEASE
MOST_ATTEMPTS = 5
# After the first failure without progress; doubled by each further one.
RETRY_AFTER = timedelta(seconds=5)
SUPERSEDED = "Another one with the same key waits and does the same."
# What says nothing about the work: a deadlock, a lost connection, SQLite held by others. It is never given up for that.
DATABASE_TROUBLE = (OperationalError, InterfaceError)
_LONGEST_ERROR = 4000
_CANDIDATES = 10

Handler = Callable[["Lease"], None]
_handlers: dict[str, Handler] = {}


class StoppedError(Exception):
    """The process is asked to stop: the work goes back and is carried on later."""


class LeaseLostError(Exception):
    """The work was cancelled, or was taken over by somebody else: nothing of this step is stored."""


class KilledError(Exception):
    """Each attempt so far ended without a word and without a step."""


def handler(kind: str) -> Callable[[Handler], Handler]:
    """Registers the function that does this kind of work.

    It is called with a :class:`Lease` and may be called again for the same job at any time: what its steps have stored
    is done, the rest is still to do.
    """

    def register(function: Handler) -> Handler:
        if _handlers.setdefault(kind, function) is not function:
            raise ValueError(f"There is a handler of {kind} already")
        return function

    return register


def enqueue(kind: str, arguments: dict[str, Any] | None = None, *, key: str = "", at: datetime | None = None) -> Job:
    """Asks for work, in the transaction of the caller; workers see it when that is committed.

    With a ``key`` the job that waits under it already is returned instead: it will see what this transaction has
    written, for it cannot be claimed before the commit. Call it last, since others with the same key wait meanwhile.
    """
    if kind not in _handlers:
        raise LookupError(f"There is no handler of {kind}")
    now = timezone.now()
    with transaction.atomic():
        while True:
            job = Job(kind=kind, arguments=arguments or {}, key=key, run_after=at or now, created_at=now)
            if not key:
                job.save(force_insert=True)
                break
            Job.objects.bulk_create([job], ignore_conflicts=True)
            waiting = Job.objects.select_for_update().filter(key=key, state=State.WAITING).first()
            if waiting is not None:
                job = waiting
                break
            # The one that waited was claimed between the two.
        transaction.on_commit(wake)
    return job


def cancel(job_id: int) -> bool:
    """Ends work that is not finished; what its steps have stored stays. False when it was finished already."""
    return bool(
        Job.objects.filter(pk=job_id, state__in=[State.WAITING, State.RUNNING]).update(
            state=State.CANCELLED, lease=None, leased_until=None, finished_at=timezone.now()
        )
    )


def retry(job_id: int) -> bool:
    """Has given-up or cancelled work done after all, from where it ended. False when it is neither.

    When another one with its key waits, that one does it, and this one says so.
    """
    ended = Job.objects.filter(pk=job_id, state__in=[State.DEAD, State.CANCELLED])
    with transaction.atomic():
        transaction.on_commit(wake)
        return _let_wait(ended, attempts=0, finished_at=None)


def release_leases() -> int:
    """Lets go of all work that is held: only for whoever knows that no other worker lives. Returns how many."""
    held = Job.objects.filter(state=State.RUNNING).values_list("pk", flat=True)
    return sum(_let_wait(Job.objects.filter(pk=job_id, state=State.RUNNING)) for job_id in list(held))


class Lease:
    """The right to do one job, as long as it is renewed.

    ``attempts`` counts, with this one, those since the last progress.
    """

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.attempts = job.attempts
        self.finished = False

    @contextmanager
    def step(self) -> Iterator[None]:
        """A transaction that stores a part of the results and the progress. Raises StoppedError and LeaseLostError.

        Work outside of it what takes long: on SQLite nobody else writes meanwhile.
        """
        if stopping.is_set():
            raise StoppedError
        with transaction.atomic(durable=True):
            self._update(leased_until=timezone.now() + LEASE, attempts=1)
            yield
        self.attempts = 1

    @contextmanager
    def finish(self) -> Iterator[None]:
        """The last step: it stores the results and that the job is done."""
        with transaction.atomic(durable=True):
            self._update(
                state=State.DONE, lease=None, leased_until=None, attempts=0, error="", finished_at=timezone.now()
            )
            yield
        self.finished = True

    def held(self) -> QuerySet[Job]:
        """The row, if it is still held by this lease."""
        return Job.objects.filter(pk=self.job.pk, state=State.RUNNING, lease=self.token)

    def _update(self, **values: Any) -> None:
        if not self.held().update(**values):
            raise LeaseLostError


def _due(now: datetime) -> QuerySet[Job]:
    """What waits for its turn, or is held by a lease that ran out; indexes job_waiting and job_running.

    Kinds that this process does not know are left to workers of another version.
    """
    due = Q(state=State.WAITING, run_after__lte=now) | Q(state=State.RUNNING, leased_until__lt=now)
    return Job.objects.filter(due, kind__in=list(_handlers))


def count_due(most: int) -> int:
    """How many jobs could be taken up now, counted up to ``most``."""
    return _due(timezone.now())[:most].count()


def claim_next() -> Lease | None:
    """Takes up one job that is due. One that is being asked for or claimed at this moment is left to the next time."""
    due = _due(timezone.now()).order_by("run_after", "pk").values_list("pk", flat=True)[:_CANDIDATES]
    return next((lease for job_id in due if (lease := claim(job_id)) is not None), None)


def claim(job_id: int) -> Lease | None:
    """Takes up this job, if it is due and nobody else is at it.

    In the transaction that asked for it, it is taken before any worker sees it.
    """
    now, token = timezone.now(), uuid.uuid4()
    with transaction.atomic():
        if not _due(now).select_for_update(skip_locked=True).filter(pk=job_id).exists():
            return None
        claimed = (
            _due(now)
            .filter(pk=job_id)
            .update(
                state=State.RUNNING,
                lease=token,
                leased_until=now + LEASE,
                started_at=now,
                attempts=F("attempts") + 1,
            )
        )
    return Lease(Job.objects.get(pk=job_id), token) if claimed else None


def work(limit: int | None = None) -> int:
    """Does what is due, one job after the other, until nothing is or the process is to stop. Returns how many."""
    done = 0
    while not stopping.is_set() and (limit is None or done < limit):
        lease = claim_next()
        if lease is None:
            break
        run(lease)
        done += 1
    return done


def run(lease: Lease) -> None:
    """Does one job. Never raises for what its handler raises: that is written down, and tried again later."""
    job = lease.job
    try:
        if lease.attempts > MOST_ATTEMPTS:
            raise KilledError(
                f"{MOST_ATTEMPTS} workers that had taken it up were killed, or hung, before its next step"
            )
        _handlers[job.kind](lease)
        if not lease.finished:
            with lease.finish():
                pass
        logger.info("%s is done", job)
    except StoppedError:
        logger.info("%s goes back until a worker starts again", job)
        _write_down(lease, attempts=lease.attempts - 1)
    except LeaseLostError:
        logger.info("%s is somebody else's by now, or cancelled", job)
    except KilledError as error:
        logger.error("%s: %s", job, error)
        _end(lease, str(error))
    except DATABASE_TROUBLE as error:
        logger.warning("%s met trouble with the database and is tried again: %s", job, error)
        lease.attempts = min(lease.attempts, MOST_ATTEMPTS - 1)
        _fail(lease, error)
    except Exception as error:
        logger.exception("%s failed", job)
        _fail(lease, error)


def _fail(lease: Lease, error: Exception) -> None:
    text = as_stored("".join(traceback.format_exception(error)))
    if lease.attempts >= MOST_ATTEMPTS:
        _end(lease, text)
    else:
        delay = RETRY_AFTER * 2 ** (lease.attempts - 1)
        _write_down(lease, error=text, attempts=lease.attempts, run_after=timezone.now() + delay)


def as_stored(error: str) -> str:
    """The end of a text, with what no database stores (lone surrogates, NUL) spelt out."""
    return error.encode(errors="backslashreplace").decode().replace("\0", "\\x00")[-_LONGEST_ERROR:]


def _write_down(lease: Lease, **values: Any) -> None:
    with _despite_trouble(lease):
        _let_wait(lease.held(), **values)


def _end(lease: Lease, error: str) -> None:
    with _despite_trouble(lease):
        lease.held().update(
            state=State.DEAD,
            lease=None,
            leased_until=None,
            error=error,
            attempts=lease.attempts,
            finished_at=timezone.now(),
        )


def drop_lost_connections() -> None:
    """What asks the database next gets a connection that works, if there is any to be had."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


@contextmanager
def _despite_trouble(lease: Lease) -> Iterator[None]:
    drop_lost_connections()
    try:
        yield
    except DATABASE_TROUBLE as error:
        logger.warning("%s is taken up again when its lease has run out: %s", lease.job, error)


def _let_wait(found: QuerySet[Job], **values: Any) -> bool:
    """Has a job wait for its turn. When another one with its key waits already, this one ends: that one does the work.

    False when the job is no longer what was looked for.
    """
    values = {"run_after": timezone.now(), **values, "lease": None, "leased_until": None}
    try:
        with transaction.atomic():
            return bool(found.update(**values, state=State.WAITING))
    except IntegrityError:
        values["error"] = f"{SUPERSEDED}\n{values.get('error', '')}".strip()
        values["finished_at"] = timezone.now()
        return bool(found.update(**values, state=State.CANCELLED))
