"""What each player did in a hand: the definitions, on hands that can be followed, and laws on random ones."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings

from hands.facts import PlayerFacts, facts_of
from hands.rules.document import Record
from hands.rules.generate import random_hand
from hands.rules.replay import play
from tests.hands.rules.builder import UNSEEN, Played, antes_only, badugi
from tests.hands.rules.test_properties import ANY_OPTIONS, SEEDS, hands

FOUR = (400, 400, 400, 400)


def facts(played: Played) -> list[PlayerFacts]:
    assert played.replay.accepted, [finding.message() for finding in played.replay.findings]
    return facts_of(played.replay)


def by_choice(played: Played) -> set[int]:
    return {fact.number for fact in facts(played) if fact.vpip}


def raisers(played: Played) -> set[int]:
    return {fact.number for fact in facts(played) if fact.raised}


def made(played: Played) -> list[bool | None]:
    return [fact.made for fact in facts(played)]


WALK = badugi(stacks=FOUR).plays("p3 p4 p1 f")
STRADDLED = badugi(blinds=(5, 10, 20), bets=(10, 20), stacks=FOUR).to_the_end("p4 cc", "p1 p2 f", "p3 cc")
RERAISED = badugi(stacks=FOUR).to_the_end("p3 cbr 20", "p4 cbr 30", "p1 p2 f", "p3 cbr 40", "p4 cc")
COMPLETED = badugi(stacks=FOUR).to_the_end("p3 p4 f", "p1 cc", "p2 cc", "pat", "p1 cc", "p2 cbr 10", "p1 cc")


def shares(counted: list[Played], column: str) -> list[Fraction]:
    """Of each of the four players, in how many of the hands."""
    found = [facts(played) for played in counted]
    return [Fraction(sum(getattr(each[i], column) for each in found), len(found)) for i in range(4)]


def test_chips_put_in_by_choice_count_once_a_hand_and_forced_ones_never():
    played = [WALK, STRADDLED, RERAISED, COMPLETED]
    assert shares(played, "vpip") == [Fraction(1, 4), 0, Fraction(1, 4), Fraction(2, 4)]
    assert shares(played, "raised") == [0, 0, Fraction(1, 4), Fraction(1, 4)]


def test_without_a_hand_its_chips_are_gone_too():
    played = [WALK, STRADDLED, COMPLETED]
    assert shares(played, "vpip") == [Fraction(1, 3), 0, 0, Fraction(1, 3)]
    assert shares(played, "raised") == [0, 0, 0, 0]


def test_a_walk_is_a_hand_in_which_nobody_did_anything():
    assert [(fact.vpip, fact.drawn, fact.showdown) for fact in facts(WALK)] == [(False, (None, None, None), False)] * 4
    assert [fact.won - fact.put_in for fact in facts(WALK)] == [-5, 5, 0, 0]


def test_chips_after_the_first_draw_are_not_before_it():
    assert by_choice(COMPLETED) == {1}
    assert raisers(COMPLETED) == set()


def test_heads_up_the_button_calls_and_the_big_blind_checks():
    assert by_choice(badugi(stacks=(100, 100)).to_the_end("p2 cc", "p1 cc")) == {2}


def test_a_post_is_forced_and_a_call_above_it_is_not():
    start = badugi(stacks=FOUR).posts("p3 post 10", "p4 post 0 dead 5")
    assert by_choice(start.to_the_end("p3 cc", "p4 cc", "p1 f", "p2 cc")) == {4}
    start = badugi(stacks=FOUR).posts("p3 post 10")
    assert by_choice(start.to_the_end("p3 cc", "p4 cbr 20", "p1 p2 f", "p3 cc")) == {3, 4}


def test_the_call_of_a_short_big_blind_costs_its_nominal_price():
    assert by_choice(badugi(stacks=(100, 4, 100)).to_the_end("p3 cc", "p1 cc")) == {1, 3}


def test_a_printed_check_of_somebody_who_had_nothing_to_call_is_no_choice():
    played = badugi(stacks=(100, 4, 100)).plays("p3 f", "p1 cc", "pat", "pat", "pat")
    assert by_choice(played) == set()


def test_a_call_printed_as_costing_nothing_is_no_choice():
    played = badugi(stacks=(5, 10, 100)).plays("p3 cc", "pat", "pat", "pat")
    assert by_choice(played) == {3}


def test_antes_are_forced_and_the_first_bet_is_a_raise():
    played = antes_only().to_the_end("p1 cc", "p2 cbr 10", "p3 f", "p1 cc")
    assert (by_choice(played), raisers(played)) == ({1, 2}, {2})


def test_without_betting_before_the_draw_nothing_is_put_in_before_it():
    played = antes_only(first_bet=False).to_the_end("pat", "p1 cbr 10", "p2 p3 cc")
    assert (by_choice(played), raisers(played)) == (set(), set())


def test_without_a_cut_the_only_betting_is_before_it():
    played = badugi(cuts=0, big_bet_from=1).plays("p3 cbr 20", "p1 cc", "p2 f")
    assert (by_choice(played), raisers(played)) == ({1, 3}, {3})
    assert [fact.drawn for fact in facts(played)] == [()] * 3
    assert made(played) == [None] * 3


def test_the_cards_drawn_are_counted_cut_by_cut_until_the_player_folds():
    played = badugi().plays(
        *("p3 p1 p2 cc", "p1 sd As2h", "d dh p1 AcKc", "p2 sd", "p3 sd 3s4h5d6c", "d dh p3 TsJsQsKs"),
        *("p1 cbr 10", "p2 f", "p3 cc", "p1 sd Kc", "d dh p1 Ah", "p3 sd", "p1 cc", "p3 cc"),
        *("p1 p3 sd", "p1 cbr 20", "p3 f"),
    )
    assert [fact.drawn for fact in facts(played)] == [(2, 1, 0), (0, None, None), (4, 0, 0)]


def test_a_hand_that_ends_before_a_cut_has_no_draw_there():
    played = badugi(cuts=2).plays("p3 p1 p2 cc", "pat", "p1 cbr 20", "p2 p3 f")
    assert [fact.drawn for fact in facts(played)] == [(0, None)] * 3
    assert made(played) == [None] * 3


def test_cards_drawn_unseen_are_counted_too():
    played = badugi(stacks=(100, 100)).plays_undealt(
        *(f"d dh p1 {UNSEEN}", f"d dh p2 {UNSEEN}", "p2 cc", "p1 cc", "p1 sd ????", "p2 sd ??", "d dh p1 ????"),
        *("d dh p2 ??", "p1 cbr 10", "p2 f"),
    )
    assert [fact.drawn for fact in facts(played)] == [(2, None, None), (1, None, None)]


def test_a_hand_is_made_when_all_its_cards_count():
    played = badugi(cuts=1).deals("As2h3d4c", "2s3h4d5d", "5s6h7d8c").to_the_end("p3 p1 p2 cc")
    assert made(played) == [True, False, True]


def test_whoever_folds_after_the_last_cut_had_made_a_hand_or_not():
    played = badugi(cuts=1).plays("p3 p1 p2 cc", "pat", "p1 cbr 20", "p2 p3 f")
    assert made(played) == [True, True, True]


def test_nobody_knows_whether_an_unseen_hand_was_made():
    played = (
        badugi(cuts=1, stacks=(100, 100))
        .records((1, 20))
        .plays_undealt(
            *("d dh p1 As2h3d4c", f"d dh p2 {UNSEEN}", "p2 cc", "p1 cc", "pat", "p1 cc", "p2 cc"),
        )
    )
    assert made(played) == [True, None]


def test_three_known_cards_do_not_say_whether_the_hand_was_made():
    played = (
        badugi(cuts=1, stacks=(100, 100))
        .records((1, 20))
        .plays_undealt(
            *("d dh p1 As2h3d4c", "d dh p2 5s6h7d??", "p2 cc", "p1 cc", "pat", "p1 cc", "p2 cc"),
        )
    )
    assert made(played) == [True, None]


def test_the_showdown_is_of_those_who_are_left_and_won_by_the_best():
    played = badugi().to_the_end("p3 p1 cc", "p2 cc", "pat", "p1 cbr 10", "p2 cc", "p3 f")
    assert [(fact.showdown, fact.showdown_won) for fact in facts(played)] == [
        (True, True),
        (True, False),
        (False, False),
    ]


def test_a_pot_that_nobody_contests_is_no_showdown():
    assert not any(fact.showdown or fact.showdown_won for fact in facts(badugi().plays("p3 cbr 20", "p1 p2 f")))


def test_a_side_pot_that_nobody_else_reached_is_not_won_at_the_showdown():
    played = badugi(stacks=(20, 200, 200)).to_the_end(
        "p3 cbr 20", "p1 cc", "p2 cc", "pat", "p2 cbr 10", "p3 cc", "pat", "p2 cbr 20", "p3 f"
    )
    found = facts(played)
    assert found[1].won > 0
    assert [fact.showdown_won for fact in found] == [True, False, False]


def test_a_hand_whose_winner_nobody_knows_has_no_facts():
    unknown = [f"d dh p{player} {UNSEEN}" for player in (1, 2)]
    played = badugi(cuts=0, stacks=(100, 100)).plays_undealt(*unknown, "p2 cc", "p1 cc")
    assert played.replay.accepted
    assert facts_of(played.replay) == []


def test_a_refused_hand_and_a_cancelled_one_have_no_facts():
    assert facts_of(badugi().plays("p3 cbr 21").replay) == []
    cancelled = replace(WALK.document, record=Record(cancelled=True))
    assert play(cancelled).status == "cancelled"
    assert facts_of(play(cancelled)) == []


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hands())
def test_the_facts_of_any_hand_agree_with_its_settlement_and_with_each_other(hand):
    replay = play(hand)
    assert replay.ledger is not None and replay.table is not None
    found = facts_of(replay)
    folded, cuts = replay.table.betting.folded, replay.table.rules.draws
    assert [fact.number for fact in found] == list(range(1, len(hand.stacks) + 1))
    assert sum(fact.won - fact.put_in for fact in found) == -replay.ledger.rake
    assert [(fact.won, fact.put_in) for fact in found] == [(line.won, line.put_in) for line in replay.ledger.players]
    for fact in found:
        assert fact.vpip or not fact.raised
        assert len(fact.drawn) == cuts
        seen = [count is not None for count in fact.drawn]
        assert seen == sorted(seen, reverse=True), "who missed a cut draws no more"
        assert all(0 <= count <= 4 for count in fact.drawn if count is not None)
        assert fact.showdown == (replay.table.betting.live > 1 and not folded[fact.number - 1])
        assert fact.showdown or not fact.showdown_won
        assert not fact.showdown_won or fact.won
        assert not fact.showdown or all(seen)
        assert (fact.made is None) == (not cuts or not seen[-1]), "every card is known in these hands"
    assert any(fact.showdown_won for fact in found) == any(fact.showdown for fact in found)
    discards = [action for action in hand.actions if " sd" in action]
    assert len(discards) == sum(count is not None for fact in found for count in fact.drawn)
    dealt = sum(len(action.split(" ")[3]) // 2 for action in hand.actions if action.startswith("d dh"))
    assert dealt == 4 * len(found) + sum(count or 0 for fact in found for count in fact.drawn)


@settings(max_examples=60, deadline=None)
@given(SEEDS, ANY_OPTIONS)
def test_whoever_put_chips_in_by_choice_paid_more_than_was_forced(seed, options):
    hand = random_hand(Random(seed), options=options, short_stacks=False)
    replay = play(hand)
    assert replay.ledger is not None
    for fact, line in zip(facts_of(replay), replay.ledger.players, strict=True):
        if fact.vpip:
            assert line.bets + line.returned > 0
        if line.bets and not any(count is not None for count in fact.drawn):
            assert fact.vpip, "who paid and saw no cut paid before it"


def test_somebody_who_is_all_in_by_the_blind_chose_nothing():
    assert by_choice(badugi(stacks=(5, 100, 100)).to_the_end("p3 cc", "p2 cc")) == {3}


@pytest.mark.parametrize("cuts", [1, 2, 3, 4])
def test_there_is_one_draw_a_cut_of_the_game(cuts):
    played = badugi(cuts=cuts).to_the_end("p3 p1 p2 cc")
    assert [fact.drawn for fact in facts(played)] == [(0,) * cuts] * 3
