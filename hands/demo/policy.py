"""How the people of the demonstration play: sensibly, each in their own way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hands.rules.cards import RANKS, cards_in
from hands.rules.evaluations import Evaluated
from hands.rules.generate import Wish
from hands.rules.table import Table

_MADE = 4
# Ranks as badugi counts them, from 0, that of the ace.
_TEN, _QUEEN, _KING = 9, 11, 12


@dataclass(frozen=True, slots=True)
class Style:
    """``looseness`` is how often somebody stays in with too little, ``boldness`` how often they raise; both 0 to 1."""

    looseness: float
    boldness: float


class Sensible:
    """Draws to low cards of four suits, stands pat on a good badugi, bets what is strong for the street, and folds what
    is not worth its price; now and then somebody bluffs."""

    def __init__(self, random: Random, styles: Sequence[Style]) -> None:
        self.random = random
        self.styles = styles

    def bet(self, table: Table, player: int) -> Wish:
        random, style, betting = self.random, self.styles[player], table.betting
        worth = _worth(table, player) + random.uniform(-0.3, 0.3)
        if not betting.to_call(player):
            bluffs = random.random() < 0.12 * style.boldness
            return "raise" if bluffs or (worth > 2.5 and random.random() < 0.4 + style.boldness / 2) else "call"
        # What is to come is worth less at each cut, and every raise says that somebody has more.
        needed = 2.15 - 0.7 * style.looseness + 0.12 * table.cut + 0.3 * max(0, betting.bet_count - 1)
        if worth > needed + 0.4 and random.random() < 0.15 + 0.7 * style.boldness:
            return "raise"
        return "call" if worth > needed else "fold"

    def discard(self, table: Table, player: int) -> list[int]:
        random, last = self.random, table.cut == table.rules.draws
        held, best = _best(table, player)
        spare = [card for card in held if card not in best.used]
        if not spare:
            highest = max(held, key=_rank)
            breaks = not last and _rank(highest) > _TEN and random.random() < 0.8 - 0.25 * table.cut
            return [highest] if breaks else []
        if len(spare) == 2 and random.random() < 0.03:
            return []  # a snow
        return spare + ([] if last else [card for card in best.used if _rank(card) >= _QUEEN])


def _best(table: Table, player: int) -> tuple[list[int], Evaluated]:
    held = list(cards_in(table.holdings.held[player]))
    return held, table.rules.sides[0].evaluation.best(held)


def _rank(card: int) -> int:
    return (card // 4 + 1) % len(RANKS)


def _worth(table: Table, player: int) -> float:
    """Up to 4: a made hand is about 3 and more, a good three-card hand above 2, two low cards below."""
    _held, best = _best(table, player)
    worth = best.size - 1.2 * max(map(_rank, best.used)) / _KING
    return worth - 0.4 if best.size < _MADE and table.cut == table.rules.draws else worth
