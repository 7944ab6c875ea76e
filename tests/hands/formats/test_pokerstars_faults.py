"""Faults planted in a good hand: each is refused with its code and its line, by the reader or by the rules."""

from collections.abc import Callable

import pytest

from hands.check import check
from hands.formats import ReadHand
from hands.rules.replay import play

FAULTS = [
    # What cannot be read
    ("Seon: stands pat\nHana: checks\nDuri", "Seon: stands back\nHana: checks\nDuri", "syntax", 17),
    ("Duri: discards 2", "Dari: discards 2", "player_unknown", 16),
    ("Hana collected", "Hanna collected", "player_unknown", 40),
    ("Seat 2: Duri ($20", "Seat 1: Duri ($20", "seats", 4),
    ("Seat 2: Duri ($20", "Seat 2: Hana ($20", "seats", 4),
    ("6-max", "2-max", "seats", 5),
    ("Seat 2: Duri ($20 in", "Seat 2: Duri ($1,234 in", "amount_ambiguous", 4),
    ("Seat 2: Duri ($20 in", "Seat 2: Duri ($-20 in", "amount", 4),
    ("Seat 2: Duri ($20 in", "Seat 2: Duri ($20.005 in", "amount_ambiguous", 4),
    ("calls $0.75", "calls $0.7531", "too_many_decimals", 11),
    ("[As 2h 3d Kc]", "[As 2h 3d Zz]", "card_unknown", 9),
    ("Seat 2: Duri (big", "Seat 2: Dari (big", "player_unknown", 44),
    (" Seat #3 is the button", "", "missing_field", 2),
    ("*** FIRST DRAW ***", "*** FLOP *** [2c 3c 4c]", "syntax", 13),
    ("*** SHOW DOWN ***", "*** FIRST SHOW DOWN ***", "run_it_twice", 37),
    ("Total pot $10 | Rake $0.35", "Total pot $10 | Rake $0.35\nHand was run twice", "run_it_twice", 43),
    # What the text says against itself, and the rules have nothing against
    ("raises $0.50 to $1\n", "raises $0.75 to $1\n", "raise_inconsistent", 10),
    ("Dealt to Hana [As 2h 3d] [9c]", "Dealt to Hana [As 2h 4d] [9c]", "contradiction", 15),
    ("[As 2h 3d Kc]", "[As 2h 4d Kc]", "contradiction", 15),
    ("discards 1 card [Kc]", "discards 1 card [Kc 3d]", "contradiction", 14),
    ("[8s 6h 5d 4c] and lost", "[8s 6h 5d 4d] and lost", "contradiction", 45),
    ("showed [8s 6h 5d 4c]", "mucked [8s 6h 5d 4c]", "contradiction", 45),
    ("and won ($9.65)", "and won ($9.56)", "contradiction", 43),
    ("and lost", "and won ($1)", "contradiction", 45),
    ("Seon: bets $1\n", "Seon: bets $1 and is all-in\n", "all_in_mark", 28),
    ("Seon: raises $0.50 to $1", "Seon: raises $0.50 to $1 and is all-in", "all_in_mark", 10),
    ("Duri: posts big blind $0.50", "Duri: posts big blind $0.50 and is all-in", "all_in_mark", 7),
    ("Total pot $10 | Rake $0.35", "Total pot $10 | Rake $0.35\nTotal pot $10 | Rake $0.30", "contradiction", 43),
    ("Seat 1: Hana ($20", "Table 'Calm' 6-max Seat #3 is the button\nSeat 1: Hana ($20", "contradiction", 3),
    ("Seat 2: Duri (big", "Seat 1: Hana mucked\nSeat 2: Duri (big", "contradiction", 44),
    ("Hana collected $9.65", "Duri: mucks hand\nHana collected $9.65", "contradiction", 40),
    ("showed [As 2h 3d 7c] and", "mucked [As 2h 3d 7c] and", "contradiction", 43),
    ("Duri: posts big blind $0.50", "Hana: posts big blind $0.50", "contradiction", 7),
    # What is not said like this
    ("Duri: discards 2 cards", "Duri: discards 0 cards", "syntax", 16),
    ("Hana: calls $0.75", "Hana: calls €0.75", "syntax", 11),
    ("$0.50/$1.00 USD", "€0.50/€1.00 USD", "syntax", 1),
    ("$0.50/$1.00 USD", "$0.50/$1.00 EUR", "syntax", 1),
    ("*** SUMMARY ***", "*** SUMMARY ***\n*** SUMMARY ***", "syntax", 42),
    # Markers
    ("*** DEALING HANDS ***\n", "", "street_order", 8),
    ("*** FIRST DRAW ***\n", "", "street_order", 13),
    ("*** SECOND DRAW ***\n", "", "street_order", 23),
    ("*** THIRD DRAW ***\n", "", "street_order", 30),
    ("*** SHOW DOWN ***\n", "", "street_order", 37),
    ("*** FIRST DRAW ***", "*** SECOND DRAW ***", "street_order", 13),
    ("*** SECOND DRAW ***", "*** THIRD DRAW ***", "street_order", 23),
    ("*** THIRD DRAW ***", "*** SECOND DRAW ***", "street_order", 30),
    ("*** THIRD DRAW ***", "*** SHOW DOWN ***", "street_order", 31),
    ("*** SHOW DOWN ***", "*** FOURTH DRAW ***", "street_order", 38),
    (
        "Hana: calls $0.50\nDuri: folds\n*** SECOND DRAW ***",
        "*** SECOND DRAW ***\nHana: calls $0.50\nDuri: folds",
        "street_order",
        22,
    ),
    # The rules' own: what is read is not possible
    ("raises $0.50 to $1\n", "raises $0.50 to $1.25\n", "bet_amount", 10),
    ("small blind $0.25", "small blind $0.75", "blind_amount", 6),
    ("discards 1 card [Kc]", "discards 1 card [Kd]", "discard_not_held", 14),
    ("[As 2h 3d] [9c]", "[As 2h 3d] [9c 9d]", "draw_count", 15),
    ("Duri: discards 2 cards", "Duri: discards 5 cards", "discard_too_many", 16),
    ("*** SHOW DOWN ***", "*** FOURTH DRAW ***\nHana: stands pat\n*** SHOW DOWN ***", "too_many_draws", 38),
    ("Hana: discards 1 card [Qh]", "Hana: stands pat", "pat_but_drew", 32),
    ("Hana: calls $0.75", "Hana: calls $0.50", "call_amount", 11),
    ("Hana: calls $0.75\n", "", "out_of_turn", 11),
    ("Duri: calls $0.50\n", "Duri: checks\n", "check_not_possible", 12),
    ("Seon: bets $1\n", "Seon: bets $0.50\n", "bet_amount", 28),
    ("[As 2h 3d] [7c]", "[As 2h 3d] [2h]", "duplicate_card", 32),
    ("Seon: shows [8s 6h 5d 4c]", "Seon: shows [8s 6h 5d As]", "duplicate_card", 38),
    ("Seat 3: Seon ($20", "Seat 3: Seon ($0.20", "more_than_stack", 10),
    ("Total pot $10", "Total pot $11", "pot_mismatch", 42),
    ("| Rake $0.35", "| Rake $0.45", "pot_mismatch", 40),
    ("Hana collected $9.65", "Seon collected $9.65", "wrong_winner", 40),
    ("Hana collected $9.65", "Hana collected $9.56", "pot_mismatch", 40),
    ("Hana collected $9.65 from pot\n", "", "pot_mismatch", 40),
]


