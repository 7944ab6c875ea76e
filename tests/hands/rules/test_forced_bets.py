"""Blinds, straddles, posts and antes: who owes what, and what a short stack pays of it."""

import pytest

from hands.rules.replay import play
from tests.hands.rules.builder import antes_only, badugi


def test_a_short_big_blind_lowers_nobodys_price():
    """The big blind posts 4 and is all-in: the others pay 10."""
    hand = badugi(stacks=(100, 4, 100)).deals("2s3h4d5c", "As2h3d4c").to_the_end("p3 cc 10", "p1 cc 5")
    assert hand.pots == [(12, {1, 2, 3}), (12, {1, 3})]
    assert hand.stacks == [102, 12, 90]
    four = badugi(stacks=(100, 4, 100)).plays("p3 cc 4")
    assert four.refused == ("call_amount", 3)
    assert (four.found, four.wanted) == ("4", "10")


def test_a_short_big_blind_may_be_written_as_posted():
    hand = badugi(blinds=(5, 4), bets=(10, 20), stacks=(100, 4, 100)).to_the_end("p3 cc 10", "p1 cc 5")
    assert hand.pots == [(12, {1, 2, 3}), (12, {1, 3})]
    longer = badugi(blinds=(5, 4), bets=(10, 20), stacks=(100, 40, 100)).plays("p3 cc")
    assert longer.refused == ("blind_amount", 2)


@pytest.mark.parametrize("paid", [2, 5])
def test_a_call_that_nobody_can_match_whole_is_written_whole_or_as_far_as_it_is_matched(paid):
    """The big blind is all-in for 7: the small blind of 5 calls 5 more, of which 3 come back, or 2."""
    hand = badugi(stacks=(7, 200)).to_the_end(f"p2 cc {paid}")
    assert hand.put_in == [7, 7]
    assert badugi(stacks=(7, 200)).plays("p2 cc 3").refused == ("call_amount", 2)
    assert badugi(stacks=(7, 200, 200)).plays("p3 cc 7").refused == ("call_amount", 3)


def test_a_raise_over_a_short_big_blind_is_to_two_full_bets():
    assert badugi(stacks=(100, 4, 100)).plays("p3 cbr 20").refused == ("truncated", None)
    assert badugi(stacks=(100, 4, 100)).plays("p3 cbr 14").refused == ("bet_amount", 3)


def test_a_short_small_blind_posts_what_there_is():
    hand = badugi(stacks=(3, 100, 100)).to_the_end("p3 cc", "p2 cc")
    assert hand.pots == [(9, {1, 2, 3}), (14, {2, 3})]


def test_the_small_blind_is_what_the_source_says():
    """0.25/0.50 may post 0.10."""
    hand = badugi(blinds=(10, 50), bets=(50, 100), stacks=(2_000, 2_000, 2_000), decimals=2)
    assert hand.plays("p3 cc 0.50", "p1 cc 0.40", "p2 cc 0.00").expected == "p1 to draw"


def test_a_missing_small_blind_is_nothing():
    assert badugi(blinds=(0, 10)).plays().expected.startswith("p3 to call 10")
    assert badugi(blinds=(0, 10)).plays("p3 cc", "p1 cc 10", "p2 cc").expected == "p1 to draw"


def test_without_a_small_blind_the_big_blind_may_sit_left_of_the_button():
    assert badugi(blinds=(10, 0, 0), bets=(10, 20)).plays("p2 p3 cc").expected == "p1 to check or bet"


def test_six_players_fold_to_the_big_blind():
    """The unmatched half of the blind comes back: of 0.25/0.50 the pot is 0.50."""
    hand = badugi(blinds=(25, 50), stacks=[1_000] * 6, decimals=2).plays("p3 p4 p5 p6 p1 f")
    assert hand.status == "settled"
    assert hand.pots == [(50, {2})]
    assert hand.returned == {2: 25}
    assert hand.nets == [-25, 25, 0, 0, 0, 0]


# Faults of the blinds


