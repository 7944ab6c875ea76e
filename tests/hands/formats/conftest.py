"""The project's own hand histories, and readers of one hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hands.formats import ReadHand, read
from hands.rules.document import Document

FIXTURES = Path(__file__).parent.parent / "fixtures"


@pytest.fixture
def text() -> Callable[[str], str]:
    """The text of a fixture: `text("three-players")`."""
    return lambda name: (FIXTURES / "pokerstars" / f"{name}.txt").read_text("utf-8")


@pytest.fixture
def one() -> Callable[[str | bytes], ReadHand]:
    """The only hand of a text."""

    def read_one(source: str | bytes) -> ReadHand:
        (hand,) = read(source.encode() if isinstance(source, str) else source)
        return hand

    return read_one


@pytest.fixture
def document(one: Callable[[str], ReadHand]) -> Callable[[str], Document]:
    """The document of a text without errors."""

    def read_document(source: str) -> Document:
        hand = one(source)
        assert hand.document is not None, [(finding.code, finding.message()) for finding in hand.findings]
        return hand.document

    return read_document