@pytest.mark.parametrize(("good", "bad", "code", "line"), FAULTS)
def test_a_planted_fault_is_told_with_its_code_and_line(
    text: Callable[[str], str], one: Callable[[str], ReadHand], good: str, bad: str, code: str, line: int
) -> None:
    source = text("three-players")
    assert good in source
    checked = check(one(source.replace(good, bad, 1)))
    first = checked.findings[0]
    assert (first.code, first.place.line) == (code, line)
    assert checked.accepted == (first.severity == "warning")
    assert (checked.replay is not None and checked.replay.ledger is not None) == checked.accepted


@pytest.mark.parametrize(("good", "bad"), [(good, bad) for good, bad, code, _ in FAULTS if code != "contradiction"])
def test_one_fault_is_told_once(
    text: Callable[[str], str], one: Callable[[str], ReadHand], good: str, bad: str
) -> None:
    assert len(check(one(text("three-players").replace(good, bad, 1))).findings) == 1


def test_a_misspelt_seat_is_told_once(text: Callable[[str], str], one: Callable[[str], ReadHand]) -> None:
    source = text("three-players").replace("Seat 2: Duri ($20", "Seat 2: Dari ($20")
    assert [(finding.code, finding.place.line) for finding in one(source).findings] == [("player_unknown", 7)]


