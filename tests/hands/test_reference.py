"""The documents that are made from the code are as it would make them now."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from hands.management.commands.write_reference import documents
from hands.rules.findings import CATALOGUE, error

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", ["findings.md", "openapi.yaml", "permissions.md", "statistics.md"])
def test_a_document_is_current(name: str) -> None:
    assert (DOCS / name).read_text() == documents()[name], "run: ./run manage write_reference"


def test_the_command_writes_what_is_committed(tmp_path: Path, settings: Settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    call_command("write_reference", verbosity=0)
    for name, text in documents().items():
        assert (tmp_path / "docs" / name).read_text() == text


def test_the_code_of_a_finding_is_given_once() -> None:
    known = CATALOGUE["syntax"]
    with pytest.raises(ValueError, match="syntax"):
        error("syntax", "Something else.", "다른 것입니다.")
    assert CATALOGUE["syntax"] is known


def test_every_finding_stands_in_the_catalogue_of_the_rules() -> None:
    """Whatever else is imported adds none, so that every list of them is whole."""
    fresh = subprocess.run(
        [sys.executable, "-c", "from hands.rules.findings import CATALOGUE; print(*CATALOGUE)"],
        cwd=DOCS.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert fresh.stdout.split() == list(CATALOGUE)
