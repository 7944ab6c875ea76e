"""The page of a hand: what it tells, and to whom it tells which card."""

import re
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from badugi_site.clubs.permissions import Audience
from hands.formats import FORMATS, Format
from hands.ingest import Sender
from hands.models import Hand, Rank
from hands.pages.cards import tile
from hands.pages.examples import EXAMPLES
from hands.pages.tags import format_name
from hands.rules.cards import parse_cards
from tests.cast import signed_in
from tests.hands.histories import HANA, history
from tests.hands.pages.page import Page, faults
from tests.hands.pages.room import DURIS_CARDS, HANAS_CARDS, Room, get, statuses, store

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def told_cards(response: HttpResponse, cards: tuple[str, ...]) -> set[str]:
    """Those of the cards that are on a page in any form: as text, by sign, by name in either language, as a tile."""
    html = TOKEN.sub("", UUID.sub("", response.text))
    tiles = set(re.findall(r'class="card (\w+)[^>]*>\s*<span[^>]*>(\w)<', html))
    found = set()
    for text in cards:
        (card,) = parse_cards(text)
        shown = tile(card)
        korean = {"s": "스페이드", "h": "하트", "d": "다이아몬드", "c": "클럽"}[text[1]]
        words = (shown.name, shown.rank + shown.sign[0], f"{korean} {shown.rank}", f"{text[0]}{text[1]}")
        if (shown.suit, shown.rank) in tiles or any(re.search(rf"(?<!\w){re.escape(word)}", html) for word in words):
            found.add(text)
        if re.search(rf"(?:[2-9TJQKA][cdhs])*{text}(?:[2-9TJQKA][cdhs])+", html):
            found.add(text)
    return found


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_player_sees_no_card_that_only_another_knows(room: Room, language: str) -> None:
    pages = {user: get(signed_in(user), room.hand_page, language) for user in (room.hana, room.duri, room.cast.member)}
    assert {page.status_code for page in pages.values()} == {200}
    assert told_cards(pages[room.hana], DURIS_CARDS + HANAS_CARDS) == set(HANAS_CARDS)
    assert told_cards(pages[room.duri], DURIS_CARDS + HANAS_CARDS) == set(DURIS_CARDS)
    assert told_cards(pages[room.cast.member], DURIS_CARDS + HANAS_CARDS) == set()
    # What was shown is for everybody.
    for page in pages.values():
        assert told_cards(page, ("As", "2h", "3d", "4c")) == {"As", "2h", "3d", "4c"}


def test_staff_see_every_card_and_where_it_is_from(room: Room) -> None:
    for user in (room.cast.owner, room.cast.director):
        response = get(signed_in(user), room.hand_page)
        assert told_cards(response, DURIS_CARDS + HANAS_CARDS) == {*DURIS_CARDS, *HANAS_CARDS}
        assert len(Page(response).words(".sources")[0].split("PokerStars")) == 3
    assert not Page(get(signed_in(room.hana), room.hand_page)).words(".sources")


def test_a_hand_is_for_those_who_may_see_it(room: Room) -> None:
    cast = room.cast
    insiders = [signed_in(user) for user in (cast.owner, room.hana, room.duri, cast.member)]
    assert statuses(insiders, room.hand_page) == [200, 200, 200, 200]
    room.club.hands_open_to = Audience.PLAYERS
    room.club.save()
    assert statuses(insiders, room.hand_page) == [200, 200, 200, 404]
    assert statuses([signed_in(cast.stranger), signed_in(cast.nobody)], room.hand_page) == [404, 404]
    elsewhere = room.hand_page.replace("moonlight", "elsewhere")
    assert statuses([signed_in(cast.stranger), signed_in(cast.owner)], elsewhere) == [404, 404]
    anonymous = Client().get(room.hand_page)
    assert (anonymous.status_code, anonymous["Location"]) == (302, f"/sign-in/?next={room.hand_page}")
    assert statuses(insiders[:1], "/clubs/moonlight/hands/01a22f00-68ff-72cf-a69c-5de86c8e259c/") == [404]


def test_no_cache_keeps_what_one_person_may_see(room: Room) -> None:
    cached = get(signed_in(room.hana), room.hand_page)["Cache-Control"]
    assert "private" in cached and "no-store" in cached