@pytest.mark.parametrize(
    ("blinds", "refused"),
    [
        ((5, 9), [("blind_amount", 2)]),
        ((5, 11), [("blind_amount", 2)]),
        ((11, 10), [("blind_amount", 1)]),
        ((5, 10, 15), [("blind_amount", 3)]),
        ((5, 10, 25), [("blind_amount", 3)]),
        ((5, 10, 0, 10), [("blind_position", 4)]),
        ((5, 10, 0, 40), [("blind_position", 4)]),
        ((0, 0, 0), [("no_forced_bets", None)]),
    ],
)
def test_a_blind_of_another_size_or_place_is_refused(blinds, refused):
    hand = badugi(blinds=blinds, bets=(10, 20), stacks=[200] * max(3, len(blinds))).plays()
    assert [(finding.code, finding.place.player) for finding in hand.errors] == refused


@pytest.mark.parametrize("blinds", [(5, 0, 10), (0, 0, 10), (0, 5, 10)])
def test_the_big_blind_is_the_first_or_second_left_of_the_button(blinds):
    hand = badugi(blinds=blinds, bets=(10, 20)).plays()
    assert ("blind_position", 3) in [(finding.code, finding.place.player) for finding in hand.errors]


def test_heads_up_the_big_blind_is_p1():
    """Written small, big: p2, who has the button, posts the small one."""
    hand = badugi(stacks=(100, 100)).plays("p2 cc 5", "p1 cc 0")
    assert hand.expected == "p1 to draw"


def test_no_blinds_without_a_round_before_the_first_cut():
    assert badugi(first_bet=False).plays().refused == ("blinds", None)
    assert antes_only(first_bet=False).plays().expected == "p1 to draw"


# Straddles


def straddled(*lines):
    return badugi(blinds=(5, 10, 20), bets=(10, 20), stacks=[200] * 4).plays(*lines)


def test_a_straddle_is_a_bet_and_the_straddler_has_the_option():
    assert straddled().expected.startswith("p4 to call 20")
    assert straddled("p4 cc", "p1 p2 f").expected == "p3 to check or bet"
    checked = badugi(blinds=(5, 10, 20), bets=(10, 20), stacks=[200] * 4).to_the_end("p4 cc", "p1 p2 f", "p3 cc")
    assert checked.pots == [(55, {3, 4})]


def test_after_a_straddle_there_are_raises_to_three_and_four_bets():
    assert straddled("p4 cbr 30", "p1 cbr 40").refused == ("truncated", None)
    assert straddled("p4 cbr 40").refused == ("bet_amount", 4)
    assert straddled("p4 cbr 30", "p1 cbr 40", "p2 cbr 50").refused == ("too_many_raises", 2)


def test_a_straddle_of_the_button_leaves_the_small_blind_to_open():
    hand = badugi(blinds=(5, 10, 20), bets=(10, 20)).plays("p1 cc 15", "p2 cc 10", "p3 cc 0")
    assert hand.expected == "p1 to draw"


def test_a_second_straddle_is_one_bet_more():
    hand = badugi(blinds=(5, 10, 20, 30), bets=(10, 20), stacks=[200] * 5)
    assert hand.plays("p5 cc 30").expected.startswith("p1 to call 25")
    hand = badugi(blinds=(5, 10, 20, 30), bets=(10, 20), stacks=[200] * 5)
    assert hand.plays("p5 cbr 40", "p1 cbr 50").refused == ("too_many_raises", 1)


def test_a_short_straddle_lowers_nobodys_price():
    hand = badugi(blinds=(5, 10, 20), bets=(10, 20), stacks=(200, 200, 13, 200)).plays("p4 cc 20")
    assert hand.refused == ("truncated", None)


# Posts


def posted(*posts, stacks=(200, 200, 200, 200), **options):
    return badugi(stacks=stacks, **options).posts(*posts)


def test_a_posted_blind_is_live():
    hand = posted("p4 post 10").plays("p3 cc 10", "p4 cc 0", "p1 cc 5", "p2 cc 0")
    assert hand.expected == "p1 to draw"
    assert posted("p4 post 10").plays("p3 f", "p4 cbr 20").refused == ("truncated", None)


