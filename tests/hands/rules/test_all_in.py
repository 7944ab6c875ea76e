"""Short stacks in fixed limit: calls for less, raises that are completed, and betting that is not reopened."""

import pytest

from tests.hands.rules.builder import badugi


def sixties(third, fourth=None, **options):
    """Bets of 60 and 120. Everybody called before the first cut; p3 (and p4) then has the given chips left."""
    stacks = [2_060, 2_060, 60 + third, *([60 + fourth] if fourth else [])]
    hand = badugi(blinds=(30, 60), stacks=stacks, **options)
    first = ("p3 p4 p1 cc", "p2 cc", "pat") if fourth else ("p3 p1 cc", "p2 cc", "pat")
    return lambda *lines: hand.plays(*first, *lines)


AT_120 = ("p1 cbr 60", "p2 cbr 120")


@pytest.mark.parametrize(
    ("third", "total", "legal"),
    [
        (150, 180, True),
        (150, 210, False),
        (150, 151, False),
        (150, 240, False),
        (121, 180, True),
        (149, 180, True),
        (179, 180, True),
        (180, 240, True),
        (180, 180, False),
    ],
)
def test_the_next_raise_completes_a_short_all_in_to_the_full_size(third, total, legal):
    """60, raised to 120, all-in 150: the next raise is to 180."""
    hand = sixties(third)(*AT_120, f"p3 cbr {third}", f"p1 cbr {total}")
    assert hand.refused == (("truncated", None) if legal else ("bet_amount", 1))


@pytest.mark.parametrize(("total", "legal"), [(210, True), (180, False), (240, False)])
def test_with_add_the_next_raise_adds_a_full_bet_to_a_short_all_in(total, legal):
    hand = sixties(150, short_raise="add")(*AT_120, "p3 cbr 150", f"p1 cbr {total}")
    assert hand.refused == (("truncated", None) if legal else ("bet_amount", 1))


def test_a_short_all_in_of_exactly_half_a_bet_reopens_the_betting():
    hand = sixties(150)(*AT_120, "p3 cbr 150", "p1 cc", "p2 cbr 180")
    assert hand.refused == ("truncated", None)


def test_a_short_all_in_of_less_than_half_a_bet_does_not_reopen_the_betting():
    hand = sixties(149)(*AT_120, "p3 cbr 149", "p1 cc", "p2 cbr 180")
    assert hand.refused == ("not_reopened", 2)
    assert hand.wanted == "call 29 or fold"
    assert sixties(149)(*AT_120, "p3 cbr 149", "p1 cc", "p2 cc").expected == "p1 to draw"


def test_half_of_an_odd_bet_is_rounded_up():
    """Of bets of 5 a raise by 2 is less than half and one by 3 is more."""
    lines = ("p3 p1 cc", "p2 cc", "pat", "p1 cbr 5", "p2 cc")
    less = badugi(blinds=(2, 5), stacks=(100, 100, 12)).plays(*lines, "p3 cbr 7", "p1 cbr 10")
    assert less.refused == ("not_reopened", 1)
    more = badugi(blinds=(2, 5), stacks=(100, 100, 13)).plays(*lines, "p3 cbr 8", "p1 cbr 10")
    assert more.refused == ("truncated", None)


@pytest.mark.parametrize("third", [150, 179])
def test_with_reopen_full_only_a_full_raise_reopens(third):
    hand = sixties(third, reopen="full")(*AT_120, f"p3 cbr {third}", "p1 cc", "p2 cbr 180")
    assert hand.refused == ("not_reopened", 2)
    full = sixties(180, reopen="full")(*AT_120, "p3 cbr 180", "p1 cc", "p2 cbr 240")
    assert full.refused == ("truncated", None)


def test_who_faces_a_full_raise_besides_the_short_all_in_may_raise():
    """p1 bet 60 and faces 149: the raise of p2 was a full one."""
    assert sixties(149)(*AT_120, "p3 cbr 149", "p1 cbr 180").refused == ("truncated", None)


def test_who_has_not_acted_may_raise_over_a_short_all_in():
    hand = sixties(70, 1_000)("p1 cbr 60", "p2 cc", "p3 cbr 70", "p4 cbr 120")
    assert hand.refused == ("truncated", None)
    assert sixties(70, 1_000)("p1 cbr 60", "p2 cc", "p3 cbr 70", "p4 cbr 130").refused == ("bet_amount", 4)


