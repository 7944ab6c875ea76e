"""What is worked out of a checked hand before anything is stored: all that needs no database."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from hands.agreement import local_time
from hands.check import Checked
from hands.combining import digest_of_parts, encode, number_of
from hands.facts import PlayerFacts, facts_of
from hands.formats.document import to_dict
from hands.privacy import Overlay, document_for, overlay_of, split
from hands.rendering import render_finding, render_pot
from hands.rows import Written
from hands.rules.document import Document, amount
from hands.rules.games import BY_VARIANT
from hands.rules.pots import Ledger
from hands.rules.replay import Replay, play

UNKNOWN_SITE = "unknown"
_LONGEST = 200


@dataclass(slots=True)
class Prepared:
    """A checked hand, split into what everybody saw and the rest; of a refused one only the findings.

    ``columns`` are those of :class:`hands.models.Hand` that come from the hand alone, ``text`` is the JSON text of the
    public document.
    """

    findings: list[dict[str, Any]]
    accepted: bool
    line: int
    format: str = ""
    site: str = ""
    number: str = ""
    digest: str = ""
    text: str = ""
    public: Document = field(default=cast(Document, None))
    overlay: Overlay = field(default_factory=Overlay)
    columns: dict[str, Any] = field(default_factory=dict)
    facts: list[PlayerFacts] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.site, self.number


def prepare(checked: Checked) -> Prepared:
    """Splits and describes a checked hand."""
    read = checked.read
    findings = [render_finding(finding, checked.players) for finding in checked.findings]
    replay = checked.replay
    if replay is None or not replay.accepted:
        return Prepared(findings, False, read.line)
    public, overlay = split(replay)
    columns = columns_of(public, replay)
    text = encode(columns["document"])
    return Prepared(
        findings,
        True,
        read.line,
        format=read.format,
        site=public.venue or UNKNOWN_SITE,
        number=number_of(public),
        digest=digest_of_parts(columns["document"], overlay, text),
        text=text,
        public=public,
        overlay=overlay,
        columns=columns,
        facts=facts_of(replay),
    )


def told_by(one: Prepared, players: Collection[int]) -> Prepared:
    """An accepted hand as these players (from 1) can tell of it: with private cards of their own alone.

    What they say of the cards of others would be a guess, and what became of it would tell whether it is right.
    """
    overlay = overlay_of(one.public, one.overlay, players)
    if overlay == one.overlay:
        return one
    replay = play(document_for(one.public, [overlay], None))
    columns = columns_of(one.public, replay)
    digest = digest_of_parts(columns["document"], overlay, one.text)
    return replace(one, digest=digest, overlay=overlay, columns=columns, facts=facts_of(replay))


def columns_of(public: Document, replay: Replay) -> dict[str, Any]:
    """The columns of a hand that follow from its public document and the replay of all that is known of it.

    The ledger is a text (:class:`hands.rows.Written`), the document an object.
    """
    ledger = replay.ledger
    return {
        "game": BY_VARIANT[public.variant].code,
        "currency": public.currency or "",
        "decimals": public.decimals,
        "small_bet": public.small_bet or 0,
        "big_bet": public.big_bet or 0,
        "table": (public.table or "")[:_LONGEST],
        "event": (public.event or "")[:_LONGEST],
        "table_size": len(public.stacks),
        "status": replay.status,
        "pot": sum(pot.amount for pot in ledger.pots) if ledger is not None else 0,
        "rake": ledger.rake if ledger is not None else 0,
        "document": to_dict(public),
        "ledger": None if ledger is None else _settlement(ledger, public.decimals),
    }


def _settlement(ledger: Ledger, decimals: int) -> Written:
    """The object of :func:`hands.rendering.render_settlement` without what tells of names and cards.

    Amounts are digits: nothing has to be escaped, and the text is written in half the time.
    """
    texts: dict[int | None, str] = {None: "null"}

    def money(value: int | None) -> str:
        text = texts.get(value)
        if text is None:
            text = texts[value] = f'"{amount(value or 0, decimals)}"'
        return text

    lines = ",".join(
        [
            f'{{"player":{line.player},"put_in":{money(line.put_in)},"antes":{money(line.antes)},'
            f'"blinds":{money(line.blinds)},"dead":{money(line.dead)},"bets":{money(line.bets)},'
            f'"returned":{money(line.returned)},"won":{money(line.won)},"net":{money(line.net)},'
            f'"finishing_stack":{money(line.finishing_stack)}}}'
            for line in ledger.players
        ]
    )
    pots = encode([render_pot(pot, decimals) for pot in ledger.pots])
    return Written(f'{{"pots":{pots},"players":[{lines}],"rake":{money(ledger.rake)}}}')


def played_at(public: Document, zone: ZoneInfo) -> datetime | None:
    """When a hand was played: in the zone that its document names, or else in this one, its club's.

    Without a time of day it is the start of the day. An hour that happens twice is the first of them.
    """
    local = local_time(public)
    return local and local.replace(tzinfo=ZoneInfo(public.time_zone) if public.time_zone else zone)


def seats_of(replay_facts: list[PlayerFacts], seats: int) -> list[PlayerFacts]:
    """The facts of every seat; of a hand that counts nothing only that they sat there."""
    if replay_facts:
        return replay_facts
    return [PlayerFacts(number, 0, 0, False, False, (), None, False, False) for number in range(1, seats + 1)]
