"""What Celery starts: `celery -A badugi_site worker` and `celery -A badugi_site beat`.

A message says no more than that there may be work; the rows of `badugi_site.jobs` say which.
"""

from __future__ import annotations

import logging.config
import os
from typing import Any

from celery import Celery, signals

from badugi_site.jobs.stopping import stopping

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "badugi_site.settings")

WORK = "badugi_site.jobs.work"
SWEEP = "badugi_site.jobs.sweep"
CLEAR = "badugi_site.jobs.clear"

app = Celery("badugi_site")
# The tasks are in modules named tasks, which badugi_site.jobs loads when Django starts.
app.config_from_object("django.conf:settings", namespace="CELERY")


@signals.setup_logging.connect
def keep_logging(**kwargs: Any) -> None:
    """Logs are those of the settings; with a receiver of this signal Celery does not make its own."""
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)


@signals.worker_init.connect
def refuse_to_start(**kwargs: Any) -> None:
    """What a receiver of a signal raises is only logged, unless it is SystemExit."""
    from badugi_site.checks import UnsafeSettings, refuse_unsafe_settings

    if WORK not in app.tasks:
        raise SystemExit("Django did not start; see above for the reason.")
    try:
        refuse_unsafe_settings()
    except UnsafeSettings as error:
        raise SystemExit(str(error)) from None


@signals.worker_shutting_down.connect
def end_after_this_step(**kwargs: Any) -> None:
    stopping.set()
