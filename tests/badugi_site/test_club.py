"""`manage.py club`, started for real: what it prints, what it leaves behind, and what it refuses."""

import http.client
import json
import os
import signal
import socket
import sys
from pathlib import Path

import pytest

from tests.started import soon

PROJECT = Path(__file__).resolve().parent.parent.parent

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="looks for processes left behind in /proc: run the tests on Linux"
)


def health(address: str) -> tuple[int, dict[str, str]]:
    connection = http.client.HTTPConnection(address, timeout=10)
    try:
        connection.request("GET", "/healthz")
        response = connection.getresponse()
        return response.status, json.load(response)
    finally:
        connection.close()


def test_the_club_says_one_line_answers_and_leaves_nothing_behind_on_ctrl_c(start) -> None:
    club = start()
    address = club.ready()
    assert health(address) == (200, {"status": "ok"})
    assert len(club.processes()) >= 5  # the command, the web server with its two processes, the worker
    assert club.end(signal.SIGINT) == 0
    assert club.rest_of_output() == ""
    assert club.processes() == []
    with pytest.raises(ConnectionRefusedError):
        health(address)


def test_the_club_ends_the_same_way_when_it_is_terminated(start) -> None:
    club = start()
    club.ready()
    assert club.end(signal.SIGTERM) == 0
    assert club.processes() == []


def test_ctrl_c_while_the_club_is_starting_leaves_nothing_behind(start) -> None:
    club = start()
    assert soon(lambda: len(club.processes()) > 1)
    assert club.end(signal.SIGINT) == 0
    assert soon(lambda: club.processes() == [])
    assert club.rest_of_output() == ""


@pytest.mark.parametrize("attempt", range(3))
def test_ctrl_c_at_the_moment_a_process_is_started_is_heard_and_leaves_nothing_behind(start, attempt: int) -> None:
    club = start()
    children = Path(f"/proc/{club.process.pid}/task/{club.process.pid}/children")
    while not children.read_text():
        pass
    assert club.end(signal.SIGINT) == 0
    assert soon(lambda: club.processes() == [])


def test_a_second_club_on_the_same_data_is_refused_with_the_first_ones_process_and_address(start) -> None:
    first = start()
    address = first.ready()
    second = start()
    assert second.process.wait(20) == 1
    message = second.errors.read_text()
    assert f"process {first.process.pid}, http://{address}/" in message
    assert "DATA_DIR" in message
    assert second.rest_of_output() == ""
    assert health(address)[0] == 200


def test_a_club_that_was_killed_takes_its_server_with_it_and_a_new_one_can_start_at_once(start) -> None:
    killed = start()
    port = killed.ready().rpartition(":")[2]
    killed.end(signal.SIGKILL)
    address = start(PORT=port).ready()
    assert address.endswith(f":{port}")
    assert health(address)[0] == 200


def test_a_port_that_is_taken_is_refused_by_the_name_of_the_variable(start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        club = start(PORT=port)
        assert club.process.wait(20) == 1
    message = club.errors.read_text()
    assert f"Port {port}" in message
    assert "Set PORT" in message
    assert club.processes() == []


def test_the_club_fails_with_a_reason_when_its_web_server_dies(start) -> None:
    club = start()
    club.ready()
    os.kill(club.child("gunicorn"), signal.SIGKILL)
    assert club.process.wait(20) == 1
    assert "The web server ended by itself" in club.errors.read_text()
    assert soon(lambda: club.processes() == [])


def test_a_club_for_one_public_host_starts_behind_its_proxy(start) -> None:
    club = start(ALLOWED_HOSTS="club.example.org", HTTPS="on", BEHIND_PROXY="on", SECRET_KEY="k" * 50)
    club.ready()
    assert club.end(signal.SIGINT) == 0


def test_the_club_runs_on_postgresql(start, postgresql_url: str) -> None:
    club = start(DATABASE_URL=postgresql_url)
    assert health(club.ready())[0] == 200
    assert not (Path(club.data) / "club.sqlite3").exists()
    assert club.end(signal.SIGINT) == 0


def test_the_club_says_what_is_wrong_when_the_database_is_unreachable(start) -> None:
    club = start(DATABASE_URL="postgres://club:hidden@127.0.0.1:1/club")
    assert club.process.wait(20) == 1
    message = club.errors.read_text()
    assert "The database cannot be reached" in message
    assert "DATABASE_URL" in message
    assert "Traceback" not in message
    assert "hidden" not in message
