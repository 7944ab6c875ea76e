"""The players of a club and their figures: who sees whose, and that every figure comes with its sample."""

import xml.etree.ElementTree as ElementTree
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from badugi_site.clubs.models import Alias, Club, Player
from badugi_site.jobs.work import work
from hands.figures import player_figures
from hands.models import Hand
from hands.pages.chart import HEIGHT, WIDTH, Chart, Net, chart_of, label_width, nets_of
from hands.pages.parts import SIZE
from hands.stats import Counted, count
from tests.cast import Cast, signed_in
from tests.hands.factories import make_hand
from tests.hands.pages.page import Page, faults
from tests.hands.pages.room import DURIS_CARDS, Room, get, statuses

LIST = "/clubs/moonlight/players/"


def play(club: Club, player: Player, month: int, net: int, **fields: object) -> Hand:
    """A stored hand that counts, of which nothing is told but the player's net."""
    fact = {"put_in": max(0, -net), "won": max(0, net), "vpip": True}
    hand = make_hand(club, [player], at=datetime(2026, month, 3, tzinfo=UTC), facts=[fact], **fields)
    count(club, [Counted(hand, list(hand.facts.all()), 1)])
    return hand


def page_of(player: Player, rest: str = "") -> str:
    return f"{LIST}{player.pk}/{rest}"


def test_the_list_is_for_the_people_of_the_club_and_leads_to_figures_that_they_may_see(room: Room) -> None:
    hana, duri = room.player(room.hana), room.player(room.duri)
    assert statuses([signed_in(user) for user in (room.cast.stranger, room.cast.nobody)], LIST) == [404, 404]
    assert Client().get(LIST)["Location"] == f"/sign-in/?next={LIST}"
    own = Page(get(signed_in(room.hana), LIST))
    assert own.having(href=page_of(hana)) and not own.having(href=page_of(duri))
    assert [row for row in own.words("tr") if "you" in row] == ["Hana you Hana PokerStars"]
    staff = Page(get(signed_in(room.cast.director), LIST))
    assert staff.having(href=page_of(hana)) and staff.having(href=page_of(duri))


def test_players_are_found_by_a_part_of_a_name_here_or_at_a_room(cast: Cast) -> None:
    eunha = Player.objects.create(club=cast.club, name="Eunha")
    Alias.objects.create(player=eunha, site="PokerStars", name="river_Queen")
    Player.objects.create(club=cast.club, name="Bora")
    Player.objects.create(club=cast.other_club, name="Eunha elsewhere")
    client = signed_in(cast.member)
    for query, names in (("unh", ["Eunha"]), ("QUEEN", ["Eunha"]), ("", ["Bora", "Eunha"]), ("zz", [])):
        found = Page(get(client, f"{LIST}?q={query}"))
        assert [words for words in found.words("th") if words not in ("Player", "Names at the rooms")] == names
    assert Page(get(client, f"{LIST}?q=zz")).words(".notice")[0].startswith("Nobody is called like that.")
    assert get(client, f"{LIST}?q=%00").status_code == 422


def test_the_list_of_players_goes_on_and_says_how_to_fill_it(cast: Cast) -> None:
    client = signed_in(cast.member)
    assert Page(get(client, LIST)).words(".empty")[0].startswith("There are no players yet.")
    Player.objects.bulk_create(Player(club=cast.club, name=f"P{i:03}") for i in range(SIZE + 2))
    (further,) = Page(get(client, LIST)).having(rel="next")
    assert Page(get(client, further["href"])).words("th")[2:] == [f"P{SIZE:03}", f"P{SIZE + 1:03}"]


def test_figures_are_for_oneself_and_for_staff(room: Room) -> None:
    hana = room.player(room.hana)
    for rest in ("", "net.svg"):
        if rest:
            for month in (1, 2):
                play(room.club, hana, month, 10)
        users = (room.hana, room.cast.owner, room.cast.director, room.duri, room.cast.member, room.cast.stranger)
        clients = [signed_in(user) for user in users]
        assert statuses(clients, page_of(hana, rest)) == [200, 200, 200, 403, 403, 404]
        assert statuses(clients[:2], page_of(hana, rest).replace("moonlight", "elsewhere")) == [404, 404]
    elsewhere = Player.objects.create(club=room.cast.other_club, name="Elsewhere")
    for rest in (f"{elsewhere.pk}/", f"{elsewhere.pk}/net.svg", "999999/"):
        assert get(signed_in(room.cast.owner), LIST + rest).status_code == 404


