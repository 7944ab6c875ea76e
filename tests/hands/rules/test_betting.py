"""Fixed-limit betting: who acts, at which size, how often, and what is no bet."""

import pytest

from tests.hands.rules.builder import antes_only, badugi

PRE = ("p3 cc", "p1 cc", "p2 cc")


def bet_sizes(**options):
    """The bet that is allowed in each round of a hand for two with bets of 10 and 20."""
    sizes, lines = [], []
    while True:
        if antes_only(stacks=(1_000, 1_000), **options).plays(*lines).status:
            return sizes
        opens = [
            size
            for size in (10, 20)
            if antes_only(stacks=(1_000, 1_000), **options).plays(*lines, f"p1 cbr {size}").error.code == "truncated"
        ]
        if opens:
            [size] = opens
            sizes.append(size)
            lines += [f"p1 cbr {size}", "p2 cc"]
        else:
            lines.append("pat")


def test_three_cuts_have_two_rounds_of_small_and_two_of_big_bets():
    assert bet_sizes() == [10, 10, 20, 20]


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        ({"cuts": 1}, [10, 20]),
        ({"cuts": 2}, [10, 20, 20]),
        ({"cuts": 4}, [10, 10, 20, 20, 20]),
        ({"first_bet": False}, [10, 20, 20]),
        ({"last_bet": False}, [10, 20, 20]),
        ({"first_bet": False, "last_bet": False}, [10, 20]),
        ({"cuts": 2, "first_bet": False}, [10, 20]),
    ],
)
def test_half_of_the_rounds_really_bet_are_small_rounded_down(options, sizes):
    assert bet_sizes(**options) == sizes


@pytest.mark.parametrize(
    ("first_big", "sizes"),
    [(0, [20] * 4), (1, [10, 20, 20, 20]), (3, [10, 10, 10, 20]), (4, [10] * 4)],
)
def test_big_bet_from_names_the_round_of_the_first_big_bet(first_big, sizes):
    assert bet_sizes(big_bet_from=first_big) == sizes


def test_a_hand_with_a_bet_in_each_round_costs_what_the_bets_add_up_to():
    hand = badugi().plays(
        *("p3 cbr 20", "p1 p2 cc", "pat"),
        *("p1 cbr 10", "p2 cbr 20", "p3 p1 cc", "pat"),
        *("p1 cbr 20", "p2 p3 cc", "pat"),
        *("p1 cc", "p2 cbr 20", "p3 p1 cc"),
    )
    assert hand.put_in == [80, 80, 80]
    assert hand.pots == [(240, {1, 2, 3})]
    assert hand.stacks == [360, 120, 120]


@pytest.mark.parametrize("total", [11, 15, 19, 21, 25, 30, 40, 200])
def test_before_the_first_cut_a_raise_is_to_two_small_bets(total):
    assert badugi().plays("p3 cbr 20").refused == ("truncated", None)
    assert badugi().plays(f"p3 cbr {total}").refused == ("bet_amount", 3)


@pytest.mark.parametrize("total", [0, 1, 9, 11, 20])
def test_after_the_first_cut_a_bet_is_one_small_bet(total):
    hand = badugi().plays(*PRE, "pat", f"p1 cbr {total}")
    assert hand.refused == ("bet_amount", 1)
    assert hand.wanted == "10"
    assert hand.error.place.street == "first_draw"


@pytest.mark.parametrize("total", [5, 10])
def test_a_raise_to_no_more_than_the_bet_faced_is_none(total):
    assert badugi().plays(f"p3 cbr {total}").refused == ("bet_amount", 3)


def test_a_raise_adds_one_bet_of_the_round():
    lines = (*PRE, "pat", "p1 p2 p3 cc", "pat", "p1 cbr 20")
    assert badugi().plays(*lines, "p2 cbr 40").refused == ("truncated", None)
    assert badugi().plays(*lines, "p2 cbr 30").refused == ("bet_amount", 2)


def test_a_raise_is_to_the_total_of_the_street():
    """Of 0.50/1: the small blind of 0.25 raises to 1.00 and adds 0.75, the big blind adds 0.50."""
    hand = badugi(blinds=(25, 50), stacks=(2_000, 2_000), decimals=2).to_the_end("p2 cbr 1.00", "p1 cc 0.50")
    assert hand.put_in == [100, 100]
    assert hand.pots == [(200, {1, 2})]


# How many bets a round


