"""The tasks of Celery: no arguments, no results. Any of them may be lost, late, doubled or run beside another."""

from __future__ import annotations

import logging

from django.utils import timezone

from badugi_site.celery import CLEAR, SWEEP, WORK, app
from badugi_site.jobs.clearing import clear_old
from badugi_site.jobs.wake import wake
from badugi_site.jobs.work import DATABASE_TROUBLE, count_due, drop_lost_connections, work

logger = logging.getLogger(__name__)

MOST_WOKEN = 4  # by one sweep; the next one is seconds away


@app.task(name=WORK)
def work_off() -> None:
    """Does what is due until nothing is."""
    try:
        work()
    except DATABASE_TROUBLE as error:
        logger.warning("The database gives no work, the next message or sweep tries again: %s", error)
        drop_lost_connections()


@app.task(name=SWEEP)
def sweep() -> None:
    """Wakes workers for what is due: its message was lost, its time has come, or whoever held it is gone."""
    try:
        due = count_due(MOST_WOKEN)
    except DATABASE_TROUBLE as error:
        logger.warning("The database cannot be swept, the next sweep tries again: %s", error)
        drop_lost_connections()
        return
    for _ in range(due):
        wake()


@app.task(name=CLEAR)
def clear() -> None:
    """Deletes what was done long ago."""
    if cleared := clear_old(timezone.now()):
        logger.info("%d finished jobs of long ago are deleted", cleared)
