"""Names and remarks that look like something else: the seat list tells who did what."""

from collections.abc import Callable

import pytest

from hands.check import check
from hands.formats import ReadHand, read

One = Callable[[str], ReadHand]

HEADER = "PokerStars Hand #2001:  Badugi Limit ($0.50/$1.00 USD) - 2024/05/10 02:30:00 ET"
HAND = """{header}
Table 'T' 6-max Seat #1 is the button
Seat 1: {a} ($20 in chips)
Seat 2: {b} ($20 in chips)
Seat 3: {c} ($20 in chips)
{b}: posts small blind $0.25
{c}: posts big blind $0.50
{above}*** DEALING HANDS ***
Dealt to {a} [As 2d 3h 4c]
{a}: calls $0.50
{below}{b}: calls $0.25
{c}: checks
*** FIRST DRAW ***
{b}: discards 1 card
{c}: discards 2 cards
{a}: stands pat on [As 2d 3h 4c]
{b}: checks
{c}: checks
{a}: bets $0.50
{b}: folds
{c}: folds
Uncalled bet ($0.50) returned to {a}
{a} collected $1.45 from pot
{a}: doesn't show hand
*** SUMMARY ***
Total pot $1.50 | Rake $0.05
Seat 1: {a} (button) collected ($1.45)
Seat 2: {b} (small blind) folded after the 1st Draw
Seat 3: {c} (big blind) folded after the 1st Draw
"""

NAMES = [
    *("*** x", "*** SUMMARY ***", "*** FIRST DRAW *** [2c]", "Seat 3: x", "Seat 4", "Table 'x'"),
    *("PokerStars Hand #1: x", "Dealt to B", "Hand cancelled", "Total pot 5 | Rake 1", "The deck is reshuffled"),
    *("Uncalled bet ($1) returned to B", "a collected $5 from pot", "A: calls $0.50", "B: posts", "B: folds"),
    *("B: sits out", "trail ", " lead", "a: ", "a:", 'x said, "', 'x said, "y"', "x sits out", "x leaves the table"),
    *("x and is all-in", "x (button)", "P ($50 in chips)", "P ($50 in chips) is sitting out", "x [ME]", "[As 2d]"),
    *("$5", "Hand #5", "日本語", "x\u00a0y", "{0}", "%s"),
]


def hand(names: list[str], *, above: str = "", below: str = "", header: str = HEADER) -> str:
    a, b, c = names
    return HAND.format(header=header, a=a, b=b, c=c, above=above, below=below)


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_look_like_anything(one: One, name: str, seat: int) -> None:
    names = ["A", "B", "C"]
    names[seat] = name
    checked = check(one(hand(names)))
    assert [(finding.code, finding.place.line) for finding in checked.findings] == []
    assert checked.accepted
    assert checked.players == [names[1], names[2], names[0]]


@pytest.mark.parametrize(
    "names", [("P: folds", "P", "P: checks"), ("x", "x collected", "x: x"), ("a", "a [b]", "a [b] [c]")]
)
def test_names_may_begin_with_one_another(one: One, names: tuple[str, str, str]) -> None:
    assert check(one(hand([*names]))).accepted


CHATTER = [
    *("*** Z joins the table at seat #6", "*** Z leaves the table", '*** Z said, "x"', 'Dealt to me said, "x"'),
    *('PokerStars Hand #9: x said, "hi"', 'PokerStars Hand #9: x said, "a - 2024/05/10"', 'Seat 3: q said, "x"'),
    *("Table 'x' said, \"x\"", 'Uncalled bet ($9) returned to Q said, "x"', 'B said, "*** SUMMARY ***"'),
    *(
        'C said, "A collected $5 from pot"',
        'A: shows [2c] said, "x"',
        'A: calls $5 said, "x"',
        'Hand cancelled said, "x"',
    ),
]


@pytest.mark.parametrize("line", CHATTER)
def test_chatter_is_no_play_whatever_it_looks_like(one: One, line: str) -> None:
    for source in (hand(["A", "B", "C"], above=line + "\n"), hand(["A", "B", "C"], below=line + "\n")):
        checked = check(one(source))
        assert checked.accepted
        assert [finding.code for finding in checked.findings] == []


def test_a_club_may_have_braces_in_its_name(one: One) -> None:
    for club in ("{x}", "a } b", "{Club: {x} }"):
        document = one(hand(["A", "B", "C"], header=HEADER.replace(":  ", f": {{{club}}}  "))).document
        assert document is not None
        assert document.event == club


def test_a_name_like_a_header_keeps_no_broken_header_from_being_told() -> None:
    broken = HEADER.replace("2024/05/10", "some day")
    hands = list(read((hand(["A", "B", "C"]) + "\n" + hand(["A", "B", "C"], header=broken)).encode()))
    assert [read_hand.document is not None for read_hand in hands] == [True, False]


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Z: folds",
            "Z: shows [2s 3d 4h 5c] (Badugi: 5,4,3,2)",
            "Z: shows [2s]",
            "Z: mucks hand",
            "Z: doesn't show hand",
        ),
        *("Z collected $5 from pot", "Uncalled bet ($1) returned to Z", "Dealt to Z [2s 3d 4h 5c]"),
    ],
)
def test_who_is_not_seated_cannot_play(one: One, line: str) -> None:
    (finding,) = one(hand(["A", "B", "C"], below=line + "\n")).findings
    assert (finding.code, finding.place.line, finding.found) == ("player_unknown", 11, "Z")


@pytest.mark.parametrize("text", ["showed [2s 3d 4h 5c] and won ($5)", "collected ($5)", "mucked [2s 3d 4h 5c]"])
def test_a_seat_of_the_summary_that_is_not_in_the_list_tells_nothing(one: One, text: str) -> None:
    (finding,) = one(hand(["A", "B", "C"]) + f"Seat 9: Z {text}\n").findings
    assert (finding.code, finding.place.line, finding.expected) == ("player_unknown", 30, "A, B, C")
