"""The worker that `manage.py club` starts: one process that does everything and sweeps by itself.

It needs no broker and no beat. Where there is a broker, it is woken by that too.
"""

from __future__ import annotations

import logging
import os
import warnings
from pathlib import Path
from typing import Any

from celery import bootsteps, signals
from celery.worker import state
from django.conf import settings

from badugi_site.celery import CLEAR, WORK, app
from badugi_site.environment import NO_BROKER
from badugi_site.jobs.stopping import stopping

logger = logging.getLogger(__name__)

SWEEP_EVERY = 0.5  # seconds
CLEAR_EVERY = 600.0
# A file descriptor that is written to when the worker has begun.
READY = "CLUB_WORKER_READY"

COMMAND = (
    *("-m", "celery", "--quiet", "--app", "badugi_site.jobs.embedded", "worker", "--pool", "solo"),
    *("--hostname", "club@%h", "--without-gossip", "--without-mingle", "--without-heartbeat"),
)

if settings.CELERY_BROKER_URL == NO_BROKER:
    app.conf.update(broker_url="memory://localhost//")  # the same, without a warning that no host is named
app.conf.update(worker_enable_remote_control=False)
# Who runs a club on his own computer as root knows it; messages are JSON that names one of three tasks.
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")


class Sweep(bootsteps.StartStopStep):
    """Looks for due rows while the worker has nothing to do."""

    requires = ("celery.worker.consumer:Tasks",)

    def __init__(self, consumer: Any, **options: Any) -> None:
        self.timers: list[Any] = []

    def start(self, consumer: Any) -> None:
        self.timers = [
            consumer.timer.call_repeatedly(SWEEP_EVERY, sweep),
            consumer.timer.call_repeatedly(CLEAR_EVERY, send, (CLEAR,)),
        ]

    def stop(self, consumer: Any) -> None:
        for timer in self.timers:
            timer.cancel()


app.steps["consumer"].add(Sweep)


def sweep() -> None:
    """Called by a timer, in a thread of its own or between two tasks."""
    from django.db import connections

    from badugi_site.jobs.work import DATABASE_TROUBLE, count_due

    if stopping.is_set():
        send(WORK)  # Celery's loop looks whether it is to stop after a message, or else after seconds
        return
    if state.reserved_requests:
        return  # at work; what is due is taken up without being told
    try:
        if count_due(1):
            send(WORK)
    except DATABASE_TROUBLE as error:
        logger.warning("The database cannot be swept, the next sweep tries again: %s", error)
    finally:
        connections.close_all()


def send(task: str) -> None:
    try:
        app.send_task(task, retry=False)
    except Exception as error:  # each transport has its own
        logger.warning("The broker took no message, the next sweep tries again: %s", type(error).__name__)


@signals.worker_init.connect
def begin(**kwargs: Any) -> None:
    from badugi_site.jobs.work import release_leases

    try:
        if no_other_worker_can_live() and (released := release_leases()):
            logger.info("What a worker that was killed has held is carried on: %d", released)
    except Exception as error:
        raise SystemExit(f"The worker cannot begin: {error}") from error
    os.write(int(os.environ[READY]), b"ready")


def no_other_worker_can_live() -> bool:
    """Whether the lock on DATA_DIR, of which there is one club, stands for the database too."""
    database = settings.DATABASES["default"]
    return (
        settings.CELERY_BROKER_URL == NO_BROKER
        and database["ENGINE"] == "django.db.backends.sqlite3"
        and Path(database["NAME"]).parent.resolve() == settings.DATA_DIR.resolve()
    )
