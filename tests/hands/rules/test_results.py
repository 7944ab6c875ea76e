"""Who wins, what the source says of it, and what cannot be proved."""

import pytest

from tests.hands.rules.builder import UNSEEN, badugi, english

PRE = "p3 p1 p2 cc"
CHECKED = "p1 p2 p3 cc"
TO_THE_END = (PRE, "pat", CHECKED, "pat", CHECKED, "pat", CHECKED)
TIED = ("As2h3d9c", "Ah2d3c9s")
FLUSHES = ("As2s3s4s", "Ah2h3h4h", "Ad2d3d4d")


def three(*collected, hands=(), **record):
    """Three players check to the end; p1 wins the pot of 30 unless other hands are dealt."""
    return badugi().deals(*hands).records(*collected, **record)


def codes(hand):
    return [finding.code for finding in hand.replay.findings]


# Without a record, and with one that agrees


def test_without_a_record_the_result_is_the_engines():
    hand = badugi().plays(*TO_THE_END)
    assert (hand.status, hand.won) == ("settled", [30, 0, 0])
    assert hand.replay.unproved == []


def test_a_record_that_agrees_verifies_the_hand():
    hand = three((1, 28), rake=2, pot=30, returned=[]).plays(*TO_THE_END)
    assert (hand.status, codes(hand)) == ("verified", [])
    assert hand.won == [28, 0, 0]
    assert hand.ledger.rake == 2
    assert hand.nets == [18, -10, -10]


def test_finishing_stacks_that_agree_verify_the_hand():
    assert badugi().finishes(220, 190, 190).plays(*TO_THE_END).status == "verified"
    raked = badugi().finishes(218, 190, 190).plays(*TO_THE_END)
    assert (raked.status, raked.ledger.rake) == ("verified", 2)


@pytest.mark.parametrize(
    ("finish", "wrong"),
    [
        ((190, 220, 190), [(1, "190", "220"), (2, "220", "190")]),
        ((221, 190, 190), [(1, "221", "220")]),
        ((219, 191, 190), [(1, "219", "220"), (2, "191", "190")]),
    ],
)
def test_finishing_stacks_that_differ_are_each_an_error(finish, wrong):
    hand = badugi().finishes(*finish).plays(*TO_THE_END)
    assert hand.replay.ledger is None
    assert {finding.code for finding in hand.errors} == {"finishing_stack"}
    assert [(error.place.player, english(error.found), english(error.expected)) for error in hand.errors] == wrong
    assert hand.errors[0].place.field == "finishing_stacks.0"


def test_an_unknown_finishing_stack_is_not_compared():
    assert badugi().finishes(None, 190, 190).plays(*TO_THE_END).status == "verified"
    assert badugi().finishes(None, 191, 190).plays(*TO_THE_END).refused == ("finishing_stack", 2)


# Records that disagree


def test_the_wrong_winner_is_named():
    hand = three((2, 30)).plays(*TO_THE_END)
    assert hand.refused == ("wrong_winner", 2)
    assert (hand.found, hand.wanted) == ("p2", "p1")
    assert hand.error.place.field == "results.collected.0"
    assert hand.replay.ledger is None
    assert hand.status is None


def test_a_winner_who_shares_with_a_worse_hand_is_wrong():
    assert three((1, 15), (2, 15)).plays(*TO_THE_END).refused == ("wrong_winner", 2)


def test_a_tie_that_one_player_takes_alone_is_wrong():
    hand = three((1, 30), hands=(*TIED, "KsKhKdKc")).plays(*TO_THE_END)
    assert hand.error.code == "wrong_winner"
    assert hand.wanted == "p1, p2"


def odd_pot(*collected, **record):
    """A pot of 23 for p2 and p3, who tie: p2 is first left of the button."""
    hand = badugi(blinds=(3, 10)).deals("KsKhKdKc", *TIED).records(*collected, **record)
    return hand.to_the_end("p3 cc", "p1 f", "p2 cc")


def test_an_odd_chip_in_the_wrong_hands_is_a_wrong_share():
    assert odd_pot((2, 12), (3, 11)).status == "verified"
    hand = odd_pot((2, 11), (3, 12))
    assert [
        (error.code, error.place.player, english(error.found), english(error.expected)) for error in hand.errors
    ] == [
        ("wrong_share", 2, "11", "12"),
        ("wrong_share", 3, "12", "11"),
    ]


