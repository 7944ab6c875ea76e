"""Replays a hand document: as far as the rules allow, then what stopped it; or to the end, then the settlement.

The first illegal step ends the replay, but for actions of players without chips: those cannot change anything, so the
replay goes on and tells what else is wrong.

It raises only for a bug of ours: whatever is wrong with a hand is a finding.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from hands.rules import findings, words
from hands.rules.document import Document
from hands.rules.findings import Finding
from hands.rules.games import BY_VARIANT, OptionsError, Rules, rules_for
from hands.rules.pots import Ledger
from hands.rules.results import Outcome, cancel, settle
from hands.rules.setup import check_cancelled, check_setup
from hands.rules.table import Table

Status = Literal["verified", "consistent", "settled", "cancelled"]


@dataclass(slots=True)
class Replay:
    """What came of a hand.

    ``table`` stands where the replay stopped: its ``steps`` are the actions that were legal. ``ledger`` and ``status``
    are None when an error finding stopped it; a ledger is None too when unknown cards leave the winner open and the
    source does not say who won: ``unproved`` says what. ``verified`` means that everything needed was known and the
    record agrees, ``consistent`` that unknown cards kept something from being proved, ``settled`` that there was no
    record to compare with.
    """

    document: Document
    findings: list[Finding] = field(default_factory=list)
    status: Status | None = None
    unproved: list[str] = field(default_factory=list)
    ledger: Ledger | None = None
    table: Table | None = None

    @property
    def accepted(self) -> bool:
        return self.status is not None


def play(document: Document) -> Replay:
    """Replays a document by the rules of its game and options."""
    replay = Replay(document)
    rules = _rules_of(document, replay)
    if rules is None:
        return replay
    cancelled = document.record is not None and document.record.cancelled
    found = check_cancelled(document) if cancelled else check_setup(document, rules)
    if found:
        replay.findings = found
        return replay
    if cancelled:
        return _end(replay, cancel(document, rules), "cancelled")
    table = replay.table = Table(rules, document)
    replay.findings = table.warnings
    finding = table.run(document.actions)
    refused = finding is not None
    while finding is not None:
        replay.findings.append(finding)
        if finding.kind is not findings.ACTION_ALL_IN:
            return replay
        # Leaving out what somebody without chips did changes nothing for the others: the rest can still be told.
        table.steps += 1
        finding = table.run(document.actions[table.steps :])
    if not table.finished:
        last = document.actions[-1] if document.actions else words.THE_START
        place = max(0, table.steps - 1)
        replay.findings.append(table.at(findings.TRUNCATED(found=last, expected=table.expected(), action=place)))
        return replay
    outcome = settle(document, table, in_order=not refused)
    if refused:
        replay.findings += outcome.findings
        return replay
    return _end(replay, outcome, "verified" if outcome.compared else "settled")


def _end(replay: Replay, outcome: Outcome, status: Status) -> Replay:
    """Takes over an outcome: ``status`` is what a hand without errors has when everything could be proved."""
    replay.findings += outcome.findings
    if not outcome.findings or not outcome.refused:
        replay.ledger, replay.unproved = outcome.ledger, outcome.unproved
        replay.status = "consistent" if outcome.unproved else status
    return replay


def _rules_of(document: Document, replay: Replay) -> Rules | None:
    game = BY_VARIANT.get(document.variant)
    if game is None:
        replay.findings.append(
            findings.UNKNOWN_VARIANT(found=document.variant, expected=", ".join(BY_VARIANT), field="variant")
        )
        return None
    try:
        return rules_for(game, document.options)
    except OptionsError as error:
        replay.findings += error.findings
        return None
