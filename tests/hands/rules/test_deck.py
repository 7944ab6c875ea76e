"""The deck: a card comes back only after the stub ran out, and never to whoever threw it at this cut.

With twelve players the first deal leaves four cards, ``KsAh2d3c``: p1 holds ``As2h3d4c``, p2 ``2s3h4d5c`` and so on.
"""

import pytest

from tests.hands.rules.builder import UNSEEN, badugi, english, staircase

TWELVE = " ".join(f"p{player}" for player in [*range(3, 13), 1, 2]) + " cc"
P1_TAKES_THE_STUB = ("p1 sd As2h3d4c", "d dh p1 KsAh2d3c")
OTHERS = " ".join(f"p{player}" for player in range(2, 13))
CHECKED = " ".join(f"p{player}" for player in range(1, 13)) + " cc"


def twelve(*draws, **options):
    return badugi(stacks=[200] * 12, **options).plays(TWELVE, *draws)


LEGAL = ("truncated", None)


def test_the_stub_of_twelve_players_is_four_cards():
    assert staircase(13) == "KsAh2d3c"
    assert twelve().replay.table.holdings.deck.stub == 4


def test_a_card_thrown_earlier_at_this_cut_comes_back_when_the_stub_is_empty():
    for back in ("As", "2h", "3d", "4c"):
        assert twelve(*P1_TAKES_THE_STUB, "p2 sd 2s", f"d dh p2 {back}").refused == LEGAL


def test_a_card_thrown_earlier_does_not_come_back_while_the_stub_lasts():
    lines = ("p1 sd As", "d dh p1 Ks")
    hand = twelve(*lines, "p2 sd 2s", "d dh p2 As")
    assert hand.refused == ("duplicate_card", None)
    assert hand.found == "As"
    assert hand.at_fault == "d dh p2 As"
    assert twelve(*lines, "p2 sd 2s3h4d", "d dh p2 Ah2dAs").refused == ("duplicate_card", None)


def test_the_stub_runs_out_for_a_draw_that_is_larger_than_it():
    """Two cards are left and three are drawn: 2d and 3c are shuffled with As and 2h."""
    lines = ("p1 sd As2h", "d dh p1 KsAh", "p2 sd 2s3h4d")
    assert twelve(*lines, "d dh p2 As2d3c").refused == LEGAL
    assert twelve(*lines, "d dh p2 As2h3c").refused == LEGAL


def test_a_draw_as_large_as_the_stub_does_not_run_it_out():
    lines = ("p1 sd As2h", "d dh p1 KsAh", "p2 sd 2s3h")
    assert twelve(*lines, "d dh p2 2d3c").refused == LEGAL
    assert twelve(*lines, "d dh p2 2dAs").refused == ("duplicate_card", None)


@pytest.mark.parametrize("held", ["Ks", "Ah", "3s", "5c", "Qs"])
def test_a_card_in_a_hand_is_in_no_new_stub(held):
    assert twelve(*P1_TAKES_THE_STUB, "p2 sd 2s", f"d dh p2 {held}").refused[0] == "duplicate_card"


def test_the_drawers_own_discards_of_this_cut_are_held_out():
    hand = twelve(*P1_TAKES_THE_STUB, "p2 sd 2s3h", "d dh p2 As2s")
    assert hand.refused == ("own_discard_returned", 2)
    assert hand.found == "2s"


def test_the_next_drawer_may_get_the_discards_that_were_held_out():
    lines = (*P1_TAKES_THE_STUB, "p2 sd 2s3h4d5c", "d dh p2 As2h3d4c", "p3 sd 3s")
    assert twelve(*lines, "d dh p3 2s").refused == LEGAL
    assert twelve(*lines, "d dh p3 3s").refused == ("own_discard_returned", 3)
    assert twelve(*lines, "d dh p3 As").refused == ("duplicate_card", None)


def test_the_new_stub_has_to_run_out_before_there_is_another():
    """p2 draws one of the four that p1 threw; three are left for p3."""
    lines = (*P1_TAKES_THE_STUB, "p2 sd 2s", "d dh p2 As", "p3 sd 3s")
    assert twelve(*lines, "d dh p3 2h").refused == LEGAL
    assert twelve(*lines, "d dh p3 2s").refused == ("duplicate_card", None)


def test_a_new_stub_has_as_many_cards_as_were_thrown_by_others():
    """One of twelve burns a card: three are left, and a draw of four finds three besides its own discards."""
    hand = twelve("p1 sd As2h3d4c", "d dh p1 KsAh2d3c", burn=True)
    assert hand.refused == ("deck_exhausted", 1)
    assert twelve("p1 sd As2h3d", "d dh p1 KsAh2d", burn=True).refused == LEGAL
    assert twelve("p1 sd As2h3d", "d dh p1 KsAh2d", "p2 sd 2s", "d dh p2 As", burn=True).refused == LEGAL


