"""Settings that are fine one by one and unsafe together.

They are a system check (`manage.py check`, and with it every command that checks before it works) and are looked at
again by every server process when it starts, which Django itself does not do.
"""

import logging
import os
from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning
from django.core.exceptions import ImproperlyConfigured

from badugi_site.environment import NO_BROKER

logger = logging.getLogger(__name__)

# Set for the web server by the command that starts a worker beside it.
HAS_WORKER = "CLUB_HAS_WORKER"
LOCAL_HOSTS = frozenset({"localhost", ".localhost", "127.0.0.1", "[::1]"})


class UnsafeSettings(ImproperlyConfigured):
    """Settings that no server process may start with."""


def check_safety(app_configs: Sequence[AppConfig] | None = None, **kwargs: Any) -> list[CheckMessage]:
    foreign = [host for host in settings.ALLOWED_HOSTS if host not in LOCAL_HOSTS]
    errors: list[CheckMessage] = []
    if settings.DEBUG and foreign:
        errors.append(
            Error(
                f"DEBUG shows settings and source code to whoever meets an error, and ALLOWED_HOSTS lets in more than "
                f"this computer ({', '.join(foreign)}).",
                hint="Set DEBUG=off, or ALLOWED_HOSTS to localhost.",
                id="badugi_site.E001",
            )
        )
    if settings.SECRET_KEY_IS_GENERATED and foreign:
        errors.append(
            Error(
                f"SECRET_KEY is not set, and ALLOWED_HOSTS lets in more than this computer ({', '.join(foreign)}).",
                hint="Set SECRET_KEY to 50 or more random characters, the same for every process, and keep it secret.",
                id="badugi_site.E002",
            )
        )
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3" and names_several(foreign):
        errors.append(
            Error(
                f"The database is SQLite, which one computer holds, and ALLOWED_HOSTS names several hosts "
                f"({', '.join(foreign)}).",
                hint="Set DATABASE_URL to postgres://USER:PASSWORD@HOST:PORT/NAME, or ALLOWED_HOSTS to one host.",
                id="badugi_site.E003",
            )
        )
    return errors


def names_several(hosts: Iterable[str]) -> bool:
    """Whether these entries of ALLOWED_HOSTS let in more than one host (`*` and `.example.org` stand for many)."""
    hosts = list(hosts)
    return len(hosts) > 1 or any(host == "*" or host.startswith(".") for host in hosts)


def refuse_unsafe_settings() -> None:
    """Raise `UnsafeSettings` with everything `check_safety` has found."""
    if errors := check_safety():
        raise UnsafeSettings("\n".join(f"{error.msg} {error.hint}" for error in errors))


def check_broker(app_configs: Sequence[AppConfig] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A check of deployments alone: on one computer there is no broker, and `manage.py club` does the work."""
    if settings.CELERY_BROKER_URL != NO_BROKER:
        return []
    return [
        Warning(
            "CELERY_BROKER_URL is not set: work in the background is done by ./run club alone, and waits for ever "
            "where the web server is started in another way.",
            hint="Set CELERY_BROKER_URL, and start Celery's worker and beat beside the web server (docs/running.md).",
            id="badugi_site.W001",
        )
    ]


def warn_without_worker() -> None:
    """To be asked by a web server that starts: it runs nevertheless."""
    if HAS_WORKER not in os.environ:
        for warning in check_broker():
            logger.warning("%s %s", warning.msg, warning.hint)
