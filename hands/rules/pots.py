"""Pots: what was put in becomes pots, pots become shares, shares a ledger (docs/rules.md, section 5).

Amounts are integers of the smallest unit. Players are counted from 0 in position order in the functions, from 1 in the
ledger that they make.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hands.rules.cards import cards_in, set_text
from hands.rules.evaluations import Evaluation
from hands.rules.names import Names

# The rule of odd chips: one each to the first winners left of the button.
LEFT_OF_BUTTON = "left-of-button"


@dataclass(slots=True)
class Share:
    """What a player won from a pot by a side of the game; ``odd`` of it are odd chips."""

    player: int
    side: str
    amount: int
    odd: int = 0


@dataclass(slots=True)
class Pot:
    """``amount`` is gross of ``rake``; ``eligible`` are the players still in who reached it. ``odd_rule`` names the
    rule by which odd chips were given, where there were any."""

    amount: int
    eligible: list[int]
    rake: int = 0
    shares: list[Share] = field(default_factory=list)
    odd_rule: str | None = None


@dataclass(slots=True)
class PlayerLine:
    """A player's line of the ledger.

    ``start`` is None when the starting stack is unknown. ``put_in`` is without what was ``returned``; of it ``antes``,
    ``blinds`` and ``dead`` (the dead part of a post) were forced, the rest are ``bets``. ``cards`` is the set of known
    final cards, and ``unknown`` counts the others.
    """

    player: int
    start: int | None
    put_in: int
    returned: int
    won: int
    cards: int
    unknown: int
    evaluation: Evaluation
    antes: int = 0
    blinds: int = 0
    dead: int = 0

    @property
    def bets(self) -> int:
        return self.put_in - self.antes - self.blinds - self.dead

    @property
    def net(self) -> int:
        return self.won - self.put_in

    @property
    def finishing_stack(self) -> int | None:
        return None if self.start is None else self.start + self.net

    @property
    def final_cards(self) -> str:
        """The final hand as text, aces first, unknown cards as ``??``."""
        return set_text(self.cards, self.unknown)

    @property
    def hand(self) -> Names | None:
        """The name of a fully known final hand."""
        if self.unknown or not self.cards:
            return None
        return self.evaluation.name(self.evaluation.best(list(cards_in(self.cards))))


@dataclass(slots=True)
class Ledger:
    """The settlement of a hand. The nets and the rake sum to zero, always."""

    pots: list[Pot]
    players: list[PlayerLine]

    @property
    def rake(self) -> int:
        return sum(pot.rake for pot in self.pots)


def return_uncalled(contributed: list[int]) -> tuple[int, int] | None:
    """Takes back from ``contributed`` what nobody matched: (player, amount), or None.

    It is no part of a pot, not raked and not won. The chips of folded players match like any others.
    """
    highest = max(contributed)
    if contributed.count(highest) > 1:
        return None
    player = contributed.index(highest)
    second = max(contributed[:player] + contributed[player + 1 :], default=0)
    contributed[player] = second
    return player, highest - second


def make_pots(contributed: Sequence[int], folded: Sequence[bool], dead: int = 0) -> list[Pot]:
    """The main pot and the side pots, after the uncalled part is returned.

    Pots are cut at the contributions of the players still in; layers with the same claimants are one pot before
    anything is divided. A folded player's chips go to the pots they reached and open none. ``dead`` chips go to
    the main pot.
    """
    live = [i for i, out in enumerate(folded) if not out]
    reached = [contributed[i] for i in live]
    if reached.count(reached[0]) == len(live):
        return [Pot(sum(contributed) + dead, [i + 1 for i in live])]
    levels = sorted(set(reached))
    pots: list[Pot] = []
    low = 0
    for level in levels:
        # Chips of a folded player above the highest level would belong to nobody: the last pot takes them.
        high = max(contributed) if level == levels[-1] else level
        size = sum(min(put, high) - low for put in contributed if put > low)
        if not pots:
            size += dead
        if size:
            pots.append(Pot(size, [i + 1 for i in live if contributed[i] >= level]))
        low = level
    return pots


def share_out(pot: Pot, winners: Sequence[int], side: str) -> None:
    """Shares a pot, less its rake, among the winners of its one side.

    Odd chips go one each to the first winners left of the button, which is their order: nobody gets two of one pot.
    """
    if len(winners) == 1:
        pot.shares = [Share(winners[0], side, pot.amount - pot.rake)]
        return
    each, rest = divmod(pot.amount - pot.rake, len(winners))
    pot.odd_rule = LEFT_OF_BUTTON if rest else None
    pot.shares = [
        Share(player, side, each + (place < rest), int(place < rest)) for place, player in enumerate(sorted(winners))
    ]


def spread_rake(pots: Sequence[Pot], rake: int) -> None:
    """Takes a rake, at most all there is, from the pots in proportion to their size, rounded down; the rest comes from
    the main pot, and from the next ones when that is all gone."""
    total = sum(pot.amount for pot in pots)
    rest = rake
    for pot in pots[1:]:
        pot.rake = rake * pot.amount // total if total else 0
        rest -= pot.rake
    for pot in pots:
        more = min(rest, pot.amount - pot.rake)
        pot.rake += more
        rest -= more
