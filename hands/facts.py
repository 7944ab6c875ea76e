"""What each player did in a hand, as the atoms of all statistics."""

from __future__ import annotations

from dataclasses import dataclass

from hands.rules.replay import Replay


@dataclass(slots=True)
class PlayerFacts:
    """The columns of :class:`hands.models.Fact` for one player, by their names; ``drawn`` has one entry a cut."""

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

    Cards count only where the replayed document tells them: give it everything that is known of the hand.
    """
    raise NotImplementedError
