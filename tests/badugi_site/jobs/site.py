"""Celery's processes of a production site, started for real and killed for real."""

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import redis
from celery import Celery

from badugi_site.celery import WORK
from tests.started import PROJECT


class Site:
    """Celery's processes of one production site, each in a group of its own, as a service manager would start them."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = environment
        self.log = folder / "log"
        self.broker = environment["CELERY_BROKER_URL"]
        self.queue = environment["LEDGER_QUEUE"]
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """One of Celery's commands."""
        return self.run(sys.executable, "-m", "celery", "--quiet", "-A", "badugi_site", *arguments)

    def run(self, *command: str) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                command,
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
