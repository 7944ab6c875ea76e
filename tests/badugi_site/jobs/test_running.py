"""docs/running.md: its commands, as they stand there, make a site that does its work; its figures are those in use."""

import configparser
import re
import shlex
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from badugi_site.jobs import clearing, work
from tests.badugi_site.jobs.outside import Outside
from tests.badugi_site.jobs.site import Site
from tests.started import PROJECT, soon

DOCUMENT = (PROJECT / "docs" / "running.md").read_text()
COMMANDS = re.findall(r"^    (\.venv/bin/.+)$", DOCUMENT, flags=re.MULTILINE)
UNITS = re.findall(r"^```ini\n(.+?)^```", DOCUMENT, flags=re.MULTILINE | re.DOTALL)


def of_this_environment(command: str) -> list[str]:
    return shlex.split(command.replace(".venv/bin/", f"{Path(sys.executable).parent}/"))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def test_the_commands_of_the_document_make_a_site_that_does_its_work(
    site_of: Callable[[str], Site], redis_url: str, postgresql_url: str
) -> None:
    site, port = site_of(redis_url), free_port()
    assert [command.split()[0].rpartition("/")[2] for command in COMMANDS] == ["gunicorn", "celery", "celery"]
    for command in COMMANDS:
        site.run(*of_this_environment(command.replace("127.0.0.1:8000", f"127.0.0.1:{port}")))
    outside = Outside(postgresql_url)
    job = outside.add("write_entries", rows=2)
    assert soon(lambda: answers(port)), site.log.read_text()
    assert soon(lambda: outside.states() == {"done"}), site.log.read_text()
    assert outside.entries(job) == [0, 1]
    (ping,) = re.findall(r"`(\.venv/bin/celery [^`]+)`", DOCUMENT)
    asked = subprocess.run(
        of_this_environment(ping), cwd=PROJECT, env=site.environment, capture_output=True, text=True, timeout=60
    )
    assert asked.returncode == 0, asked.stdout + asked.stderr
    assert "pong" in asked.stdout


def test_the_units_of_systemd_start_the_same_commands() -> None:
    started = re.findall(r"^ExecStart=/srv/badugi/club/(.+)$", DOCUMENT, flags=re.MULTILINE)
    assert sorted(started) == sorted(COMMANDS)
    unit = configparser.ConfigParser()
    unit.read_string(UNITS[0])
    assert unit["Service"]["KillMode"] == "mixed"
    assert unit["Service"]["WorkingDirectory"] == "/srv/badugi/club"


def test_every_block_of_commands_is_good_shell() -> None:
    for block in re.findall(r"(?:^    .+\n)+", DOCUMENT, flags=re.MULTILINE):
        checked = subprocess.run(["sh", "-n"], input=block, capture_output=True, text=True)
        assert checked.returncode == 0, block + checked.stderr


def test_its_figures_are_those_in_use() -> None:
    text = " ".join(DOCUMENT.split())
    waits = [work.RETRY_AFTER.seconds * 2**attempt for attempt in range(work.MOST_ATTEMPTS - 1)]
    assert f"after {', '.join(map(str, waits[:-1]))} and {waits[-1]} seconds" in text
    assert work.MOST_ATTEMPTS == 5 and "after five attempts" in text and "five workers died" in text
    assert clearing.KEPT.days == 7 and "deleted after a week" in text
