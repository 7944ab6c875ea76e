"""What the hands bring to the start page of a club."""

from badugi_site.clubs.permissions import Audience
from tests.cast import Cast, signed_in
from tests.hands.pages.page import Page, faults
from tests.hands.pages.room import Room, get

CLUB = "/clubs/moonlight/"


def test_the_largest_thing_is_to_send_hands(cast: Cast) -> None:
    response = get(signed_in(cast.member), CLUB)
    assert Page(response).words(".large") == ["Send hand histories"]
    assert Page(response).words(".empty")[0].startswith("No hand is stored yet")
    assert faults(response) == []


def test_the_last_hands_are_those_that_the_reader_may_see(room: Room) -> None:
    room.club.hands_open_to = Audience.PLAYERS
    room.club.save()
    assert Page(get(signed_in(room.hana), CLUB)).having(href=room.hand_page)
    assert not Page(get(signed_in(room.cast.member), CLUB)).having(href=room.hand_page)


def test_figures_of_the_club_are_for_staff_until_they_are_opened_and_tell_no_cards(room: Room) -> None:
    assert "Figures of the club" in get(signed_in(room.cast.owner), CLUB).text
    assert "Made by the last cut" in get(signed_in(room.cast.owner), CLUB).text
    assert "Figures of the club" not in get(signed_in(room.hana), CLUB).text
    room.club.statistics_open_to = Audience.MEMBERS
    room.club.save()
    shown = get(signed_in(room.hana), CLUB)
    assert "Figures of the club" in shown.text
    assert "Made by the last cut" not in shown.text
    assert faults(shown) == []


def test_own_figures_are_a_link(room: Room) -> None:
    own = f"/clubs/moonlight/players/{room.player(room.hana).pk}/"
    assert Page(get(signed_in(room.hana), CLUB)).having(href=own)
    assert not Page(get(signed_in(room.cast.member), CLUB)).having(href=own)
