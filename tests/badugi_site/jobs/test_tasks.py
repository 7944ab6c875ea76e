"""The tasks of Celery, called as a worker would call them."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import OperationalError

from badugi_site.celery import CLEAR, SWEEP, WORK, app
from badugi_site.jobs import tasks, work
from badugi_site.jobs.work import Lease, enqueue

Kind = Callable[[work.Handler], str]


def nothing(lease: Lease) -> None:
    pass


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each message that a sweep would send."""
    sent: list[str] = []
    monkeypatch.setattr(tasks, "wake", lambda: sent.append(WORK))
    return sent


def test_the_tasks_are_registered_under_the_names_that_messages_and_beat_use() -> None:
    ours = {name for name in app.tasks if not name.startswith("celery.")}
    assert ours == {WORK, SWEEP, CLEAR}
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} == {SWEEP, CLEAR}


def test_messages_are_json_and_leave_no_results() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert app.conf.result_backend is None
    assert app.conf.task_ignore_result


@pytest.mark.django_db
def test_a_message_has_everything_done_that_is_due(kind: Kind) -> None:
    for _ in range(3):
        enqueue(kind(nothing))
    assert work.count_due(5) == 3
    tasks.work_off()
    assert work.count_due(5) == 0
    tasks.work_off()


@pytest.mark.django_db
@pytest.mark.parametrize(("due", "messages"), [(0, 0), (2, 2), (9, tasks.MOST_WOKEN)])
def test_a_sweep_wakes_a_few_workers_when_something_is_due(
    kind: Kind, woken: list[str], due: int, messages: int
) -> None:
    name = kind(nothing)
    for _ in range(due):
        enqueue(name)
    tasks.sweep()
    assert len(woken) == messages


@pytest.mark.parametrize("task", [tasks.work_off, tasks.sweep])
def test_a_database_that_is_away_is_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, woken: list[str], caplog: pytest.LogCaptureFixture, task: Callable[[], None]
) -> None:
    def away(*arguments: object) -> None:
        raise OperationalError("the server is away")

    monkeypatch.setattr(tasks, "work", away)
    monkeypatch.setattr(tasks, "count_due", away)
    monkeypatch.setattr(tasks, "drop_lost_connections", lambda: None)
    task()
    assert "the server is away" in caplog.text
    assert not woken
