"""What everybody at the table saw, what each source knows beyond that, and the document for whoever asks.

The public document of a hand holds no card that was not shown: deals and discards are counts. The cards that a source
tells beyond it are its overlay. Putting overlays back, all of them or those of one player, gives the document for a
viewer; replaying that document gives the findings, names and unproved lines that this viewer may see, and no others.
Source of the rules: docs/formats.md, "One hand from several sources".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hands.rules.document import Document
from hands.rules.replay import Replay


@dataclass(slots=True)
class Overlay:
    """The private cards of one source: ``cards`` by the index of the action that deals or discards them, ``mucked`` and
    ``labels`` by player (from 1), ``extra`` fields of the source that only staff see."""

    cards: dict[int, str] = field(default_factory=dict)
    mucked: dict[int, str] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Statement:
    """What one source says: its public document and its overlay. Statements combine in the order of ``weight``."""

    public: Document
    overlay: Overlay
    weight: tuple[int, str]  # rank, digest


@dataclass(slots=True)
class Combined:
    """Several statements put together. ``conflicts`` are, by statement, the fields in which it disagrees with one of
    more weight (``actions.12``, ``cards.12``, ``results.rake``); without any, everybody agrees."""

    public: Document
    overlays: list[Overlay]
    conflicts: list[list[str]]


def split(replay: Replay) -> tuple[Document, Overlay]:
    """The public document and the overlay of an accepted hand."""
    raise NotImplementedError


def number_of(public: Document) -> str:
    """The number of a hand: the source's own, or ``sha256:`` of its canonical public document."""
    raise NotImplementedError


def digest_of(public: Document, overlay: Overlay) -> str:
    """The digest (64 hexadecimal digits) of all that a source says; the same for the same history in any format."""
    raise NotImplementedError


def combine(statements: Sequence[Statement]) -> Combined:
    """Puts statements together. The order in which they are given does not matter."""
    raise NotImplementedError


def document_for(public: Document, overlays: Iterable[Overlay], players: Collection[int] | None) -> Document:
    """The document with the private cards of these players (from 1), or with everybody's (None)."""
    raise NotImplementedError
