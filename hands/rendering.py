"""What was checked as plain objects, for clients: findings, settlements, names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hands.check import Checked
from hands.formats.document import to_dict
from hands.rules.document import Document, amount
from hands.rules.findings import Finding
from hands.rules.names import Names
from hands.rules.pots import Ledger, PlayerLine, Pot


def render(checked: Checked) -> dict[str, Any]:
    """The object of ``POST hands/validate/``. A refused hand has no settlement."""
    document, replay = checked.read.document, checked.replay
    settlement = None
    if document is not None and replay is not None and checked.accepted and replay.ledger is not None:
        settlement = render_settlement(replay.ledger, document)
    return {
        "accepted": checked.accepted,
        "status": replay.status if replay is not None else None,
        "unproved": replay.unproved if replay is not None else [],
        "findings": [render_finding(finding, checked.players) for finding in checked.findings],
        "hand": to_dict(document) if document is not None else None,
        "settlement": settlement,
        "jackpots": [],
    }


def render_finding(finding: Finding, players: Sequence[str] | None = None) -> dict[str, Any]:
    """A finding; its sentences name the player where the names are known."""
    place = finding.place
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": {"en": finding.message("en", players), "ko": finding.message("ko", players)},
        "line": place.line,
        "action": place.action,
        "street": place.street,
        "player": place.player,
        "field": place.field,
        "found": finding.found,
        "expected": finding.expected,
    }


def render_settlement(ledger: Ledger, document: Document) -> dict[str, Any]:
    """Pots, shares and the line of every player, with the decimals of the document."""
    names: Sequence[str | None] = document.players or [None] * len(ledger.players)
    return {
        "pots": [render_pot(pot, document.decimals) for pot in ledger.pots],
        "players": [_player(line, names[line.player - 1], document.decimals) for line in ledger.players],
        "rake": amount(ledger.rake, document.decimals),
    }


def render_names(names: Names) -> dict[str, str]:
    return {"en": names.en, "ko": names.ko}


def render_pot(pot: Pot, decimals: int) -> dict[str, Any]:
    return {
        "amount": amount(pot.amount, decimals),
        "rake": amount(pot.rake, decimals),
        "eligible": pot.eligible,
        "shares": [
            {
                "player": share.player,
                "side": share.side,
                "amount": amount(share.amount, decimals),
                "odd": amount(share.odd, decimals),
            }
            for share in pot.shares
        ],
        "odd_rule": pot.odd_rule,
    }


def _player(line: PlayerLine, name: str | None, decimals: int) -> dict[str, Any]:
    return {
        "player": line.player,
        "name": name,
        "put_in": amount(line.put_in, decimals),
        "antes": amount(line.antes, decimals),
        "blinds": amount(line.blinds, decimals),
        "dead": amount(line.dead, decimals),
        "bets": amount(line.bets, decimals),
        "returned": amount(line.returned, decimals),
        "won": amount(line.won, decimals),
        "net": amount(line.net, decimals),
        "final_cards": line.final_cards,
        "hand": render_names(line.hand) if line.hand is not None else None,
        "finishing_stack": None if line.finishing_stack is None else amount(line.finishing_stack, decimals),
    }
