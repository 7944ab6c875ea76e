"""The declarations: what each figure is made of, how it is rounded, and who may see it."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hands.models import ClubSums, PlayerSums
from hands.statistics import (
    BIG_BETS,
    BIG_BETS_PER_HUNDRED,
    DRAWN,
    HANDS,
    MADE,
    NET,
    NET_PER_HUNDRED,
    OF_CLUBS,
    OF_PLAYERS,
    PAT,
    RAKE,
    VPIP,
    WENT_TO_SHOWDOWN,
    WON_AT_SHOWDOWN,
    Average,
    Share,
    Statistic,
    Total,
    render,
    rounded,
    wilson,
)

NOTHING = dict.fromkeys(ClubSums.ADDITIVE, 0)
EVERY = [*OF_PLAYERS, *(one for one in OF_CLUBS if one not in OF_PLAYERS)]


def total(currency: str = "", decimals: int = 0, big_bet: int = 20, **sums: int) -> Total:
    found = Total()
    found.add(NOTHING | sums, currency=currency, decimals=decimals, big_bet=big_bet)
    return found


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [
        ("29/4", 1, "7.3"),
        ("-29/4", 1, "-7.3"),
        ("1/8", 2, "0.13"),
        ("1/3", 2, "0.33"),
        ("2/3", 0, "1"),
        ("-1/300", 2, "0.00"),
        ("0", 2, "0.00"),
        ("-5/2", 0, "-3"),
    ],
)
def test_halves_go_away_from_zero_and_nothing_has_no_sign(value: str, places: int, text: str) -> None:
    assert rounded(Fraction(value), places) == text


@given(st.fractions(-1000, 1000, max_denominator=10_000), st.integers(0, 4))
def test_a_rounded_figure_is_at_most_half_a_unit_off(value: Fraction, places: int) -> None:
    assert abs(Fraction(rounded(value, places)) - value) <= Fraction(1, 2 * 10**places)


def test_a_share_has_its_sample_and_its_interval() -> None:
    assert VPIP.render(total(hands=4, vpip=1)) == {
        "count": 1,
        "among": 4,
        "percent": "25.0",
        "low": "4.6",
        "high": "69.9",
    }


@pytest.mark.parametrize(
    ("count", "among", "low", "high"),
    # The classic examples of Newcombe (1998), table I.
    [
        (81, 263, "0.2553", "0.3662"),
        (15, 148, "0.0624", "0.1605"),
        (0, 20, "0.0000", "0.1611"),
        (1, 29, "0.0061", "0.1718"),
    ],
)
def test_the_interval_is_wilsons(count: int, among: int, low: str, high: str) -> None:
    assert tuple(rounded(end, 4) for end in wilson(count, among)) == (low, high)


@given(st.integers(1, 10**9), st.data())
def test_the_interval_holds_the_share_and_stays_within_none_and_all(among: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, among))
    low, high = wilson(count, among)
    assert 0 <= low <= Fraction(count, among) + Fraction(1, 10**30)
    assert Fraction(count, among) - Fraction(1, 10**30) <= high <= 1
    other_low, other_high = wilson(among - count, among)
    assert abs(low - (1 - other_high)) < Fraction(1, 10**25)
    n, p, z = among, count / among, 1.959963984540054
    half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    assert float(high - low) == pytest.approx(2 * half, abs=1e-9)
    assert abs(high - (1 - other_low)) < Fraction(1, 10**25)


def test_among_nothing_there_is_no_share_and_no_average() -> None:
    nothing = {"percent": None, "low": None, "high": None}
    assert VPIP.render(Total()) == {"count": 0, "among": 0, **nothing}
    assert DRAWN[0].render(Total()) == {"total": 0, "among": 0, "average": None}
    assert NET.render(Total()) == NET_PER_HUNDRED.render(Total()) == {"amounts": []}
    assert BIG_BETS_PER_HUNDRED.render(Total()) == {"big_bets": None, "hands": 0}


def test_all_and_none_have_an_interval_too() -> None:
    assert (PAT[0].render(total(saw_1=3, pat_1=3)))["high"] == "100.0"
    assert (PAT[0].render(total(saw_1=3)))["low"] == "0.0"


def test_cards_drawn_are_averages_of_those_who_saw_the_cut() -> None:
    assert DRAWN[1].render(total(hands=9, saw_2=3, drawn_2=5)) == {"total": 5, "among": 3, "average": "1.67"}


def test_the_net_is_in_the_decimals_of_its_currency() -> None:
    assert NET.render(total("USD", 2, hands=3, won=70, put_in=220)) == {
        "amounts": [{"currency": "USD", "amount": "-1.50", "hands": 3}]
    }
    assert NET_PER_HUNDRED.render(total("", 0, hands=3, won=70, put_in=60)) == {
        "amounts": [{"currency": None, "amount": "333.33", "hands": 3}]
    }


def test_currencies_do_not_mix_and_decimals_of_one_do() -> None:
    found = total("", 0, hands=1, won=5)
    found.add(NOTHING | {"hands": 2, "won": 1050, "put_in": 1000}, currency="", decimals=2, big_bet=0)
    found.add(NOTHING | {"hands": 4, "put_in": 7}, currency="KRW", decimals=0, big_bet=0)
    assert NET.render(found)["amounts"] == [
        {"currency": None, "amount": "5.50", "hands": 3},
        {"currency": "KRW", "amount": "-7", "hands": 4},
    ]
    assert HANDS.render(found) == {"count": 7}


def test_big_bets_are_added_up_exactly_over_stakes() -> None:
    found = Total()
    for big_bet in (3, 3, 3, 7):
        found.add(NOTHING | {"hands": 1, "won": 1}, currency="", decimals=0, big_bet=big_bet)
    found.add(NOTHING | {"hands": 100, "won": 1000}, currency="", decimals=0, big_bet=0)
    assert found.big_bets == 1 + Fraction(1, 7)
    assert BIG_BETS.render(found) == {"big_bets": "1.14", "hands": 4}
    assert BIG_BETS_PER_HUNDRED.render(found) == {"big_bets": "28.57", "hands": 4}


def test_rake_is_of_hands_and_not_of_players() -> None:
    assert RAKE.render(total(hands=6, deals=1, rake=2)) == {"amounts": [{"currency": None, "amount": "2", "hands": 1}]}


def test_showdowns_are_of_those_who_saw_a_draw_and_wins_of_those_who_were_there() -> None:
    found = total(saw_1=4, showdowns_drawn=2, showdowns=3, showdowns_won=1)
    assert WENT_TO_SHOWDOWN.render(found)["percent"] == "50.0"
    assert WON_AT_SHOWDOWN.render(found)["percent"] == "33.3"


def test_private_figures_are_left_out_for_others() -> None:
    seen = render(OF_PLAYERS, total(hands=1), private=False)
    assert {one.code for one in OF_PLAYERS} - seen.keys() == {MADE.code}
    assert render(OF_PLAYERS, total(hands=1), private=True).keys() == {one.code for one in OF_PLAYERS}


@pytest.mark.parametrize("statistics", [OF_PLAYERS, OF_CLUBS])
def test_a_code_is_given_once(statistics: tuple[Statistic, ...]) -> None:
    codes = [one.code for one in statistics]
    assert len(codes) == len(set(codes))


@pytest.mark.parametrize("statistic", EVERY, ids=lambda statistic: statistic.code)
def test_what_a_figure_counts_is_a_column_of_the_sums(statistic: Statistic) -> None:
    columns = PlayerSums.ADDITIVE if statistic in OF_PLAYERS else ClubSums.ADDITIVE
    named = {getattr(statistic, name) for name in ("column", "of", "among") if hasattr(statistic, name)} - {"net"}
    assert named <= set(columns)
    for name in named:
        assert f"`{name}`" in statistic.formula or not isinstance(statistic, Average | Share)
    assert all([*statistic.names, *statistic.meaning])