def test_the_hand_is_told_street_by_street(room: Room) -> None:
    page = Page(get(signed_in(room.cast.owner), room.hand_page))
    assert page.words("h1") == ["PokerStars #500"]
    assert [heading for heading in page.words("h2") if "pot" in heading] == [
        "Before the draw pot 0.75",
        "First draw (morning) pot 1.00",
        "Second draw (lunch) pot 1.00",
        "Third draw (evening) pot 1.00",
    ]
    assert page.words(".steps") == [
        "Hana posts the small blind, 0.25 Duri posts the big blind, 0.50 Hana calls 0.25 Duri checks",
        "Duri checks Hana checks",
        "Duri checks Hana checks",
        "Duri checks Hana bets 1.00 Duri calls 1.00",
    ]
    draws = [" ".join(words.split()[:2]) for words in page.words(".draw")]
    assert draws == ["draws 2", "draws 1", *["stands pat"] * 4]
    assert page.words(".shown") == ["Hana shows · Duri mucks"]
    assert "2010-03-07T" in page.having(datetime="2010-03-07T01:15:00+00:00")[0]["datetime"]
    assert "March 7, 2010 10:15" in page.words(".facts")[0]  # in Seoul


def test_the_streets_and_hands_have_their_korean_names(room: Room) -> None:
    page = Page(get(signed_in(room.cast.owner), room.hand_page, "ko"))
    assert [heading.split()[0] for heading in page.words("h2")][1:5] == ["처음", "아침", "점심", "저녁"]
    assert "골프" in page.words(".settlement")[0]
    assert "2010년 3월 7일" in page.words(".facts")[0]


def test_thrown_cards_lie_aside_and_those_that_count_are_raised(room: Room) -> None:
    cards = [
        (card["aria-label"], card["class"])
        for card in Page(get(signed_in(room.hana), room.hand_page)).having(role="img")
    ]
    assert ("king of clubs, thrown", "card club thrown") in cards
    assert ("unknown card, thrown", "card back thrown") in cards
    assert ("four of clubs, drawn", "card club drawn") in cards
    assert ("four of clubs, counts", "card club counts") in cards


def test_the_settlement_is_the_same_for_everybody(room: Room) -> None:
    def money(page: Page) -> list[str]:
        return page.words(".amount")

    pages = [Page(get(signed_in(user), room.hand_page)) for user in (room.cast.owner, room.hana, room.cast.member)]
    assert money(pages[0]) == money(pages[1]) == money(pages[2])
    assert {"+1.40", "−1.50", "−0.10", "2.90"} <= set(money(pages[0]))
    assert "4-high badugi (4-3-2-A)" in pages[2].words(".settlement")[0]


def test_pots_shares_odd_chips_and_who_folded_are_told(room: Room) -> None:
    (hand,) = store(room.club, EXAMPLES["1"].encode())
    page = Page(get(signed_in(room.cast.owner), f"/clubs/moonlight/hands/{hand.pk}/"))
    assert page.words(".shares") == ["Bora 8.08", "Chanho 2.14 with the odd 0.01 Areum 2.13"]
    assert [words for words in page.words(".made") if "folded" in words] == ["folded"]
    rows = page.words("tr")
    assert "Main pot Bora 8.08 8.50 0.42" in rows and "All together 13.00 0.65" in rows


def test_own_seats_are_marked_and_lead_to_own_figures(room: Room) -> None:
    own = f"/clubs/moonlight/players/{room.player(room.hana).pk}/"
    other = f"/clubs/moonlight/players/{room.player(room.duri).pk}/"
    page = Page(get(signed_in(room.hana), room.hand_page))
    assert page.having(href=own) and not page.having(href=other)
    assert ["you" in row for row in page.words(".own")] == [True]
    staff = Page(get(signed_in(room.cast.owner), room.hand_page))
    assert staff.having(href=own) and staff.having(href=other) and not staff.words(".own")


def test_a_disputed_hand_says_so_and_where_only_to_those_who_may_know(room: Room) -> None:
    store(room.club, history("", rake="0.20", won="2.80"), Sender(room.cast.director, Rank.DIRECTOR))
    assert Hand.objects.get().is_disputed
    for user, sees_where in ((room.cast.owner, True), (room.cast.member, False)):
        notice = Page(get(signed_in(user), room.hand_page)).words(".notice")[0]
        assert notice.startswith("The histories of this hand disagree")
        assert ("They differ in:" in notice) == sees_where


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_every_format_has_a_name_that_people_use(known: Format) -> None:
    assert format_name(known.name) != known.name


