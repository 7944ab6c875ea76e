"""Work of the tests' own room, looked at from outside in plain SQL, while other processes do it."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

SETTINGS = "tests.badugi_site.jobs.ledger.settings"


class Outside:
    """The database behind a URL; SQLite by the path of its file."""

    def __init__(self, url: str) -> None:
        self._url = url
        self.is_sqlite = not url.startswith("postgres")

    @contextmanager
    def connection(self) -> Iterator[Any]:
        """A connection that commits at the end of the block, or else nothing."""
        opened: Any = sqlite3.connect(self._url, timeout=20) if self.is_sqlite else psycopg.connect(self._url)
        try:
            yield opened
            opened.commit()
        finally:
            opened.close()

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        with self.connection() as connection:
            return list(connection.execute(question).fetchall())

    def add(self, kind: str, *, rows: int = 0, pause: float = 0, attempts: int = 0, key: str = "") -> int:
        with self.connection() as connection:
            return insert(connection, kind, rows=rows, pause=pause, attempts=attempts, key=key)

    def states(self) -> set[str]:
        return {state for (state,) in self.ask("SELECT state FROM jobs_job")}

    def written(self) -> int:
        return int(self.ask("SELECT count(*) FROM ledger_entry")[0][0])

    def entries(self, job: int) -> list[int]:
        return [number for (number,) in self.ask(f"SELECT number FROM ledger_entry WHERE job_id = {job} ORDER BY 1")]

    def processes(self) -> int:
        return int(self.ask("SELECT count(DISTINCT process) FROM ledger_entry")[0][0])


def insert(connection: Any, kind: str, *, rows: int = 0, pause: float = 0, attempts: int = 0, key: str = "") -> int:
    """A row as `enqueue` writes it, in a transaction of whoever calls. Returns its number."""
    return int(
        connection.execute(
            "INSERT INTO jobs_job (kind, arguments, key, state, attempts, run_after, error, created_at) VALUES"
            f" ('{kind}', '{{\"rows\": {rows}, \"pause\": {pause}}}', '{key}', 'waiting', {attempts},"
            " CURRENT_TIMESTAMP, '', CURRENT_TIMESTAMP) RETURNING id"
        ).fetchone()[0]
    )
