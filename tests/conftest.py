"""What all tests share: the outer things some of them need, and a last line on what was not run."""

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings as django_settings
from django.utils import translation

from tests.cast import Cast, make_cast
from tests.started import Club

PROJECT = Path(__file__).resolve().parent.parent
POSTGRESQL_RUN = "DATABASE_URL=postgres://USER:PASSWORD@HOST:PORT/NAME ./run test"

Process = subprocess.CompletedProcess[str]


def without(what: str, how: str) -> None:
    """Skip the test that needs `what`; where the services are promised, its absence is a failure."""
    if os.environ.get("REQUIRE_SERVICES"):
        pytest.fail(f"{what} is required here and missing")
    pytest.skip(f"needs {what}: {how}")


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The collection of real hand histories, which is not part of the project."""
    path = PROJECT.parent / "shared" / "corpus"
    if not path.is_dir():
        pytest.skip("needs the collection of real hand histories in ../shared/corpus beside the project")
    return path


@pytest.fixture
def postgresql_url() -> Iterator[str]:
    """A new, empty database on the PostgreSQL server that the tests run on."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        without("PostgreSQL", POSTGRESQL_RUN)
    name = f"club_{secrets.token_hex(6)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


REDIS_URL = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/15")
AMQP_URL = os.environ.get("AMQP_URL", "amqp://guest:guest@127.0.0.1:5672//")


@pytest.fixture
def redis_url() -> str:
    """A number of a Redis server that is the tests' own: whatever is in it is deleted."""
    return reachable("Redis", REDIS_URL, "REDIS_URL=redis://HOST:PORT/NUMBER ./run test, with a number of its own")


@pytest.fixture
def amqp_url() -> str:
    """A virtual host of a RabbitMQ server, in which the tests make queues of their own."""
    return reachable("RabbitMQ", AMQP_URL, "AMQP_URL=amqp://USER:PASSWORD@HOST:PORT/VHOST ./run test")


def reachable(what: str, url: str, how: str) -> str:
    place = urlsplit(url)
    try:
        socket.create_connection((place.hostname or "", place.port or 0), timeout=5).close()
    except OSError:
        without(what, how)
    return url


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """The variables of a computer on which nothing of the club is set but where it keeps its data."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "TMPDIR")}
    return {**kept, "DATA_DIR": str(tmp_path / "data"), "DJANGO_SETTINGS_MODULE": "badugi_site.settings"}


@pytest.fixture
def python(environment: dict[str, str]) -> Callable[..., Process]:
    """Run Python in the project with these variables and wait: `python("manage.py", "check", DEBUG="on")`."""

    def run(*arguments: str, **variables: str) -> Process:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=PROJECT,
            env=environment | variables,
            capture_output=True,
            text=True,
            timeout=60,
        )

    return run


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Callable[..., Club]]:
    """Start a club on any free port; whatever is left of it is killed after the test."""
    clubs: list[Club] = []

    def start_club(**variables: str) -> Club:
        clubs.append(Club(environment | {"PORT": "0"} | variables, tmp_path))
        return clubs[-1]

    yield start_club
    for club in clubs:
        for pid in club.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        club.process.wait(20)
        assert club.process.stdout is not None
        club.process.stdout.close()


@pytest.fixture(autouse=True)
def no_language_stays() -> Iterator[None]:
    """What a request of the test client has chosen stays with the thread: the next test begins without it."""
    yield
    translation.deactivate()


@pytest.fixture
def cast(db: None) -> Cast:
    """A club with its people, and strangers."""
    return make_cast()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if django_settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        terminalreporter.write_line(f"Ran on SQLite. On PostgreSQL: {POSTGRESQL_RUN}")
    else:
        terminalreporter.write_line("Ran on PostgreSQL. On SQLite: ./run test without DATABASE_URL")
