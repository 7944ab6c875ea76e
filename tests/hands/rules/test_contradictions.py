"""What a source says twice has to agree: calls and returns, antes and blinds, pots, rakes and ends."""

from random import Random

import pytest

from hands.rules.cards import DECK_SIZE
from hands.rules.document import Record
from hands.rules.games import GAMES, rules_for
from hands.rules.generate import random_hand
from hands.rules.table import Table
from tests.hands.rules.builder import badugi

TO_THE_END = ("p3 p1 p2 cc", "pat", "p1 p2 p3 cc", "pat", "p1 p2 p3 cc", "pat", "p1 p2 p3 cc")


def short_big_blind(call: str, **record):
    """100/200 with blinds of 20 and 200; the big blind has 40, p3 folds, and p1 matches or calls in full."""
    start = badugi(blinds=(20, 200), bets=(200, 400), stacks=(1_000, 40, 1_000))
    if record:
        start = start.records(**record)
    return start.to_the_end("p3 f", f"p1 cc {call}")


def test_a_call_printed_as_matched_was_no_more_and_nothing_comes_back():
    assert short_big_blind("20").put_in == [40, 40, 0]
    assert short_big_blind("20", returned=[]).status == "settled"
    assert short_big_blind("20", returned=[(1, 160)]).refused == ("uncalled_mismatch", 1)


def test_a_call_printed_in_full_comes_back_in_part():
    assert short_big_blind("180").returned == {1: 160}
    assert short_big_blind("180", returned=[(1, 160)]).status == "settled"
    assert short_big_blind("180", returned=[]).refused == ("uncalled_mismatch", 1)


@pytest.mark.parametrize("antes", [(10, 10, 10), (10, 0, 10)])
def test_antes_are_the_same_whether_written_as_owed_or_as_paid(antes):
    """The big blind has 40, which its blind takes whole: nothing is left for the ante."""
    hand = badugi(blinds=(50, 100), antes=antes, stacks=(1_000, 40, 1_000)).to_the_end("p3 f")
    assert (hand.put_in, hand.returned) == ([40, 40, 10], {1: 20})
    assert hand.pots == [(90, {1, 2})]


def test_what_is_left_after_the_blind_is_an_ante():
    assert badugi(blinds=(50, 100), antes=(10, 5, 10), stacks=(1_000, 105, 1_000)).plays("p3 f", "p1 f").won[1] > 0


def test_what_is_left_after_the_ante_is_a_blind():
    start = badugi(blinds=(50, 30), bets=(100, 200), antes=10, stacks=(1_000, 40, 1_000), ante_first=True)
    assert start.to_the_end("p3 f").put_in == [40, 40, 10]


def test_who_is_all_in_by_the_ante_owes_the_big_blind_behind_a_small_one():
    """The big blind is all-in by its ante of 10: p3 still pays the price of 100."""
    start = badugi(blinds=(50,), bets=(100, 200), antes=10, stacks=(1_000, 10, 1_000), ante_first=True)
    assert start.plays().expected == "p3 to call 100, raise or fold"


def test_a_lone_big_blind_stays_one_beside_a_player_who_is_all_in_by_the_ante():
    """No small blind is owed: p1 posts the big one, before the ante, with all of 16; p3 faces it."""
    start = badugi(blinds=(20,), bets=(20, 40), antes=20, stacks=(16, 15, 83))
    assert start.plays().expected == "p3 to call 20, raise or fold"


def test_an_ante_that_is_no_ones_last_chip_is_refused():
    assert badugi(blinds=(50, 100), antes=(10, 10, 5), stacks=(1_000, 1_000, 55)).plays().refused == ("ante_amount", 3)


def test_a_player_posts_once():
    start = badugi(stacks=(200, 200, 200, 200)).posts("p4 post 0 dead 5", "p4 post 10 dead 5")
    assert start.plays().refused == ("post_not_possible", 4)


# Pots, rakes and ends


