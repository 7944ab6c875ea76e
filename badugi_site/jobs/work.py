"""Work in the background: how it is asked for, taken up, carried on and ended.

The rows of :class:`Job` are the truth. Whoever finds one that is due claims it with one conditional UPDATE and holds it
by a lease, which every step renews in the step's own transaction: results and row are stored together or not at all. A
worker that is killed leaves a lease that runs out; the next one goes on where the last step ended.
"""

from __future__ import annotations

import logging
import threading
import traceback
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from badugi_site.jobs.models import Job, State
from badugi_site.jobs.wake import wake

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=30)
MOST_ATTEMPTS = 5
# After the first failure without progress; doubled by each further one.
RETRY_AFTER = timedelta(seconds=5)
_LONGEST_ERROR = 4000
_CANDIDATES = 10

Handler = Callable[["Lease"], None]
_handlers: dict[str, Handler] = {}

# Set when this process is asked to stop: a handler then ends before its next step.
stopping = threading.Event()


class StoppedError(Exception):
    """The process is asked to stop: the work goes back and is carried on later."""


class LeaseLostError(Exception):
    """The work was cancelled, or was taken over by somebody else: nothing of this step is stored."""


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
    now = timezone.now()
    while True:
        job = Job(kind=kind, arguments=arguments or {}, key=key, run_after=at or now, created_at=now)
        if not key:
            job.save(force_insert=True)
        else:
            Job.objects.bulk_create([job], ignore_conflicts=True)
            found = Job.objects.select_for_update().filter(key=key, state=State.WAITING).first()
            if found is None:
                continue
            job = found
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
    """Has given-up or cancelled work done after all, from where it ended. False when it is neither."""
    now = timezone.now()
    found = Job.objects.filter(pk=job_id, state__in=[State.DEAD, State.CANCELLED])
    return bool(found.update(state=State.WAITING, attempts=0, run_after=now, finished_at=None))


def release_leases() -> int:
    """Lets go of all work that is held: only for whoever knows that no other worker lives."""
    held = Job.objects.filter(state=State.RUNNING)
    return held.update(state=State.WAITING, lease=None, leased_until=None, run_after=timezone.now())


class Lease:
    """The right to do one job, as long as it is renewed."""

    def __init__(self, job: Job, token: uuid.UUID) -> None:
        self.job = job
        self.token = token
        self.finished = False

    @contextmanager
    def step(self) -> Iterator[None]:
        """A transaction that stores a part of the results and the progress. Raises StoppedError and LeaseLostError.

        Work outside of it what takes long: on SQLite nobody else writes meanwhile.
        """
        if stopping.is_set():
            raise StoppedError
        with transaction.atomic():
            self._update(leased_until=timezone.now() + LEASE, attempts=0)
            yield

    @contextmanager
    def finish(self) -> Iterator[None]:
        """The last step: it stores the results and that the job is done."""
        with transaction.atomic():
            self._update(
                state=State.DONE, lease=None, leased_until=None, attempts=0, error="", finished_at=timezone.now()
            )
            yield
        self.finished = True

    def _update(self, **values: Any) -> None:
        if not Job.objects.filter(pk=self.job.pk, state=State.RUNNING, lease=self.token).update(**values):
            raise LeaseLostError


def claim_next() -> Lease | None:
    """Takes up one job that is due: it waits, or its lease ran out."""
    now = timezone.now()
    due = Q(state=State.WAITING, run_after__lte=now) | Q(state=State.RUNNING, leased_until__lt=now)
    for job_id in Job.objects.filter(due).order_by("run_after", "pk").values_list("pk", flat=True)[:_CANDIDATES]:
        token = uuid.uuid4()
        claimed = Job.objects.filter(due, pk=job_id).update(
            state=State.RUNNING,
            lease=token,
            leased_until=now + LEASE,
            started_at=now,
            attempts=F("attempts") + 1,
        )
        if claimed:
            return Lease(Job.objects.get(pk=job_id), token)
    return None


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
        if job.attempts > MOST_ATTEMPTS:
            # Whoever held it was killed each time before a step.
            raise RuntimeError(f"Given up after {MOST_ATTEMPTS} attempts that ended without a word")
        if job.kind not in _handlers:
            raise LookupError(f"There is no handler of {job.kind}")
        _handlers[job.kind](lease)
        if not lease.finished:
            with lease.finish():
                pass
    except StoppedError:
        _put_back(lease, attempts=0, run_after=timezone.now())
    except LeaseLostError:
        logger.info("%s is somebody else's by now, or cancelled", job)
    except Exception as error:
        logger.exception("%s failed", job)
        _fail(lease, "".join(traceback.format_exception(error))[-_LONGEST_ERROR:])


def _fail(lease: Lease, error: str) -> None:
    now, attempts = timezone.now(), lease.job.attempts
    if attempts >= MOST_ATTEMPTS:
        _put_back(lease, state=State.DEAD, error=error, finished_at=now)
    else:
        _put_back(lease, error=error, run_after=now + RETRY_AFTER * 2 ** (attempts - 1))


def _put_back(lease: Lease, *, state: State = State.WAITING, **values: Any) -> None:
    held = Job.objects.filter(pk=lease.job.pk, state=State.RUNNING, lease=lease.token)
    held.update(state=state, lease=None, leased_until=None, **values)
