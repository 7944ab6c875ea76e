"""Faults planted in a good hand: each is refused with its code and its line, by the reader or by the rules."""

from collections.abc import Callable

import pytest

from hands.formats import ReadHand
from hands.rules.replay import play

FAULTS = [
    # The reader's own: the text contradicts itself
    ("raises $0.50 to $1\n", "raises $0.50 to $1.25\n", "raise_inconsistent", 10),
    ("Dealt to Hana [As 2h 3d] [9c]", "Dealt to Hana [As 2h 4d] [9c]", "held_differs", 15),
    ("discards 1 card [Kc]", "discards 1 card [Kc 3d]", "draw_count", 14),
    ("[8s 6h 5d 4c] and lost", "[8s 6h 5d 4d] and lost", "shown_differs", 45),
    ("and won ($9.65)", "and won ($9.56)", "wrong_share", 43),
    ("Seon: stands pat\nHana: checks\nDuri", "Seon: stands back\nHana: checks\nDuri", "syntax", 17),
    ("Duri: discards 2", "Dari: discards 2", "player_unknown", 16),
    ("Hana collected", "Hanna collected", "player_unknown", 40),
    ("Seat 2: Duri ($20", "Seat 1: Duri ($20", "seats", 4),
    ("Seat 2: Duri ($20", "Seat 2: Hana ($20", "seats", 4),
    ("Seat 2: Duri ($20 in", "Seat 2: Duri ($1,234 in", "amount_ambiguous", 4),
    ("Seat 2: Duri ($20 in", "Seat 2: Duri ($-20 in", "amount", 4),
    ("Seat 2: Duri ($20 in", "Seat 2: Duri ($20.005 in", "amount_ambiguous", 4),
    ("calls $0.75", "calls $0.7531", "too_many_decimals", 11),
    ("[As 2h 3d Kc]", "[As 2h 3d Zz]", "card_unknown", 9),
    ("Seat 2: Duri (big", "Seat 2: Dari (big", "player_unknown", 44),
    (" Seat #3 is the button", "", "missing_field", 2),
    ("*** FIRST DRAW ***", "*** FLOP *** [2c 3c 4c]", "syntax", 13),
    # The rules' own: what is read is not possible
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
]


@pytest.mark.parametrize(("good", "bad", "code", "line"), FAULTS)
def test_a_planted_fault_is_refused_with_its_code_and_line(
    text: Callable[[str], str], one: Callable[[str], ReadHand], good: str, bad: str, code: str, line: int
) -> None:
    source = text("three-players")
    assert good in source
    source = source.replace(good, bad, 1)
    if code == "wrong_winner":
        source = source.replace("and won ($9.65)", "and won").replace("and lost", "and won ($9.65)")
    if code == "duplicate_card":
        source = source.replace("showed [8s 6h 5d 4c]", bad.replace("Seon: shows", "showed"))
    hand = one(source)
    found = [finding for finding in hand.findings if finding.severity == "error"]
    if hand.document is not None:
        found = [hand.locate(finding) for finding in play(hand.document).findings if finding.severity == "error"]
    assert [(finding.code, finding.place.line) for finding in found[:1]] == [(code, line)]


def test_every_error_of_the_text_is_told_not_only_the_first(
    text: Callable[[str], str], one: Callable[[str], ReadHand]
) -> None:
    source = text("three-players").replace("Kc]", "Zz]").replace("calls $0.75", "calls $0.7531")
    hand = one(source)
    lines = [finding.place.line for finding in hand.findings]
    assert lines == [9, 11, 14]


def test_a_short_big_blind_lowers_nobodys_price(text: Callable[[str], str], one: Callable[[str], ReadHand]) -> None:
    source = text("side-pot").replace("Byeol (40 in chips)", "Byeol (4 in chips)")
    source = source.partition("*** DEALING")[0].replace("big blind 10", "big blind 4 and is all-in")
    for called, finding in ((4, "call_amount"), (10, "truncated")):
        hand = one(f"{source}*** DEALING HANDS ***\nCheon: calls {called}\n*** SUMMARY ***\nTotal pot 12 | Rake 0\n")
        assert hand.document is not None
        assert [found.code for found in play(hand.document).findings] == [finding]