def test_short_all_ins_add_up():
    """After the bet of 60: all-in 80 and all-in 95 make 35, more than half a bet."""
    assert sixties(95, 80)("p1 cbr 60", "p2 cc", "p3 cbr 95", "p4 cc", "p1 cbr 120").refused == ("truncated", None)
    lines = ("p1 cbr 60", "p2 cc", "p3 cbr 80", "p4 cbr 95", "p1 cbr 120")
    assert sixties(80, 95)(*lines).refused == ("truncated", None)
    lines = ("p1 cbr 60", "p2 cc", "p3 cbr 80", "p4 cbr 89", "p1 cbr 120")
    assert sixties(80, 89)(*lines).refused == ("not_reopened", 1)
    lines = ("p1 cbr 60", "p2 cc", "p3 cbr 80", "p4 cc", "p1 cbr 120")
    assert sixties(80, 400)(*lines).refused == ("not_reopened", 1)


def test_a_short_all_in_is_no_bet_until_it_is_completed():
    """60, 120, all-in 150, 180 are three bets and 240 is the fourth."""
    lines = (*AT_120, "p3 cbr 150", "p1 cbr 180", "p2 cbr 240")
    assert sixties(150)(*lines).refused == ("truncated", None)
    assert sixties(150)(*lines, "p1 cbr 300").refused == ("too_many_raises", 1)


def test_a_short_all_in_bet_of_half_can_be_raised_by_who_checked():
    lines = ("p3 p1 cc", "p2 cc", "pat", "p1 cc")
    five = badugi(stacks=(200, 15, 200)).plays(*lines, "p2 cbr 5", "p3 cc", "p1 cbr 10")
    assert five.refused == ("truncated", None)
    four = badugi(stacks=(200, 14, 200)).plays(*lines, "p2 cbr 4", "p3 cc", "p1 cbr 10")
    assert four.refused == ("not_reopened", 1)
    assert badugi(stacks=(200, 14, 200)).plays(*lines, "p2 cbr 4", "p3 cbr 10").refused == ("truncated", None)
    assert badugi(stacks=(200, 14, 200)).plays(*lines, "p2 cbr 4", "p3 cbr 14").refused == ("bet_amount", 3)


def test_a_raise_for_less_takes_the_whole_stack():
    assert badugi(stacks=(200, 200, 17)).plays("p3 cbr 17").refused == ("truncated", None)
    assert badugi(stacks=(200, 200, 17)).plays("p3 cbr 16").refused == ("bet_amount", 3)
    assert badugi(stacks=(200, 200, 17)).plays("p3 cbr 20").refused == ("more_than_stack", 3)
    assert badugi(stacks=(200, 200, 10)).plays("p3 cbr 10").refused == ("bet_amount", 3)


def test_no_raise_for_less_above_the_last_bet_of_the_round():
    lines = ("p3 cbr 20", "p1 cbr 30", "p2 cbr 40")
    assert badugi(stacks=(200, 200, 45)).plays(*lines, "p3 cbr 45").refused == ("too_many_raises", 3)


def test_any_stack_may_call_for_less():
    """p2 has 60 and faces 100: the caller is all-in and 40 comes back to the other."""
    heads_up = badugi(blinds=(50, 100), stacks=(1_000, 60)).to_the_end("p2 cc 10")
    assert heads_up.put_in == [60, 60]
    assert heads_up.returned == {1: 40}
    assert heads_up.pots == [(120, {1, 2})]
    assert heads_up.stacks == [1_060, 0]


@pytest.mark.parametrize(
    ("line", "code"),
    [("p3 cbr 100", "more_than_stack"), ("p3 cbr -100", "amount"), ("p3 cbr 0", "bet_amount")],
)
def test_no_bet_above_the_stack_below_zero_or_of_nothing(line, code):
    hand = badugi(stacks=(200, 200, 60)).plays(line)
    assert hand.refused == (code, 3)
    assert hand.error.place.action == 3


def test_who_is_all_in_does_not_act_but_draws():
    hand = badugi(stacks=(200, 200, 10)).plays("p3 cc", "p1 p2 cc", "p1 p2 sd", "p3 sd 3s", "d dh p3 Ks", "p1 p2 cc")
    assert hand.expected == "p1 to draw"
    hand = badugi(stacks=(200, 200, 10)).plays("p3 cc", "p1 p2 cc", "pat", "p1 cc", "p3 cc")
    assert hand.refused == ("action_all_in", 3)