def test_shares_far_from_equal_are_wrong():
    assert odd_pot((2, 20), (3, 3)).refused == ("wrong_share", 2)


def test_two_who_both_collect_the_whole_pot_collected_too_much():
    hand = three((1, 30), (2, 30), rake=0, hands=(*TIED, "KsKhKdKc")).plays(*TO_THE_END)
    assert hand.refused == ("pot_mismatch", None)
    assert hand.found.startswith("60 collected")
    assert hand.wanted == "30 available"


def test_a_total_pot_that_does_not_add_up_is_refused():
    hand = three((1, 30), pot=31).plays(*TO_THE_END)
    assert hand.refused == ("pot_mismatch", None)
    assert (hand.wanted, hand.error.place.field) == ("30", "results.pot")


@pytest.mark.parametrize(("collected", "rake"), [(29, 0), (30, 2), (27, 2), (31, 0)])
def test_what_was_collected_and_the_rake_are_the_pot(collected, rake):
    assert three((1, collected), rake=rake).plays(*TO_THE_END).refused == ("pot_mismatch", None)


# Uncalled bets


def won_by_a_bet(**record):
    """p1 bets 10 into 30 at the first cut and both fold."""
    return three((1, 30), **record).plays(PRE, "pat", "p1 cbr 10", "p2 p3 f")


def test_an_uncalled_bet_is_returned_and_not_won():
    hand = won_by_a_bet(returned=[(1, 10)])
    assert (hand.status, hand.won, hand.returned) == ("verified", [30, 0, 0], {1: 10})
    assert hand.pots == [(30, {1})]


@pytest.mark.parametrize(
    ("returned", "player", "found"),
    [([(1, 9)], 1, "9"), ([(2, 10)], 2, "10"), ([], 1, "0"), ([(1, 5), (1, 5)], 1, "5")],
)
def test_another_uncalled_bet_is_refused(returned, player, found):
    hand = won_by_a_bet(returned=returned)
    assert hand.refused == ("uncalled_mismatch", player)
    assert (hand.found, hand.wanted) == (found, "10 to p1")


def test_nothing_is_returned_where_everything_was_called():
    hand = three((1, 30), returned=[(1, 10)]).plays(*TO_THE_END)
    assert hand.refused == ("uncalled_mismatch", 1)
    assert hand.wanted == "nothing"


def test_a_winner_who_collects_the_uncalled_bet_too_collects_too_much():
    hand = three((1, 40)).plays(PRE, "pat", "p1 cbr 10", "p2 p3 f")
    assert hand.errors and hand.error.code in ("rake_impossible", "pot_mismatch")


# The rake


def test_the_rake_is_taken_from_the_money_at_stake_and_not_from_the_uncalled_bet():
    """5 % of the contested 40.00 are 2.00."""
    hand = badugi(blinds=(500, 1_000), stacks=[20_000] * 4, decimals=2).records((1, 3_800), returned=[(1, 1_000)])
    hand = hand.plays("p3 p4 p1 p2 cc", "pat", "p1 cbr 10.00", "p2 p3 p4 f")
    assert (hand.status, hand.ledger.rake, hand.won[0]) == ("verified", 200, 3_800)


def test_a_rake_that_is_not_written_is_what_was_not_collected():
    hand = three((1, 28)).plays(*TO_THE_END)
    assert (hand.status, hand.ledger.rake, codes(hand)) == ("verified", 2, [])


def test_a_rake_below_nothing_is_impossible():
    hand = three((1, 31)).plays(*TO_THE_END)
    assert hand.refused == ("rake_impossible", None)
    assert hand.found == "-1"


def test_a_rake_above_the_pot_is_impossible():
    assert three((1, 0), rake=31).plays(*TO_THE_END).refused[0] in ("rake_impossible", "pot_mismatch")
    assert badugi().records(rake=31).plays(*TO_THE_END).refused == ("rake_impossible", None)


@pytest.mark.parametrize(("rake", "warned"), [(0, []), (3, []), (4, ["rake_unusual"]), (20, ["rake_unusual"])])
def test_a_high_rake_is_a_warning(rake, warned):
    hand = three((1, 30 - rake), rake=rake).plays(*TO_THE_END)
    assert (hand.status, hand.warnings, hand.ledger.rake) == ("verified", warned, rake)


