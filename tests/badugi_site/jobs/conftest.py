import secrets
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from badugi_site.jobs import work
from tests.badugi_site.jobs.outside import SETTINGS
from tests.badugi_site.jobs.site import Site
from tests.conftest import Process


@pytest.fixture
def handlers(monkeypatch: pytest.MonkeyPatch) -> dict[str, work.Handler]:
    """The kinds of work that there are for the time of the test: none yet."""
    found: dict[str, work.Handler] = {}
    monkeypatch.setattr(work, "_handlers", found)
    return found


@pytest.fixture
def kind(handlers: dict[str, work.Handler]) -> Callable[..., str]:
    """Register a function as the kind of work that has its name."""

    def register(function: work.Handler) -> str:
        work.handler(function.__name__)(function)
        return function.__name__

    return register


@pytest.fixture(autouse=True)
def not_stopping() -> Iterator[None]:
    yield
    work.stopping.clear()


@pytest.fixture
def site_of(
    environment: dict[str, str], postgresql_url: str, tmp_path: Path, python: Callable[..., Process]
) -> Iterator[Callable[[str], Site]]:
    """Make a site with the tests' own room, a new PostgreSQL database and this broker; afterwards nothing is left."""
    sites: list[Site] = []

    def make(broker_url: str) -> Site:
        variables = {
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "DATABASE_URL": postgresql_url,
            "CELERY_BROKER_URL": broker_url,
            "LEDGER_QUEUE": f"ledger-{secrets.token_hex(6)}",
            "JOB_LEASE_SECONDS": "1",
        }
        migrated = python("manage.py", "migrate", **variables)
        assert migrated.returncode == 0, migrated.stderr
        sites.append(Site(environment | variables, tmp_path))
        return sites[-1]

    yield make
    for site in sites:
        site.close()
