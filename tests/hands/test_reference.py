"""The documents that are made from the code are as it would make them now."""

from pathlib import Path

import pytest
from django.core.management import call_command
from pytest_django import Settings

from hands.management.commands.write_reference import documents
from hands.rules.findings import CATALOGUE

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.mark.parametrize("name", ["findings.md", "openapi.yaml"])
def test_a_document_is_current(name: str) -> None:
    assert (DOCS / name).read_text() == documents()[name], "run: ./run manage write_reference"


def test_the_command_writes_what_is_committed(tmp_path: Path, settings: Settings) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "docs").mkdir()
    call_command("write_reference", verbosity=0)
    for name, text in documents().items():
        assert (tmp_path / "docs" / name).read_text() == text


def test_every_finding_can_be_said_in_both_languages() -> None:
    documents()
    for kind in CATALOGUE.values():
        finding = kind(player=1, found="x", expected="y")
        assert finding.message("en") != finding.message("ko")