def test_four_bets_a_round_the_big_blind_being_the_first():
    lines = ("p3 cbr 20", "p1 cbr 30", "p2 cbr 40")
    hand = badugi().plays(*lines, "p3 cbr 50")
    assert hand.refused == ("too_many_raises", 3)
    assert hand.wanted == "4 bets a round"
    assert badugi().plays(*lines, "p3 p1 cc").expected.startswith("p1 to draw")


def test_four_bets_a_round_after_a_cut_the_opening_bet_being_the_first():
    lines = (*PRE, "pat", "p1 cbr 10", "p2 cbr 20", "p3 cbr 30", "p1 cbr 40")
    assert badugi().plays(*lines).refused == ("truncated", None)
    assert badugi().plays(*lines, "p2 cbr 50").refused == ("too_many_raises", 2)


@pytest.mark.parametrize(("most", "last"), [(1, 10), (2, 20), (3, 30), (5, 50)])
def test_max_bets_is_the_number_of_bets_with_the_opening_one(most, last):
    raises = [f"p{player} cbr {total}" for player, total in zip((3, 1, 2, 3, 1), range(20, 70, 10), strict=True)]
    allowed = raises[: most - 1]
    assert badugi(max_bets=most).plays(*allowed).refused == ("truncated", None)
    one_more = badugi(max_bets=most).plays(*raises[:most])
    assert one_more.refused[0] == "too_many_raises"
    assert one_more.at_fault.endswith(str(last + 10))


def test_max_bets_of_nothing_is_no_limit():
    raises = [f"p{(3, 1, 2)[place % 3]} cbr {20 + 10 * place}" for place in range(15)]
    assert badugi(max_bets=0).plays(*raises).refused == ("truncated", None)


def test_two_who_began_the_round_may_raise_without_limit():
    raises = [f"p{2 - place % 2} cbr {20 + 10 * place}" for place in range(12)]
    assert badugi(stacks=(200, 200)).plays(*raises).refused == ("truncated", None)
    capped = badugi(stacks=(200, 200), heads_up_limit=True).plays(*raises)
    assert (capped.refused, capped.at_fault) == (("too_many_raises", 1), "p1 cbr 50")


def test_the_limit_stays_where_three_began_the_round_and_one_folded():
    hand = badugi().plays("p3 cbr 20", "p1 f", "p2 cbr 30", "p3 cbr 40", "p2 cbr 50")
    assert hand.refused == ("too_many_raises", 2)


def test_the_limit_is_gone_in_the_next_round_of_the_two_who_are_left():
    lines = ("p3 cc", "p1 f", "p2 cc", "pat", *[f"p{2 + i % 2} cbr {10 + 10 * i}" for i in range(6)])
    assert badugi().plays(*lines).refused == ("truncated", None)
    assert badugi(heads_up_limit=True).plays(*lines).refused == ("too_many_raises", 2)


def test_the_count_of_bets_begins_anew_each_round():
    lines = ("p3 cbr 20", "p1 cbr 30", "p2 cbr 40", "p3 p1 cc", "pat", "p1 cbr 10", "p2 cbr 20", "p3 cbr 30")
    assert badugi().plays(*lines).refused == ("truncated", None)


# The order of action


def test_blind_games_open_left_of_the_big_blind():
    assert badugi(stacks=[200] * 5).plays("p3 p4 p5 p1 p2 cc").expected == "p1 to draw"
    assert badugi(stacks=[200] * 5).plays("p1 cc").refused == ("out_of_turn", 1)


def test_later_rounds_and_draws_begin_left_of_the_button():
    hand = badugi().plays(*PRE, "p1 p2 p3 sd", "p1 p2 p3 cc", "p1 p2 p3 sd", "p1 p2 p3 cc")
    assert hand.expected == "p1 to draw"
    assert badugi().plays(*PRE, "p2 sd").refused == ("out_of_turn", 2)
    assert badugi().plays(*PRE, "pat", "p3 cc").refused == ("out_of_turn", 3)


def test_who_folded_is_passed_over():
    hand = badugi(stacks=[200] * 4).plays("p3 f", "p4 cc", "p1 f", "p2 cc", "p2 p4 sd", "p2 p4 cc")
    assert hand.expected == "p2 to draw"


