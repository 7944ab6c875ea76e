"""What a player and a club read of the sums: by game, stakes and month, at once, and at the same cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from badugi_site.clubs.models import Club, Player
from badugi_site.jobs.work import work
from hands.figures import Figures, Stake, club_figures, player_figures
from hands.models import Hand
from hands.rules.document import Document
from hands.statistics import RAISED, VPIP
from hands.stats import Counted, count
from tests.hands.factories import NOON, make_club, make_hand, make_player, store_played
from tests.hands.test_facts import COMPLETED, RERAISED, STRADDLED, WALK

pytestmark = pytest.mark.django_db

CHIPS = Stake("", 0, 10, 20)
DOLLARS = Stake("USD", 2, 100, 200)


@pytest.fixture
def club() -> Club:
    return make_club(time_zone="Asia/Seoul")


@pytest.fixture
def players(club: Club) -> list[Player]:
    return [make_player(club, name) for name in ("Ara", "Bomi", "Chan", "Doha")]


def add(club: Club, *hands: Hand, times: int = 1) -> None:
    count(club, [Counted(hand, list(hand.facts.order_by("number")), times) for hand in hands])


def store(club: Club, players: list[Player], document: Document) -> Hand:
    hand = store_played(club, players, document)
    add(club, hand)
    return hand


def some(club: Club, player: Player, **fields: Any) -> None:
    stakes: dict[str, Any] = fields.pop("stakes", CHIPS)._asdict()
    at = fields.pop("at", NOON)
    game = fields.pop("game", "badugi")
    add(club, make_hand(club, [player, None], at=at, game=game, facts=[fields, {}], pot=10, rake=1, **stakes))


def in_groups(found: list[Figures]) -> list[tuple[Any, ...]]:
    return [(one.game, one.stakes, one.month, one.total["hands"]) for one in found]


@pytest.mark.parametrize("worked", [False, True], ids=["while it waits to be added", "when it was added"])
def test_chips_put_in_by_choice_are_shares_of_the_hands_dealt(club: Club, players: list[Player], worked: bool) -> None:
    hands = [store(club, players, played.document) for played in (WALK, STRADDLED, RERAISED, COMPLETED)]

    def shares(code: Any) -> list[str]:
        if worked:
            work()
        figures = [code.render(one.total) for player in players for one in player_figures(player)]
        return [f"{each['count']}/{each['among']}" for each in figures]

    assert shares(VPIP) == ["1/4", "0/4", "1/4", "2/4"]
    assert shares(RAISED) == ["0/4", "0/4", "1/4", "1/4"]
    add(club, hands[2], times=-1)
    hands[2].delete()
    assert shares(VPIP) == ["1/3", "0/3", "0/3", "1/3"]
    (everybody,) = club_figures(club)
    assert VPIP.render(everybody.total)["count"] == 2
    assert (everybody.total["deals"], everybody.total["hands"]) == (3, 12)


def test_without_hands_there_is_one_empty_figure_and_no_group(club: Club, players: list[Player]) -> None:
    (empty,) = player_figures(players[0])
    assert (empty.game, empty.stakes, empty.month, empty.total["hands"]) == (None, None, None, 0)
    assert player_figures(players[0], by=["month"]) == []
    assert club_figures(club, by=["game", "stakes", "month"]) == []


def test_figures_are_grouped_by_game_stakes_and_month(club: Club, players: list[Player]) -> None:
    ara = players[0]
    some(club, ara)
    some(club, ara, at=NOON.replace(month=10))
    some(club, ara, stakes=DOLLARS)
    work()
    some(club, ara, stakes=DOLLARS)
    some(club, ara, game="other", at=None)
    assert in_groups(player_figures(ara)) == [(None, None, None, 5)]
    assert in_groups(player_figures(ara, by=["game"])) == [("badugi", None, None, 4), ("other", None, None, 1)]
    assert in_groups(player_figures(ara, by=["stakes"])) == [(None, CHIPS, None, 3), (None, DOLLARS, None, 2)]
    assert in_groups(player_figures(ara, by=["month"])) == [
        (None, None, "", 1),
        (None, None, "2010-09", 3),
        (None, None, "2010-10", 1),
    ]
    assert in_groups(player_figures(ara, by=["month", "game", "stakes"])) == [
        ("badugi", CHIPS, "2010-09", 1),
        ("badugi", CHIPS, "2010-10", 1),
        ("badugi", DOLLARS, "2010-09", 2),
        ("other", CHIPS, "", 1),
    ]
    assert in_groups(club_figures(club, by=["game"])) == [("badugi", None, None, 8), ("other", None, None, 2)]


def test_figures_are_narrowed_by_game_stakes_and_period(club: Club, players: list[Player]) -> None:
    ara = players[0]
    for month in (8, 9, 10, 11):
        some(club, ara, at=NOON.replace(month=month))
    some(club, ara, stakes=DOLLARS)
    some(club, ara, at=None)
    some(club, ara, game="other")

    def hands(**which: Any) -> tuple[int, int]:
        (one,), (everybody,) = player_figures(ara, **which), club_figures(club, **which)
        assert everybody.total["hands"] == 2 * everybody.total["deals"]
        return one.total["hands"], everybody.total["deals"]

    assert hands() == (7, 7)
    assert hands(since="2010-09", until="2010-10") == (4, 4)
    assert hands(since="2010-10") == (2, 2)
    assert hands(until="2010-08") == (1, 1)
    assert hands(stakes=DOLLARS) == (1, 1)
    assert hands(game="other") == (1, 1)
    assert hands(game="badugi", stakes=CHIPS, since="2010-09", until="2010-09") == (1, 1)


def test_players_and_clubs_see_their_own(club: Club, players: list[Player]) -> None:
    some(club, players[0])
    other = make_club("elsewhere")
    some(other, make_player(other, "Ara"))
    work()
    assert [player_figures(player)[0].total["hands"] for player in players] == [1, 0, 0, 0]
    assert club_figures(club)[0].total["deals"] == 1


def test_money_and_big_bets_are_kept_apart_by_stakes(club: Club, players: list[Player]) -> None:
    ara = players[0]
    some(club, ara, put_in=5, won=12)
    some(club, ara, stakes=DOLLARS, put_in=250)
    some(club, ara, stakes=Stake("", 0, 0, 0), won=100)
    (all_of_it,) = player_figures(ara)
    assert all_of_it.total.money["", 0]["net"] == 107
    assert all_of_it.total.money["USD", 2]["net"] == -250
    assert all_of_it.total.big_bets == Fraction(7, 20) - Fraction(250, 200)
    assert all_of_it.total.big_bet_hands == 2


def test_what_went_away_before_it_was_added_is_no_group(club: Club, players: list[Player]) -> None:
    hand = make_hand(club, players[:1])
    add(club, hand)
    work()
    add(club, hand, times=-1)
    hand.delete()
    assert player_figures(players[0], by=["month"]) == []


@pytest.mark.parametrize("hands", [1, 30])
def test_reading_takes_one_query_however_many_hands_there_are(
    club: Club, players: list[Player], hands: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for i in range(hands):
        some(club, players[0], at=NOON.replace(month=1 + i % 12))
    with django_assert_num_queries(1):
        player_figures(players[0], by=["month"], since="2010-02")
    with django_assert_num_queries(1):
        club_figures(club, by=["game", "stakes", "month"])