def test_the_dead_part_of_a_post_goes_to_the_main_pot_and_nobody_matches_it():
    hand = posted("p4 post 10 dead 5").to_the_end("p3 p4 p1 p2 cc")
    assert hand.pots == [(45, {1, 2, 3, 4})]
    assert hand.put_in == [10, 10, 10, 15]
    assert hand.nets == [35, -10, -10, -15]


def test_dead_chips_make_no_side_pot():
    """p4 puts in 15 of which 5 are dead; p3 is all-in for 8."""
    hand = posted("p4 post 10 dead 5", stacks=(200, 200, 8, 200)).to_the_end("p3 cc", "p4 p1 p2 cc")
    assert hand.pots == [(4 * 8 + 5, {1, 2, 3, 4}), (3 * 2, {1, 2, 4})]


def test_dead_chips_never_come_back():
    hand = posted("p4 post 10 dead 5").plays("p3 f", "p4 cbr 20", "p1 p2 f")
    assert hand.pots == [(5 + 10 + 10 + 5, {4})]
    assert hand.returned == {4: 10}
    assert hand.nets == [-5, -10, 0, 15]


def test_a_short_stack_posts_for_less():
    assert posted("p4 post 7", stacks=(200, 200, 200, 7)).to_the_end("p3 p1 p2 cc").put_in == [10, 10, 10, 7]
    assert posted("p4 post 10 dead 2", stacks=(200, 200, 200, 12)).to_the_end("p3 p1 p2 cc").put_in[3] == 12


@pytest.mark.parametrize(
    ("post", "refused"),
    [
        ("p4 post 5", ("blind_amount", 4)),
        ("p4 post 20", ("blind_amount", 4)),
        ("p4 post 40", ("blind_amount", 4)),
        ("p4 post 41", ("more_than_stack", 4)),
        ("p4 post 10 dead 31", ("more_than_stack", 4)),
        ("p4 post -10", ("amount", 4)),
        ("p4 post 10 dead -5", ("amount", 4)),
        ("p4 post", ("syntax", None)),
        ("p4 post 10 dead", ("syntax", None)),
        ("p4 post 10 live 5", ("syntax", None)),
        ("p1 post 10", ("post_not_possible", 1)),
        ("p2 post 10", ("post_not_possible", 2)),
    ],
)
def test_a_post_that_cannot_be_is_refused(post, refused):
    assert posted(post, stacks=(200, 200, 200, 40)).plays().refused == refused


def test_nobody_posts_twice_or_after_the_deal():
    assert posted("p4 post 10", "p4 post 10").plays().refused == ("post_not_possible", 4)
    assert posted().plays("p4 post 10").refused == ("post_not_possible", 4)
    assert antes_only().posts("p3 post 10").plays().refused == ("post_not_possible", 3)


# Antes


def test_antes_of_everybody_are_part_of_the_pot_but_not_of_the_bets():
    hand = badugi(antes=2).to_the_end("p3 cc 10", "p1 cc 5", "p2 cc 0")
    assert hand.pots == [(36, {1, 2, 3})]
    assert hand.put_in == [12, 12, 12]


def test_an_ante_for_less_makes_a_side_pot():
    """p1 antes 3 of 5 and is all-in; the others bet 10 each beside."""
    hand = antes_only(ante=5, stacks=(3, 300, 300)).to_the_end("p2 cbr 10", "p3 cc")
    assert hand.pots == [(9, {1, 2, 3}), (24, {2, 3})]
    assert hand.put_in == [3, 15, 15]
    assert hand.stacks == [9, 309, 285]


def test_an_ante_of_the_big_blind_is_dead():
    hand = badugi(antes=(0, 5, 0)).to_the_end("p3 cc 10", "p1 cc 5", "p2 cc 0")
    assert hand.pots == [(35, {1, 2, 3})]
    assert hand.put_in == [10, 15, 10]


def test_an_ante_of_the_button_is_dead_and_does_not_come_back():
    hand = badugi(antes=(0, 0, 5)).plays("p3 cbr 20", "p1 p2 f")
    assert hand.pots == [(5 + 10 + 10 + 5, {3})]
    assert hand.returned == {3: 10}


