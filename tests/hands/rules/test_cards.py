"""Cards as text: reading, writing and saying what is no card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hands.rules.cards import (
    CardError,
    cards_in,
    first_duplicate,
    format_cards,
    known_set,
    mask_of,
    parse_cards,
)

ANY_CARD = st.integers(-1, 51)


def test_a_card_is_four_times_its_rank_plus_its_suit():
    assert parse_cards("2c2d2h2s") == [0, 1, 2, 3]
    assert parse_cards("3cAs") == [4, 51]


def test_the_order_of_the_text_is_kept():
    assert format_cards(parse_cards("As2hKc3d")) == "As2hKc3d"


@given(st.lists(ANY_CARD, max_size=12))
def test_reading_is_the_inverse_of_writing(cards):
    assert parse_cards(format_cards(cards)) == cards


def test_an_unknown_card_is_counted_and_has_no_bit():
    assert parse_cards("As????") == [51, -1, -1]
    assert mask_of(parse_cards("As????")) == 1 << 51
    assert format_cards([-1, 51]) == "??As"


@pytest.mark.parametrize(
    "text",
    [
        "10s2hTd4c",
        "TS2HtD4C",
        "T♠2♥T♦4♣",
        "10♠ 2♥ 10♦ 4♣",
        "T♤2♡T♢4♧",
        "Ts 2h Td 4c",
        "Ts, 2h, Td, 4c",
        " Ts\t2h\u00a0Td 4c ",
    ],
)
def test_ten_and_suit_signs_and_blanks_are_read(text):
    assert format_cards(parse_cards(text)) == "Ts2hTd4c"


@pytest.mark.parametrize(
    ("text", "token", "index"),
    [
        ("1s", "1s", 0),
        ("As1s", "1s", 2),
        ("AsXd", "Xd", 2),
        ("As2", "2", 2),
        ("As 2x", "2x", 3),
        ("As?", "?", 2),
        ("11s", "11", 0),
        ("10", "10", 0),
        ("A", "A", 0),
        ("As-2d", "-2", 2),
        ("0s", "0s", 0),
    ],
)
def test_what_is_no_card_is_named_with_its_place(text, token, index):
    with pytest.raises(CardError) as caught:
        parse_cards(text)
    assert (caught.value.text, caught.value.token, caught.value.index) == (text, token, index)
    assert token in str(caught.value)


@given(st.text(max_size=12))
def test_any_other_text_is_refused_with_a_card_error_and_nothing_else(text):
    for read in (parse_cards, known_set):
        try:
            read(text)
        except CardError as error:
            assert text[error.index : error.index + len(error.token)] == error.token or read is known_set


def test_a_set_of_known_cards_comes_with_the_number_of_all():
    assert known_set("As??") == (1 << 51, 2)
    assert known_set("????????") == (0, 4)
    assert known_set("2c") == (1, 1)
    assert known_set("2c3c4c5c") == (1 | 1 << 4 | 1 << 8 | 1 << 12, 4)
    assert known_set("2c 3c 10c") == (1 | 1 << 4 | 1 << 32, 3)


@pytest.mark.parametrize("text", ["AsAs", "As2dAs", "As2d3cAs", "As??As", "10sTs", "AsAs3d4c", "3d4cAsAs"])
def test_a_card_that_is_there_twice_makes_no_set(text):
    with pytest.raises(CardError):
        known_set(text)


@given(st.sets(st.integers(0, 51)))
def test_a_set_holds_its_cards_and_no_others(cards):
    assert list(cards_in(mask_of(cards))) == sorted(cards)


def test_the_first_card_that_comes_a_second_time_is_found():
    assert first_duplicate(parse_cards("As2dAs2d")) == 51
    assert first_duplicate(parse_cards("As2d3c4h")) is None
    assert first_duplicate(parse_cards("????????")) is None
