"""Evaluations: from cards to a strength. Greater is stronger, equal strengths tie (docs/rules.md, section 1).

A badugi-like evaluation counts the strongest *legal* subset of the cards: more cards beat fewer, equal sizes compare by
a key. The strength of every hand of four distinct cards stands in one table of 270,725 16-bit numbers, in the
lexicographic order of the sorted cards, built on first use in about a tenth of a second.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, repeat
from math import comb
from typing import Literal

from hands.rules.cards import DECK_SIZE, cards_in
from hands.rules.names import Names, low_badugi_name, low_ranks

TieRule = Literal["split", "suit"]

# Place of the sorted cards a < b < c < d among all combinations: _FIRST[a] + _SECOND[b] + _THIRD[c] + d.
_FIRST = [
    comb(DECK_SIZE, 4) - comb(DECK_SIZE - card, 4) + comb(DECK_SIZE - 1 - card, 3) - DECK_SIZE
    for card in range(DECK_SIZE)
]
_SECOND = [comb(DECK_SIZE - 1 - card, 2) - comb(DECK_SIZE - card, 3) for card in range(DECK_SIZE)]
_THIRD = [comb(DECK_SIZE - 1 - card, 1) - comb(DECK_SIZE - card, 2) for card in range(DECK_SIZE)]


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What a hand is worth: the cards that count, in the order of the input; how many; the category; the strength."""

    used: list[int]
    size: int
    category: str
    strength: int