def test_a_card_is_burnt_before_each_cut():
    lines = ("pat", CHECKED, "pat", CHECKED, "pat")
    assert [twelve(*lines[: 2 * cut], burn=True).replay.table.holdings.deck.stub for cut in range(3)] == [3, 2, 1]
    assert twelve(*lines, burn=False).replay.table.holdings.deck.stub == 4
    two_left = ("pat", CHECKED, "p1 sd As2h3d", "d dh p1 KsAh2d")
    assert twelve(*two_left, burn=True).refused == ("deck_exhausted", 1)
    assert twelve(*two_left).refused == LEGAL


# In two phases


def test_in_two_phases_the_discards_of_those_who_wait_are_held_out():
    lines = ("p1 sd As2h3d4c", "p2 sd 2s", "p3 sd 3s", *[f"p{player} sd" for player in range(4, 13)])
    lines += ("d dh p1 KsAh2d3c",)
    assert twelve(*lines, "d dh p2 As", "d dh p3 2h").refused == LEGAL
    assert twelve(*lines, "d dh p2 3s").refused == ("duplicate_card", None)
    assert twelve(*lines, "d dh p2 2s").refused == ("own_discard_returned", 2)
    assert twelve(*lines, "d dh p3 2s").refused == ("duplicate_card", None)


def test_in_two_phases_the_count_holds_out_those_who_wait():
    """p2 and p3 wait for four each; beside them p1 threw four."""
    lines = ("p1 sd As2h3d4c", "p2 sd 2s3h4d5c", "p3 sd 3s4h5d6c", *[f"p{player} sd" for player in range(4, 13)])
    lines += ("d dh p1 KsAh2d3c", "d dh p2 As2h3d4c", "d dh p3 2s3h4d5c")
    assert twelve(*lines).refused == LEGAL


# Own discards of earlier cuts


def test_a_discard_of_an_earlier_cut_comes_back_to_others_without_a_word():
    lines = ("p1 sd As", "d dh p1 Ks", f"{OTHERS} sd", CHECKED, "p1 sd 2h3d4c", "d dh p1 Ah2d3c", "p2 sd 2s")
    hand = twelve(*lines, "d dh p2 As")
    assert (hand.refused, hand.warnings) == (LEGAL, [])


def one_more(card, *lines, **options):
    """p1 threw As and p2 threw 2s3h4d at the first cut, which emptied the deck; at the second p1 throws 2h."""
    first = ("p1 sd As", "d dh p1 Ks", "p2 sd 2s3h4d", "d dh p2 Ah2d3c", *[f"p{player} sd" for player in range(3, 13)])
    return twelve(*first, CHECKED, "p1 sd 2h", f"d dh p1 {card}", *lines, **options)


def test_an_own_discard_of_an_earlier_cut_is_a_warning():
    hand = one_more("As")
    assert hand.refused == LEGAL
    assert hand.warnings == ["own_discard_seen_again"]
    [warning] = [finding for finding in hand.replay.findings if finding.severity == "warning"]
    assert (warning.place.player, warning.place.street, english(warning.found)) == (1, "second_draw", "As")
    assert hand.document.actions[warning.place.action] == "d dh p1 As"


def test_an_own_discard_of_an_earlier_cut_is_an_error_where_it_never_returns():
    assert one_more("As").refused == LEGAL
    hand = one_more("As", own_discards="never")
    assert hand.refused == ("own_discard_returned", 1)
    for back in ("2s", "3h", "4d"):
        assert one_more(back, own_discards="never").refused == LEGAL
        assert one_more(back).warnings == []


def test_what_is_held_out_for_one_player_is_dealt_to_nobody_before_the_next_reshuffle():
    """p1 draws 2s from 2s3h4d, or from those and As: two or three cards are left for p2."""
    lines = ("p2 sd 5c", "d dh p2 As")
    assert one_more("2s", *lines, own_discards="never").refused == ("duplicate_card", None)
    assert one_more("2s", *lines).refused == LEGAL


def test_an_own_discard_of_this_cut_is_an_error_under_either_rule():
    for rule in ("never", "this-draw"):
        assert one_more("2h", own_discards=rule).refused == ("own_discard_returned", 1)


