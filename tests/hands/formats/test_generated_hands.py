"""Generated hands survive every format that can hold them, and PokerKit replays what is exported."""

import json
import warnings
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import HandHistory

from hands.formats import phh, read
from hands.formats.document import from_dict, to_dict
from hands.rules.document import Document
from hands.rules.generate import random_hand
from hands.rules.replay import play

# What PokerKit plays without being told: docs/rules.md lists what is left of the differences.
LIKE_POKERKIT = {
    "short_raise": "add",
    "reopen": "full",
    "heads_up_limit": True,
    "ante_first": True,
}
ANY = st.fixed_dictionaries(
    {},
    optional={
        "cuts": st.integers(0, 4),
        "max_bets": st.integers(0, 6),
        "own_discards": st.sampled_from(["this-draw", "never"]),
        "deck_rule": st.sampled_from(["reshuffle", "no-card"]),
        "tie_rule": st.sampled_from(["split", "suit"]),
        "first_bet": st.booleans(),
        "last_bet": st.booleans(),
    },
)


@given(st.integers(0, 2**32), ANY, st.sampled_from([0, 2]))
@settings(max_examples=60, deadline=None)
def test_a_hand_comes_back_from_a_document_and_from_phh_as_it_was(seed: int, options, decimals: int) -> None:
    hand = random_hand(Random(seed), variant="FB", options=options, decimals=decimals)
    again, found = from_dict(json.loads(json.dumps(to_dict(hand))))
    assert (again, found) == (hand, [])
    (from_phh,) = read(phh.dumps(hand).encode())
    assert from_phh.document == hand
    assert nets(from_phh.document) == nets(hand)


def nets(document: Document) -> list[int]:
    ledger = play(document).ledger
    assert ledger is not None
    return [line.net for line in ledger.players]


@pytest.mark.parametrize("decimals", [0, 2])
def test_pokerkit_replays_exported_hands_to_the_same_stacks(decimals: int) -> None:
    replayed = 0
    for seed in range(60):
        hand = random_hand(Random(seed), variant="FB", options=LIKE_POKERKIT, decimals=decimals, short_stacks=False)
        replay = play(hand)
        assert replay.ledger is not None and replay.table is not None
        if replay.table.holdings.deck.shuffles:
            continue  # PokerKit reshuffles at another moment
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            *_, state = HandHistory.loads(phh.dumps(hand))
        ours = [line.finishing_stack for line in replay.ledger.players]
        assert [round(stack * 10**decimals) for stack in state.stacks] == ours
        replayed += 1
    assert replayed > 40
