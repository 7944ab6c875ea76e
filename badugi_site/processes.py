"""Processes that are started and ended together with the one that starts them."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial

from django.conf import settings

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
STOPPED_WITHIN = 10.0  # seconds that what is under way is given to end
PR_SET_PDEATHSIG = 1  # <sys/prctl.h>


class Children:
    """Python processes, each in a process group of its own."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(
        self, arguments: Sequence[str], *, last_signal: signal.Signals, passing: int, **environment: str
    ) -> subprocess.Popen[bytes]:
        """Starts one. It keeps the file descriptor ``passing``, and gets ``last_signal`` when this process is killed.

        All it prints goes to standard error.
        """
        # A signal that came between fork and the line below would leave a child that nobody knows of; and what a signal
        # raises within Python's own hooks around a fork is lost.
        with held_back(STOP_SIGNALS):
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=settings.BASE_DIR,
                env=os.environ | environment,
                stdin=subprocess.DEVNULL,
                stdout=sys.stderr.fileno(),
                pass_fds=[passing],
                start_new_session=True,
                preexec_fn=partial(begin, os.getpid(), last_signal),
            )
            self._processes.append(process)
        return process

    def forget(self, process: subprocess.Popen[bytes]) -> None:
        """Takes leave of one that has ended by itself."""
        kill_group(process.pid)
        self._processes.remove(process)

    def stop(self) -> None:
        """Asks all to end, and kills what is left of them after STOPPED_WITHIN."""
        deadline = time.monotonic() + STOPPED_WITHIN
        for process in self._processes:
            process.terminate()
        for process in self._processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(deadline - time.monotonic(), 0))
            kill_group(process.pid)
            process.wait()


@contextmanager
def children() -> Iterator[Children]:
    """Nothing of what is started within is left afterwards."""
    started = Children()
    try:
        yield started
    finally:
        for number in STOP_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        started.stop()


@contextmanager
def held_back(numbers: Sequence[signal.Signals]) -> Iterator[None]:
    """These signals arrive when this is over."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def begin(parent: int, last_signal: signal.Signals) -> None:
    """What a child does first: it lets signals through again, and does not outlive its parent.

    The kernel sends it ``last_signal`` when its parent ends, even by SIGKILL (Linux only).
    """
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, last_signal)
        if os.getppid() != parent:
            os._exit(1)  # it ended before the kernel was told


def kill_group(group: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)
