"""Celery's workers and beat on PostgreSQL with a real broker: killed, doubled, flushed; everything is done once."""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from celery import Celery

from badugi_site.celery import WORK
from tests.badugi_site.jobs.outside import SETTINGS, Outside
from tests.started import PROJECT, Club, soon


class Site:
    """Celery's processes of one production site, each in a group of its own, as a service manager would start them."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = environment
        self.log = folder / "log"
        self.broker = environment["CELERY_BROKER_URL"]
        self.queue = environment["LEDGER_QUEUE"]
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "celery", "--quiet", "-A", "badugi_site", *arguments],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._processes.append(process)
        return process

    def worker(self, name: str) -> subprocess.Popen[bytes]:
        return self.start("worker", "--concurrency", "2", "--hostname", f"{name}@%h")

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)
        self._processes.remove(process)

    def send(self, messages: int) -> None:
        """Messages that nobody needs."""
        with Celery(broker=self.broker) as app:
            for _ in range(messages):
                app.send_task(WORK, queue=self.queue)

    def lose_messages(self) -> None:
        if self.broker.startswith("redis"):
            redis.Redis.from_url(self.broker).flushdb()
        else:
            with Celery(broker=self.broker) as app, app.connection_for_write() as connection:
                connection.default_channel.queue_purge(self.queue)

    def close(self) -> None:
        for process in list(self._processes):
            self.kill(process)
        if not self.broker.startswith("redis"):
            with Celery(broker=self.broker) as app, app.connection_for_write() as connection:
                connection.default_channel.queue_delete(self.queue)
        else:
            self.lose_messages()


@pytest.fixture(params=["redis_url", "amqp_url"])
def broker_url(request: pytest.FixtureRequest) -> str:
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def site(
    environment: dict[str, str], postgresql_url: str, broker_url: str, tmp_path: Path, python: Callable[..., object]
) -> Iterator[Site]:
    variables = {
        "DJANGO_SETTINGS_MODULE": SETTINGS,
        "DATABASE_URL": postgresql_url,
        "CELERY_BROKER_URL": broker_url,
        "LEDGER_QUEUE": f"ledger-{secrets.token_hex(6)}",
        "JOB_LEASE_SECONDS": "1",
    }
    python("manage.py", "migrate", **variables)
    site = Site(environment | variables, tmp_path)
    yield site
    site.close()


def test_killed_workers_and_lost_and_doubled_messages_change_nothing(site: Site, postgresql_url: str) -> None:
    outside = Outside(postgresql_url)
    jobs = [outside.add("write_entries", rows=20, pause=0.06) for _ in range(6)]
    site.send(5)
    first, beat = site.worker("first"), site.start("beat")
    assert soon(lambda: outside.written() >= 10), site.log.read_text()
    site.kill(first)
    site.send(3)
    site.lose_messages()
    second, _third = site.worker("second"), site.worker("third")
    assert soon(lambda: outside.written() >= 40), site.log.read_text()
    site.kill(second)
    site.kill(beat)
    site.lose_messages()
    site.start("beat")
    assert soon(lambda: outside.states() == {"done"}), site.log.read_text()
    assert [outside.entries(job) for job in jobs] == [list(range(20))] * 6
    assert outside.processes() >= 3
    assert "Traceback" not in site.log.read_text()


def test_a_worker_that_is_terminated_ends_after_its_step(site: Site, postgresql_url: str) -> None:
    outside = Outside(postgresql_url)
    job = outside.add("write_entries", rows=1000, pause=0.1)
    worker = site.worker("first")
    site.send(1)
    assert soon(lambda: outside.written() >= 2), site.log.read_text()
    worker.terminate()
    assert worker.wait(15) == 0
    assert outside.ask("SELECT state, lease FROM jobs_job") == [("waiting", None)]
    assert outside.entries(job) == list(range(outside.written()))


def test_a_club_on_one_computer_with_a_broker_is_complete(start, site: Site, postgresql_url: str) -> None:
    club: Club = start(**site.environment)
    club.ready()
    outside = Outside(postgresql_url)
    job = outside.add("write_entries", rows=3)
    assert soon(lambda: outside.states() == {"done"}), club.errors.read_text()
    assert outside.entries(job) == [0, 1, 2]
    assert club.end(signal.SIGINT) == 0
    assert club.processes() == []
