"""Cuts: who may throw what, how often, and what comes back for it; unknown cards."""

import pytest

from tests.hands.rules.builder import UNSEEN, antes_only, badugi, spelled_out

CALLED = ("p3 cc", "p1 cc", "p2 cc")


def held(*draw, hand="As2h3dKc", **options):
    """p1 holds ``As2h3dKc`` at the first cut."""
    return badugi(**options).deals(hand).plays(*CALLED, *draw)


def final(hand, player=1):
    return hand.ledger.players[player - 1].final_cards


# Discards and replacements fit the hand


def test_a_card_that_is_not_held_cannot_be_thrown():
    hand = held("p1 sd Kd")
    assert hand.refused == ("discard_not_held", 1)
    assert hand.found == "Kd"
    assert hand.error.place.street == "first_draw"
    assert held("p1 sd 3dKd").refused == ("discard_not_held", 1)


@pytest.mark.parametrize("dealt", ["QcQd", "????", "Qc??", "QcQdQh"])
def test_who_throws_one_gets_one(dealt):
    hand = held("p1 sd Kc", f"d dh p1 {dealt}")
    assert hand.refused == ("draw_count", 1)
    assert (hand.found, hand.wanted) == (str(len(dealt) // 2), "1")


def test_no_hand_throws_five_cards():
    assert held("p1 sd As2h3dKcQc").refused == ("discard_too_many", 1)
    assert held("p1 sd ??????????").refused == ("discard_too_many", 1)


def test_there_are_three_cuts():
    lines = ("pat", "p1 p2 p3 cc") * 3
    hand = held(*lines[:-1], "p1 sd Kc")
    assert hand.refused == ("too_many_draws", 1)
    assert hand.error.place.street == "third_draw"
    assert held(*lines, "p1 sd Kc").refused == ("too_many_draws", 1)
    assert held(*lines, "p1 sd").refused == ("too_many_draws", 1)


def test_who_stands_pat_gets_no_card():
    assert held("p1 sd", "d dh p1 Qc").refused == ("pat_but_drew", 1)
    assert held("p1 p2 sd", "d dh p1 Qc").refused == ("pat_but_drew", 1)
    assert held("pat", "d dh p3 Qc").refused == ("pat_but_drew", 3)


def test_a_refused_draw_names_the_action_and_the_valid_part_is_kept():
    hand = held("p1 sd Kc", "d dh p1 QcQd")
    assert hand.error.place.action == 7
    assert hand.replay.table.steps == 7


def test_every_card_of_the_hand_may_be_thrown():
    hand = held("p1 sd As2h3dKc", "d dh p1 9c9d9h9s", "p2 p3 sd", "p1 p2 p3 cc")
    assert hand.refused == ("truncated", None)


def test_a_card_is_thrown_once():
    assert held("p1 sd KcKc").refused == ("duplicate_card", 1)
    assert held("p1 sd Kc", "d dh p1 Qc", "p2 p3 sd", "p1 p2 p3 cc", "p1 sd Kc").refused == ("discard_not_held", 1)


def test_the_new_card_can_be_thrown_at_the_next_cut():
    hand = held("p1 sd Kc", "d dh p1 Qc", "p2 p3 sd", "p1 p2 p3 cc", "p1 sd Qc", "d dh p1 Jc", "p2 p3 sd")
    assert hand.refused == ("truncated", None)


def test_the_final_hand_is_what_was_kept_and_what_was_drawn():
    lines = ("p1 sd Kc", "d dh p1 Qc", "p2 p3 sd", "p1 p2 p3 cc", "p1 sd 3dQc", "d dh p1 9dJc", "p2 p3 sd")
    hand = badugi().deals("As2h3dKc").to_the_end(*CALLED, *lines)
    assert final(hand) == "As2h9dJc"


def test_nobody_draws_twice_at_a_cut_or_is_left_out():
    assert held("p1 sd Kc", "p1 sd 3d").refused == ("out_of_turn", 1)
    assert held("p1 sd", "p1 sd 3d").refused == ("out_of_turn", 1)
    assert held("p1 sd", "p3 sd").refused == ("out_of_turn", 3)
    assert held("p1 p2 sd", "p1 cc").refused == ("action_not_now", 1)
    assert held("p1 p2 sd", "p3 sd 3s", "p1 cc").refused == ("action_not_now", 1)


def test_who_folded_draws_nothing():
    lines = ("p3 f", "p1 cc", "p2 cc", "p1 sd", "p2 sd")
    assert badugi().plays(*lines, "d dh p3 Ks").refused == ("action_folded", 3)
    assert badugi().plays(*lines, "p3 sd").refused == ("action_folded", 3)


# In sequence and in two phases


def test_draws_in_sequence_and_in_two_phases_give_the_same_hands():
    sequence = ("p1 sd Kc", "d dh p1 Qc", "p2 sd 2s", "d dh p2 Qs", "p3 sd 3s", "d dh p3 Qh")
    two_phase = (*sequence[::2], *sequence[1::2])
    mixed = ("p1 sd Kc", "p2 sd 2s", "d dh p1 Qc", "d dh p2 Qs", "p3 sd 3s", "d dh p3 Qh")
    backwards = (*sequence[::2], *sequence[:0:-2])
    hands = [
        badugi().deals("As2h3dKc").to_the_end(*CALLED, *lines) for lines in (sequence, two_phase, mixed, backwards)
    ]
    for hand in hands:
        assert [final(hand, player) for player in (1, 2, 3)] == ["As2h3dQc", "3h4d5cQs", "4h5d6cQh"]
        assert hand.nets == [20, -10, -10]


def test_nobody_bets_before_everybody_has_the_cards():
    lines = ("p1 sd Kc", "p2 sd 2s", "p3 sd", "d dh p1 Qc")
    assert held(*lines, "p1 cc").refused == ("action_not_now", 1)
    assert held(*lines, "d dh p2 Qs", "p1 cc").refused == ("truncated", None)


def test_cards_are_owed_once():
    assert held("p1 sd Kc", "d dh p1 Qc", "d dh p1 Jc").refused == ("action_not_now", 1)
    assert held("p1 sd Kc", "p2 sd 2s", "d dh p1 Qc", "d dh p1 Jc").refused == ("action_not_now", 1)


# The first deal


@pytest.mark.parametrize("dealt", ["As2h3d", "As2h3d4c5s", "As", "??????"])
def test_the_first_deal_is_four_cards(dealt):
    assert badugi().plays_undealt(f"d dh p1 {dealt}").refused == ("deal_count", 1)


def test_everybody_is_dealt_a_hand_and_nobody_two():
    assert badugi().plays_undealt("d dh p1 As2h3d4c", "d dh p1 5s6h7d8c").refused == ("action_not_now", 1)
    assert badugi().plays_undealt("d dh p1 As2h3d4c", "d dh p3 5s6h7d8c", "p3 cc").refused == ("action_not_now", 3)
    assert badugi().plays_undealt("d dh p4 As2h3d4c").refused == ("player_unknown", None)


def test_hands_are_dealt_in_any_order():
    deals = ("d dh p3 As2h3d4c", "d dh p1 5s6h7d8c", "d dh p2 9sThJdQc")
    assert badugi().plays_undealt(*deals, "p3 cc").refused == ("truncated", None)


# How many cuts, how many cards


@pytest.mark.parametrize("cuts", [0, 1, 2, 3, 4])
def test_a_hand_has_as_many_cuts_as_the_option_says(cuts):
    lines = ("p1 p2 p3 cc", *["pat", "p1 p2 p3 cc"] * cuts)
    assert antes_only(cuts=cuts).plays(*lines).status == "settled"
    assert antes_only(cuts=cuts).plays(*lines[:-1]).refused == ("truncated", None)
    assert antes_only(cuts=cuts).plays(*lines, "p1 sd").refused == ("too_many_draws", 1)


def test_without_a_cut_there_is_one_round():
    hand = antes_only(cuts=0).plays("p1 cc", "p2 cbr 20", "p3 f", "p1 cc")
    assert hand.status == "settled"
    assert hand.put_in == [21, 21, 1]


def test_a_fourth_cut_is_the_night():
    lines = ("p1 p2 p3 cc", *["pat", "p1 p2 p3 cc"] * 3, "p1 sd Kd")
    assert antes_only(cuts=4).plays(*lines).error.place.street == "fourth_draw"


def test_without_a_last_bet_the_hand_ends_with_the_last_draw():
    lines = (*CALLED, "pat", "p1 p2 p3 cc", "pat", "p1 p2 p3 cc", "pat")
    assert badugi(last_bet=False).plays(*lines).status == "settled"
    assert badugi(last_bet=False).plays(*lines, "p1 cc").refused == ("action_not_now", 1)


def test_without_a_first_bet_the_hand_begins_with_the_first_draw():
    assert antes_only(first_bet=False).plays("p1 sd").expected == "p2 to draw"
    assert antes_only(first_bet=False).plays("p1 cc").refused == ("action_not_now", 1)


THREE_TWO_ONE = [
    ("p1 sd As2h3d", "d dh p1 9c9d9h", "p2 p3 sd", "p1 p2 p3 cc"),
    ("p1 sd 9c9d", "d dh p1 TcTd", "p2 p3 sd", "p1 p2 p3 cc"),
    ("p1 sd Tc", "d dh p1 Jc", "p2 p3 sd", "p1 p2 p3 cc"),
]


def test_the_limits_of_the_cuts_hold_each_for_its_own():
    hand = held(*THREE_TWO_ONE[0], *THREE_TWO_ONE[1], *THREE_TWO_ONE[2], cut_limits=[3, 2, 1])
    assert hand.status == "settled"


@pytest.mark.parametrize(
    ("cut", "too_many", "limit"), [(0, "As2h3dKc", 3), (1, "9c9d9h", 2), (2, "TcTd", 1), (2, "????", 1)]
)
def test_one_card_above_the_limit_of_the_cut_is_too_many(cut, too_many, limit):
    before = [line for lines in THREE_TWO_ONE[:cut] for line in lines]
    hand = held(*before, f"p1 sd {too_many}", cut_limits=[3, 2, 1])
    assert hand.refused == ("discard_too_many", 1)
    assert hand.wanted == f"at most {limit}"


def test_a_limit_of_nothing_leaves_only_pat():
    assert held("p1 sd Kc", cut_limits=[0, 4, 4]).refused == ("discard_too_many", 1)
    assert held("p1 sd", cut_limits=[0, 4, 4]).refused == ("truncated", None)


@pytest.mark.parametrize(
    "options",
    [
        {"cuts": 5},
        {"cuts": -1},
        {"cuts": True},
        {"cuts": "3"},
        {"cuts": 2.0},
        {"cuts": None},
        {"cut_limits": [3, 2]},
        {"cut_limits": [3, 2, 1, 1]},
        {"cut_limits": [3, 2, -1]},
        {"cut_limits": 3},
        {"cut_limits": [3, 2, "1"]},
        {"cuts": 4, "cut_limits": [3, 2, 1]},
        {"first_bet": 1},
        {"tie_rule": "suits"},
        {"deck_rule": None},
        {"max_bets": -1},
        {"short_raise": "completed"},
        {"spread": 4},
    ],
)
def test_an_option_that_cannot_be_is_refused_and_named(options):
    hand = badugi(**options).plays()
    assert hand.refused == ("option", None)
    assert hand.error.place.field in [f"options.{code}" for code in options]


# Unknown cards


def test_cards_nobody_saw_are_counted():
    hand = badugi().deals(UNSEEN, UNSEEN, UNSEEN)
    hand = hand.plays(*CALLED, "p1 sd ????", "d dh p1 ????", "p2 sd", "p3 sd ????????", "d dh p3 ????????")
    assert hand.refused == ("truncated", None)
    assert held("p1 sd Kc", "d dh p1 ????").refused == ("draw_count", 1)


def test_an_unknown_hand_may_hold_any_card_that_nobody_else_has():
    hand = badugi().deals("As2h3d4c", UNSEEN, UNSEEN).plays(*CALLED, "p1 sd", "p2 sd Kc")
    assert hand.refused == ("truncated", None)
    hand = badugi().deals("As2h3d4c", UNSEEN, UNSEEN).plays(*CALLED, "p1 sd", "p2 sd As")
    assert hand.refused[0] == "duplicate_card"


def test_a_hand_of_known_and_unknown_cards_throws_either():
    def two_known(*lines):
        return badugi().deals("As2h????", UNSEEN, UNSEEN).plays(*CALLED, *lines)

    assert two_known("p1 sd As").refused == ("truncated", None)
    assert two_known("p1 sd KcKd").refused == ("truncated", None)
    assert two_known("p1 sd KcKdKh").refused == ("discard_not_held", 1)
    assert two_known("p1 sd AsKcKdKh").refused == ("discard_not_held", 1)


def test_a_card_thrown_from_an_unknown_hand_comes_to_nobody_else():
    lines = (*CALLED, "p1 sd Kc", "d dh p1 ??", "p2 sd ??", "d dh p2 Kc")
    assert badugi().deals(UNSEEN, UNSEEN, UNSEEN).plays(*lines).refused == ("duplicate_card", None)


END = ("p1 p2 p3 cc", "pat", "p1 p2 p3 cc", "pat", "p1 p2 p3 cc")


def blind_throw(*shown):
    """p1 throws two cards of ``As2h3dKc`` that nobody saw, and draws 9c and 9d."""
    deals = badugi().deals("As2h3dKc", UNSEEN, UNSEEN)
    return deals.plays(*CALLED, "p1 sd ????", "d dh p1 9c9d", "p2 p3 sd", *END, *shown)


def test_after_discards_of_which_the_count_is_known_any_of_the_old_cards_may_be_held():
    for kept in ("As2h", "3dKc", "AsKc"):
        hand = blind_throw(f"p1 sm {kept}9c9d")
        assert hand.status == "consistent"
    assert blind_throw("p1 sm 2h3dKc9c").refused == ("shown_differs", 1)
    assert blind_throw("p1 sm As2h3d9c").refused == ("shown_differs", 1)


def test_a_card_that_was_thrown_after_all_is_held_no_more():
    """Two of ``As2h3dKc`` were thrown unseen, then As is thrown openly for Qc: one of 2h3dKc is left."""
    lines = (*CALLED, "p1 sd ????", "d dh p1 9c9d", "p2 p3 sd", "p1 p2 p3 cc", "p1 sd As", "d dh p1 Qc", "p2 p3 sd")
    lines += ("p1 p2 p3 cc", "pat", "p1 p2 p3 cc")
    for kept, refused in (("2h", False), ("Kc", False), ("As", True)):
        hand = badugi().deals("As2h3dKc", UNSEEN, UNSEEN).plays(*lines, f"p1 sm {kept}9c9dQc")
        assert bool(hand.errors) == refused


def test_a_card_that_may_have_been_thrown_comes_to_nobody_else():
    lines = (*CALLED, "p1 sd ????", "d dh p1 9c9d", "p2 sd ??", "d dh p2 As")
    assert badugi().deals("As2h3dKc", UNSEEN, UNSEEN).plays(*lines).refused == ("duplicate_card", None)


def test_who_throws_all_cards_unseen_holds_none_of_the_old_ones():
    lines = (*CALLED, "p1 sd ????????", "d dh p1 9c9d9h9s", "p2 p3 sd", *END)
    deals = badugi().deals("As2h3dKc", UNSEEN, UNSEEN)
    assert final(deals.records((1, 30)).plays(*lines)) == "9c9d9h9s"
    deals = badugi().deals("As2h3dKc", UNSEEN, UNSEEN)
    assert deals.plays(*lines, "p1 sm As9c9d9h").refused == ("shown_differs", 1)


def test_a_shown_hand_is_the_one_that_was_held():
    lines = (*CALLED, "pat", *END)
    assert badugi().deals("As2h3d4c").plays(*lines, "p1 sm As2h3d4c").status == "settled"
    assert badugi().deals("As2h3d4c").plays(*lines, "p1 sm As2h3d5h").refused == ("shown_differs", 1)
    assert badugi().deals("As2h3d4c").plays(*lines, "p1 sm As2h3d").refused == ("shown_differs", 1)
    assert badugi().deals("As2h????").plays(*lines, "p1 sm As2h9cTc").status == "settled"
    assert badugi().deals("As2h????").plays(*lines, "p1 sm As9d9cTc").refused == ("shown_differs", 1)


def test_a_shown_hand_holds_no_card_of_another():
    deals = badugi().deals(UNSEEN, "2s3h4d5c", UNSEEN)
    assert deals.plays(*CALLED, "pat", *END, "p1 sm 2sKhKdKc").refused[0] == "duplicate_card"


def test_a_line_for_several_players_is_one_line_each():
    assert spelled_out(["p1 p2 cc", "p3 f", "pat"], 3) == ["p1 cc", "p2 cc", "p3 f", "p1 sd", "p2 sd"]
