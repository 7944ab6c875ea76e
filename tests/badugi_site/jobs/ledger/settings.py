"""The settings of the project, and the room of the tests."""

from badugi_site.settings import *  # noqa: F403
from badugi_site.settings import INSTALLED_APPS, env

INSTALLED_APPS = [*INSTALLED_APPS, "tests.badugi_site.jobs.ledger"]
CELERY_TASK_DEFAULT_QUEUE = env.text("LEDGER_QUEUE", "badugi")
