"""`manage.py club`: everything a club on one computer needs, started and stopped together."""

import fcntl
import http.client
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

from badugi_site.checks import HAS_WORKER
from badugi_site.clubs.first_start import language_of, time_zone_of, welcome
from badugi_site.clubs.people import first_owner
from badugi_site.jobs.embedded import COMMAND, READY
from badugi_site.processes import STOP_SIGNALS, STOPPED_WITHIN, Children, children

HOST = "127.0.0.1"
READY_WITHIN = 60.0  # seconds until the server must answer
PORT_FREE_WITHIN = 3.0  # seconds that the server of a club that was killed needs to notice
WATCHED_EVERY = 0.2  # seconds
WORKER_PAUSE = 1.0  # seconds before a worker that died is started again
# Seconds that one request may take: a worker of gunicorn's answers nothing else while a large upload arrives slowly.
UPLOADED_WITHIN = 600


class Command(BaseCommand):
    help = "Migrate the database and serve the club on this computer until Ctrl-C."

    def handle(self, **options: Any) -> None:
        try:
            stop_on(STOP_SIGNALS)
            with only_club_on(settings.DATA_DIR) as holder, listen(settings.PORT) as listener:
                address = f"http://{HOST}:{listener.getsockname()[1]}/"
                holder.write(f"process {os.getpid()}, {address}")
                migrate()
                with children() as family:
                    server = start_web_server(family, listener)
                    worker = Worker(family)
                    wait_until_ready(server, address)
                    worker.wait_until_begun()
                    self.say_ready(address)
                    while (status := server.poll()) is None:
                        if trouble := worker.keep_up():
                            self.stderr.write(trouble)
                        time.sleep(WATCHED_EVERY)
                    raise CommandError(f"The web server ended by itself with exit status {status}; see above.")
        except KeyboardInterrupt:
            self.stderr.write("Stopped.", style_func=str)

    def say_ready(self, address: str) -> None:
        """The one line on standard output; below it, at the first start, who may sign in."""
        made = first_owner(language=language_of(), time_zone=time_zone_of())
        try:
            self.stdout.write(f"Ready: {address}")
            self.stdout.flush()
        finally:
            # Whatever comes between: it can be said only now.
            if made is not None:
                self.stderr.write(welcome(made, address), style_func=str)


def migrate() -> None:
    try:
        call_command("migrate", interactive=False, stdout=sys.stderr)
    except OperationalError as error:
        raise CommandError(f"The database cannot be reached or used; DATABASE_URL says which it is. {error}") from error


class LockFile:
    """A file that says who holds it. The kernel lets go of it when its holder ends, however it ends."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._file = path.open("a+")

    def acquire(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def read(self) -> str:
        self._file.seek(0)
        return self._file.read().strip()

    def write(self, text: str) -> None:
        self._file.truncate(0)
        self._file.write(text + "\n")
        self._file.flush()

    def close(self) -> None:
        self._file.close()


@contextmanager
def only_club_on(directory: Path) -> Iterator[LockFile]:
    lock = LockFile(directory / "club.lock")
    try:
        if not lock.acquire():
            raise CommandError(
                f"A club already runs on {directory} ({lock.read()}). "
                "Stop it first, or set DATA_DIR to another directory."
            )
        yield lock
    finally:
        lock.close()


@contextmanager
def listen(port: int) -> Iterator[socket.socket]:
    """Hold the port from the first moment, so that nothing else can take it while the database is migrated."""
    deadline = time.monotonic() + PORT_FREE_WITHIN
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        while True:
            try:
                listener.bind((HOST, port))
                listener.listen(128)
                break
            except OSError as error:
                if time.monotonic() > deadline:
                    raise CommandError(
                        f"Port {port} of {HOST} cannot be used ({error.strerror}). "
                        "Set PORT to another one, or to 0 for any that is free."
                    ) from error
                time.sleep(0.1)
        yield listener


def start_web_server(family: Children, listener: socket.socket) -> subprocess.Popen[bytes]:
    """gunicorn on the listening socket."""
    server = family.start(
        [
            *("-m", "gunicorn", "badugi_site.wsgi"),
            *("--bind", f"fd://{listener.fileno()}"),
            *("--workers", str(settings.WEB_WORKERS)),
            *("--timeout", str(UPLOADED_WITHIN)),
            *("--graceful-timeout", str(int(STOPPED_WITHIN / 2))),
            "--no-control-socket",
        ],
        last_signal=signal.SIGQUIT,
        passing=listener.fileno(),
        **{HAS_WORKER: "yes"},
    )
    # The server's copy is the only one from here on: when it dies, callers are refused instead of kept waiting.
    listener.close()
    return server


class Worker:
    """The process that does the work in the background. When it dies it is started again: the club goes on without."""

    def __init__(self, family: Children) -> None:
        self._family = family
        self._start_at = 0.0
        self._start()

    def _start(self) -> None:
        self._ready, ready = os.pipe()
        # It may be in the middle of a long calculation when this process is killed, and nothing is lost by its death.
        self._process = self._family.start(COMMAND, last_signal=signal.SIGKILL, passing=ready, **{READY: str(ready)})
        os.close(ready)

    def wait_until_begun(self) -> None:
        """Its end of the pipe is written to when it begins, and closed when it dies."""
        readable, _, _ = select.select([self._ready], [], [], READY_WITHIN)
        if not readable:
            raise CommandError(f"The worker has not begun within {READY_WITHIN:.0f} seconds.")
        if not os.read(self._ready, 1):
            raise CommandError(f"The worker did not start (exit status {self._process.wait()}); see above.")

    def keep_up(self) -> str:
        """Starts it again a moment after it died. Returns what to tell about that, mostly nothing."""
        if self._start_at:
            if time.monotonic() >= self._start_at:
                self._start_at = 0.0
                self._start()
        elif (status := self._process.poll()) is not None:
            self._family.forget(self._process)
            os.close(self._ready)
            self._start_at = time.monotonic() + WORKER_PAUSE
            return f"The worker ended by itself with exit status {status}; it is started again."
        return ""


def wait_until_ready(server: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + READY_WITHIN
    answer = "no answer"
    while time.monotonic() < deadline:
        if (status := server.poll()) is not None:
            raise CommandError(f"The web server did not start (exit status {status}); see above for the reason.")
        try:
            answer = ask_health(address)
        except OSError as error:
            answer = str(error)
        if answer == "ok":
            return
        time.sleep(0.05)
    raise CommandError(f"The web server was not ready within {READY_WITHIN:.0f} seconds: {answer}")


def ask_health(address: str) -> str:
    """Return "ok" or the reason why not."""
    connection = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"), timeout=5)
    try:
        # ALLOWED_HOSTS may name the club's public host alone.
        host = settings.ALLOWED_HOSTS[0].lstrip("*.") or HOST
        connection.request("GET", "/healthz", headers={"Host": host})
        response = connection.getresponse()
        body = response.read()
        if response.status == http.client.OK:
            return "ok"
        return f"/healthz answers {response.status} {body[:200].decode(errors='replace')}"
    finally:
        connection.close()


def stop_on(numbers: tuple[signal.Signals, ...]) -> None:
    """Turn these signals into KeyboardInterrupt.

    SIGINT too is set, because a shell that starts the club in the background has it ignored. SIGHUP stays ignored where
    it is: `nohup` asks for that.
    """

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:
        raise KeyboardInterrupt

    for number in numbers:
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, interrupt)
