"""Many hands of one evaluation: which cards count, what they are worth, and their places."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from hands.rendering import render_names
from hands.rules import findings
from hands.rules.cards import CardError, first_duplicate, format_cards, parse_cards
from hands.rules.evaluations import Evaluated, Evaluation, TieRule
from hands.rules.findings import Finding

# No evaluation takes so many cards, however they are written.
MAX_TEXT = 60


class BadHandsError(ValueError):
    """At least one hand cannot be evaluated; ``findings`` has one for each bad hand, by its index."""

    def __init__(self, found: dict[int, Finding]) -> None:
        super().__init__(f"{len(found)} bad hands")
        self.findings = found


class BadBoardError(ValueError):
    """The board cannot be read; ``finding`` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message())
        self.finding = finding


def evaluate(evaluation: Evaluation, hands: Sequence[str], board: str, tie_rule: TieRule) -> list[dict[str, Any]]:
    """The result of every hand with the cards of the board. Raises :class:`BadBoardError`, :class:`BadHandsError`."""
    shared = _board(board, evaluation)
    read: list[list[int]] = []
    bad: dict[int, Finding] = {}
    for index, text in enumerate(hands):
        cards = _hand(text, shared, evaluation, f"hands.{index}")
        if isinstance(cards, Finding):
            bad[index] = cards
        else:
            read.append(cards)
    if bad:
        raise BadHandsError(bad)
    return _results(evaluation, read, [evaluation.best(cards + shared, tie_rule) for cards in read])


def _board(text: str, evaluation: Evaluation) -> list[int]:
    cards = _cards(text, "board")
    if isinstance(cards, Finding):
        raise BadBoardError(cards)
    if len(cards) >= evaluation.max_cards:
        raise BadBoardError(
            findings.CARD_COUNT(found=len(cards), expected=f"0 … {evaluation.max_cards - 1}", field="board")
        )
    twice = first_duplicate(cards)
    if twice is not None:
        raise BadBoardError(_duplicate(twice, format_cards(cards), "board"))
    return cards


def _hand(text: str, shared: list[int], evaluation: Evaluation, field: str) -> list[int] | Finding:
    cards = _cards(text, field)
    if isinstance(cards, Finding):
        return cards
    count = len(cards) + len(shared)
    if not cards or not evaluation.min_cards <= count <= evaluation.max_cards:
        expected = f"{evaluation.min_cards} … {evaluation.max_cards}"
        return findings.CARD_COUNT(found=count if cards else 0, expected=expected, field=field)
    twice = first_duplicate(cards + shared)
    if twice is not None:
        where = format_cards(cards) + (f" + {format_cards(shared)}" if shared else "")
        return _duplicate(twice, where, field)
    return cards


def _duplicate(card: int, where: str, field: str) -> Finding:
    return findings.DUPLICATE_CARD(found=format_cards([card]), expected=where, field=field)


def _cards(text: str, field: str) -> list[int] | Finding:
    expected = "2c … As"
    if len(text) > MAX_TEXT:
        return findings.CARD(found=f"{text[:11]}…", expected=expected, field=field)
    try:
        cards = parse_cards(text)
    except CardError as error:
        return findings.CARD(found=error.token, expected=expected, field=field)
    if -1 in cards:
        return findings.CARD(found="??", expected=expected, field=field)
    return cards


def _results(evaluation: Evaluation, hands: list[list[int]], evaluated: list[Evaluated]) -> list[dict[str, Any]]:
    # The place is one more than the number of stronger hands: 1, 2, 2, 4.
    strengths = sorted(-one.strength for one in evaluated)
    return [
        {
            "cards": format_cards(cards),
            "used": format_cards(one.used),
            "size": one.size,
            "category": one.category,
            "name": render_names(evaluation.name(one)),
            "strength": one.strength,
            "place": bisect_left(strengths, -one.strength) + 1,
        }
        for cards, one in zip(hands, evaluated, strict=True)
    ]
