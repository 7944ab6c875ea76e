"""Names of hands, games and streets in both languages."""

import pytest

from hands.rules.cards import parse_cards
from hands.rules.evaluations import BADUGI
from hands.rules.games import GAMES


def name(text):
    return BADUGI.name(BADUGI.best(parse_cards(text)))


@pytest.mark.parametrize(
    ("cards", "ko"),
    [
        ("As2h3d4c", "메이드 4탑 (골프)"),
        ("As2h3d5c", "메이드 5탑 (세컨드)"),
        ("As2h4d5c", "메이드 5탑 (서드)"),
        ("As3h4d5c", "메이드 5탑"),
        ("2s3h4d5c", "메이드 5탑"),
        ("As2h3d6c", "메이드 6탑"),
        ("As3h4d8c", "메이드 8탑"),
        ("As2h3dTc", "메이드 텐탑"),
        ("As2h3dJc", "메이드 자탑"),
        ("As2h3dQc", "메이드 마탑"),
        ("KsQhJdTc", "메이드 카탑"),
    ],
)
def test_a_badugi_is_named_by_its_top_card_in_korean(cards, ko):
    assert name(cards).ko == ko


@pytest.mark.parametrize(
    ("cards", "ko"),
    [
        ("As4h5d5s", "A45 베이스"),
        ("As2h3d3s", "A23 베이스 (엠비씨)"),
        ("2s7hKdKs", "27K 베이스"),
        ("As5hAd5s", "A5 투베이스"),
        ("Ts2sQh2h", "2T 투베이스"),
    ],
)
def test_a_base_is_named_by_its_cards_in_korean(cards, ko):
    assert name(cards).ko == ko


@pytest.mark.parametrize("cards", ["AsAcAdAh", "2s5s9sKs"])
def test_no_hand_is_mutap_in_korean(cards):
    assert name(cards).ko.startswith("무탑")
    assert name(cards).en.startswith("no hand")


@pytest.mark.parametrize(
    ("cards", "en"),
    [
        ("As3h4d8c", "8-high badugi (8-4-3-A)"),
        ("As2h3d4c", "4-high badugi (4-3-2-A)"),
        ("KsQhJdTc", "K-high badugi (K-Q-J-T)"),
        ("As2h7d7s", "three-card 7-2-A"),
        ("TsJhQdQs", "three-card Q-J-T"),
        ("As5hAd5s", "two-card 5-A"),
    ],
)
def test_a_hand_is_named_by_its_cards_from_the_top_in_english(cards, en):
    assert name(cards).en == en


def test_the_name_counts_only_the_cards_that_count():
    assert name("2s4h4cJh").en == "three-card J-4-2"
    assert name("2s4h4cJh").ko == "24J 베이스"


def test_every_game_street_and_option_has_a_name_in_both_languages():
    for game in GAMES.values():
        streets = (*game.streets, *game.cuts)
        for names in (game.names, *[street.names for street in streets], *[option.names for option in game.options]):
            assert names.en.isascii() and names.en
            assert any("가" <= letter <= "힣" for letter in names.ko)


def test_the_cuts_are_morning_lunch_evening_and_night():
    cuts = [street.names for street in GAMES["badugi"].cuts]
    assert [names.ko for names in cuts] == ["아침", "점심", "저녁", "야식"]
    assert [word in names.en for word, names in zip(["morning", "lunch", "evening", "night"], cuts, strict=True)] == [
        True
    ] * 4
