"""`manage.py club`: everything a club on one computer needs, started and stopped together."""

import ctypes
import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError

HOST = "127.0.0.1"
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
READY_WITHIN = 60.0  # seconds until the server must answer
STOPPED_WITHIN = 10.0  # seconds that requests under way are given to end
PORT_FREE_WITHIN = 3.0  # seconds that the server of a club that was killed needs to notice
PR_SET_PDEATHSIG = 1  # <sys/prctl.h>


class Command(BaseCommand):
    help = "Migrate the database and serve the club on this computer until Ctrl-C."

    def handle(self, **options: Any) -> None:
        try:
            stop_on(STOP_SIGNALS)
            with only_club_on(settings.DATA_DIR) as holder, listen(settings.PORT) as listener:
                address = f"http://{HOST}:{listener.getsockname()[1]}/"
                holder.write(f"process {os.getpid()}, {address}")
                migrate()
                with web_server(listener) as server:
                    wait_until_ready(server, address)
                    self.stdout.write(f"Ready: {address}")
                    self.stdout.flush()
                    raise CommandError(f"The web server ended by itself with exit status {server.wait()}; see above.")
        except KeyboardInterrupt:
            self.stderr.write("Stopped.", style_func=str)


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


@contextmanager
def web_server(listener: socket.socket) -> Iterator[subprocess.Popen[bytes]]:
    """gunicorn on the listening socket, in a process group of its own; nothing of it is left afterwards."""
    server = subprocess.Popen(
        [
            sys.executable,
            *("-m", "gunicorn", "badugi_site.wsgi"),
            *("--bind", f"fd://{listener.fileno()}"),
            *("--workers", str(settings.WEB_WORKERS)),
            *("--graceful-timeout", str(int(STOPPED_WITHIN / 2))),
            "--no-control-socket",
        ],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr.fileno(),
        pass_fds=[listener.fileno()],
        start_new_session=True,
        preexec_fn=end_with_parent if sys.platform == "linux" else None,
    )
    # The server's copy is the only one from here on: when it dies, callers are refused instead of kept waiting.
    listener.close()
    try:
        yield server
    finally:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(STOPPED_WITHIN)
        kill_group(server.pid)
        server.wait()


def end_with_parent() -> None:
    """Have the kernel stop this process when the one that started it ends, even by SIGKILL (Linux only)."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGQUIT)


def kill_group(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


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
