"""When two documents tell of the same hand, and what they tell together."""

from dataclasses import replace
from typing import Any

import pytest

from hands.agreement import merge
from hands.formats import read
from hands.privacy import split
from hands.rules.document import Collected, Document, Record
from hands.rules.replay import play
from tests.hands.histories import HANA, history


@pytest.fixture(scope="module")
def hand() -> Document:
    (told,) = read(history(HANA))
    return split(play(told.document))[0]


def at(hand: Document, day: int, time: str | None, zone: str | None) -> Document:
    return replace(hand, day=day, time=time, time_zone=zone)


@pytest.mark.parametrize(
    ("day", "time", "zone", "agrees"),
    [
        (6, "20:15:00", "America/New_York", True),
        (7, "10:15:00", "Asia/Seoul", True),
        (7, "10:15", "Asia/Seoul", True),
        (7, None, "Asia/Seoul", True),
        (6, None, "Asia/Seoul", False),
        (7, "10:15:01", "Asia/Seoul", False),
        (7, "10:14", "Asia/Seoul", False),
        (7, "01:15:00", None, True),  # whatever the zone is
        (7, "10:15:00", None, True),
        (9, "10:15:00", None, False),
    ],
)
def test_times_are_instants_as_exact_as_both_tell_them(
    hand: Document, day: int, time: str | None, zone: str | None, agrees: bool
) -> None:
    other = at(hand, day, time, zone)
    merged, conflicts = merge(hand, other)
    assert conflicts == ([] if agrees else ["time"])
    assert (merged.time, merged.time_zone) == ("20:15:00", "America/New_York")
    turned, conflicts = merge(other, hand)
    assert conflicts == ([] if agrees else ["time"])
    if agrees and (time is None or zone is None):
        assert (turned.day, turned.time, turned.time_zone) == (6, "20:15:00", "America/New_York")


def test_what_one_leaves_out_is_filled_from_the_other(hand: Document) -> None:
    bare = replace(
        hand, players=None, seats=None, table=None, record=None, options={}, stacks=[None, 2500], year=None, time=None
    )
    for first, second in ((hand, bare), (bare, hand)):
        merged, conflicts = merge(first, second)
        assert conflicts == []
        assert replace(merged, year=hand.year, time=hand.time) == hand


@pytest.mark.parametrize(
    ("changed", "conflict"),
    [
        ({"table": "Gwangan"}, "table"),
        ({"small_bet": 40}, "small_bet"),
        ({"blinds": [20, 50]}, "blinds_or_straddles"),
        ({"stacks": [2000, 2400]}, "starting_stacks.1"),
        ({"players": ["Duri", "Nari"]}, "players"),
        ({"options": {"max_bets": 3}}, "options.max_bets"),
        ({"variant": "badugi-high"}, "variant"),
        ({"currency": "EUR"}, "currency"),
    ],
)
def test_what_is_told_otherwise_is_in_conflict(hand: Document, changed: dict[str, Any], conflict: str) -> None:
    merged, conflicts = merge(hand, replace(hand, **changed))
    assert conflicts == [conflict]
    assert merged == hand


def test_amounts_without_a_currency_are_compared_in_the_finer_unit(hand: Document) -> None:
    chips = replace(
        hand, currency=None, decimals=0, antes=[0, 0], blinds=[25, 50], stacks=[2000, 2500], small_bet=50, big_bet=100
    )
    chips = replace(
        chips, record=None, actions=["p2 cbr 150" if " cbr " in action else action for action in hand.actions]
    )
    finer = replace(
        chips,
        decimals=2,
        blinds=[2500, 5000],
        stacks=[200000, 250000],
        small_bet=5000,
        big_bet=10000,
        actions=["p2 cbr 150.00" if " cbr " in action else action for action in hand.actions],
    )
    for first, second in ((chips, finer), (finer, chips)):
        assert merge(first, second) == (finer, [])
    assert merge(chips, replace(finer, small_bet=5001))[1] == ["small_bet"]
    whole = replace(chips, currency="KRW")
    assert merge(whole, replace(finer, small_bet=5001))[1] == ["currency"]


def results(hand: Document, **changed: Any) -> Document:
    return replace(hand, record=replace(hand.record or Record(), **changed))


def test_shares_are_compared_by_pot_only_where_both_name_the_pots(hand: Document) -> None:
    in_all = results(hand, collected=[Collected(2, 290)])
    by_pot = results(hand, collected=[Collected(2, 200, 0), Collected(2, 90, 1)])
    otherwise = results(hand, collected=[Collected(2, 190, 0), Collected(2, 100, 1)])
    assert merge(in_all, by_pot)[1] == merge(in_all, otherwise)[1] == []
    assert merge(by_pot, otherwise)[1] == ["results.collected"]
    assert merge(in_all, results(hand, collected=[Collected(1, 290)]))[1] == ["results.collected"]
    assert merge(hand, results(hand, cancelled=True))[1] == ["results.cancelled"]
    assert merge(hand, results(hand, rake=20, labels={2: "메이드 4탑"}))[1] == ["results.rake"]


def test_play_must_be_the_same_and_what_was_shown_is_put_together(hand: Document) -> None:
    at_the_bet = next(i for i, action in enumerate(hand.actions) if " cbr " in action)
    other = [*hand.actions[:at_the_bet], "p2 cbr 0.50", *hand.actions[at_the_bet + 1 :]]
    assert merge(hand, replace(hand, actions=other))[1] == [f"actions.{at_the_bet}"]
    assert merge(hand, replace(hand, actions=hand.actions[:-3]))[1] == [f"actions.{len(hand.actions) - 3}"]
    unseen = replace(hand, actions=[action for action in hand.actions if " sm" not in action])
    partly = replace(unseen, actions=[*unseen.actions, "p2 sm As??????", "p1 sm"])
    for first, second in ((unseen, hand), (partly, hand), (hand, partly)):
        merged, conflicts = merge(first, second)
        assert conflicts == []
        assert {*merged.actions} == {*hand.actions}
    for shown in ("p2 sm As2h3d5c", "p2 sm"):
        claimed = replace(unseen, actions=[*unseen.actions, shown])
        assert merge(hand, claimed)[1] == [f"actions.{len(unseen.actions)}"]
