"""Celery's workers and beat on PostgreSQL with a real broker: killed, doubled, flushed; everything is done once."""

import signal
from collections.abc import Callable

import pytest

from tests.badugi_site.jobs.outside import Outside
from tests.badugi_site.jobs.site import Site
from tests.started import Club, soon


@pytest.fixture(params=["redis_url", "amqp_url"])
def site(request: pytest.FixtureRequest, site_of: Callable[[str], Site]) -> Site:
    return site_of(str(request.getfixturevalue(request.param)))


def test_killed_workers_and_lost_and_doubled_messages_change_nothing(site: Site, postgresql_url: str) -> None:
    outside = Outside(postgresql_url)
    jobs = [outside.add("write_entries", rows=20, pause=0.06) for _ in range(6)]
    site.send(5)
    first, beat = site.worker("first"), site.start("beat")
    assert soon(lambda: outside.written() >= 10), site.log.read_text()
    site.kill(first)
    site.send(3)
    site.lose_messages()
    second, _third = site.worker("second"), site.worker("third")
    assert soon(lambda: outside.written() >= 40), site.log.read_text()
    site.kill(second)
    site.kill(beat)
    site.lose_messages()
    site.start("beat")
    assert soon(lambda: outside.states() == {"done"}), site.log.read_text()
    assert [outside.entries(job) for job in jobs] == [list(range(20))] * 6
    assert outside.processes() >= 3
    assert "Traceback" not in site.log.read_text()


def test_a_worker_that_is_terminated_ends_after_its_step(site: Site, postgresql_url: str) -> None:
    outside = Outside(postgresql_url)
    job = outside.add("write_entries", rows=1000, pause=0.1)
    worker = site.worker("first")
    site.send(1)
    assert soon(lambda: outside.written() >= 2), site.log.read_text()
    worker.terminate()
    assert worker.wait(15) == 0
    assert outside.ask("SELECT state, lease FROM jobs_job") == [("waiting", None)]
    assert outside.entries(job) == list(range(outside.written()))


def test_a_club_on_one_computer_with_a_broker_is_complete(start, site: Site, postgresql_url: str) -> None:
    club: Club = start(**site.environment)
    club.ready()
    outside = Outside(postgresql_url)
    job = outside.add("write_entries", rows=3)
    assert soon(lambda: outside.states() == {"done"}), club.errors.read_text()
    assert outside.entries(job) == [0, 1, 2]
    assert club.end(signal.SIGINT) == 0
    assert club.processes() == []