# A turn falls away where nothing is to call and nobody is left to bet against.


def test_the_big_blind_is_not_asked_when_the_opponent_is_all_in():
    hand = badugi(stacks=(200, 8)).plays("p2 cc")
    assert hand.expected == "p1 to draw"
    hand = badugi(stacks=(200, 8)).plays("p2 cc", "pat", "pat", "pat")
    assert hand.put_in == [8, 8]
    assert hand.returned == {1: 2}


def test_of_an_ante_that_nobody_can_match_the_rest_comes_back():
    hand = badugi(blinds=(), antes=10, stacks=(200, 4)).plays("pat", "pat", "pat")
    assert (hand.put_in, hand.returned) == ([4, 4], {1: 6})
    assert [(line.antes, line.blinds) for line in hand.ledger.players] == [(4, 0), (4, 0)]


def test_the_check_of_a_big_blind_who_need_not_be_asked_is_read_all_the_same():
    assert badugi(stacks=(200, 8)).plays("p2 cc", "p1 cc", "pat", "pat", "pat").status == "settled"
    assert badugi(stacks=(200, 8)).plays("p2 cc", "p1 cc", "p1 cc").refused == ("action_not_now", 1)
    assert badugi(stacks=(200, 8)).plays("p2 cc", "p1 cc 5").refused == ("action_not_now", 1)


def test_no_round_is_bet_when_one_player_alone_has_chips():
    hand = badugi(stacks=(10, 10, 200)).plays("p3 cc", "p1 cc", "pat", "pat", "pat")
    assert hand.status == "settled"
    assert hand.pots == [(30, {1, 2, 3})]


def test_nobody_raises_when_all_others_are_all_in():
    lines = ("p3 cbr 20", "p1 f")
    assert badugi(stacks=(200, 200, 20)).plays(*lines, "p2 cbr 30").refused == ("bet_amount", 2)
    assert badugi(stacks=(200, 200, 20)).plays(*lines, "p2 cc").expected == "p2 to draw"


def test_a_player_alone_with_chips_still_has_to_match_the_all_ins():
    hand = badugi(stacks=(200, 200, 20)).plays("p3 cbr 20", "p1 f")
    assert hand.expected.startswith("p2 to call 10")
    assert badugi(stacks=(200, 200, 20)).plays("p3 cbr 20", "p1 f", "p2 f").nets == [-5, -10, 15]


def test_two_with_chips_bet_on_beside_an_all_in_player():
    hand = badugi(stacks=(10, 200, 200)).plays("p3 cc", "p1 cc", "p2 cc", "pat", "p2 cbr 10", "p3 cc", "pat")
    assert hand.expected == "p2 to check or bet"


def test_everybody_all_in_by_the_blinds_is_dealt_and_draws():
    hand = badugi(stacks=(5, 10)).plays("pat", "pat", "pat")
    assert hand.status == "settled"
    assert hand.stacks == [10, 5]


def test_an_unknown_stack_never_runs_out():
    hand = badugi(stacks=(None, 200, 200)).to_the_end("p3 cbr 20", "p1 p2 cc")
    assert hand.stacks == [None, 180, 180]
    assert hand.nets == [40, -20, -20]


# All-in and folding


def test_an_all_in_player_who_faces_a_bet_does_not_act():
    """p3 is all-in for 10 before the cut; p1 bets, and p3 "folds"."""
    hand = badugi(stacks=(200, 200, 10)).to_the_end("p3 cc", "p1 p2 cc", "pat", "p1 cbr 10", "p3 f", "p2 cc")
    assert hand.refused == ("action_all_in", 3)


def test_who_sits_out_with_a_blind_for_all_the_chips_may_be_folded():
    """Rooms fold such players: p1 posts 5, all there was; p3 raises and takes everything."""
    hand = badugi(stacks=(5, 200, 200)).plays("p3 cbr 20", "p1 f", "p2 f")
    assert (hand.won, hand.returned, hand.warnings) == ([0, 0, 25], {3: 10}, ["unneeded_fold"])


def test_who_is_all_in_and_owes_nothing_is_not_folded():
    assert badugi(stacks=(200, 10, 200)).plays("p3 cc", "p2 f").refused == ("action_all_in", 2)
