"""README.md and docs/api.md are true: their commands are run against a club that was just started, one after the other,
and the answers are those that are shown."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from badugi_site.api.problems import PROBLEMS
from tests.conftest import without
from tests.started import Club

PROJECT = Path(__file__).resolve().parents[3]
DOCUMENTS = {name: (PROJECT / name).read_text() for name in ("README.md", "docs/api.md")}
README, API = DOCUMENTS.values()
# A command and the answer that is shown behind it.
SHOWN = re.compile(r"```sh\n(curl .*?)```.*?```(json|toml|csv)\n(.*?)```", flags=re.DOTALL)
ADDRESS = "http://127.0.0.1:8000"
# So long a command is given again whose answer changes by itself: how far the work in the background is.
WITHIN = 20.0


class Reader:
    """Somebody who follows a document in a shell, from the folder of the project.

    The documents say where the variables come from: TOKEN from the first start; URL, RESULTS_URL and STATS_URL from the
    last answer that had them, or the first row of a list.
    """

    def __init__(self, address: str, token: str) -> None:
        self.address = address
        self.variables = {"TOKEN": token}

    def run(self, command: str) -> str:
        """What the command prints."""
        done = subprocess.run(
            ["sh", "-c", command.replace("curl ", "curl --silent --show-error ", 1).replace(ADDRESS, self.address)],
            cwd=PROJECT,
            env={"PATH": os.environ["PATH"], **self.variables},
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert (done.returncode, done.stderr) == (0, ""), command
        return done.stdout

    def follow(self, command: str, form: str, shown: str) -> None:
        """Runs a command until the answer is the one that is shown; once, where it sends something."""
        changes = not re.search(r" (?:-F|-d|-X|-T|--data-binary) ", command)
        until = time.monotonic() + (WITHIN if changes else 0)
        while not is_shown(answer := self.run(command), form, shown):
            assert time.monotonic() < until, f"{command}\n{answer}"
            time.sleep(0.1)
        if form == "json":
            found = json.loads(answer)
            row = (found.get("results") or [found])[0]
            self.variables |= {name.upper(): row[name] for name in ("url", "results_url", "stats_url") if name in row}


def is_shown(answer: str, form: str, shown: str) -> bool:
    if form == "json":
        return contains(json.loads(answer), json.loads(shown))
    return answer.removeprefix("\ufeff").splitlines()[: len(shown.splitlines())] == shown.splitlines()


def contains(answer: Any, shown: Any) -> bool:
    """Whether the answer has everything that is shown; objects may have more."""
    if isinstance(shown, dict):
        return isinstance(answer, dict) and all(contains(answer.get(key), value) for key, value in shown.items())
    if isinstance(shown, list):
        return len(answer) == len(shown) and all(map(contains, answer, shown))
    return bool(answer == shown)


def test_the_documents_show_answers() -> None:
    for text, least in ((README, 4), (API, 20)):
        assert len(SHOWN.findall(text)) == len(re.findall(r"^curl ", text, flags=re.MULTILINE)) >= least


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_commands_of_a_document_get_the_answers_that_are_shown(document: str, start: Callable[..., Club]) -> None:
    if shutil.which("curl") is None:
        without("curl", "install it")
    club = start(RATE_LIMITS="off")
    address = f"http://{club.ready()}"
    reader = Reader(address, club.token())
    for command, form, shown in SHOWN.findall(DOCUMENTS[document]):
        reader.follow(command, form, shown)
    assert club.end(signal.SIGINT) == 0


def test_the_fault_of_the_readme_is_at_the_line_that_it_names(client: Client) -> None:
    line = int(re.findall(r"refused at its line (\d+)", README)[0])
    with (PROJECT / "docs" / "examples" / "hand-with-a-fault.txt").open("rb") as file:
        answer = client.post("/api/v1/hands/validate/", file.read(), content_type="text/plain").json()
    assert [finding["line"] for finding in answer["findings"]] == [line]


def test_the_problems_are_listed_with_their_statuses() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", API, flags=re.MULTILINE)
    assert {code: int(status) for code, status in rows} == {kind.code: kind.status for kind in PROBLEMS.values()}