def test_every_figure_comes_with_its_sample_and_shares_with_an_interval(room: Room) -> None:
    page = Page(get(signed_in(room.hana), page_of(room.player(room.hana))))
    rows = page.words("tr")
    assert "Net +1.40 USD 1 hand" in rows
    assert "Net per 100 hands +140.00 USD 1 hand" in rows
    assert "VPIP 100.0 % 20.7 to 100.0 % 1 of 1" in rows
    assert "Made by the last cut 100.0 % 20.7 to 100.0 % 1 of 1" in rows
    assert "Cards drawn, first draw (morning) 1.00 1 hand" in rows
    assert "Badugi 0.50/1.00 USD 1 +140.00 100.0 %0.0 %100.0 %100.0 % +1.40 USD" in rows
    assert "March 2010 1 +140.00 100.0 %0.0 %100.0 %100.0 % +1.40 USD" in rows
    assert page.having(href=room.hand_page)
    korean = Page(get(signed_in(room.hana), page_of(room.player(room.hana)), "ko"))
    assert any(row.startswith("아침에 바꾼 장수 1.00") for row in korean.words("tr"))
    assert any(row.startswith("2010년 3월 1") for row in korean.words("tr"))


def test_losses_are_told_by_their_sign(room: Room) -> None:
    page = Page(get(signed_in(room.cast.owner), page_of(room.player(room.duri))))
    assert "Net −1.50 USD 1 hand" in page.words("tr")
    assert "−1.50 USD" in page.words(".loss")


def test_a_page_of_figures_holds_no_cards(room: Room) -> None:
    response = get(signed_in(room.hana), page_of(room.player(room.hana)))
    assert not Page(response).having(role="img")
    assert not [card for card in DURIS_CARDS if f" {card}" in response.text]


def test_a_player_without_hands_is_told_how_figures_come(cast: Cast) -> None:
    player = Player.objects.create(club=cast.club, name="New", user=cast.member)
    response = get(signed_in(cast.member), page_of(player))
    assert Page(response).words(".empty")[0].startswith("No hand of this player is stored yet.")
    assert Page(response).having(href="/clubs/moonlight/uploads/")
    assert not Page(response).words("table")
    assert faults(response) == []


def test_the_net_over_time_is_a_picture_of_each_currency(cast: Cast) -> None:
    player = Player.objects.create(club=cast.club, name="Eunha", user=cast.director)
    for month, net in ((1, 300), (2, -500), (5, 100)):
        play(cast.club, player, month, net)
    for month in (1, 2):
        play(cast.club, player, month, 250, currency="USD", decimals=2)
    play(cast.club, player, 3, 100, currency="EUR", decimals=2)
    client = signed_in(cast.director)
    page = Page(get(client, page_of(player)))
    pictures = [found for tag, found in page.tags if tag == "img"]
    assert [found["alt"] for found in pictures] == [
        "From January 2026 to May 2026 the net came to −100 chips",
        "From January 2026 to February 2026 the net came to +5.00 USD",
    ]
    for found in pictures:
        for more in ("", "&scheme=dark"):
            response = client.get(found["src"] + more, headers={"accept-language": "ko"})
            assert response["Content-Type"].startswith("image/svg+xml")
            assert "style" not in response.text and "script" not in response.text
            ElementTree.fromstring(response.text)
            assert "2026년 1월" in response.text
    assert "#141517" not in client.get(pictures[0]["src"]).text
    assert client.get(pictures[0]["src"]).text != client.get(pictures[0]["src"] + "&scheme=dark").text
    for currency in ("EUR", "x", "%00"):
        assert client.get(page_of(player, f"net.svg?currency={currency}")).status_code == 404


def test_the_line_of_the_net_is_as_far_apart_as_the_months_and_as_high_as_the_sums(cast: Cast) -> None:
    player = Player.objects.create(club=cast.club, name="Eunha")
    for month, net in ((1, 300), (2, -500), (5, 100)):
        play(cast.club, player, month, net)
    play(cast.club, player, 1, 0, currency="USD", decimals=2)
    (net,) = nets_of(player_figures(player, by=["month"]))
    assert (net.sums, net.hands, net.months) == ([300, -200, -100], 3, ["2026-01", "2026-02", "2026-05"])
    chart = chart_of(net, dark=False)
    points = [tuple(map(float, point.split(","))) for point in chart.line.split()]
    across, down = zip(*points, strict=True)
    step = across[1] - across[0]
    assert [round((x - across[0]) / step) for x in across] == [0, 1, 2, 5]
    assert down[1] < down[0] == float(chart.zero) < down[3] < down[2]
    assert round((down[2] - down[0]) / (down[0] - down[1]), 1) == 0.7
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)
    assert 0 < float(chart.end_label) < HEIGHT


