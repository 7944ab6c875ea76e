"""The list of a club's hands: who sees which, filters, parts, and what it costs."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from badugi_site.clubs.models import Club, Player
from badugi_site.clubs.permissions import Audience
from hands.models import Hand
from hands.pages.parts import SIZE
from tests.cast import Cast, signed_in
from tests.hands.factories import make_hand
from tests.hands.histories import history
from tests.hands.pages.page import Page, faults
from tests.hands.pages.room import Room, get, statuses, store

LIST = "/clubs/moonlight/hands/"


def numbers(client: Client, query: str = "", address: str = LIST) -> list[str]:
    response = get(client, f"{address}{query}")
    assert response.status_code == 200
    return [words.split("#")[1] for words in Page(response).words("th") if "#" in words]


def many(club: Club, count: int, **fields: object) -> list[Hand]:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        make_hand(club, at=start + timedelta(minutes=i), number=f"n{i}", **{"table_size": 2, **fields})
        for i in range(count)
    ]


def test_the_list_is_for_the_people_of_the_club(cast: Cast) -> None:
    insiders = [signed_in(user) for user in (cast.owner, cast.director, cast.member)]
    assert statuses(insiders, LIST) == [200, 200, 200]
    assert statuses([signed_in(cast.stranger), signed_in(cast.nobody)], LIST) == [404, 404]
    assert Client().get(LIST)["Location"] == f"/sign-in/?next={LIST}"


def test_an_empty_list_says_how_to_fill_it(cast: Cast) -> None:
    response = get(signed_in(cast.member), LIST)
    assert Page(response).having(href="/clubs/moonlight/uploads/")
    assert Page(response).words(".empty")[0].startswith("There are no hands here yet")
    assert not Page(response).words("table")
    assert faults(response) == []


def test_a_row_tells_what_the_hand_was_and_the_net_of_the_reader(room: Room) -> None:
    row = Page(get(signed_in(room.hana), LIST)).words("tr")[1]
    assert row == (
        "03/07/2010 10:15 PokerStars #500 Badugi0.50/1.00 USD Haeundae Duri, Hana 3.00 "
        f"{room.hand.get_status_display()} +1.40"
    )
    assert Page(get(signed_in(room.duri), LIST)).words("tr")[1].endswith("−1.50")
    assert Page(get(signed_in(room.cast.member), LIST)).words("tr")[1].endswith("–not there")
    assert "2010-3-7" in Page(get(signed_in(room.hana), LIST, "ko")).words("tr")[1]


def test_where_hands_are_for_their_players_others_do_not_see_them(room: Room) -> None:
    room.club.hands_open_to = Audience.PLAYERS
    room.club.save()
    assert numbers(signed_in(room.hana)) == ["500"]
    assert numbers(signed_in(room.cast.owner)) == ["500"]
    assert numbers(signed_in(room.cast.member)) == []


def test_hands_of_other_clubs_are_not_in_the_list(room: Room) -> None:
    make_hand(room.cast.other_club, number="elsewhere")
    assert numbers(signed_in(room.cast.owner)) == ["500"]
    assert numbers(signed_in(room.cast.stranger), address="/clubs/elsewhere/hands/") == ["elsewhere"]


def test_filters_narrow_the_list_down(room: Room) -> None:
    (other,) = store(room.club, history("", number="501").replace(b"Hana", b"Iseul").replace(b"03/06 20", b"03/08 20"))
    make_hand(room.club, number="502", status="cancelled", is_disputed=True, game="other", at=None)
    client = signed_in(room.cast.owner)
    assert numbers(client, "?player=hana") == ["500"]
    assert numbers(client, "?player=iSEUL") == [other.number]
    assert numbers(client, "?player=duri") == ["501", "500"]
    assert numbers(client, "?number=500") == ["500"]
    assert numbers(client, "?number=%20500%20") == ["500"]
    assert numbers(client, "?status=cancelled") == ["502"]
    assert numbers(client, "?disputed=on") == ["502"]
    assert numbers(client, "?game=badugi") == ["501", "500"]
    # Both days in Seoul, where it is ten hours later than in the header.
    assert numbers(client, "?since=2010-03-07&until=2010-03-07") == ["500"]
    assert numbers(client, "?since=2010-03-08") == ["501"]
    assert numbers(client, "?until=2010-03-06") == []
    assert numbers(client, "?player=duri&since=2010-03-08") == ["501"]
    # One o'clock in the night in Seoul is still the day before elsewhere.
    make_hand(room.club, number="503", at=datetime(2010, 3, 7, 16, tzinfo=UTC))
    assert numbers(client, "?since=2010-03-07&until=2010-03-07") == ["500"]
    assert numbers(client, "?since=2010-03-08&until=2010-03-08") == ["503"]
    page = Page(get(client, LIST + "?player=nobody"))
    assert page.words(".notice")[0].startswith("No hand is like that.")
    assert page.having(href=LIST)


def test_the_hands_of_a_period_come_by_their_time(cast: Cast) -> None:
    for hand in many(cast.club, SIZE + 2):
        Hand.objects.filter(pk=hand.pk).update(
            played_at=datetime(2026, 2, 1, tzinfo=UTC) - timedelta(hours=int(hand.number[1:]))
        )
    client = signed_in(cast.member)
    assert numbers(client, "?since=2026-01-01") == [f"n{i}" for i in range(SIZE)]
    (forth,) = Page(get(client, f"{LIST}?since=2026-01-01")).having(rel="next")
    assert numbers(client, address=str(forth["href"])) == [f"n{i}" for i in range(SIZE, SIZE + 2)]
    assert numbers(client)[0] == f"n{SIZE + 1}"


@pytest.mark.parametrize(
    "query",
    [
        *("?since=2020-13-44", "?since=0001-01-01", "?until=9999-12-31", "?since=2020-02-02&until=2020-01-01"),
        *("?game=chess", "?status=x", "?player=" + "x" * 101, "?number=%00"),
    ],
)
def test_a_filter_that_cannot_be_is_marked_and_nothing_is_listed(room: Room, query: str) -> None:
    response = get(signed_in(room.cast.owner), LIST + query)
    assert response.status_code == 422
    page = Page(response)
    assert page.having(role="alert") and page.words(".fault") and not page.words("table")
    assert faults(response) == []


def test_long_lists_go_on_in_both_directions_and_keep_the_filter(cast: Cast) -> None:
    many(cast.club, 2 * SIZE + 5)
    client = signed_in(cast.owner)
    seen, query = [], "?game=badugi"
    for _part in range(3):
        seen.append(numbers(client, query))
        further = Page(get(client, LIST + query)).having(rel="next")
        query = "?" + further[0]["href"].partition("?")[2] if further else ""
    assert [number for part in seen for number in part] == [f"n{i}" for i in range(2 * SIZE + 4, -1, -1)]
    assert [len(part) for part in seen] == [SIZE, SIZE, 5]
    assert not query
    second = Page(get(client, LIST + "?game=badugi")).having(rel="next")[0]["href"]
    assert "game=badugi" in second
    back = Page(get(client, second)).having(rel="prev")[0]["href"]
    assert numbers(client, "?" + back.partition("?")[2]) == seen[0]


@pytest.mark.parametrize("cursor", ["x", "W2ZhbHNlXQ==", "W2ZhbHNlLCAieCJd"])
def test_a_place_that_is_none_is_not_there(cast: Cast, cursor: str) -> None:
    assert get(signed_in(cast.owner), f"{LIST}?cursor={cursor}").status_code == 404


def test_fifty_hands_take_as_many_queries_as_one(cast: Cast) -> None:
    player = Player.objects.create(club=cast.club, name="Eunha", user=cast.director)
    client = signed_in(cast.director)

    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as context:
            assert get(client, LIST).status_code == 200
        return len(context)

    make_hand(cast.club, [player, None])
    few = queries()
    for i in range(SIZE):
        make_hand(cast.club, [player, None], number=f"n{i}")
    assert queries() == few <= 7


def test_the_longest_names_are_shown_as_text(cast: Cast) -> None:
    name = "<b>" + "가나다" * 20 + "👩‍👩‍👧" + "العربية" + "W" * 20
    document = {"players": [name[:100], "Bora"]}
    make_hand(cast.club, document=document, table="<i>" + "T" * 190, site="<u>" + "S" * 190, number="9" * 200)
    response = get(signed_in(cast.owner), LIST)
    assert response.status_code == 200
    assert "<i>T" not in response.text and "<u>S" not in response.text and "<b>가" not in response.text
    assert "&lt;b&gt;가나다" in response.text
    assert faults(response) == []
