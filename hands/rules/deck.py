"""The deck: what was dealt, what was thrown, and when it runs out (docs/rules.md, section 3).

Every card is counted, seen or not; known cards are also kept as a set, so that one dealt twice is found. A discarded
card comes back only after a reshuffle.
"""

from __future__ import annotations

from hands.rules.cards import DECK_SIZE


class Deck:
    """``stub`` cards are left to deal, ``pile`` were thrown since the last shuffle (``pile_cards`` those known).

    ``out`` are the known cards that cannot be dealt now. ``shuffles`` counts the reshuffles.
    """

    __slots__ = ("out", "pile", "pile_cards", "shuffles", "stub")

    def __init__(self) -> None:
        self.stub = DECK_SIZE
        self.pile = 0
        self.pile_cards = 0
        self.out = 0
        self.shuffles = 0

    def reshuffle(self, held_out: int, back: int) -> None:
        """Makes a new stub of the rest and the pile, but for ``held_out`` cards; ``back`` are those known to return."""
        self.stub += self.pile - held_out
        self.pile = held_out
        self.out &= ~back
        self.pile_cards &= ~back
        self.shuffles += 1
