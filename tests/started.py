"""A club started for real, and how to wait for what it does."""

import contextlib
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


class Club:
    """A club that was started, with all it says."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.errors = folder / f"stderr-{time.monotonic_ns()}"
        self.data = environment["DATA_DIR"]
        with self.errors.open("wb") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "club"],
                cwd=PROJECT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            )

    def ready(self) -> str:
        """Wait for the line that says where it answers."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Ready: http://127.0.0.1:"), self.errors.read_text()
        return line.removeprefix("Ready: http://").rstrip("/\n")

    def token(self) -> str:
        """The token of its owner, which the first start says below the address."""
        assert soon(lambda: self._tokens() != []), self.errors.read_text()
        return self._tokens()[0]

    def _tokens(self) -> list[str]:
        return re.findall(r"(?:Token|토큰) +([0-9a-f]{64})", self.errors.read_text())

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(20)

    def rest_of_output(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.read()

    def child(self, words: str) -> int:
        """The process that the command has started with these words in its command line."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        (found,) = [child for child in children if words in Path(f"/proc/{child}/cmdline").read_text()]
        return int(found)

    def processes(self) -> list[int]:
        """Every process that was given the data directory of this club, itself included."""
        mark = f"DATA_DIR={self.data}\0".encode()
        found = []
        for path in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if mark in (path / "environ").read_bytes():
                    found.append(int(path.name))
        return found


def soon(holds: Callable[[], bool], within: float = 30) -> bool:
    deadline = time.monotonic() + within
    while not holds() and time.monotonic() < deadline:
        time.sleep(0.05)
    return holds()