@dataclass(frozen=True)
class Evaluation:
    """A badugi-like evaluation.

    ``legal`` tells whether cards can count together, ``key`` orders legal subsets of one size (greater is stronger),
    ``suits`` are the suits from weakest to strongest under the tie rule ``suit``, ``name`` names a result.
    """

    code: str
    names: Names
    categories: tuple[str, str, str, str]
    legal: Callable[[Sequence[int]], bool]
    key: Callable[[Sequence[int]], int]
    high_card: Callable[[int], int]
    suits: tuple[int, int, int, int]
    name: Callable[[Evaluated], Names]
    min_cards: int = 1
    max_cards: int = 8

    @cached_property
    def _legal(self) -> tuple[list[tuple[int, ...]], ...]:
        """The legal subsets of one, two, three and four sorted cards. Every part of a legal subset is legal."""
        legal: list[list[tuple[int, ...]]] = [[(card,) for card in range(DECK_SIZE)]]
        for _ in range(3):
            legal.append(
                [
                    (*some, card)
                    for some in legal[-1]
                    for card in range(some[-1] + 1, DECK_SIZE)
                    if self.legal((*some, card))
                ]
            )
        return tuple(legal)

    @cached_property
    def _strengths(self) -> dict[tuple[int, int], int]:
        """The strength of each (size, key) that a legal subset can have, from 1."""
        found = {(len(some), self.key(some)) for subsets in self._legal for some in subsets}
        return {pair: place for place, pair in enumerate(sorted(found), 1)}

    @cached_property
    def table(self) -> array[int]:
        """The strength of all four-card hands, in lexicographic order of the sorted cards."""
        # The best of a hand is the best of the hands with one card less, unless the whole hand is legal.
        full = {some: self._strengths[len(some), self.key(some)] for subsets in self._legal for some in subsets}
        cards = range(DECK_SIZE)
        pairs = [[max(full[a,], full[b,], full.get((a, b), 0)) if a < b else 0 for b in cards] for a in cards]
        threes = {
            (a, b): [max(pairs[a][b], pairs[a][c], pairs[b][c], full.get((a, b, c), 0)) if b < c else 0 for c in cards]
            for a, b in combinations(cards, 2)
        }
        table = array("H")
        for a, b, c in combinations(cards, 3):
            behind = slice(c + 1, None)
            table.extend(
                map(max, threes[a, b][behind], threes[a, c][behind], threes[b, c][behind], repeat(threes[a, b][c]))
            )
        for a, b, c, d in self._legal[3]:
            table[_FIRST[a] + _SECOND[b] + _THIRD[c] + d] = full[a, b, c, d]
        return table

    @property
    def best_strength(self) -> int:
        """The strength of the best hand there is, under the tie rule ``split``."""
        return len(self._strengths)

    @property
    def best_strength_by_suit(self) -> int:
        """The same under ``suit``."""
        return len(self._strengths) * 4 + 3

    def strength_of(self, cards: Sequence[int]) -> int:
        """The strength of cards that count all together, 0 when they cannot."""
        return self._strengths[len(cards), self.key(cards)] if self.legal(cards) else 0

    def strength(self, cards: Sequence[int]) -> int:
        """The strength of distinct known cards under the tie rule ``split``."""
        if len(cards) == 4:
            a, b, c, d = sorted(cards)
            return self.table[_FIRST[a] + _SECOND[b] + _THIRD[c] + d]
        if len(cards) > 4:
            return max(self.strength(four) for four in combinations(cards, 4))
        return max(self.strength_of(some) for size in range(1, len(cards) + 1) for some in combinations(cards, size))

    def strength_of_set(self, mask: int) -> int:
        """The strength of a set of cards: what :meth:`strength` gives, without a list for the usual four."""
        if mask.bit_count() != 4:
            return self.strength(list(cards_in(mask)))
        first = mask & -mask
        mask ^= first
        second = mask & -mask
        mask ^= second
        third = mask & -mask
        return self.table[
            _FIRST[first.bit_length() - 1]
            + _SECOND[second.bit_length() - 1]
            + _THIRD[third.bit_length() - 1]
            + (mask ^ third).bit_length()
            - 1
        ]

    def strength_by_suit(self, mask: int) -> int:
        """The strength of a set under the tie rule ``suit``: ranks, then the suit of the highest counting card."""
        cards = list(cards_in(mask))
        strength = self.strength(cards)
        return strength * 4 + max(self._suit_of_highest(used) for used in self._subsets(cards, strength))

    def best(self, cards: Sequence[int], tie_rule: TieRule = "split") -> Evaluated:
        """What the cards are worth. Needs ``min_cards`` to ``max_cards`` distinct known cards; else ValueError.

        Among subsets equal in rank the first in the order of the input counts under ``split``, the one strongest by
        suit under ``suit``.
        """
        if not self.min_cards <= len(cards) <= self.max_cards or len(set(cards)) < len(cards) or min(cards) < 0:
            raise ValueError(f"{self.code} needs {self.min_cards} to {self.max_cards} distinct known cards")
        strength = self.strength(cards)
        subsets = self._subsets(cards, strength)
        used = max(subsets, key=self._suit_of_highest) if tie_rule == "suit" else subsets[0]
        if tie_rule == "suit":
            strength = strength * 4 + self._suit_of_highest(used)
        return Evaluated(list(used), len(used), self.categories[len(used) - 1], strength)

    def _subsets(self, cards: Sequence[int], strength: int) -> list[tuple[int, ...]]:
        for size in (4, 3, 2, 1):
            found = [some for some in combinations(cards, size) if self.strength_of(some) == strength]
            if found:
                return found
        raise AssertionError("the strength of a hand is that of one of its subsets")

    def _suit_of_highest(self, used: Sequence[int]) -> int:
        return self.suits.index(max(used, key=self.high_card) % 4)


def _all_different(cards: Sequence[int]) -> bool:
    return len({card // 4 for card in cards}) == len(cards) == len({card % 4 for card in cards})


def _ace_low(card: int) -> int:
    return (card // 4 + 1) % 13


def _low_key(cards: Sequence[int]) -> int:
    """The highest card lower wins, then the next: the smaller set of ranks as a binary number."""
    return -sum(1 << _ace_low(card) for card in cards)


CLUB, DIAMOND, HEART, SPADE = range(4)

BADUGI = Evaluation(
    code="badugi",
    names=Names("Badugi, low", "로우 바둑이"),
    categories=("one-card", "two-card", "three-card", "badugi"),
    legal=_all_different,
    key=_low_key,
    high_card=_ace_low,
    suits=(SPADE, DIAMOND, HEART, CLUB),
    name=lambda evaluated: low_badugi_name(low_ranks(evaluated.used)),
)

EVALUATIONS: dict[str, Evaluation] = {evaluation.code: evaluation for evaluation in (BADUGI,)}
