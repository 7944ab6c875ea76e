"""The low badugi evaluation: the best legal subset of the cards, its worked examples and its known numbers."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from hands.rules.cards import format_cards, mask_of, parse_cards
from hands.rules.evaluations import BADUGI

LOW_RANK = {rank: place for place, rank in enumerate("A23456789TJQK")}
HANDS = 270_725


def counted(text, tie_rule="split"):
    """The cards that count, in their order."""
    return format_cards(BADUGI.best(parse_cards(text), tie_rule).used)


def strength(text):
    return BADUGI.strength(parse_cards(text))


def by_suit(text):
    return BADUGI.strength_by_suit(mask_of(parse_cards(text)))


def by_the_book(cards):
    """How many cards count at best, and their ranks from the top, to be compared: more is better, then lower ranks."""
    texts = [format_cards([card]) for card in cards]
    best = None
    for size in range(1, len(texts) + 1):
        for some in combinations(texts, size):
            if len({text[0] for text in some}) == size == len({text[1] for text in some}):
                ranks = sorted(-LOW_RANK[text[0]] for text in some)
                best = max(best, (size, ranks)) if best else (size, ranks)
    return best


@pytest.mark.parametrize(
    ("hand", "used"),
    [
        ("4s5s6h7c", "4s6h7c"),
        ("4s5c6h6d", "4s5c6h"),
        ("2s4h4cJh", "2s4cJh"),
        ("As4c5d6d", "As4c5d"),
        ("AsAc5d6d", "As5d"),
        ("AhAd2d3s", "Ah2d3s"),
        ("Ah2d3s4s", "Ah2d3s"),
        ("Ac2c3d4h", "Ac3d4h"),
        ("5h5d6d7c", "5h6d7c"),
        ("Ad2c3h3s", "Ad2c3h"),
        ("As2s2h3h", "As2h"),
        ("Qd8dJd4d", "4d"),
        ("Ac2c3cAd", "2cAd"),
        ("Ac3cAd2d", "Ac2d"),
        ("As2h3d4c", "As2h3d4c"),
    ],
)
def test_the_best_legal_subset_counts(hand, used):
    assert counted(hand) == used


def test_the_size_gives_the_category():
    found = [BADUGI.best(parse_cards(hand)) for hand in ("As2h3d4c", "As2h3d3s", "As2hAd2s", "AsAhAdAc")]
    assert [best.size for best in found] == [4, 3, 2, 1]
    assert [best.category for best in found] == ["badugi", "three-card", "two-card", "one-card"]


@pytest.mark.parametrize(
    "falling",
    [
        ["As2h5d7c", "As3h5d7c", "2s3h5d7c", "2s4h6d7c"],
        ["KsQhJdTc", "As2h3d3s"],
        ["Ah2d3s4s", "Ac2c3d4h"],
        ["AsAcAdAh", "2s5s9sKs", "3s5s9sKs"],
        ["As2h3d4c", "As2h3d5c", "As2h4d5c", "As3h4d5c", "2s3h4d5c", "As2h3d6c"],
        ["As2h3d3s", "As2h4d4s", "QsJhKdKs", "As2hAd2s", "QsKhQhKs", "AsAhAdAc", "KsKhKdKc"],
        ["7s5h4d2c", "8s3h2dAc"],
    ],
)
def test_hands_fall_in_strength(falling):
    strengths = [strength(hand) for hand in falling]
    assert strengths == sorted(set(strengths), reverse=True)


def test_suits_never_break_ties():
    assert strength("Ah2d3sKs") == strength("Ac2s3hKh")
    assert strength("As2h3d4c") == strength("Ac2d3h4s")


@pytest.fixture(scope="module")
def all_hands():
    """Of every four cards the strength by the book, in the order of the table."""
    return BADUGI.table


def test_the_table_has_every_hand_and_1092_strengths(all_hands):
    assert len(all_hands) == HANDS
    assert sorted(set(all_hands)) == list(range(1, 1092 + 1))


def test_the_strengths_are_13_of_one_card_78_of_two_286_of_three_and_715_of_four(all_hands):
    counts = Counter(all_hands)
    sizes = [sum(counts[strength] for strength in range(low, high)) for low, high in ((1, 14), (14, 92), (92, 378))]
    assert sizes == [2_873, 96_252, 154_440]
    assert sum(counts[strength] for strength in range(378, 1093)) == 17_160
    assert len(counts) - 377 == 715


@pytest.mark.parametrize(
    ("worst", "hands"),
    [
        ("As2h3d4c", 24),
        ("2s3h4d5c", 120),
        ("3s4h5d6c", 360),
        ("4s5h6d7c", 840),
        ("5s6h7d8c", 1_680),
        ("6s7h8d9c", 3_024),
        ("7s8h9dTc", 5_040),
        ("8s9hTdJc", 7_920),
        ("9sThJdQc", 11_880),
        ("TsJhQdKc", 17_160),
    ],
)
def test_as_many_pat_hands_are_this_good_or_better(all_hands, worst, hands):
    least = strength(worst)
    assert sum(strength >= least for strength in all_hands) == hands


def test_every_hand_of_the_deck_is_what_the_book_says(all_hands):
    """The order by the book and by the table is the same, and equal hands are equal: over all 270,725."""
    ranks = [card // 4 for card in range(52)]
    low = [(rank + 1) % 13 for rank in ranks]
    legal: dict[tuple[int, ...], int] = {}
    for size in (1, 2, 3, 4):
        for some in combinations(range(52), size):
            if len({card % 4 for card in some}) == size == len({card // 4 for card in some}):
                # Size first, then the top ranks: thirteens turn them into a number, a lower rank being worth more.
                worth = size
                for rank in sorted((low[card] for card in some), reverse=True):
                    worth = worth * 13 + 12 - rank
                legal[some] = worth * 13 ** (4 - size)
    get = legal.get
    worths = []
    for four in combinations(range(52), 4):
        found = get(four)
        if found is None:
            found = max(get(some, 0) for some in combinations(four, 3)) or max(
                get(some, 0) for some in combinations(four, 2)
            )
            if not found:
                found = max(get((card,), 0) for card in four)
        worths.append(found)
    place = {worth: strength for strength, worth in enumerate(sorted(set(worths)), 1)}
    assert [place[worth] for worth in worths] == list(all_hands)


def test_thousands_of_random_hands_of_one_to_seven_cards_compare_as_by_the_book():
    random = Random(27)
    last = None
    for _ in range(3_000):
        hand = random.sample(range(52), random.randint(1, 7))
        best = BADUGI.best(hand)
        book = by_the_book(hand)
        assert by_the_book(best.used) == book
        assert (best.size, len(best.used)) == (book[0], book[0])
        if last is not None:
            assert (best.strength > last[0]) == (book > last[1])
            assert (best.strength == last[0]) == (book == last[1])
        last = best.strength, book


def test_the_order_of_the_input_changes_no_strength():
    random = Random(4)
    for _ in range(300):
        hand = random.sample(range(52), 4)
        assert {BADUGI.strength(random.sample(hand, 4)) for _ in range(4)} == {BADUGI.strength(hand)}


def test_a_set_of_cards_is_as_strong_as_a_list_of_them():
    random = Random(8)
    for _ in range(1_000):
        hand = random.sample(range(52), random.randint(1, 5))
        assert BADUGI.strength_of_set(mask_of(hand)) == BADUGI.strength(hand)


def test_among_equal_subsets_the_first_of_the_input_counts():
    assert counted("AsAh2d3c") == "As2d3c"
    assert counted("AhAs2d3c") == "Ah2d3c"
    assert counted("3c2dAhAs") == "3c2dAh"


@pytest.mark.parametrize(
    ("cards", "message"),
    [("", "1 to 8"), ("As2d3c4h5s6d7c8h9s", "1 to 8"), ("AsAs", "distinct"), ("As??", "known")],
)
def test_what_cannot_be_evaluated_is_refused(cards, message):
    with pytest.raises(ValueError, match=message):
        BADUGI.best(parse_cards(cards))


# The tie rule by suit: club > heart > diamond > spade, of the highest card that counts.


def test_under_suit_the_suit_of_the_highest_card_decides_equal_ranks():
    tied = ["As2h3d4c", "As2d3c4h", "Ac2s3h4d", "Ah2c3d4s"]
    strengths = [BADUGI.best(parse_cards(hand), "suit").strength for hand in tied]
    assert strengths == sorted(set(strengths), reverse=True)
    assert strengths == [by_suit(hand) for hand in tied]


def test_under_suit_ranks_still_come_first():
    better, worse = "Ah2c3d4s", "As2h3d5c"
    assert by_suit(better) > by_suit(worse)


def test_under_suit_the_subset_strongest_by_suit_counts():
    assert counted("AsAc", "suit") == "Ac"
    assert counted("5s5c2dAd", "suit") == "5cAd"
    assert counted("5s5c2dAh", "suit") == "5c2dAh"
    assert counted("5s5c2dAh", "split") == "5s2dAh"


def test_under_suit_the_king_is_the_highest_card_and_the_ace_the_lowest():
    assert by_suit("AsKc") > by_suit("AcKs")


def test_under_suit_no_two_hands_without_a_common_top_card_are_equal():
    random = Random(9)
    for _ in range(500):
        deck = random.sample(range(52), 8)
        one, other = (BADUGI.best(hand, "suit") for hand in (deck[:4], deck[4:]))
        assert one.strength != other.strength