def test_antes_are_dead_or_contributions_as_the_trimming_says():
    dead = badugi(antes=4, stacks=(200, 200, 8), trimming=False).to_the_end("p3 cc", "p1 p2 cc")
    assert dead.pots == [(3 * 4 + 3 * 4, {1, 2, 3}), (2 * 6, {1, 2})]
    matched = badugi(antes=(0, 0, 6), trimming=True).to_the_end("p3 p1 p2 cc")
    assert matched.returned == {3: 6}
    assert matched.pots == [(30, {1, 2, 3})]


def test_a_short_big_blind_pays_the_blind_first():
    """12 chips for a blind of 10 and an ante of 5 of which nobody matches anything."""
    hand = badugi(antes=(0, 5, 0), stacks=(200, 12, 200)).to_the_end("p3 cc", "p1 cc")
    assert hand.pots == [(3 * 10 + 2, {1, 2, 3})]


def test_with_ante_first_a_short_big_blind_pays_the_ante_first():
    hand = badugi(antes=(0, 5, 0), stacks=(200, 12, 200), ante_first=True).to_the_end("p3 cc", "p1 cc")
    assert hand.pots == [(3 * 7 + 5, {1, 2, 3}), (2 * 3, {1, 3})]


def test_who_antes_puts_in_the_same_as_the_others():
    assert badugi(antes=(2, 1, 2)).plays().refused == ("ante_amount", 2)
    assert badugi(antes=(0, 5, 0)).plays().expected.startswith("p3 ")


# The head of the document


@pytest.mark.parametrize("n", [0, 1, 13, 22])
def test_two_to_twelve_can_play(n):
    assert badugi(blinds=(5, 10)[:n], bets=(10, 20), stacks=[100] * n).plays_undealt().refused == ("player_count", None)


@pytest.mark.parametrize("n", [2, 12])
def test_two_and_twelve_can_play(n):
    assert badugi(stacks=[100] * n).plays().refused == ("truncated", None)


@pytest.mark.parametrize("stack", [0, -5])
def test_nobody_starts_with_nothing_or_less(stack):
    hand = badugi(stacks=(100, stack, 100)).plays()
    assert hand.refused == ("stack", 2)
    assert hand.error.place.field == "starting_stacks.1"


@pytest.mark.parametrize(
    ("bets", "code"),
    [((0, 20), "bet_sizes"), ((20, 10), "bet_sizes"), ((-10, 20), "bet_sizes"), ((10, 0), "bet_sizes")],
)
def test_the_bets_are_positive_and_rise(bets, code):
    assert badugi(bets=bets).plays().refused == (code, None)


@pytest.mark.parametrize("name", ["small_bet", "big_bet"])
def test_both_bets_are_needed(name):
    start = badugi()
    setattr(start.document, name, None)
    [finding] = play(start.document).findings
    assert (finding.code, finding.place.field) == ("missing_field", name)


@pytest.mark.parametrize(
    ("seats", "button", "count", "legal"),
    [
        ([2, 3, 1], 1, 3, True),
        ([2, 3, 6], 6, 6, True),
        ([4, 5, 1], 3, 6, True),
        ([1, 2, 3], 3, None, True),
        ([2, 1, 3], 3, 3, False),
        ([1, 2, 3], 1, 3, False),
        ([1, 1, 3], 3, 3, False),
        ([0, 1, 2], 2, 3, False),
        ([1, 2, 7], 7, 6, False),
        ([1, 2], 2, 6, False),
    ],
)
def test_seats_are_in_the_order_of_play_from_the_left_of_the_button(seats, button, count, legal):
    start = badugi()
    start.document.seats, start.document.button, start.document.seat_count = seats, button, count
    assert start.plays().refused == (("truncated", None) if legal else ("seats", None))


def test_every_player_has_a_name_of_their_own():
    start = badugi()
    start.document.players = ["Ann", "Bob", "Ann"]
    assert start.plays().refused == ("player_count", None)
