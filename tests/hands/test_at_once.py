"""Several at the same hands at the same moment, on SQLite and on PostgreSQL (C30, C32, C33)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Process
from tests.hands.histories import DURI, HANA

Run = Callable[[str], dict[str, Any]]


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def outcome_of(request: pytest.FixtureRequest, python: Callable[..., Process], tmp_path: Path) -> Run:
    """Runs a scenario of tests.hands.at_once on an empty database."""
    url = f"sqlite:///{tmp_path}/club.sqlite3"
    if request.param == "PostgreSQL":
        url = request.getfixturevalue("postgresql_url")
    migrated = python("manage.py", "migrate", DATABASE_URL=url)
    assert migrated.returncode == 0, migrated.stderr

    def run(scenario: str) -> dict[str, Any]:
        process = python("-m", "tests.hands.at_once", scenario, DATABASE_URL=url, LOG_LEVEL="ERROR")
        assert process.returncode == 0, process.stderr
        assert process.stderr == ""
        outcome: dict[str, Any] = json.loads(process.stdout)
        assert outcome.pop("raised") == []
        return outcome

    return run


def test_eight_store_the_same_hands_in_different_orders(outcome_of: Run) -> None:
    outcome = outcome_of("same_hands")
    assert outcome == {
        "outcomes": {"accepted": 10, "merged": 10, "duplicate": 60},
        "hands": 10,
        "sources": 20,
        "facts": 20,
        "players": [DURI, HANA],
        "sums_are_right": True,
        "hands_of": {DURI: 10, HANA: 10},
    }


def test_twenty_uploads_are_sent_worked_off_and_read_at_once(outcome_of: Run) -> None:
    outcome = outcome_of("uploads")
    assert (outcome["uploads"], outcome["hands"], outcome["facts"]) == ([[50, 50, "done"]], 1000, 2000)
    assert (outcome["sums_are_right"], outcome["hands_of"]) == (True, {DURI: 1000, HANA: 1000})


def test_work_that_is_done_twice_at_once_changes_nothing(outcome_of: Run) -> None:
    outcome = outcome_of("twice")
    assert (outcome["results"], outcome["found"], outcome["hands"], outcome["sources"]) == (100, 100, 50, 100)
    assert (outcome["sums_are_right"], outcome["hands_of"]) == (True, {DURI: 50, HANA: 50})


def test_an_upload_is_deleted_while_its_hands_come_again(outcome_of: Run) -> None:
    outcome = outcome_of("deleting")
    assert (outcome["state"], outcome["found"], outcome["hands"], outcome["sources"]) == ("done", 300, 300, 300)
    assert (outcome["sums_are_right"], outcome["facts"]) == (True, 600)