@pytest.mark.parametrize("language", ["en", "ko"])
def test_what_stayed_unproved_is_said_with_the_names_of_the_players(room: Room, language: str) -> None:
    (hand,) = store(room.club, history("", number="800"))
    assert hand.status == "consistent"
    page = Page(get(signed_in(room.cast.member), f"/clubs/moonlight/hands/{hand.pk}/", language))
    assert "Duri" in page.words(".findings")[0]
    assert "p1" not in page.words(".findings")[0] and "winner of pot" not in page.words(".findings")[0]


def test_the_neighbours_are_those_that_the_reader_may_see(room: Room) -> None:
    later = store(
        room.club, history(HANA, number="501").replace(b"20:15:00", b"20:16:00"), Sender(room.hana, Rank.MEMBER)
    )
    page = Page(get(signed_in(room.cast.owner), room.hand_page))
    assert page.having(rel="prev", href=f"/clubs/moonlight/hands/{later[0].pk}/")
    assert not page.having(rel="next")
    assert Page(get(signed_in(room.cast.owner), f"/clubs/moonlight/hands/{later[0].pk}/")).having(
        rel="next", href=room.hand_page
    )


def test_the_page_leads_to_exports_that_this_reader_may_have(room: Room) -> None:
    client = signed_in(room.hana)
    page = Page(get(client, room.hand_page))
    for form in ("json", "phh"):
        address = f"/api/v1/hands/{room.hand.pk}/export/?format={form}"
        assert page.having(href=address)
        assert client.get(address).status_code == 200


def test_a_hand_for_which_phh_has_no_word_is_offered_as_a_document_alone(room: Room) -> None:
    text = (Path(__file__).parents[3] / "docs" / "examples" / "hand.json").read_bytes()
    posted = text.replace(b'"d dh p1', b'"p3 post 0 dead 5",\n    "d dh p1')
    for data, offered in ((text, 1), (posted, 0)):
        (hand,) = store(room.club, data)
        page = Page(get(signed_in(room.cast.owner), f"/clubs/moonlight/hands/{hand.pk}/"))
        address = f"/api/v1/hands/{hand.pk}/export/?format="
        assert len(page.having(href=f"{address}json")) == 1
        assert len(page.having(href=f"{address}phh")) == offered


def test_names_of_players_and_tables_are_shown_as_text(room: Room) -> None:
    hostile = "<script>alert(1)</script>"
    text = history("", number="600").replace(b"Duri", hostile.encode()).replace(b"Haeundae", b"<b>&amp;")
    (hand,) = store(room.club, text)
    for language in ("en", "ko"):
        response = get(signed_in(room.cast.owner), f"/clubs/moonlight/hands/{hand.pk}/", language)
        assert response.status_code == 200
        assert hostile not in response.text and "<b>&amp;" not in response.text
        assert "&lt;script&gt;" in response.text


def test_a_cancelled_hand_has_no_course(room: Room) -> None:
    text = (Path(__file__).parents[1] / "fixtures" / "pokerstars" / "cancelled.txt").read_bytes()
    (hand,) = store(room.club, text)
    response = get(signed_in(room.cast.owner), f"/clubs/moonlight/hands/{hand.pk}/")
    assert "The hand was cancelled" in Page(response).words(".told")[0]
    assert not [heading for heading in Page(response).words("h2") if "pot" in heading]
    assert faults(response) == []


@pytest.mark.parametrize("language", ["en", "ko"])
def test_everything_on_the_page_is_labelled_and_nothing_is_inline(room: Room, language: str) -> None:
    for user in (room.cast.owner, room.hana):
        assert faults(get(signed_in(user), room.hand_page, language)) == []


def test_a_hand_takes_the_same_queries_however_many_there_are(
    room: Room, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = signed_in(room.cast.owner)
    with django_assert_num_queries(11) as before:
        get(client, room.hand_page)
    for number in range(3):
        store(room.club, history(HANA, number=f"70{number}"))
    with django_assert_num_queries(len(before)):
        get(client, room.hand_page)
