import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.started import Club


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
