"""The two orders of a draw: in sequence (discard, receive, next player), and in phases (all discard, then all receive).

Sites deal in sequence; the programs that replay PHH expect phases.
"""

from __future__ import annotations

from collections.abc import Sequence


def in_phases(actions: Sequence[str]) -> list[str]:
    """The same actions with the cards of each draw dealt behind the last discard of it.

    A hand with a reshuffle keeps its order, which says for whom the deck did not suffice.
    """
    if "d rs" in actions:
        return list(actions)
    phased: list[str] = []
    deals: list[str] = []
    drawn: set[str] = set()
    for action in actions:
        player, _, what = action.partition(" ")
        draws = what == "sd" or what.startswith("sd ")
        if drawn and action.startswith("d dh "):
            deals.append(action)
            continue
        if not draws or player in drawn:
            phased += deals
            deals, drawn = [], set()
        if draws:
            drawn.add(player)
        phased.append(action)
    return phased + deals


def in_sequence(actions: Sequence[str]) -> list[int]:
    """The order, as indices, in which every deal of a draw stands right behind the discard that it replaces."""
    order: list[int] = []
    discard: dict[str, int] = {}
    behind: dict[int, int] = {}
    for index, action in enumerate(actions):
        if action.startswith("d dh "):
            if discard and (at := discard.pop(action.split(" ", 3)[2], None)) is not None:
                behind[at] = index
        elif " sd " in action:
            player, _, what = action.partition(" ")
            if what.startswith("sd "):
                discard[player] = index
    if not behind:
        return [*range(len(actions))]
    moved = set(behind.values())
    for index in range(len(actions)):
        if index not in moved:
            order.append(index)
            if index in behind:
                order.append(behind[index])
    return order
