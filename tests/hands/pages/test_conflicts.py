"""In what histories disagree, in words: of whom and where, in the language of the reader, and never which cards."""

import re

import pytest
from django.utils import translation

from badugi_site.jobs.work import work
from hands.formats import read
from hands.models import Rank, Source
from hands.pages.conflicts import conflicts_in_words
from hands.rules.document import Document
from tests.cast import signed_in
from tests.hands.histories import HANA, history
from tests.hands.pages.page import Page
from tests.hands.pages.room import Room, get, store, upload


def document() -> Document:
    (hand,) = read(history(HANA))
    assert hand.document is not None
    return hand.document


def told(*codes: str, language: str = "en") -> list[str]:
    with translation.override(language):
        return [str(conflict.words) for conflict in conflicts_in_words(codes, document())]


@pytest.mark.parametrize(
    ("code", "english", "korean"),
    [
        ("results.rake", "rake", "레이크"),
        ("results.collected.0", "chips collected", "가져간 칩"),
        ("starting_stacks.0", "chips at the start (Duri)", "시작 칩 (Duri)"),
        ("starting_stacks", "chips at the start", "시작 칩"),
        ("mucked.1", "mucked cards (Duri)", "공개하지 않은 카드 (Duri)"),
        ("actions.2", "what was done (Hana, before the draw)", "액션 (Hana, 처음)"),
        ("cards.6", "cards (Hana, first draw (morning))", "카드 (Hana, 아침)"),
        ("cards", "cards", "카드"),
        ("options.cut_limits", "rules of the house (Most cards at each cut)", "하우스 룰 (컷마다 바꿀 수 있는 장수)"),
        ("rules", "the rules of today refuse it", "현재 규칙에 어긋남"),
    ],
)
def test_a_field_is_said_in_words_with_player_and_street(code: str, english: str, korean: str) -> None:
    assert told(code) == [english]
    assert told(code, language="ko") == [korean]


@pytest.mark.parametrize("code", ["starting_stacks.9", "mucked.0", "actions.999", "cards.999", "options.unheard"])
def test_a_place_that_the_hand_does_not_have_is_left_out(code: str) -> None:
    assert "(" not in told(code)[0]


def test_a_field_without_words_is_said_as_it_is() -> None:
    assert told("weather.3") == ["weather.3"]


def test_behind_the_first_action_that_differs_no_place_is_said() -> None:
    assert told("actions.4", "cards.9", "cards.0") == [
        "what was done (Duri, first draw (morning))",
        "cards",
        "cards (Duri, before the draw)",
    ]


def test_an_action_at_the_showdown_has_a_player_and_no_street() -> None:
    shows = next(i for i, action in enumerate(document().actions) if " sm" in action)
    assert told(f"actions.{shows}") == ["what was done (Hana)"]


@pytest.mark.parametrize("index", range(len(document().actions)))
def test_no_card_is_said(index: int) -> None:
    for code in (f"cards.{index}", f"actions.{index}"):
        assert not re.search(r"(?<!\w)[2-9TJQKA][cdhs](?!\w)", told(code)[0])


def test_the_pages_say_it_in_words_with_the_code_behind(room: Room) -> None:
    store(room.club, history(HANA))
    one = upload(room.club, room.hana, {"a.txt": history(HANA, card="Qc")}, rank=Rank.MEMBER)
    work()
    code = Source.objects.exclude(conflicts=[]).order_by("-pk")[0].conflicts[0]
    client = signed_in(room.cast.owner)
    for address in (room.hand_page, f"/clubs/moonlight/uploads/{one.pk}/"):
        page = get(client, address)
        assert f"cards (Hana, before the draw) {code}" in " ".join(Page(page).words("main"))