def test_a_text_against_itself_is_told_without_taking_sides(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    checked = check(one(text("three-players").replace("and won ($9.65)", "and won ($9.56)")))
    (finding,) = checked.findings
    assert finding.message("en") == "The text contradicts itself: line 43 says 9.56, but line 40 says 9.65."
    assert "43번째 줄에는 9.56" in finding.message("ko")
    assert checked.players == ["Hana", "Duri", "Seon"]


def test_what_contradicts_itself_above_the_fault_of_the_rules_may_be_its_cause_and_comes_first(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("three-players").replace("[As 2h 3d Kc]", "[As 2h 4d Kc]")
    found = [(finding.code, finding.place.line) for finding in check(one(source)).findings]
    assert found == [("contradiction", 15), ("shown_differs", 39)]


@pytest.mark.parametrize(
    ("good", "bad", "line", "message"),
    [
        ("(small blind) showed", "(big blind) showed", 43, "Hana (p1): the big blind; the hand says: the small blind."),
        ("Seon (button)", "Seon (small blind)", 45, "Seon (p3): the small blind; the hand says: the button."),
        ("Duri (big blind)", "Duri (button)", 44, "Duri (p2): the button; the hand says: the big blind."),
        (
            "folded after the 1st Draw",
            "folded before the Draw",
            44,
            "Duri (p2): folded before the first draw; the hand says: folded after draw 1.",
        ),
        (
            "folded after the 1st Draw",
            "folded after the 3rd Draw",
            44,
            "Duri (p2): folded after draw 3; the hand says: folded after draw 1.",
        ),
        ("and won ($9.65) with", "and lost with", 43, "Hana (p1): lost; the hand says: collected 9.65."),
        (
            "with a Badugi: 7,3,2,A",
            "with a Badugi: 6,3,2,A",
            43,
            "Hana (p1): Badugi: 6,3,2,A; the hand says: Badugi: 7,3,2,A.",
        ),
        ("and lost with", "and won with", 45, "Seon (p3): won; the hand says: collected 0.00."),
    ],
)
def test_a_summary_that_disagrees_is_a_warning(
    text: Callable[[str], str], one: Callable[[str], ReadHand], good: str, bad: str, line: int, message: str
) -> None:
    source = text("three-players")
    assert good in source
    checked = check(one(source.replace(good, bad)))
    (finding,) = checked.findings
    assert (finding.code, finding.place.line) == ("summary_disagrees", line)
    assert finding.message("en", checked.players) == f"The summary says of {message}"
    assert checked.accepted


def test_a_small_blind_that_only_the_summary_knows_is_a_warning(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("three-players").replace("Hana: posts small blind $0.25\n", "")
    found = [(told.finding.code, told.finding.place.line) for told in one(source).contradictions]
    assert found == [("summary_disagrees", 42)]
    told = [(finding.code, finding.place.line) for finding in check(one(source)).findings]
    assert told[0] == ("summary_disagrees", 42)


def test_the_name_of_a_hand_that_only_the_summary_tells_is_checked(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("three-players").replace("[As 2h 3d 7c] (Badugi: 7,3,2,A)", "[As 2h 3d 7c]")
    assert check(one(source)).findings == []
    (finding,) = check(one(source.replace("7,3,2,A", "6,3,2,A"))).findings
    assert (finding.code, finding.place.line) == ("label_disagrees", 43)


def test_the_same_line_of_the_summary_twice_is_no_fault(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("three-players")
    for line in ("Total pot $10 | Rake $0.35\n", "Seat 2: Duri (big blind) folded after the 1st Draw\n"):
        assert check(one(source.replace(line, line * 2))).findings == []


def test_two_posts_of_one_player_are_told_as_they_are_printed(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("three-players").replace("Duri: posts big blind $0.50", "Hana: posts big blind $0.50")
    finding = check(one(source)).findings[0]
    assert finding.message("en") == (
        "The text contradicts itself: line 7 says posts big blind 0.50, but line 6 says posts small blind 0.25."
    )
    assert "7번째 줄에는 빅블라인드 0.50" in finding.message("ko")


@pytest.mark.parametrize(("good", "line"), [("Ara: calls 10 and is all-in", 10), ("Byeol: bets 10 and is all-in", 23)])
def test_a_mark_of_an_all_in_that_is_missing_is_told(
    text: Callable[[str], str], one: Callable[[str], ReadHand], good: str, line: int
) -> None:
    source = text("side-pot")
    assert good in source
    checked = check(one(source.replace(good, good.removesuffix(" and is all-in"))))
    assert [(finding.code, finding.place.line) for finding in checked.findings] == [("all_in_mark", line)]
    assert not checked.accepted


def test_the_want_of_a_mark_is_the_rules_to_judge_where_the_player_goes_on(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("side-pot").replace("Ara: calls 10 and is all-in", "Ara: calls 10")
    source = source.replace("Cheon: stands pat\nByeol: checks", "Cheon: stands pat\nAra: checks\nByeol: checks", 1)
    found = [(finding.code, finding.place.line) for finding in check(one(source)).findings]
    assert found == [("action_all_in", 16)]


def test_every_error_of_the_text_is_told_not_only_the_first(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("three-players").replace("Kc]", "Zz]").replace("calls $0.75", "calls $0.7531")
    hand = one(source)
    lines = [finding.place.line for finding in hand.findings]
    assert lines == [9, 11, 14]


@pytest.mark.parametrize(
    ("stack", "post", "line"),
    [
        ("$0.40", "Duri: posts big blind $0.50 and is all-in", 7),
        ("$0.50", "Duri: posts the ante $0.10\nDuri: posts big blind $0.50 and is all-in", 8),
        ("$0.40", "Duri: posts the ante $0.50 and is all-in", 7),
        ("$0.40", "Duri: posts big blind $0.50", 7),
    ],
)
def test_a_post_beyond_the_stack_is_told_at_its_line(
    text: Callable[[str], str], one: Callable[[str], ReadHand], stack: str, post: str, line: int
) -> None:
    source = text("three-players").replace("Duri ($20", f"Duri ({stack}").replace("Duri: posts big blind $0.50", post)
    first = check(one(source)).findings[0]
    assert (first.code, first.place.line) == ("more_than_stack", line)


def test_a_short_big_blind_lowers_nobodys_price(text: Callable[[str], str], one: Callable[[str], ReadHand]) -> None:
    source = text("side-pot").replace("Byeol (40 in chips)", "Byeol (4 in chips)")
    source = source.partition("*** DEALING")[0].replace("big blind 10", "big blind 4 and is all-in")
    for called, finding in ((4, "call_amount"), (10, "truncated")):
        hand = one(f"{source}*** DEALING HANDS ***\nCheon: calls {called}\n*** SUMMARY ***\nTotal pot 12 | Rake 0\n")
        assert hand.document is not None
        assert [found.code for found in play(hand.document).findings] == [finding]