def test_a_raked_pot_is_shared_after_the_rake_with_the_odd_chip_as_ever():
    """23 less 2 are 21: p2 11 and p3 10."""
    hand = odd_pot((2, 11), (3, 10), rake=2)
    assert (hand.status, hand.won) == ("verified", [0, 11, 10])
    assert odd_pot((2, 10), (3, 11), rake=2).refused == ("wrong_share", 2)


# Side pots


def main_and_side(*collected, hands=(), **record):
    """p1 is all-in for 15, the others put in 40: a main pot of 45 for p1 and a side pot of 50 for p2."""
    hand = badugi(stacks=(15, 200, 200)).deals(*hands).records(*collected, **record)
    lines = ("p3 cbr 20", "p1 p2 cc", "pat", "p2 cc", "p3 cc", "pat", "p2 cbr 20", "p3 cc")
    return hand.to_the_end(*lines)


def test_each_pot_is_compared_by_itself():
    hand = main_and_side((1, 45, 0), (2, 50, 1))
    assert hand.status == "verified"
    assert hand.pots == [(45, {1, 2, 3}), (50, {2, 3})]
    assert main_and_side((1, 45), (2, 50)).status == "verified"


@pytest.mark.parametrize(
    ("collected", "refused"),
    [
        ([(2, 45, 0), (2, 50, 1)], ("wrong_winner", 2)),
        ([(1, 45, 0), (3, 50, 1)], ("wrong_winner", 3)),
        ([(1, 45, 0), (2, 25, 1), (3, 25, 1)], ("wrong_winner", 3)),
        ([(1, 50, 0), (2, 45, 1)], ("pot_mismatch", None)),
        ([(1, 45, 0), (2, 50, 2)], ("pot_mismatch", None)),
        ([(3, 95)], ("wrong_winner", 3)),
    ],
)
def test_a_pot_that_went_elsewhere_is_refused(collected, refused):
    assert main_and_side(*collected).refused == refused


def test_the_rake_of_each_pot_is_what_nobody_collected_of_it():
    hand = main_and_side((1, 43, 0), (2, 49, 1), rake=3)
    assert [pot.rake for pot in hand.ledger.pots] == [2, 1]
    assert main_and_side((1, 45, 0), (2, 49, 1), rake=3).refused == ("pot_mismatch", None)


def test_a_rake_of_the_hand_is_spread_over_the_pots():
    """A rake of 5: of the side pot 5 x 50 / 95, which is 2, of the main pot the rest."""
    hand = main_and_side(rake=5)
    assert [pot.rake for pot in hand.ledger.pots] == [3, 2]
    assert hand.won == [42, 48, 0]


def test_the_ledger_adds_up_with_side_pots_rake_and_returned_chips():
    hand = main_and_side((1, 43), (2, 49))
    assert sum(hand.nets) + hand.ledger.rake == 0
    assert [line.won - line.put_in for line in hand.ledger.players] == hand.nets


# Cancelled hands


def test_a_cancelled_hand_returns_everything():
    hand = badugi().records(cancelled=True).plays_undealt()
    assert (hand.status, hand.nets, hand.put_in) == ("cancelled", [0, 0, 0], [0, 0, 0])
    assert hand.stacks == [200, 200, 200]
    assert hand.ledger.pots == []


def test_a_cancelled_hand_with_a_winner_is_refused():
    hand = badugi().records((1, 15), cancelled=True).plays_undealt()
    assert hand.error.code == "cancelled_with_results"
    assert badugi().records((1, 0), cancelled=True).plays_undealt().status == "cancelled"


# The ledger


def test_the_ledger_names_the_final_hands():
    hand = badugi().plays(*TO_THE_END)
    assert [line.hand.en for line in hand.ledger.players] == [
        "4-high badugi (4-3-2-A)",
        "5-high badugi (5-4-3-2)",
        "6-high badugi (6-5-4-3)",
    ]
    unseen = badugi().deals(UNSEEN).records((1, 30)).plays(*TO_THE_END)
    assert unseen.ledger.players[0].hand is None
    assert unseen.ledger.players[0].final_cards == UNSEEN


def test_flushes_tie_by_their_lowest_card():
    hand = badugi().deals(*FLUSHES).plays(*TO_THE_END)
    assert hand.won == [10, 10, 10]
