"""Pots: what each player put in, what nobody matched, and how the pots are shared."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hands.rules.pots import Pot, make_pots, return_uncalled, share_out, spread_rake
from tests.hands.rules.builder import antes_only, badugi


def test_an_all_in_player_does_not_drop_out_of_a_pot_he_paid_into():
    """p1 puts in 15, p2 and p3 40: a main pot of 45 for p1's four-high, a side pot of 50 for p2."""
    hand = badugi(stacks=(15, 40, 200)).deals("As2h3d4c", "2s3h5d7c", "2d4s6h8c")
    hand = hand.plays(
        *("p3 cbr 20", "p1 cc 10", "p2 cc 10", "pat"),
        *("p2 cc", "p3 cbr 10", "p2 cc", "pat"),
        *("p2 cbr 10", "p3 cc", "pat"),
    )
    assert hand.put_in == [15, 40, 40]
    assert hand.pots == [(45, {1, 2, 3}), (50, {2, 3})]
    assert hand.won == [45, 50, 0]
    assert hand.stacks == [45, 50, 160]


TIED = ("As2h3d9c", "Ah2d3c9s", "Ad2c3s9h")


def test_folded_money_makes_no_pots_of_its_own():
    """250 of each of three who tie, 100 and 200 of two who folded: one pot of 1050, 350 each and no odd chip."""
    hand = badugi(blinds=(50, 100), stacks=(250, 250, 250, 2_000, 2_000)).deals(*TIED)
    hand = hand.plays("p3 p4 cc", "p5 cbr 200", "p1 cbr 250", "p2 p3 cc", "p4 p5 f", "pat", "pat", "pat")
    assert hand.pots == [(1050, {1, 2, 3})]
    assert hand.won == [350, 350, 350, 0, 0]
    assert all(not share.odd for share in hand.ledger.pots[0].shares)


def test_folded_chips_go_to_the_pots_that_they_reached():
    """p1 is all-in for 5; p4 folded 10 of which 5 reached the main pot."""
    hand = badugi(stacks=(5, 200, 200, 200)).to_the_end("p3 p4 cc", "p2 cbr 20", "p3 cc", "p4 f")
    assert hand.pots == [(4 * 5, {1, 2, 3}), (15 + 15 + 5, {2, 3})]
    assert hand.won == [20, 35, 0, 0]


def test_what_nobody_can_match_is_neither_bet_nor_won():
    """0.50/1.00: p2 has 3.16 and calls 0.66 of a bet of 1.00. p3 gets 0.34 back; the rake of 0.32 leaves 6.25."""
    hand = badugi(blinds=(25, 50), stacks=(2_000, 316, 2_000), decimals=2)
    hand = hand.deals("5s6h7d8c", "As2hKdQc", "Ah2d3c4s")
    hand = hand.records((3, 625), rake=32, pot=657, returned=[(3, 34)])
    hand = hand.plays(
        *("p3 cbr 1.00", "p1 f", "p2 cc 0.50", "p2 p3 sd", "p2 cc", "p3 cbr 0.50", "p2 cc 0.50", "p2 p3 sd"),
        *("p2 cc", "p3 cbr 1.00", "p2 cc 1.00", "p2 p3 sd", "p2 cc", "p3 cbr 1.00", "p2 cc 0.66"),
    )
    assert hand.status == "verified"
    assert hand.put_in == [25, 316, 316]
    assert hand.returned == {3: 34}
    assert hand.won == [0, 0, 625]
    assert hand.nets == [-25, -316, 309]
    assert sum(hand.nets) == -hand.ledger.rake == -32


def test_side_pots_one_above_the_other():
    """All-in for 3, 8 and 15 under a call of 20: four pots, won from the main pot up by p1, p2, p3 and p4."""
    hand = antes_only(ante=1, stacks=(4, 9, 16, 200, 200))
    hand = hand.to_the_end("p1 cbr 3", "p2 cbr 8", "p3 cbr 10", "p4 cbr 20", "p5 cc", "p3 cc")
    assert hand.put_in == [4, 9, 16, 21, 21]
    assert hand.pots == [
        (5 * 4, {1, 2, 3, 4, 5}),
        (4 * 5, {2, 3, 4, 5}),
        (3 * 7, {3, 4, 5}),
        (2 * 5, {4, 5}),
    ]
    assert hand.won == [20, 20, 21, 10, 0]


# Odd chips


def odd(tied, **more):
    """p1, p3 and p4 put in 30 each and p2 folds 10: a pot of 100."""
    hand = badugi(stacks=[200] * 4, **more).deals(tied[0], "Ks8hQdTc", tied[1], tied[2])
    hand = hand.to_the_end("p3 cbr 20", "p4 p1 cc", "p2 f", "p1 p3 p4 sd", "p1 cbr 10", "p3 p4 cc")
    assert hand.pots == [(100, {1, 3, 4})]
    return hand


def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button():
    hand = odd(TIED)
    assert hand.won == [34, 0, 33, 33]
    assert [(share.player, share.amount, share.odd) for share in hand.ledger.pots[0].shares] == [
        (1, 34, 1),
        (3, 33, 0),
        (4, 33, 0),
    ]


def test_two_odd_chips_go_to_two_players():
    """p1 folds 4 and p2 folds 10: of 74 two get 25 and one 24."""
    hand = badugi(blinds=(4, 10), stacks=[200] * 5).deals("Ks8hQdTc", "KhQc8dJs", *TIED)
    hand = hand.to_the_end("p3 cbr 20", "p4 p5 cc", "p1 p2 f")
    assert hand.pots == [(74, {3, 4, 5})]
    assert hand.won == [0, 0, 25, 25, 24]


