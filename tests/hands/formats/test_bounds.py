"""What a text costs: time and answers that grow with its length at most, whatever is in it."""

import json
from collections.abc import Callable
from time import process_time

import pytest

from hands.check import check
from hands.formats import ReadHand, read

HEAD = """PokerStars Hand #%d:  Badugi Limit ($0.50/$1.00 USD) - 2024/05/10 02:30:00 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: A ($20 in chips)
Seat 2: B ($20 in chips)
"""
SUMMARY = "*** SUMMARY ***\nTotal pot $1 | Rake $0\n"
ALL_IN = "A: calls $20 and is all-in\n"


def hands_of(action: str, seat: str, actions: int = 1900, seats: int = 490) -> Callable[[int], str]:
    """So many hands, each as long as a hand may be."""
    return lambda count: "".join(HEAD % i + action * actions + SUMMARY + seat * seats for i in range(count))


def one_hand(action: str, seat: str = "") -> Callable[[int], str]:
    return lambda count: HEAD % 1 + action * (1000 * count) + SUMMARY + seat * (1000 * count)


TEXTS: dict[str, Callable[[int], str]] = {
    "folds": one_hand("A: folds\n"),
    "folds of an all-in player": hands_of(ALL_IN + "A: folds\n" * 9, "Seat 1: A mucked\n", 190),
    "collected": hands_of("A collected $5 from pot\n", "Seat 1: A collected ($6)\n"),
    "shows": hands_of("B: shows [As 2d 3h 4c]\n", "Seat 2: B showed [As 2d 3h 4d]\n"),
    "lines of the summary": one_hand("", "Seat 1: A collected ($6)\n"),
    "away": lambda count: HEAD % 1 + "A: folds\n" * 1000 + "B: is sitting out\n" * 1000 * count + SUMMARY,
    "roles": lambda count: HEAD % 1 + SUMMARY + "Seat 1: A" + " (button)" * 1000 * count,
    "what cannot be read": one_hand("A: flies\n"),
    "strangers": lambda count: HEAD % 1 + "".join(f"b{i}: folds\n" for i in range(1000 * count)) + SUMMARY,
    "cards": lambda count: HEAD % 1 + "Dealt to A [" + "As " * 1000 * count + "]\n" + SUMMARY,
    "open objects": lambda count: "{\n" * 1000 * count,
    "open lists": lambda count: '{"a":[\n' * 110 + '{"b":1},\n' * 1000 * count,
    "broken lines": lambda count: '{"a":1,}\n' * 1000 * count,
    "no objects": lambda count: '{"a":1\n}' + "\n1" * 1000 * count,
    "a key twice": lambda count: json.dumps({f"_{i}": 1 for i in range(1000 * count)})[:-1] + ', "_1": 1}',
}


@pytest.mark.parametrize("name", TEXTS)
def test_four_times_the_text_takes_nothing_like_sixteen_times_as_long(name: str) -> None:
    def seconds(count: int) -> float:
        source = TEXTS[name](count).encode()
        began = process_time()
        for hand in read(source):
            check(hand)
        return process_time() - began

    assert min(seconds(16) for _ in range(2)) < 0.05 + 9 * min(seconds(4) for _ in range(3))


@pytest.mark.parametrize("name", TEXTS)
def test_no_text_gets_more_than_a_hundred_errors_a_hand(name: str) -> None:
    for hand in read(TEXTS[name](4).encode()):
        found = check(hand).findings
        assert len(found) <= 120
        assert sum(len(finding.message()) for finding in found) < 30_000


@pytest.mark.parametrize(
    ("source", "line", "expected"),
    [
        (HEAD % 1 + "A: folds\n" * 2001 + SUMMARY, 2005, "at most 2000 actions"),
        (HEAD % 1 + SUMMARY + "Seat 1: A mucked\n" * 501, 507, "at most 500 lines of seats in the summary"),
        (HEAD % 1 + f"Dealt to A [{'As ' * 53}]\n" + SUMMARY, 5, "52 cards"),
    ],
)
def test_what_is_too_much_is_refused_with_the_limit(
    one: Callable[[str], ReadHand], source: str, line: int, expected: str
) -> None:
    hand = one(source)
    assert hand.document is None
    assert [(finding.code, finding.place.line, finding.expected) for finding in hand.findings] == [
        ("syntax", line, expected)
    ]


def test_a_hand_is_read_no_further_than_its_hundredth_error(one: Callable[[str], ReadHand]) -> None:
    hand = one(HEAD % 1 + "A: flies\n" * 300 + SUMMARY)
    assert [finding.place.line for finding in hand.findings] == [*range(5, 105)]


def test_more_broken_objects_than_a_hundred_end_a_text_and_that_is_told() -> None:
    for source in ("{\n" * 300, '{"a":1,}\n' * 300):
        hands = list(read(source.encode()))
        assert [hand.findings[0].code for hand in hands] == ["malformed"] * 100 + ["syntax"]
        last = hands[-1]
        assert (last.line, last.end_line, last.findings[0].found) == (101, 300, "the rest of the text")
        assert last.findings[0].expected == "at most 100 broken objects"
