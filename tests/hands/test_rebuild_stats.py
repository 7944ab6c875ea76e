"""`manage.py rebuild_stats`: builds the statistics anew, or says what is wrong with them."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from badugi_site.clubs.models import Club, Player
from badugi_site.jobs.work import work
from hands.models import ClubSums, PendingSums, PlayerSums
from hands.stats import Counted, count
from hands.sums import differences
from tests.hands.factories import make_club, make_hand, make_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def ara(club: Club) -> Player:
    ara = make_player(club, "Ara")
    for _ in range(3):
        hand = make_hand(club, [ara, None], facts=[{"vpip": True}, {}])
        count(club, [Counted(hand, list(hand.facts.all()), 1)])
    return ara


def run(*arguments: str) -> tuple[int, list[str]]:
    """The exit status and the lines."""
    out, status = io.StringIO(), 0
    try:
        call_command("rebuild_stats", *arguments, stdout=out)
    except SystemExit as exit:
        assert isinstance(exit.code, int)
        status = exit.code
    return status, out.getvalue().splitlines()


def test_right_statistics_differ_in_nothing_added_or_not(club: Club, ara: Player) -> None:
    assert run("--check") == (0, ["moonlight: hands 3, nothing differs"])
    assert PendingSums.objects.exists()
    work()
    assert run("--check") == (0, ["moonlight: hands 3, nothing differs"])


def test_the_check_names_what_differs_and_changes_nothing(club: Club, ara: Player) -> None:
    work()
    PlayerSums.objects.update(vpip=5)
    ClubSums.objects.update(game="other")
    expected = [
        "moonlight: hands 3, differences 3",
        "  all players, badugi, chips with 0 decimals, bets 10/20, 2010-09: hands +6, vpip +3, deals +3",
        "  all players, other, chips with 0 decimals, bets 10/20, 2010-09: hands -6, vpip -3, deals -3",
        f"  player {ara.pk} (Ara), badugi, chips with 0 decimals, bets 10/20, 2010-09: vpip -2",
    ]
    assert run("--check") == (1, expected)
    assert run("--check") == (1, expected)


def test_hands_in_a_wrong_month_are_told_and_moved(club: Club, ara: Player) -> None:
    work()
    club.hands.update(month="2009-01")
    status, lines = run("--check")
    assert status == 1
    assert "  hands whose month is not that of the time zone UTC: 3" in lines
    run()
    assert run("--check") == (0, ["moonlight: hands 3, nothing differs"])
    assert set(club.hands.values_list("month", flat=True)) == {"2010-09"}


def test_it_builds_the_statistics_anew(club: Club, ara: Player) -> None:
    PendingSums.objects.all().delete()
    assert run() == (0, ["moonlight: hands 3, sums mended 2"])
    assert PlayerSums.objects.get().vpip == 3
    assert differences(club) == {}
    assert run() == (0, ["moonlight: hands 3, nothing differed"])


def test_it_does_one_club_or_several_or_all(club: Club, ara: Player) -> None:
    for slug in ("elsewhere", "nowhere"):
        make_club(slug)
    assert run("--club", "moonlight", "--check") == (0, ["moonlight: hands 3, nothing differs"])
    assert run("--club", "nowhere", "--club", "moonlight")[1] == [
        "moonlight: hands 3, nothing differed",
        "nowhere: hands 0, nothing differed",
    ]
    assert len(run()[1]) == 3


def test_a_club_that_does_not_exist_is_a_wrong_call(club: Club) -> None:
    with pytest.raises(CommandError, match="nothere") as error:
        run("--club", "moonlight", "--club", "nothere")
    assert error.value.returncode == 2
