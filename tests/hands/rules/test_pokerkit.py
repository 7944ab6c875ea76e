"""PokerKit as oracle: hands that the rules here call legal replay there to the same chips.

The options are set to what PokerKit plays: a full bet on top of a short all-in, only a full raise reopens, the limit of
bets also for two, antes before blinds. Where its rules differ all the same, the hand is left out and counted:

- a big blind that is short of its amount lowers the price there (here it lowers nobody's);
- it knows no cards that come back after a reshuffle;
- a short all-in counts as one of the bets there, and the option of a big blind whose opponents are all-in is asked.
"""

import warnings
from collections import Counter
from random import Random

from pokerkit import Automation, FixedLimitBadugi
from pokerkit.notation import parse_action

from hands.rules.generate import random_hand
from hands.rules.replay import play

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
LIKE_POKERKIT = {
    "short_raise": "add",
    "reopen": "full",
    "heads_up_limit": True,
    "max_bets": 4,
    "ante_first": True,
}
HANDS = 300


def in_two_phases(actions):
    """All discards of a cut before all deals, the order that PokerKit takes."""
    ordered, held = [], []
    drawing, last = False, -1
    for action in actions:
        words = action.split(" ")
        if words[1] == "sd":
            player = int(words[0][1:])
            if drawing and player <= last:
                ordered += held
                held = []
            last, drawing = player, True
            ordered.append(action)
        elif words[:2] == ["d", "dh"] and drawing:
            held.append(action)
        else:
            ordered += held
            held, drawing = [], False
            ordered.append(action)
    return ordered + held


def there(document):
    """The stacks after the hand in PokerKit. ValueError where it refuses an action."""
    with warnings.catch_warnings():
        # It warns of discards that come to nobody but are possible.
        warnings.simplefilter("ignore")
        state = FixedLimitBadugi.create_state(
            AUTOMATIONS,
            True,
            document.antes,
            document.blinds,
            document.small_bet,
            document.big_bet,
            document.stacks,
            len(document.stacks),
        )
        for action in in_two_phases(document.actions):
            parse_action(state, action)
    assert not state.status
    return list(state.stacks)


def short_big_blind(document):
    player = 0 if len(document.stacks) == 2 else 1
    return document.blinds[1] and document.stacks[player] - document.antes[player] < document.blinds[1]


def test_random_hands_end_with_the_same_stacks_in_pokerkit():
    random = Random(2_026)
    seen = Counter()
    for number in range(HANDS):
        document = random_hand(random, options=LIKE_POKERKIT)
        replay = play(document)
        assert replay.ledger is not None, replay.findings
        if short_big_blind(document):
            seen["short big blind"] += 1
        elif replay.table.holdings.deck.shuffles:
            seen["reshuffle"] += 1
        else:
            try:
                stacks = there(document)
            except ValueError:
                seen["refused there"] += 1
                continue
            mine = [line.finishing_stack for line in replay.ledger.players]
            assert mine == stacks, f"hand {number}: {document}"
            seen["the same"] += 1
            seen["with side pots"] += len(replay.ledger.pots) > 1
            seen["with a split pot"] += any(len(pot.shares) > 1 for pot in replay.ledger.pots)
    assert seen["the same"] >= HANDS * 0.85, seen
    assert seen["refused there"] <= HANDS * 0.05, seen
    assert seen["with side pots"] >= HANDS * 0.1, seen