def test_where_own_discards_never_return_they_are_not_counted_either():
    """p1 threw all four and took the stub: at the next cut the pile holds nothing that p1 may get."""
    lines = (*P1_TAKES_THE_STUB, f"{OTHERS} sd", CHECKED, "p1 sd Ks")
    assert twelve(*lines, "d dh p1 As", own_discards="never").refused[0] in ("own_discard_returned", "deck_exhausted")
    assert twelve(*lines, "d dh p1 ??", own_discards="never").refused == ("deck_exhausted", 1)
    assert twelve(*lines, "d dh p1 ??").refused == LEGAL
    others = (*P1_TAKES_THE_STUB, f"{OTHERS} sd", CHECKED, "p1 sd", "p2 sd 2s")
    assert twelve(*others, "d dh p2 As", own_discards="never").refused == LEGAL


def test_own_discards_that_others_took_are_held_out_no_more():
    """p2 took the four that p1 threw, p3 took 2s of p2's: 3h4d5c are left and 3s lies in the pile, just four for p1."""
    lines = (*P1_TAKES_THE_STUB, "p2 sd 2s3h4d5c", "d dh p2 As2h3d4c", "p3 sd 3s", "d dh p3 2s")
    lines += (*[f"p{player} sd" for player in range(4, 13)], CHECKED, "p1 sd KsAh2d3c")
    for rule in ("never", "this-draw"):
        assert twelve(*lines, "d dh p1 3h4d5c3s", own_discards=rule).refused == LEGAL
    assert twelve(*lines, "d dh p1 3h4d5cAs", own_discards="never").refused == ("own_discard_returned", 1)


def test_an_own_discard_that_was_shuffled_in_for_another_is_an_own_discard_still():
    """p2 draws from what p1 threw; at the next cut p1 draws from the rest of it."""
    lines = (*P1_TAKES_THE_STUB, "p2 sd 2s", "d dh p2 2h", *[f"p{player} sd" for player in range(3, 13)], CHECKED)
    assert twelve(*lines, "p1 sd Ks", "d dh p1 As", own_discards="never").refused == ("own_discard_returned", 1)
    assert twelve(*lines, "p1 sd Ks", "d dh p1 As").warnings == ["own_discard_seen_again"]
    assert twelve(*lines, "p1 sd Ks", "d dh p1 2s").refused == ("duplicate_card", None)


def test_without_a_reshuffle_an_own_discard_of_an_earlier_cut_is_there_twice():
    lines = ("p1 sd As", "d dh p1 Ks", f"{OTHERS} sd", CHECKED, "p1 sd Ks", "d dh p1 As")
    assert twelve(*lines).refused == ("duplicate_card", None)
    assert twelve(*lines, own_discards="never").refused[0] in ("duplicate_card", "own_discard_returned")


# No card for whoever draws after the deck is gone


def test_without_a_reshuffle_a_draw_that_the_stub_cannot_serve_whole_is_refused():
    assert twelve(*P1_TAKES_THE_STUB, "p2 sd 2s", deck_rule="no-card").refused == ("deck_exhausted", 2)
    one = ("p1 sd As", "d dh p1 Ks")
    assert twelve(*one, "p2 sd 2s3h4d5c", deck_rule="no-card").refused == ("deck_exhausted", 2)
    assert twelve(*one, "p2 sd 2s3h4d", "d dh p2 Ah2d3c", deck_rule="no-card").refused == LEGAL


def test_without_a_reshuffle_the_player_keeps_the_cards_and_the_hand_goes_on():
    hand = twelve(*P1_TAKES_THE_STUB, f"{OTHERS} sd", CHECKED, "pat", CHECKED, deck_rule="no-card")
    assert hand.expected == "p1 to draw"


def test_without_a_reshuffle_those_who_wait_are_counted():
    assert twelve("p1 sd As2h", "p2 sd 2s3h4d", deck_rule="no-card").refused == ("deck_exhausted", 2)
    assert twelve("p1 sd As2h", "p2 sd 2s3h", deck_rule="no-card").refused == LEGAL


# A reshuffle that the source marks


def test_a_reshuffle_may_be_marked_where_the_stub_is_too_short():
    assert twelve(*P1_TAKES_THE_STUB, "p2 sd 2s", "d rs", "d dh p2 As").refused == LEGAL


def test_a_reshuffle_is_marked_nowhere_else():
    hand = twelve("p1 sd As", "d rs", "d dh p1 Ks")
    assert hand.refused[0] == "reshuffle"
    assert hand.error.severity == "error"
    assert twelve("d rs").refused[0] == "reshuffle"
    assert twelve("pat", "d rs").refused[0] == "reshuffle"
    assert badugi().plays_undealt("d rs").refused[0] == "reshuffle"


# Cards that nobody saw


