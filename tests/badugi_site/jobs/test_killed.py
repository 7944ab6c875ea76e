"""The worker of `manage.py club`, killed in the middle: afterwards everything is done, and done once."""

import os
import random
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.badugi_site.jobs.outside import SETTINGS, Outside
from tests.started import Club, soon

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a killed club takes its worker along on Linux alone")

Start = Callable[..., Club]


@pytest.fixture
def start_ledger(start: Start) -> Start:
    """Start a club that has the tests' own room, and wait until it is ready."""

    def start_club(**variables: str) -> Club:
        club = start(DJANGO_SETTINGS_MODULE=SETTINGS, WEB_WORKERS="1", **variables)
        club.ready()
        return club

    return start_club


def sqlite_of(club: Club) -> Outside:
    return Outside(str(Path(club.data) / "club.sqlite3"))


def test_a_club_killed_at_any_moment_carries_on_at_once_and_does_everything_once(start_ledger: Start) -> None:
    club = start_ledger()
    outside = sqlite_of(club)
    jobs = [outside.add("write_entries", rows=25, pause=0.02) for _ in range(3)]
    for least in (random.randint(1, 20), random.randint(25, 60)):
        assert soon(lambda least=least: outside.written() >= least)
        club.end(signal.SIGKILL)
        assert soon(lambda killed=club: killed.processes() == [])
        assert outside.states() & {"running", "waiting"}
        club = start_ledger()
    assert soon(lambda: outside.states() == {"done"})
    assert [outside.entries(job) for job in jobs] == [list(range(25))] * 3
    assert outside.processes() >= 2
    assert club.end(signal.SIGINT) == 0


def test_on_postgresql_a_killed_club_carries_on_when_its_leases_have_run_out(
    start_ledger: Start, postgresql_url: str
) -> None:
    """Two clubs may share that database: neither lets go of what the other one holds."""
    variables = {"DATABASE_URL": postgresql_url, "JOB_LEASE_SECONDS": "2"}
    club = start_ledger(**variables)
    outside = Outside(postgresql_url)
    jobs = [outside.add("write_entries", rows=25, pause=0.02) for _ in range(2)]
    assert soon(lambda: outside.written() >= 5)
    club.end(signal.SIGKILL)
    start_ledger(**variables)
    assert soon(lambda: outside.states() == {"done"})
    assert [outside.entries(job) for job in jobs] == [list(range(25))] * 2


def test_a_worker_that_dies_is_started_again_and_the_web_goes_on(start_ledger: Start) -> None:
    club = start_ledger()
    outside = sqlite_of(club)
    job = outside.add("write_entries", rows=40, pause=0.02)
    assert soon(lambda: outside.written() >= 5)
    os.kill(club.child("celery"), signal.SIGKILL)
    assert soon(lambda: outside.states() == {"done"})
    assert outside.entries(job) == list(range(40))
    assert "The worker ended by itself with exit status -9; it is started again." in club.errors.read_text()
    assert club.end(signal.SIGTERM) == 0
    assert club.processes() == []


def test_work_that_kills_its_worker_does_not_do_so_for_ever(start_ledger: Start) -> None:
    club = start_ledger()
    outside = sqlite_of(club)
    killing = outside.add("kill_worker", attempts=4)
    other = outside.add("write_entries", rows=1)
    assert soon(lambda: outside.states() == {"dead", "done"}, within=20)
    ((error,),) = outside.ask(f"SELECT error FROM jobs_job WHERE id = {killing}")
    assert "killed" in error
    assert outside.entries(other) == [0]


def test_ctrl_c_ends_work_after_its_step_and_puts_it_back(start_ledger: Start) -> None:
    club = start_ledger()
    outside = sqlite_of(club)
    job = outside.add("write_entries", rows=1000, pause=0.1)
    assert soon(lambda: outside.written() >= 3)
    began = time.monotonic()
    assert club.end(signal.SIGINT) == 0
    assert time.monotonic() - began < 8
    assert outside.ask("SELECT state, lease, attempts FROM jobs_job") == [("waiting", None, 0)]
    assert outside.entries(job) == list(range(outside.written()))
    assert club.processes() == []


def test_a_worker_that_cannot_start_ends_the_club_with_the_reason(start: Start, tmp_path: Path) -> None:
    """The web server starts without it: what fails is in the worker alone."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nif 'celery' in ' '.join(sys.orig_argv):\n    import os; os._exit(3)\n"
    )
    club = start(PYTHONPATH=str(tmp_path))
    assert club.process.wait(30) == 1
    assert "The worker did not start (exit status 3)" in club.errors.read_text()
    assert club.processes() == []