def test_heads_up_the_button_posts_the_small_blind_and_acts_first_before_the_cut():
    hand = badugi(stacks=(100, 100)).to_the_end("p2 f")
    assert hand.nets == [5, -5]
    hand = badugi(stacks=(100, 100)).plays("p2 p1 cc", "p1 p2 sd", "p1 p2 cc", "p1 p2 sd", "p1 p2 cc")
    assert hand.expected == "p1 to draw"
    assert badugi(stacks=(100, 100)).plays("p1 cc").refused == ("out_of_turn", 1)
    assert badugi(stacks=(100, 100)).plays("p2 p1 cc", "p2 sd").refused == ("out_of_turn", 2)
    assert badugi(stacks=(100, 100)).plays("p2 p1 cc", "pat", "p2 cc").refused == ("out_of_turn", 2)


def test_games_with_antes_alone_open_left_of_the_button():
    assert antes_only().plays().expected.startswith("p1 ")
    assert antes_only(stacks=(100, 100)).plays().expected.startswith("p1 ")


def test_the_big_blind_has_the_last_word_before_the_cut():
    assert badugi().plays("p3 p1 cc").expected == "p2 to check or bet"
    assert badugi().plays("p3 p1 cc", "p2 cbr 20").expected.startswith("p3 to call 10")


def test_a_raise_gives_everybody_another_turn():
    hand = badugi().plays("p3 cc", "p1 cbr 20", "p2 cc", "p3 cbr 30", "p1 p2 cc")
    assert hand.expected == "p1 to draw"


def test_the_hand_is_over_when_one_is_left():
    hand = badugi().plays("p3 cbr 20", "p1 p2 f")
    assert hand.status == "settled"
    assert hand.nets == [-5, -10, 15]
    assert hand.returned == {3: 10}
    assert badugi().plays("p3 cbr 20", "p1 p2 f", "p3 sd").refused == ("action_not_now", 3)
    assert badugi().plays("p3 cbr 20", "p1 p2 f", "p3 cc").refused == ("action_not_now", 3)


# What is no action here


@pytest.mark.parametrize(
    ("lines", "refused"),
    [
        (("p1 cc",), ("out_of_turn", 1)),
        (("p1 f",), ("out_of_turn", 1)),
        (("p2 cbr 20",), ("out_of_turn", 2)),
        (("p3 f", "p3 cc"), ("action_folded", 3)),
        (("p3 f", "p1 p2 cc", "p3 sd"), ("action_folded", 3)),
        (("p3 cc 0",), ("check_not_possible", 3)),
        (("p3 cc 9",), ("call_amount", 3)),
        (("p3 cc 20",), ("call_amount", 3)),
        (("p3 cc 201",), ("more_than_stack", 3)),
        (("p3 cc", "p1 cc 10"), ("call_amount", 1)),
        (("p3 p1 cc", "p2 cc 10"), ("call_amount", 2)),
        (("p3 cbr 210",), ("more_than_stack", 3)),
        (("p3 cbr -20",), ("amount", 3)),
        (("p3 cbr 20.5",), ("too_many_decimals", 3)),
        (("p3 cbr 2e1",), ("amount", 3)),
        (("p3 cbr NaN",), ("amount", 3)),
        (("p3 cbr inf",), ("amount", 3)),
        (("p3 cbr",), ("syntax", None)),
        (("p3 cbr 20 30",), ("syntax", None)),
        (("p3 bets 20",), ("syntax", None)),
        (("p4 cc",), ("player_unknown", None)),
        (("p3 sm",), ("action_not_now", 3)),
        (("p3 sd",), ("action_not_now", 3)),
        ((*PRE, "p1 cc"), ("action_not_now", 1)),
    ],
)
def test_a_wrong_action_is_refused_with_its_own_code(lines, refused):
    hand = badugi().plays(*lines)
    assert hand.refused == refused
    assert hand.at_fault == hand.document.actions[-1]


@pytest.mark.parametrize("lines", [("p3 cc 10", "p1 cc 5", "p2 cc 0"), ("p3 cc 10", "p1 cc 5.0", "p2 cc")])
def test_the_cost_of_a_call_may_be_written(lines):
    assert badugi().plays(*lines).expected == "p1 to draw"


def test_a_fold_without_a_bet_to_face_is_odd_but_no_fault():
    hand = badugi().plays("p3 cc", "p1 f", "p2 f")
    assert hand.status == "settled"
    assert hand.warnings == ["unneeded_fold"]
    assert hand.nets == [-5, -10, 15]
    assert badugi().plays("p3 f", "p1 f").warnings == []


def test_a_refused_action_leaves_the_hand_where_it_was():
    hand = badugi().plays("p3 cbr 20", "p1 cbr 31")
    assert hand.replay.table.betting.bets == [5, 10, 20]
    assert hand.expected.startswith("p1 to call 15")
    assert hand.replay.ledger is None
