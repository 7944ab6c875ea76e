"""README.md and docs/api.md are true: their commands are run, and the answers are those they show."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from badugi_site.api.problems import PROBLEMS

PROJECT = Path(__file__).resolve().parents[3]
DOCUMENT = (PROJECT / "docs" / "api.md").read_text()
README = (PROJECT / "README.md").read_text()
# A command and the answer that is shown behind it.
SHOWN = [
    *re.findall(r"```sh\n(curl .*?)```.*?```json\n(.*?)```", README, flags=re.DOTALL),
    *re.findall(r"```sh\n(curl .*?)```.*?```json\n(.*?)```", DOCUMENT, flags=re.DOTALL),
]


def curl(client: Client, command: str) -> Any:
    """What curl would get: its options -H, -d and --data-binary are the ones that the document uses."""
    words = iter(shlex.split(command.replace("\\\n", " "))[1:])
    address, data, headers = "", b"", {}
    for word in words:
        match word:
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-d" | "--data-binary":
                text = next(words)
                data = (PROJECT / text[1:]).read_bytes() if text.startswith("@") else text.encode()
                headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
            case _:
                address = word.removeprefix("http://127.0.0.1:8000")
    content_type = headers.pop("Content-Type", "")
    return client.generic("POST" if data else "GET", address, data, content_type=content_type, headers=headers)


def contains(answer: Any, shown: Any) -> bool:
    """Whether the answer has everything that is shown; objects may have more."""
    if isinstance(shown, dict):
        return isinstance(answer, dict) and all(contains(answer.get(key), value) for key, value in shown.items())
    if isinstance(shown, list):
        return len(answer) == len(shown) and all(map(contains, answer, shown))
    return bool(answer == shown)


def test_the_document_shows_answers() -> None:
    assert len(SHOWN) == DOCUMENT.count("curl http") + README.count("curl http") >= 8


def test_the_fault_of_the_readme_is_at_the_line_that_it_names(client: Client) -> None:
    line = int(re.findall(r"refused at its line (\d+)", README)[0])
    with (PROJECT / "docs" / "examples" / "hand-with-a-fault.txt").open("rb") as file:
        answer = client.post("/api/v1/hands/validate/", file.read(), content_type="text/plain").json()
    assert [finding["line"] for finding in answer["findings"]] == [line]


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_a_command_gets_the_answer_that_is_shown(client: Client, command: str, shown: str) -> None:
    answer = curl(client, command).json()
    assert contains(answer, json.loads(shown)), json.dumps(answer, ensure_ascii=False, indent=2)


def test_the_problems_are_listed_with_their_statuses() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", DOCUMENT, flags=re.MULTILINE)
    assert {code: int(status) for code, status in rows} == {kind.code: kind.status for kind in PROBLEMS.values()}
