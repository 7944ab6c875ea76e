"""Cards as tiles, amounts as texts, sources cut to a page."""

import pytest

from hands.formats.reading import ReadHand
from hands.pages.cards import tiles
from hands.pages.settlement import Money, money, signed
from hands.pages.source import MOST_CHARACTERS, MOST_FINDINGS, MOST_LINES, source_of
from hands.rules.cards import mask_of, parse_cards
from hands.rules.evaluations import BADUGI, TieRule
from hands.rules.findings import SYNTAX, Finding
from hands.rules.pots import PlayerLine


def counting(cards: str, tie_rule: TieRule = "split", unknown: int = 0) -> list[tuple[str, str]]:
    line = PlayerLine(1, None, 0, 0, 0, mask_of(parse_cards(cards)), unknown, BADUGI)
    return [(tile.rank + tile.suit, tile.state) for tile in tiles(line, tie_rule)]


@pytest.mark.parametrize(("tie_rule", "king"), [("split", "Kdiamond"), ("suit", "Kheart")])
def test_of_cards_equal_in_rank_that_counts_which_wins_by_the_tie_rule(tie_rule: TieRule, king: str) -> None:
    found = counting("Kd Kh 2c 2s", tie_rule)
    assert (king, "counts") in found
    assert [state for _, state in found].count("counts") == 2


def test_in_a_hand_that_is_not_fully_known_no_card_is_said_to_count() -> None:
    assert counting("As 2d", unknown=2) == [("Aspade", ""), ("2diamond", ""), ("back", ""), ("back", "")]
    assert counting("") == []


@pytest.mark.parametrize(
    ("value", "decimals", "text"),
    [(0, 2, "0.00"), (123456789, 2, "1,234,567.89"), (1000, 0, "1,000"), (5, 3, "0.005"), (10**17, 0, f"{10**17:,}")],
)
def test_amounts_have_all_their_decimals_and_commas(value: int, decimals: int, text: str) -> None:
    assert money(value, decimals) == text


def test_gains_and_losses_are_told_by_their_sign() -> None:
    assert [signed(value, 2) for value in (150, -5, 0)] == [
        Money("+1.50", "gain"),
        Money("−0.05", "loss"),
        Money("0.00"),
    ]


def hand(end_line: int) -> ReadHand:
    return ReadHand("json", None, [], None, 1, end_line)


def syntax(line: int) -> Finding:
    return SYNTAX(line=line, found="a", expected="b")


def test_of_a_long_source_the_beginning_and_the_lines_at_fault_are_shown() -> None:
    source = source_of(hand(1000), [syntax(700)], [str(n) for n in range(1, 1001)], None, "en")
    assert [line.number for line in source.lines] == [*range(1, MOST_LINES + 1), 698, 699, 700, 701, 702]
    assert [line.number for line in source.lines if line.left_out] == [698]
    assert source.lines[MOST_LINES].left_out == 697 - MOST_LINES
    assert (source.left_out, source.faulty) == (298, [700])


def test_of_many_findings_the_first_are_shown_and_the_rest_counted() -> None:
    source = source_of(hand(2), [syntax(1)] * (MOST_FINDINGS + 5), ["", ""], None, "en")
    assert len(source.lines[0].notes) == MOST_FINDINGS
    assert source.more == 5


def test_of_a_very_long_line_the_beginning_is_shown() -> None:
    source = source_of(hand(1), [], ["x" * (MOST_CHARACTERS + 1)], None, "en")
    assert source.lines[0].text == "x" * MOST_CHARACTERS + "…"


@pytest.mark.parametrize("line", [1, 5])
def test_a_finding_outside_its_hand_is_told_at_the_nearest_line(line: int) -> None:
    read_hand = ReadHand("json", None, [], None, 2, 4)
    source = source_of(read_hand, [syntax(line)], [""] * 6, None, "en")
    assert source.faulty == [2 if line == 1 else 4]