def test_each_pot_has_its_own_odd_chips():
    """p1 is all-in for 11. Main pot 3 x 11 + 10 = 43: 15, 14, 14; side pot 2 x 9 = 18 and no odd chip."""
    hand = badugi(stacks=[11, 200, 200, 200]).deals(TIED[0], "Ks8hQdTc", TIED[1], TIED[2])
    hand = hand.to_the_end("p3 cbr 20", "p4 p1 cc", "p2 f")
    assert hand.pots == [(43, {1, 3, 4}), (18, {3, 4})]
    assert hand.won == [15, 0, 14 + 9, 14 + 9]


def test_the_first_left_of_the_button_may_get_the_odd_chip_of_two_pots():
    """58 of three who tie are 20, 19 and 19; 15 of two of them are 8 and 7."""
    pots = [Pot(58, [3, 4, 5]), Pot(15, [3, 5])]
    share_out(pots[0], [5, 3, 4], "low")
    share_out(pots[1], [5, 3], "low")
    assert [(share.player, share.amount) for share in pots[0].shares] == [(3, 20), (4, 19), (5, 19)]
    assert [(share.player, share.amount) for share in pots[1].shares] == [(3, 8), (5, 7)]


def test_two_who_tie_share_with_the_odd_chip_to_the_lower_number():
    hand = badugi(blinds=(3, 10)).deals("Ks8hQdTc", TIED[0], TIED[1]).to_the_end("p3 cc", "p1 f", "p2 cc")
    assert hand.pots == [(23, {2, 3})]
    assert hand.won == [0, 12, 11]


def test_heads_up_the_big_blind_is_left_of_the_button():
    hand = antes_only(ante=1, stacks=(200, 200, 200)).deals(TIED[0], TIED[1])
    hand = hand.to_the_end("p1 cc", "p2 cc", "p3 f")
    assert hand.won == [2, 1, 0]


def test_under_the_tie_rule_of_suits_nobody_shares():
    """p1 holds 9c on top, p3 9s and p4 9h: the club wins."""
    assert odd(TIED, tie_rule="suit").won == [100, 0, 0, 0]
    assert odd((TIED[1], TIED[2], TIED[0]), tie_rule="suit").won == [0, 0, 0, 100]
    assert odd((TIED[1], TIED[2], "Js5h6d7c"), tie_rule="suit").won == [0, 0, 100, 0]


# The functions by themselves


def one_chip_at_a_time(contributed, folded, dead):
    """Pots cut chip by chip: the chips of a layer belong to those still in who reached it, dead chips to the first."""
    pots = []
    for layer in range(1, max(contributed) + 1):
        size = sum(put >= layer for put in contributed)
        claim = [i + 1 for i, put in enumerate(contributed) if put >= layer and not folded[i]]
        if pots and (not claim or claim == pots[-1][1]):
            pots[-1][0] += size
        else:
            pots.append([size, claim])
    if dead:
        everybody = [i + 1 for i, out in enumerate(folded) if not out]
        if pots and pots[0][1] == everybody:
            pots[0][0] += dead
        else:
            pots.insert(0, [dead, everybody])
    return pots


@given(
    st.lists(st.tuples(st.integers(0, 12), st.booleans()), min_size=2, max_size=6).filter(
        lambda players: (
            any(not folded and put == max(p for p, _ in players) for put, folded in players) and max(players)[0] > 0
        )
    ),
    st.integers(0, 5),
)
def test_pots_are_what_they_are_chip_by_chip(players, dead):
    contributed = [put for put, _ in players]
    folded = [out for _, out in players]
    pots = make_pots(contributed, folded, dead)
    assert [[pot.amount, pot.eligible] for pot in pots] == one_chip_at_a_time(contributed, folded, dead)


@given(st.lists(st.integers(0, 30), min_size=2, max_size=8))
def test_what_is_returned_is_what_one_player_put_in_above_all_others(contributed):
    after = contributed.copy()
    returned = return_uncalled(after)
    top = sorted(contributed)
    if top[-1] == top[-2]:
        assert (returned, after) == (None, contributed)
    else:
        player = contributed.index(top[-1])
        assert returned == (player, top[-1] - top[-2])
        assert sorted(after)[-1] == sorted(after)[-2] == top[-2]
        assert [i for i in range(len(after)) if after[i] != contributed[i]] == [player]


@given(
    st.integers(0, 1_000),
    st.integers(0, 50),
    st.lists(st.integers(1, 12), min_size=1, max_size=12, unique=True),
)
def test_shares_differ_by_one_chip_at_most_and_add_up_to_the_pot_less_its_rake(amount, rake, winners):
    pot = Pot(amount + rake, sorted(winners), rake=rake)
    share_out(pot, winners, "low")
    amounts = [share.amount for share in pot.shares]
    assert sum(amounts) == amount
    assert max(amounts) - min(amounts) <= 1
    assert amounts == sorted(amounts, reverse=True)
    assert [share.player for share in pot.shares] == sorted(winners)
    assert sum(share.odd for share in pot.shares) == amount % len(winners)


@pytest.mark.parametrize(
    ("sizes", "rake", "taken"),
    [
        ([100], 7, [7]),
        ([45, 50], 5, [3, 2]),
        ([90, 60, 30], 9, [5, 3, 1]),
        ([90, 60, 30], 10, [6, 3, 1]),
        ([10, 10, 10], 2, [2, 0, 0]),
        ([100, 50], 0, [0, 0]),
    ],
)
def test_a_rake_is_taken_in_proportion_and_its_rest_from_the_main_pot(sizes, rake, taken):
    pots = [Pot(size, [1, 2]) for size in sizes]
    spread_rake(pots, rake)
    assert [pot.rake for pot in pots] == taken
