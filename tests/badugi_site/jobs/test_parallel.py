"""Several processes at the same rows, on SQLite and on PostgreSQL: each thing is done once, and nobody waits."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.badugi_site.jobs.outside import SETTINGS, Outside, insert
from tests.conftest import PROJECT, Process

WORK_OFF = "import django; django.setup(); from badugi_site.jobs.work import work; print(work())"


class Place:
    """A database with the tests' own room, and processes that work there."""

    def __init__(self, environment: dict[str, str], outside: Outside) -> None:
        self._environment = environment
        self.outside = outside

    def worker(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-c", WORK_OFF],
            cwd=PROJECT,
            env=self._environment,
            stdout=subprocess.PIPE,
            text=True,
        )

    def work(self, workers: int = 1) -> int:
        """Let so many processes work at once until nothing is due. Returns how many jobs they have taken up."""
        processes = [self.worker() for _ in range(workers)]
        done = [process.communicate(timeout=60)[0] for process in processes]
        return sum(map(int, done))


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def place(
    request: pytest.FixtureRequest, environment: dict[str, str], python: Callable[..., Process], tmp_path
) -> Place:
    if request.param == "SQLite":
        database = str(tmp_path / "club.sqlite3")
        variables = {"DATABASE_URL": f"sqlite:///{database}"}
    else:
        database = request.getfixturevalue("postgresql_url")
        variables = {"DATABASE_URL": database}
    variables["DJANGO_SETTINGS_MODULE"] = SETTINGS
    migrated = python("manage.py", "migrate", **variables)
    assert migrated.returncode == 0, migrated.stderr
    return Place(environment | variables, Outside(database))


def test_work_told_of_twice_at_once_is_done_once(place: Place) -> None:
    jobs = [place.outside.add("write_entries", rows=5, pause=0.01) for _ in range(12)]
    assert place.work(workers=3) == 12
    assert [place.outside.entries(job) for job in jobs] == [list(range(5))] * 12
    assert place.work() == 0
    assert place.outside.written() == 60


def test_work_is_seen_when_it_is_committed_and_never_when_it_is_rolled_back(place: Place) -> None:
    with place.outside.connection() as connection:
        insert(connection, "write_entries", rows=1)
        assert place.work() == 0
        connection.rollback()
    assert place.work() == 0
    with place.outside.connection() as connection:
        job = insert(connection, "write_entries", rows=1)
        assert place.work() == 0
    assert place.work() == 1
    assert place.outside.entries(job) == [0]


def test_a_worker_does_not_wait_for_a_row_that_somebody_else_holds(place: Place) -> None:
    """One who asks for work under a key holds the row that waits until he commits, which may take long."""
    held = place.outside.add("write_entries", rows=1, key="held")
    with place.outside.connection() as connection:
        if not place.outside.is_sqlite:
            connection.execute(f"SELECT id FROM jobs_job WHERE id = {held} FOR UPDATE")
            other = place.outside.add("write_entries", rows=1)
            assert place.work() == 1
            assert place.outside.entries(other) == [0]
    assert place.work() == 1
    assert place.outside.entries(held) == [0]
