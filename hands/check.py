"""The check of one hand: what its reader and the engine say of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hands.formats import ReadHand
from hands.formats.reading import Contradiction
from hands.rules.findings import Finding, errors
from hands.rules.replay import Replay, play


@dataclass(slots=True)
class Checked:
    """A hand that was read and, where the reader made a document of it, replayed.

    ``findings`` are the reader's and the engine's, each with its line.
    """

    read: ReadHand
    findings: list[Finding]
    replay: Replay | None

    @property
    def players(self) -> list[str] | None:
        """The names of the players, where the source tells them."""
        return self.read.document.players if self.read.document is not None else None

    @property
    def accepted(self) -> bool:
        return self.replay is not None and self.replay.accepted


def check(read_hand: ReadHand) -> Checked:
    """Replays a hand and gives every finding its line. Renders nothing: most callers want to know one thing only."""
    findings = read_hand.findings
    replay = None
    if read_hand.document is not None:
        replay = play(read_hand.document)
        if replay.findings:
            findings = [*findings, *replay.findings]
    for finding in findings:
        read_hand.locate(finding)
    if replay is not None and read_hand.contradictions:
        findings = _with_contradictions(findings, read_hand.contradictions)
        if any(errors(findings)):
            replay.status = replay.ledger = None
            replay.unproved = []
    return Checked(read_hand, findings, replay)


def _with_contradictions(told: list[Finding], contradictions: Sequence[Contradiction]) -> list[Finding]:
    """What the text says against itself, beside what the rules say of it, so that one fault is told once.

    Behind the first error of the rules a contradiction may only follow from it and is left out; above it, it may be
    the cause and comes first.
    """
    first = next(errors(told), None)
    if first is None:
        return [*told, *(contradiction.finding for contradiction in contradictions)]
    line = first.place.line or 0
    return [*(contradiction.finding for contradiction in contradictions if contradiction.since < line), *told]