def two_pots(*collected, **record):
    """A main pot of 45 that p1 wins and a side pot of 50 that p2 wins."""
    hand = badugi(stacks=(15, 200, 200)).records(*collected, **record)
    return hand.to_the_end("p3 cbr 20", "p1 p2 cc", "pat", "p2 p3 cc", "pat", "p2 cbr 20", "p3 cc")


def test_printed_pots_tell_the_rake_of_each():
    """2 from the main pot and 1 from the side pot, though the shares name no pots."""
    hand = two_pots((1, 43), (2, 49), rake=3, pots=[43, 49])
    assert (hand.status, [pot.rake for pot in hand.ledger.pots]) == ("verified", [2, 1])


def test_printed_pots_that_hold_more_than_there_is_are_wrong():
    assert two_pots((1, 45), (2, 50), rake=0, pots=[90, 5]).refused == ("pot_mismatch", None)


def test_printed_pots_that_leave_another_rake_than_the_shares_are_wrong():
    assert two_pots((1, 45), (2, 50), rake=0, pots=[40, 50]).refused == ("pot_mismatch", None)


def test_stacks_that_nobody_won_are_wrong():
    assert badugi().finishes(190, 190, 190).plays(*TO_THE_END).errors


def test_a_rake_that_the_stacks_contradict_is_wrong():
    assert badugi().records(rake=2).finishes(218, 190, 190).plays(*TO_THE_END).status == "verified"
    assert badugi().records(rake=5).finishes(218, 190, 190).plays(*TO_THE_END).errors


def test_a_rake_told_by_the_stacks_may_be_unusual():
    assert badugi().finishes(210, 190, 190).plays(*TO_THE_END).warnings == ["rake_unusual"]


@pytest.mark.parametrize("winnings", [[30, 0, 0], [28, 0, 0], [20, -10, -10], [18, -10, -10]])
def test_winnings_are_what_was_collected_or_the_nets_and_may_be_raked(winnings):
    start = badugi()
    start.document.winnings = winnings
    assert start.plays(*TO_THE_END).status == "verified"


@pytest.mark.parametrize("winnings", [[0, 30, 0], [31, 0, 0], [15, 15, 0]])
def test_winnings_of_others_or_of_more_than_there_is_are_wrong(winnings):
    start = badugi()
    start.document.winnings = winnings
    assert start.plays(*TO_THE_END).errors


def test_a_wrong_winner_is_told_for_the_pot_it_is_about():
    hand = two_pots((1, 45, 0), (3, 50, 1))
    assert (hand.refused, hand.found, hand.wanted) == (("wrong_winner", 3), "p3", "p2")


@pytest.mark.parametrize("wrong", [{"blinds": (99, 10), "stacks": (200, -5, 200)}, {"stacks": (0, 200, 200)}])
def test_a_cancelled_hand_still_has_stacks(wrong):
    assert badugi(**wrong).records(cancelled=True).plays_undealt().errors


def test_a_cancelled_hand_has_actions_that_are_actions_and_no_pot():
    assert badugi().records(cancelled=True).plays_undealt("garbage").refused == ("syntax", None)
    start = badugi()
    start.document.record = Record(cancelled=True, pot=15)
    assert start.plays_undealt().refused == ("cancelled_with_results", None)
    assert badugi().records(cancelled=True).plays_undealt("p1 f").status == "cancelled"


def test_the_count_of_the_stub_is_that_of_the_cards_that_can_come():
    """With every card known, what is not out is the stub: also where discards went round, under either rule of them."""
    reshuffled = 0
    for seed in range(150):
        options = {"own_discards": "never" if seed % 2 else "this-draw", "cuts": 4}
        hand = random_hand(Random(seed), players=10, options=options)
        table = Table(rules_for(GAMES["badugi"], options), hand)
        for action in hand.actions:
            assert table.apply(action) is None
            deck = table.holdings.deck
            assert deck.stub == DECK_SIZE - deck.out.bit_count(), (seed, action)
        reshuffled += table.holdings.deck.shuffles > 1
    assert reshuffled > 20
