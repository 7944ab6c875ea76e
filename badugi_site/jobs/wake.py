"""A word to a worker that there is something to do. It may be lost, late or doubled: the rows are the truth."""

from __future__ import annotations

import logging
import time

from django.conf import settings

from badugi_site.celery import WORK, app
from badugi_site.environment import NO_BROKER

logger = logging.getLogger(__name__)

# After a broker did not take it, nobody waits for it again so soon: the sweep finds the rows.
QUIET_AFTER_FAILURE = 10.0  # seconds
# On a new connection: the one that is kept may have been closed since.
ONCE_MORE = {"max_retries": 1, "interval_start": 0, "interval_max": 0}
_quiet_until = 0.0


def wake() -> None:
    """Sends the word, if there is a broker to take it. Waits a second or two at most, and never raises for it."""
    global _quiet_until
    if settings.CELERY_BROKER_URL == NO_BROKER or time.monotonic() < _quiet_until:
        return
    try:
        app.send_task(WORK, retry_policy=ONCE_MORE, expires=settings.MESSAGES_EXPIRE_SECONDS)
    except Exception as error:  # each transport has its own
        _quiet_until = time.monotonic() + QUIET_AFTER_FAILURE
        logger.warning("The broker took no message, the sweep will find the work: %s", type(error).__name__)
