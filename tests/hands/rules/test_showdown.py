"""The showdown: hands that nobody saw, hands that were mucked, names that the source gives, the order of showing."""

import pytest

from tests.hands.rules.builder import UNSEEN, badugi

PRE = "p3 p1 p2 cc"
CHECKED = "p1 p2 p3 cc"
TO_THE_END = (PRE, "pat", CHECKED, "pat", CHECKED, "pat", CHECKED)


def three(*collected, hands=(), **record):
    """Three players check to the end; p1 wins the pot of 30 unless other hands are dealt."""
    return badugi().deals(*hands).records(*collected, **record)


def codes(hand):
    return [finding.code for finding in hand.replay.findings]


# Unknown cards


def unknown(*collected, hands=(UNSEEN, UNSEEN, UNSEEN), shows=(), **record):
    return badugi().deals(*hands).records(*collected, **record).plays(*TO_THE_END, *shows)


def test_nobody_guesses_the_winner_among_unknown_hands():
    hand = unknown()
    assert (hand.status, hand.replay.ledger, hand.errors) == ("consistent", None, [])
    assert "p1, p2, p3" in hand.replay.unproved[0]


def test_the_recorded_winner_among_unknown_hands_is_taken_as_not_proved():
    hand = unknown((2, 30))
    assert (hand.status, hand.won) == ("consistent", [0, 30, 0])
    assert hand.replay.unproved


def test_a_shown_hand_that_wins_over_mucked_ones_is_consistent():
    hand = unknown((1, 30), shows=("p1 sm As2h3d4c", "p2 sm", "p3 sm"))
    assert (hand.status, hand.won, codes(hand)) == ("consistent", [30, 0, 0], [])


def test_a_known_hand_that_loses_to_another_known_one_did_not_win_among_unknown_ones():
    hand = unknown((2, 30), hands=("As2h3d4c", "2s3h4d5c", UNSEEN))
    assert hand.refused[0] == "wrong_winner"
    assert unknown((1, 30), hands=("As2h3d4c", "2s3h4d5c", UNSEEN)).status == "consistent"
    assert unknown((3, 30), hands=("3s4h5d6c", "4s5h6d7c", UNSEEN)).status == "consistent"


def test_no_unknown_hand_beats_the_best_there_is():
    golf = ("As2h3d4c", "2s3h4d5c", UNSEEN)
    assert unknown((3, 30), hands=golf).refused == ("wrong_winner", 3)
    assert unknown((1, 15), (3, 15), hands=golf).status == "consistent"


def test_one_unknown_card_keeps_a_hand_unproved():
    assert unknown((1, 30), hands=("As2h3d??", "2s3h4d5c", "3s4h5d6c")).status == "consistent"
    assert unknown((1, 30), hands=("As2h3d4c", "2s3h4d5c", "3s4h5d6c")).status == "verified"


def test_an_unknown_hand_that_folded_keeps_nothing_unproved():
    hand = badugi().deals(UNSEEN, "2s3h4d5c", "3s4h5d6c").records((2, 25))
    assert hand.to_the_end("p3 cc", "p1 f", "p2 cc").status == "verified"


def test_the_amounts_are_proved_though_the_cards_are_unknown():
    assert unknown((2, 31)).refused == ("rake_impossible", None)
    assert unknown((2, 30), rake=1).refused == ("pot_mismatch", None)


def test_everybody_folds_and_the_winner_shows_a_weak_hand():
    hand = three((1, 30), hands=("KsKd9h9c", UNSEEN, UNSEEN))
    hand = hand.plays(PRE, "pat", "p1 cbr 10", "p2 p3 f", "p1 sm KsKd9h9c")
    assert (hand.status, hand.won, codes(hand)) == ("verified", [30, 0, 0], [])


def test_a_hand_shown_by_who_folded_decides_nothing():
    hand = three((2, 25), hands=("As2h3d4c",)).to_the_end("p3 cc", "p1 f", "p2 cc")
    assert hand.won == [0, 25, 0]


# Mucked hands


def test_a_mucked_hand_claims_nothing_while_somebody_shows():
    hand = unknown(hands=("KsKd9h9c", "2s3h4d5c", UNSEEN), shows=("p1 sm KsKd9h9c", "p2 sm", "p3 sm"))
    assert hand.won == [30, 0, 0]


def test_a_mucked_hand_that_would_have_won_is_a_warning():
    hand = three((2, 30)).plays(*TO_THE_END, "p1 sm", "p2 sm 2s3h4d5c", "p3 sm 3s4h5d6c")
    assert (hand.status, hand.warnings, hand.won) == ("verified", ["mucked_winner"], [0, 30, 0])


def test_where_all_muck_the_best_hand_wins():
    assert badugi().plays(*TO_THE_END, "p1 p2 p3 sm").won == [30, 0, 0]


