"""A checked hand as the page shows it: verdict, facts, source and settlement, in the language of the reader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import get_language, gettext, gettext_lazy

from hands.check import Checked
from hands.pages.settlement import Settlement, money, settlement_of
from hands.pages.source import Source, source_of
from hands.pages.stakes import game_name
from hands.rules.document import Document
from hands.rules.findings import Language

VERDICTS = {
    "verified": gettext_lazy("Everything that matters is known, and the recorded result agrees with the rules."),
    "consistent": gettext_lazy("Nothing is against the rules, but unknown cards keep something from being proved."),
    "settled": gettext_lazy("The history records no result; this is the one by the rules."),
    "cancelled": gettext_lazy("The hand was cancelled: everybody has the starting chips."),
}


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand. ``index`` (from 1) makes the anchors of the page; ``players`` are names with their places (``p1``)."""

    index: int
    title: str
    accepted: bool
    verdict: str
    game: str
    table: str
    players: list[tuple[str, str]]
    source: Source
    settlement: Settlement | None
    open_winner: bool


def hand_rows(checked: Sequence[Checked], text: str) -> list[HandRow]:
    """The hands of a text whose lines end in ``\\n``."""
    lines = text.split("\n")
    return [_hand(index, one, lines) for index, one in enumerate(checked, 1)]


def _hand(index: int, checked: Checked, lines: Sequence[str]) -> HandRow:
    hand, replay, document = checked.read, checked.replay, checked.read.document
    language = reading_language()
    settlement = None
    if document is not None and replay is not None and checked.accepted and replay.ledger is not None:
        settlement = settlement_of(replay.ledger, document, replay.table, language)
    names = checked.players or [f"p{i + 1}" for i in range(len(document.stacks) if document is not None else 0)]
    return HandRow(
        index=index,
        title=gettext("Hand %(number)s") % {"number": f"#{hand.number}" if hand.number else index},
        accepted=checked.accepted,
        verdict=_verdict(checked),
        game=game_of(document, language) if document is not None else "",
        table=(document.table or "") if document is not None else "",
        players=[(name, f"p{place}") for place, name in enumerate(names, 1)],
        source=source_of(hand, checked.findings, lines, checked.players, language),
        settlement=settlement,
        open_winner=checked.accepted and settlement is None,
    )


def reading_language() -> Language:
    """The language of the request, of the two in which findings and hands are named."""
    return "ko" if (get_language() or "").partition("-")[0] == "ko" else "en"


def _verdict(checked: Checked) -> str:
    if checked.replay is not None and checked.replay.status is not None:
        return str(VERDICTS[checked.replay.status])
    return gettext("What is marked below is against the rules or cannot be read.")


def game_of(document: Document, language: Language) -> str:
    """``Badugi 0.50/1.00 USD``, or as much of it as is known."""
    words = [game_name(document.variant, language)]
    bets = [money(bet, document.decimals) for bet in (document.small_bet, document.big_bet) if bet is not None]
    if bets:
        words.append("/".join(bets))
    if document.currency:
        words.append(document.currency)
    return " ".join(words)
