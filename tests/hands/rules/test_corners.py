"""Corners of the rules: records, amounts and cards that hardly ever occur, each as small as it can be."""

from random import Random

import pytest

from hands.rules.document import Record
from hands.rules.generate import random_hand
from hands.rules.pots import Pot, spread_rake
from tests.hands.rules.builder import UNSEEN, badugi
from tests.hands.rules.test_deck import twelve

TO_THE_END = ("p3 p1 p2 cc", "pat", "p1 p2 p3 cc", "pat", "p1 p2 p3 cc", "pat", "p1 p2 p3 cc")


# Money


def test_no_blind_is_negative():
    assert badugi(blinds=(-5, 10), bets=(10, 20)).plays(*TO_THE_END).errors


def test_no_ante_is_negative():
    assert badugi(antes=-5).plays(*TO_THE_END).errors


def test_no_rake_is_negative():
    """35 collected of 30 with a rake of -5."""
    assert badugi().records((1, 35), rake=-5).plays(*TO_THE_END).errors


def test_a_short_ante_that_is_written_as_paid_is_an_ante_like_the_others():
    """Antes of 3, 5 and 5 where p1 has 3: a main pot of 9, not 13 for p1."""
    hand = badugi(blinds=(), antes=(3, 5, 5), stacks=(3, 300, 300)).to_the_end()
    assert hand.pots == [(9, {1, 2, 3}), (4, {2, 3})]


def test_a_post_for_less_pays_the_live_blind_before_the_dead_part():
    assert badugi(stacks=(200, 200, 200, 40)).posts("p4 post 4 dead 36").plays().refused == ("blind_amount", 4)


def test_heads_up_swapped_blinds_are_in_the_wrong_position():
    codes = [finding.code for finding in badugi(blinds=(10, 5), bets=(10, 20), stacks=(100, 100)).plays().errors]
    assert "blind_position" in codes


def test_no_pot_pays_more_rake_than_it_holds():
    """The rest of the rake comes from the main pot: here 2 of a pot of 1."""
    pots = [Pot(1, [1, 2]), Pot(10, [1, 2]), Pot(10, [1, 2]), Pot(10, [1, 2])]
    spread_rake(pots, 29)
    assert all(0 <= pot.rake <= pot.amount for pot in pots)


# Records


def known(*collected, **record):
    """A main pot of 45 that p1 wins and a side pot of 50 that p2 wins."""
    hand = badugi(stacks=(15, 200, 200)).records(*collected, **record)
    return hand.to_the_end("p3 cbr 20", "p1 p2 cc", "pat", "p2 p3 cc", "pat", "p2 cbr 20", "p3 cc")


def test_a_pot_that_nobody_collects_is_no_rake():
    assert known((2, 50, 1)).errors


def test_a_record_that_nobody_collected_anything_is_wrong():
    start = badugi()
    start.document.record = Record(collected=[])
    hand = start.plays(*TO_THE_END)
    assert hand.errors or hand.won == [30, 0, 0]


def test_recorded_pots_have_to_add_up():
    assert badugi().records((1, 30), pots=[17, 99]).plays(*TO_THE_END).errors


def test_recorded_winnings_are_compared():
    start = badugi()
    start.document.winnings = [0, 30, 0]
    assert start.plays(*TO_THE_END).errors


def test_amounts_by_player_of_two_pots_among_unknown_hands_are_consistent():
    hand = badugi(stacks=(15, 200, 200)).deals(UNSEEN, UNSEEN, UNSEEN).records((1, 45), (2, 50))
    hand = hand.to_the_end("p3 cbr 20", "p1 p2 cc", "pat", "p2 p3 cc", "pat", "p2 cbr 20", "p3 cc")
    assert (hand.status, hand.errors) == ("consistent", [])


def test_finishing_stacks_are_compared_though_nobody_knows_the_winner():
    """9,999 + 190 + 190 of 600 chips."""
    assert badugi().deals(UNSEEN, UNSEEN, UNSEEN).finishes(9_999, 190, 190).plays(*TO_THE_END).errors


def test_a_cancelled_hand_leaves_the_stacks_as_they_were():
    assert badugi().records(cancelled=True).finishes(0, 0, 600).plays_undealt().errors


# What must not raise


