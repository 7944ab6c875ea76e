"""The check of one hand: reader and engine together, with lines."""

from pathlib import Path

from hands.check import Checked, check
from hands.formats import read
from hands.rendering import render

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def checked(text: bytes | str) -> Checked:
    (hand,) = read(text.encode() if isinstance(text, str) else text)
    return check(hand)


def test_a_hand_in_order_is_accepted_without_findings() -> None:
    result = checked((EXAMPLES / "hand.txt").read_bytes())
    assert result.accepted
    assert result.findings == []
    assert result.players == ["Bora", "Chanho", "Areum"]


def test_findings_of_the_engine_get_the_line_of_their_action() -> None:
    result = checked((EXAMPLES / "hand-with-a-fault.txt").read_bytes())
    assert not result.accepted
    assert [(finding.code, finding.place.line) for finding in result.findings] == [("discard_not_held", 15)]


def test_a_document_that_was_not_read_has_the_findings_of_its_reader_and_no_replay() -> None:
    result = checked('{"variant": "FB",\n "antes": "none"}')
    assert result.replay is None
    assert not result.accepted
    assert ("syntax", 2) in [(finding.code, finding.place.line) for finding in result.findings]
    rendered = render(result)
    assert (rendered["hand"], rendered["settlement"], rendered["status"], rendered["unproved"]) == (
        None,
        None,
        None,
        [],
    )


def test_messages_name_the_player_of_the_document() -> None:
    (finding,) = render(checked((EXAMPLES / "hand-with-a-fault.txt").read_bytes()))["findings"]
    assert finding["message"]["en"].startswith("Areum (p3) discards Kd")
    assert finding["message"]["ko"].startswith("Areum(p3)님이")


def test_a_settlement_sums_to_zero_and_has_the_decimals_of_the_document() -> None:
    settlement = render(checked((EXAMPLES / "hand.txt").read_bytes()))["settlement"]
    cents = [int(line["net"].replace(".", "")) for line in settlement["players"]]
    assert sum(cents) + int(settlement["rake"].replace(".", "")) == 0
    assert {len(line["won"].partition(".")[2]) for line in settlement["players"]} == {2}


def test_a_cancelled_hand_is_one() -> None:
    result = checked((EXAMPLES.parent.parent / "tests/hands/fixtures/pokerstars/cancelled.txt").read_bytes())
    rendered = render(result)
    assert (rendered["accepted"], rendered["status"]) == (True, "cancelled")
    assert rendered["settlement"]["pots"] == []