def test_unknown_cards_are_counted_when_the_deck_runs_out():
    def unseen(*lines, **options):
        return badugi(stacks=[200] * 12, **options).deals(*[UNSEEN] * 12).plays(TWELVE, *lines)

    takes = ("p1 sd ????????", "d dh p1 ????????", "p2 sd ??")
    assert unseen(*takes, "d dh p2 ??").refused == LEGAL
    assert unseen(*takes, deck_rule="no-card").refused == ("deck_exhausted", 2)
    assert unseen("p1 sd ????????", "d dh p1 ????????", burn=True).refused == ("deck_exhausted", 1)


def test_a_card_thrown_by_somebody_known_is_found_again_at_another_unknown_hand():
    """p2's cards are unknown. p1's discard comes to p2 after the stub ran out, so p2 may show it."""
    takes = (*P1_TAKES_THE_STUB, "p2 sd ????????", "d dh p2 ????????", *[f"p{player} sd" for player in range(3, 13)])
    lines = (TWELVE, *takes, CHECKED, "pat", CHECKED, "pat", CHECKED)
    hand = badugi(stacks=[200] * 12).deals(staircase(1), UNSEEN).plays(*lines, "p2 sm As2h3d4c")
    assert hand.status == "settled"
    assert hand.won[1] == 120
    held = badugi(stacks=[200] * 12).deals(staircase(1), UNSEEN).plays(*lines, "p2 sm As2h3d5d")
    assert held.refused[0] == "duplicate_card"


# Six players: 24 cards dealt, 24 drawn at the first cut, three at the second: one is left when p2 asks for two.

CALLS = "p3 p4 p5 p6 p1 p2 cc"
FIRST = [line for p in range(1, 7) for line in (f"p{p} sd {staircase(p)}", f"d dh p{p} {staircase(p + 6)}")]
SECOND = ("p1 p2 p3 p4 p5 p6 cc", "p1 sd 7s8h9d", "d dh p1 KsAh2d", "p2 sd 8s9h")


def six(*lines, **options):
    return badugi(stacks=[200] * 6, **options).plays(CALLS, *lines)


def test_six_players_run_out_of_cards_at_the_second_cut():
    hand = six(*FIRST, *SECOND)
    assert hand.refused == LEGAL
    assert hand.replay.table.holdings.deck.stub == 1
    assert six(*FIRST, *SECOND, "d dh p2 3cAs").refused == LEGAL
    assert six(*FIRST, *SECOND, "d dh p2 3c7s").refused == LEGAL


def test_a_card_that_p2_threw_before_is_an_error_or_a_warning_by_the_rule_of_the_room():
    assert six(*FIRST, *SECOND, "d dh p2 3c2s").warnings == ["own_discard_seen_again"]
    hand = six(*FIRST, *SECOND, "d dh p2 3c2s", own_discards="never")
    assert hand.refused == ("own_discard_returned", 2)


def test_at_the_first_cut_no_reshuffle_is_possible():
    lines = [line.replace("d dh p5 JsQhKdAc", "d dh p5 AsQhKdAc") for line in FIRST]
    assert lines != FIRST
    assert six(*lines).refused == ("duplicate_card", None)


def test_a_card_of_a_live_hand_never_comes_from_the_new_stub():
    assert six(*FIRST, *SECOND, "d dh p2 3cTc").refused == ("duplicate_card", None)


def test_the_eighth_player_draws_after_the_deck_ran_out():
    """32 cards are dealt; five throw four each and take the twenty that are left; p6 gets what p1 threw."""
    calls = "p3 p4 p5 p6 p7 p8 p1 p2 cc"
    draws = [line for p in range(1, 6) for line in (f"p{p} sd {staircase(p)}", f"d dh p{p} {staircase(p + 8)}")]
    hand = badugi(stacks=[200] * 8).plays(calls, *draws, "p6 sd 6s", "d dh p6 As", "p7 sd", "p8 sd 8s", "d dh p8 2s")
    assert hand.refused == LEGAL
    assert badugi(stacks=[200] * 8).plays(calls, *draws, "p6 sd 6s", "d dh p6 7s").refused[0] == "duplicate_card"


def test_three_players_never_run_out_in_three_cuts():
    """12 cards dealt and three times 12 drawn are 48 of 52."""
    draws = []
    for cut in range(3):
        for player in (1, 2, 3):
            old, new = staircase(player + 3 * cut), staircase(player + 3 * cut + 3)
            draws += [f"p{player} sd {old}", f"d dh p{player} {new}"]
        draws.append("p1 p2 p3 cc")
    hand = badugi().plays("p3 p1 p2 cc", *draws)
    assert hand.status == "settled"
    assert hand.replay.table.holdings.deck.stub == 4