def test_cards_of_a_mucked_hand_that_the_summary_tells_are_taken_in():
    hand = unknown(
        (1, 30),
        hands=("As2h3d4c", UNSEEN, "3s4h5d6c"),
        shows=("p1 sm As2h3d4c", "p2 sm", "p3 sm"),
        mucked={2: "KsKd9h9c"},
    )
    assert hand.status == "verified"
    assert hand.ledger.players[1].final_cards == "9c9hKdKs"


@pytest.mark.parametrize(
    ("cards", "code"),
    [("As2s5s6s", "duplicate_card"), ("KsKd9h", "shown_differs"), ("KsKd9h1c", "card_unknown")],
)
def test_cards_of_a_mucked_hand_that_cannot_be_are_refused(cards, code):
    hand = unknown(
        (1, 30), hands=("As2h3d4c", UNSEEN, "3s4h5d6c"), shows=("p1 sm As2h3d4c", "p2 sm"), mucked={2: cards}
    )
    assert hand.error.code == code
    assert hand.error.place.field == "results.mucked.2"


# Names that the source gives


@pytest.mark.parametrize(
    ("label", "warned"),
    [
        ("Badugi: 4,3,2,A", []),
        ("a badugi: 4, 3, 2, A", []),
        ("Badugi: 5,3,2,A", ["label_disagrees"]),
        ("three-card: 3,2,A", ["label_disagrees"]),
        ("a good hand", []),
    ],
)
def test_a_label_with_other_ranks_is_a_warning(label, warned):
    hand = three((1, 30), labels={1: label}).plays(*TO_THE_END, "p1 sm As2h3d4c")
    assert (hand.status, hand.warnings) == ("verified", warned)


def test_a_ten_in_a_label_is_a_ten():
    hand = three((1, 30), hands=("As2h3dTc", "2s3h4dJc", "3s4h5dQc"), labels={1: "Badugi: 10,3,2,A"})
    assert hand.plays(*TO_THE_END).warnings == []


# The order of showing

SHOWN = {1: "As2h3d4c", 2: "2s3h4d5c", 3: "3s4h5d6c", 4: "4s5h6d7c"}


def shows(*order, bets=("p1 p2 p3 p4 cc",)):
    hand = badugi(stacks=[200] * 4)
    checked = "p1 p2 p3 p4 cc"
    lines = ("p3 p4 p1 p2 cc", "pat", checked, "pat", checked, "pat", *bets)
    return hand.plays(*lines, *[f"p{player} sm {SHOWN[player]}" for player in order])


def test_after_checks_the_first_left_of_the_button_shows_first():
    assert shows(1, 2, 3, 4).warnings == []
    hand = shows(2, 1, 3, 4)
    assert (hand.status, hand.warnings, hand.won) == ("settled", ["show_order"], [40, 0, 0, 0])


def test_the_last_aggressor_of_the_last_round_shows_first():
    bets = ("p1 cc", "p2 cbr 20", "p3 p4 p1 cc")
    assert shows(2, 3, 4, 1, bets=bets).warnings == []
    assert shows(1, 2, 3, 4, bets=bets).warnings == ["show_order"]
    raised = ("p1 cc", "p2 cbr 20", "p3 cbr 40", "p4 p1 p2 cc")
    assert shows(3, 4, 1, 2, bets=raised).warnings == []
    assert shows(2, 3, 4, 1, bets=raised).warnings == ["show_order"]


def test_the_last_aggressor_may_sit_before_an_earlier_one():
    bets = ("p1 cc", "p2 cc", "p3 cbr 20", "p4 cc", "p1 cbr 40", "p2 p3 p4 cc")
    assert shows(1, 2, 3, 4, bets=bets).warnings == []
    assert shows(3, 4, 1, 2, bets=bets).warnings == ["show_order"]


def test_an_aggressor_of_an_earlier_round_shows_in_turn():
    hand = badugi()
    lines = (PRE, "pat", "p1 cc", "p2 cbr 10", "p3 p1 cc", "pat", CHECKED, "pat", CHECKED)
    assert hand.plays(*lines, "p1 sm -", "p2 sm -", "p3 sm -").warnings == []


def test_mucking_has_its_turn_too_and_who_folded_has_none():
    assert shows(1, 2, 3).warnings == []
    folded = ("p1 cbr 20", "p2 f", "p3 p4 cc")
    assert shows(1, 3, 4, bets=folded).warnings == []
    hand = badugi().plays(*TO_THE_END, "p2 sm", "p1 sm -", "p3 sm")
    assert hand.warnings == ["show_order"]


def test_players_of_a_side_pot_may_show_before_the_others():
    for order in ("p2 p3 p1", "p1 p2 p3"):
        hand = badugi(stacks=(10, 200, 200))
        played = hand.to_the_end("p3 cbr 20", "p1 p2 cc")
        played = hand.plays_undealt(*[f"{player} sm -" for player in order.split()])
        assert played.warnings == []
        assert played.status == "settled"


def test_nobody_shows_twice():
    assert badugi().plays(*TO_THE_END, "p1 sm -", "p1 sm -").refused == ("action_not_now", 1)
    assert badugi().plays(*TO_THE_END, "p1 sm", "p1 sm -").refused == ("action_not_now", 1)