@pytest.mark.parametrize("field", ["mucked", "labels"])
def test_a_record_of_a_player_who_is_not_at_the_table_does_not_raise(field):
    values = {"mucked": "As2h3d4c", "labels": "Badugi: 4,3,2,A"}
    assert badugi().records((1, 30), **{field: {9: values[field]}}).plays(*TO_THE_END).errors


def test_a_label_of_player_nothing_is_not_the_last_players():
    assert badugi().records((1, 30), labels={0: "Badugi: 4,3,2,A"}).plays(*TO_THE_END).warnings == []


def test_an_amount_of_five_thousand_digits_does_not_raise():
    assert badugi().plays("p3 cbr " + "9" * 5_000).errors


# Cards


def test_a_card_that_may_have_been_thrown_unseen_may_come_back_after_a_reshuffle():
    """p1 threw three of ``As2h3d4c`` unseen and took KsAh2d; 3c is left and p2 draws two: As may be p1's discard."""
    hand = twelve("p1 sd ??????", "d dh p1 KsAh2d", "p2 sd 2s3h", "d dh p2 As3c")
    assert hand.refused == ("truncated", None)


def unseen_discards(*lines):
    deals = badugi().deals("As2h3dKc", UNSEEN, UNSEEN)
    return deals.plays("p3 p1 p2 cc", "p1 sd ????", "d dh p1 9c9d", "p2 p3 sd", "p1 p2 p3 cc", *lines)


def test_after_discards_unseen_the_hand_holds_old_cards_and_new_ones_but_no_others():
    """p1 kept two of ``As2h3dKc`` and drew 9c and 9d."""
    assert unseen_discards("p1 sd Qh").refused == ("discard_not_held", 1)
    hand = unseen_discards("pat", "p1 p2 p3 cc", "pat", "p1 p2 p3 cc", "p1 sm AsQh9c9d")
    assert hand.refused == ("shown_differs", 1)


def test_with_stub_first_the_rest_of_the_stub_is_dealt_before_the_new_one():
    """3c is left and p2 draws two: one of them is 3c."""
    lines = ("p1 sd As2h3d", "d dh p1 KsAh2d", "p2 sd 2s3h")
    assert twelve(*lines, "d dh p2 3cAs", stub_first=True).refused == ("truncated", None)
    assert twelve(*lines, "d dh p2 As2h", stub_first=True).refused != ("truncated", None)


def test_who_stood_pat_at_the_end_of_the_last_cut_gets_no_card_either():
    hand = badugi(last_bet=False).plays(*TO_THE_END[:-1], "d dh p3 Qc")
    assert hand.refused == ("pat_but_drew", 3)


def test_a_refused_deal_leaves_the_deck_as_it_was():
    hand = twelve("p1 sd As2h3d4c", "d dh p1 KsAh2d3c", "p2 sd 2s", "d rs", "d dh p2 Ks")
    assert hand.replay.table.holdings.deck.shuffles == 0
    assert hand.replay.table.apply("d dh p2 As") is None


# Turns


def test_an_all_in_player_does_not_act_or_stays_in():
    """p3 is all-in for 10 and "folds" at the first cut."""
    hand = badugi(stacks=(200, 200, 10)).to_the_end("p3 cc", "p1 p2 cc", "pat", "p1 cc", "p3 f")
    assert hand.refused == ("action_all_in", 3) or hand.pots == [(30, {1, 2, 3})]


def test_nobody_is_asked_to_match_what_nobody_put_in_whoever_folded_before():
    """The big blind is all-in for 4 and p1 has 5 in front: with p3 gone there is nothing to call and nobody to bet at.

    With two players the hand goes on at once; with a third who folds p1 is asked for 5 more, which would come back.
    """
    assert badugi(stacks=(4, 100)).plays().expected == "p1 to draw"
    assert badugi(stacks=(100, 4, 100)).plays("p3 f").expected == "p1 to draw"


# The generator


@pytest.mark.parametrize(
    ("seed", "players", "options"),
    [(1, 12, {"burn": True}), (0, 12, {"own_discards": "never"}), (9, 10, {"own_discards": "never"})],
)
def test_a_generated_hand_is_legal_where_the_deck_runs_out(seed, players, options):
    assert random_hand(Random(seed), players=players, options=options).actions