def test_a_net_that_never_moved_lies_on_its_zero(cast: Cast) -> None:
    player = Player.objects.create(club=cast.club, name="Eunha")
    for month in (1, 2):
        play(cast.club, player, month, 0)
    (net,) = nets_of(player_figures(player, by=["month"]))
    chart = chart_of(net, dark=True)
    assert {point.split(",")[1] for point in chart.line.split()} == {chart.zero}


def chart_of_sums(sums: list[int], currency: str = "") -> tuple[Net, Chart]:
    net = Net(currency, 2 if currency else 0, [f"2026-{month:02}" for month in range(1, len(sums) + 1)], sums, 10)
    with translation.override("en"):
        return net, chart_of(net, dark=False)


@pytest.mark.parametrize(
    ("sums", "label"),
    [
        ([1000, 900, 800], "76.4"),  # the line falls to 58.4: above all of it would be farther away
        ([0, -10, -1065800], "190.0"),  # falls steeply: the end is at the bottom, and below it there is room
        ([0, 10, 1065800], "20.0"),
        ([100, 100], "20.0"),
        ([-100, -100], "162.0"),
        ([0, 0], "91.0"),
        ([1000, 1000, 100], "184.0"),  # below the line of the zero, which lies 14.2 below the end
    ],
)
def test_the_amount_stands_beside_the_end_of_the_line(sums: list[int], label: str) -> None:
    assert chart_of_sums(sums)[1].end_label == label


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=12), st.sampled_from(["", "KRW", "USD"]))
def test_no_line_crosses_the_amount_or_leaves_the_picture(sums: list[int], currency: str) -> None:
    net, chart = chart_of_sums(sums, currency)
    points = [tuple(map(float, point.split(","))) for point in chart.line.split()]
    base = float(chart.end_label)
    assert 12 <= base <= HEIGHT - 24  # where the months stand
    with translation.override("en"):
        left = chart.right - label_width(net)
    for y in lines_at(points, left, chart.right):
        assert y <= base - 11 or y >= base + 3
    assert float(chart.zero) <= base - 11 or float(chart.zero) >= base + 3


@given(st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=12))
def test_the_line_does_not_begin_through_the_zero(sums: list[int]) -> None:
    _, chart = chart_of_sums(sums)
    begin, first = (float(point.split(",")[1]) for point in chart.line.split()[:2])
    if first != begin:
        assert (float(chart.zero_label) < begin) == (first > begin)


def lines_at(points: list[tuple[float, ...]], left: float, right: float) -> list[float]:
    """The heights of a line at every pixel from left to right."""
    found = []
    for (x, y), (next_x, next_y) in pairwise(points):
        inside = [at for at in range(int(left) + 1, int(right) + 1) if x <= at <= next_x]
        found += [y + (next_y - y) * (at - x) / (next_x - x) for at in inside]
    return found


def test_many_hands_take_as_many_queries_as_few(cast: Cast) -> None:
    player = Player.objects.create(club=cast.club, name="Eunha", user=cast.director)
    client = signed_in(cast.director)

    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            assert get(client, page_of(player)).status_code == 200
        return len(context)

    play(cast.club, player, 1, 10)
    few = queries()
    for i in range(15):
        play(cast.club, player, 1 + i % 6, 10 - i)
    work()
    assert queries() == few <= 13


@pytest.mark.parametrize("language", ["en", "ko"])
def test_everything_is_labelled_and_nothing_is_inline_whatever_the_names(room: Room, language: str) -> None:
    hana = room.player(room.hana)
    Player.objects.filter(pk=hana.pk).update(name="<b>" + "가" * 60 + "👩‍👩‍👧" + "العربية")
    Alias.objects.filter(player=hana).update(name="<i>" + "W" * 150)
    for month in (1, 2):
        play(room.club, hana, month, 10)
    for address in (LIST, page_of(hana)):
        response = get(signed_in(room.cast.owner), address, language)
        assert faults(response) == []
        assert "<b>가" not in response.text and "<i>W" not in response.text and "&lt;b&gt;가" in response.text
