"""What each player did in a hand, as the atoms of all statistics.

Definitions, each once a hand (docs/statistics.md has them for people):

- ``vpip``: put chips in by choice before the first draw: called, bet or raised. Antes, blinds, straddles and posts
  are forced, and the check of whoever posted one costs nothing: neither counts.
- ``raised``: bet or raised before the first draw.
- ``showdown_won``: won a pot at the showdown that somebody else there could have won too. A side pot that nobody else
  had reached is no win.
"""

from __future__ import annotations

from dataclasses import dataclass

from hands.rules.actions import actions_in
from hands.rules.cards import cards_in
from hands.rules.pots import PlayerLine
from hands.rules.replay import Replay


@dataclass(slots=True)
class PlayerFacts:
    """The columns of :class:`hands.models.Fact` for one player, by their names; ``drawn`` has one entry a cut of the
    game: the cards exchanged there (0 for a pat hand), None where the player did not draw."""

    number: int
    put_in: int
    won: int
    vpip: bool
    raised: bool
    drawn: tuple[int | None, ...]
    made: bool | None
    showdown: bool
    showdown_won: bool


def facts_of(replay: Replay) -> list[PlayerFacts]:
    """The facts of every player dealt in, of an accepted hand whose winner is known; else none.

    Cards count only where the replayed document tells them: give it everything that is known of the hand. A cancelled
    hand has none either.
    """
    table, ledger = replay.table, replay.ledger
    if table is None or ledger is None:
        return []
    entered, raisers = table.entered_before_draw, table.raised_before_draw
    if not table.cut:
        entered, raisers = table.betting.entered, table.betting.raisers
    cuts = table.rules.draws
    drawn = _drawn(replay, table.n)
    showdown = table.betting.live > 1
    winners = {share.player for pot in ledger.pots if len(pot.eligible) > 1 for share in pot.shares} if showdown else ()
    facts = []
    for line, folded, counts in zip(ledger.players, table.betting.folded, drawn, strict=True):
        bit = 1 << (line.player - 1)
        vpip, raised = bool((entered | raisers) & bit), bool(raisers & bit)
        made = _made(line) if cuts and len(counts) == cuts else None
        seen = (*counts, *[None] * (cuts - len(counts)))
        won_there = line.player in winners
        facts.append(
            PlayerFacts(
                line.player, line.put_in, line.won, vpip, raised, seen, made, showdown and not folded, won_there
            )
        )
    return facts


def _drawn(replay: Replay, n: int) -> list[list[int]]:
    """How many cards each player exchanged, cut by cut: whoever is still in exchanges once at each."""
    drawn: list[list[int]] = [[] for _ in range(n)]
    action_of = actions_in(replay.document.decimals)
    for text in replay.document.actions:
        if " sd" in text:
            action = action_of[text]
            drawn[action.player].append(action.count)
    return drawn


def _made(line: PlayerLine) -> bool | None:
    """Whether all cards of the final hand count together, None when one of them is unknown."""
    if line.unknown or not line.cards:
        return None
    return line.evaluation.legal(list(cards_in(line.cards)))
