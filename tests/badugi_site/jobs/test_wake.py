"""The word to a worker, where the broker is away, hangs or refuses: nobody waits for it, and nothing is lost."""

import socket
from collections.abc import Callable, Iterator

import pytest

from tests.conftest import Process

# Two requests that ask for work, one after the other, and how long each of them took.
ASK_TWICE = """
import time, django
django.setup()
from django.core.management import call_command
from django.db import transaction
from badugi_site.jobs import work
from badugi_site.jobs.models import Job
work.handler("kind")(lambda lease: None)
call_command("migrate", verbosity=0)
for _ in range(2):
    began = time.monotonic()
    with transaction.atomic():
        work.enqueue("kind")
    print(f"{time.monotonic() - began:.3f}")
print(Job.objects.count())
"""


def ask_twice(python: Callable[..., Process], broker: str) -> tuple[float, float, str]:
    result = python("-c", ASK_TWICE, CELERY_BROKER_URL=broker)
    assert result.returncode == 0, result.stderr
    first, second, jobs = result.stdout.split()
    assert jobs == "2"
    return float(first), float(second), result.stderr


@pytest.fixture
def black_hole() -> Iterator[int]:
    """A port that takes connections and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_refuses_connections_costs_no_time(python: Callable[..., Process], scheme: str) -> None:
    first, second, log = ask_twice(python, f"{scheme}://:hidden@127.0.0.1:1")
    assert first < 1.5
    assert second < 0.1
    assert log.count("The broker took no message") == 1
    assert "hidden" not in log
    assert "Traceback" not in log


@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_never_answers_costs_a_moment_once(
    python: Callable[..., Process], black_hole: int, scheme: str
) -> None:
    first, second, log = ask_twice(python, f"{scheme}://:hidden@127.0.0.1:{black_hole}")
    assert first < 4
    assert second < 0.1
    assert log.count("The broker took no message") == 1
    assert "hidden" not in log


def test_without_a_broker_nothing_is_sent(python: Callable[..., Process]) -> None:
    first, second, log = ask_twice(python, "memory://")
    assert max(first, second) < 0.5
    assert log == ""


def test_a_message_is_sent_after_the_commit_and_none_after_a_rollback(
    python: Callable[..., Process], redis_url: str
) -> None:
    script = """
import django
django.setup()
from django.core.management import call_command
from django.db import transaction
from badugi_site.celery import app
from badugi_site.jobs import work
work.handler("kind")(lambda lease: None)
call_command("migrate", verbosity=0)
def waiting():
    with app.connection_for_read() as connection:
        return connection.default_channel.queue_declare(app.conf.task_default_queue, passive=False).message_count
before = waiting()
try:
    with transaction.atomic():
        work.enqueue("kind")
        raise KeyError
except KeyError:
    print(waiting() - before)
with transaction.atomic():
    work.enqueue("kind")
    print(waiting() - before)
print(waiting() - before)
with app.connection_for_write() as connection:
    connection.default_channel.queue_delete(app.conf.task_default_queue)
"""
    result = python(
        "-c",
        script,
        CELERY_BROKER_URL=redis_url,
        DJANGO_SETTINGS_MODULE="tests.badugi_site.jobs.ledger.settings",
        LEDGER_QUEUE="ledger-wake",
    )
    assert result.stdout.split() == ["0", "0", "1"], result.stderr
