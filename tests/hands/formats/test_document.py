"""The hand document in JSON."""

import json
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from hands.formats import ReadHand, read
from hands.formats.document import from_dict, to_dict
from hands.rules.actions import ActionError, parse_action
from hands.rules.document import Collected, Document, Record
from hands.rules.replay import play

HAND: dict[str, Any] = {
    "variant": "FB",
    "antes": ["0", "0", "0"],
    "blinds_or_straddles": ["0.10", "0.25", "0"],
    "small_bet": "0.25",
    "big_bet": "0.50",
    "starting_stacks": ["20", 5, "inf"],
    "actions": ["d dh p1 As2d3c4h # golf", "p3  f", "# a comment", "p1 cbr 0.50"],
    "currency": "USD",
    "players": ["가나", "Duri", "Seon"],
    "seats": [1, 2, 4],
    "seat_count": 6,
    "button": 4,
    "hand": 77,
    "level": "VII",
    "time": "10:32:15",
    "time_zone": "Asia/Seoul",
    "year": 2025,
    "month": 2,
    "day": 28,
    "options": {"own_discards": "never", "cut_limits": [3, 2, 1]},
    "results": {
        "collected": [{"player": 2, "pot": 1, "amount": "2.55"}, {"player": 2, "amount": 1}],
        "returned": [{"player": 3, "amount": "0.15"}],
        "rake": "0.25",
        "pot": "5.70",
        "pots": ["2.90", "2.55"],
        "mucked": [{"player": 3, "cards": "AdTdQc2s"}],
        "labels": [{"player": 2, "label": "Badugi: T,8,7,5"}],
        "cancelled": True,
    },
    "city": "Seoul",
    "_mood": {"good": [1, None, "x"]},
}


def changed(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in {**HAND, **fields}.items() if value is not ...}


def faults(data: dict[str, Any]) -> list[tuple[str, str | None]]:
    document, findings = from_dict(data)
    assert (document is None) == bool(findings)
    return [(finding.code, finding.place.field) for finding in findings]


def test_every_field_has_its_place_in_the_document() -> None:
    document, findings = from_dict(HAND)
    assert findings == []
    assert document is not None
    assert (document.blinds, document.stacks, document.decimals) == ([10, 25, 0], [2000, 500, None], 2)
    assert document.actions == ["d dh p1 As2d3c4h", "p3 f", "p1 cbr 0.50"]
    assert document.record == Record(
        collected=[Collected(2, 255, 1), Collected(2, 100)],
        returned=[(3, 15)],
        rake=25,
        pot=570,
        pots=[290, 255],
        mucked={3: "AdTdQc2s"},
        labels={2: "Badugi: T,8,7,5"},
        cancelled=True,
    )
    assert (document.hand, document.level, document.button) == ("77", "VII", 4)
    assert document.extra == {"city": "Seoul", "_mood": {"good": [1, None, "x"]}}
    assert document.options == {"own_discards": "never", "cut_limits": [3, 2, 1]}


def test_a_document_written_and_read_again_is_the_same() -> None:
    document, _ = from_dict(HAND)
    assert document is not None
    written = to_dict(document)
    assert from_dict(json.loads(json.dumps(written)))[0] == document
    assert written["starting_stacks"] == ["20.00", "5.00", "inf"]
    assert written["results"]["collected"][0] == {"player": 2, "amount": "2.55", "pot": 1}


def test_the_marks_of_a_phh_file_are_read_in_json_too() -> None:
    marked = changed(options=..., results=..., button=..., _options=HAND["options"], _results=HAND["results"])
    marked |= {"_button": 4, "_extended": True}
    assert from_dict(marked)[0] == from_dict(HAND)[0]
    assert faults(changed(_button=4)) == [("syntax", "_button")]


def test_without_a_currency_the_finest_amount_written_sets_the_unit() -> None:
    document, _ = from_dict(changed(currency=..., results=...))
    assert document is not None
    assert (document.decimals, document.blinds) == (2, [10, 25, 0])
    whole = {"variant": "FB", "antes": [0, 0], "blinds_or_straddles": [1, 2], "starting_stacks": [9, 9], "actions": []}
    assert from_dict(whole)[0] == Document("FB", [0, 0], [1, 2], [9, 9], [])
    in_an_action, _ = from_dict({**whole, "actions": ["p2 cbr 2.5"]})
    assert in_an_action is not None
    assert (in_an_action.decimals, in_an_action.blinds) == (1, [10, 20])


@pytest.mark.parametrize(("currency", "decimals"), [("KRW", 0), ("JPY", 0), ("USD", 2), ("KWD", 3)])
def test_a_currency_has_its_own_decimals(currency: str, decimals: int) -> None:
    whole = changed(currency=currency, blinds_or_straddles=["1", "2", "0"], small_bet=2, big_bet=4, results=...)
    document, _ = from_dict({**whole, "actions": []})
    assert document is not None
    assert (document.decimals, document.blinds[1]) == (decimals, 2 * 10**decimals)


@pytest.mark.parametrize(
    ("amount", "code"),
    [
        (0.30000000000000004, "too_many_decimals"),
        (Decimal("0.125"), "too_many_decimals"),
        ("0.125", "too_many_decimals"),
        (float("nan"), "amount"),
        (float("inf"), "amount"),
        (Decimal("1E+400"), "amount"),
        (Decimal("Infinity"), "amount"),
        (-5, "amount"),
        ("-5", "amount"),
        (True, "amount"),
        (None, "amount"),
        ([], "amount"),
        (10**18, "amount"),
        (10**13 + 1, "amount"),
        ("10000000000000.1", "amount"),
        ("9" * 19, "amount"),
        ("1e3", "amount"),
        ("", "amount"),
        ("0x10", "amount"),
        ("١٢", "amount"),
        ("inf", "amount"),
    ],
)
def test_what_is_no_exact_amount_is_refused_with_its_field(amount: Any, code: str) -> None:
    assert faults(changed(blinds_or_straddles=["0", amount, "0"])) == [(code, "blinds_or_straddles.1")]


def test_noise_of_binary_numbers_is_refused_without_a_currency_too() -> None:
    assert faults(changed(currency=..., antes=[0.1 + 0.2, 0, 0])) == [("too_many_decimals", "antes.0")]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"variant": ...}, ("missing_field", "variant")),
        ({"actions": ...}, ("missing_field", "actions")),
        ({"antes": ...}, ("missing_field", "antes")),
        ({"blinds_or_straddles": ...}, ("missing_field", "blinds_or_straddles")),
        ({"variant": 5}, ("syntax", "variant")),
        ({"antes": ["0"]}, ("syntax", "antes")),
        ({"antes": "0"}, ("syntax", "antes")),
        ({"actions": "p1 f"}, ("syntax", "actions")),
        ({"actions": ["p1 f", 3]}, ("syntax", "actions.1")),
        ({"actions": ["p1 f\x00"]}, ("syntax", "actions.0")),
        ({"actions": ["p1 f"] * 2001}, ("syntax", "actions")),
        ({"actions": ["x" * 201]}, ("syntax", "actions.0")),
        ({"players": ["a", "b", "c\x00"]}, ("syntax", "players.2")),
        ({"players": ["a", "b", "\ud800"]}, ("syntax", "players.2")),
        ({"players": ["a", "b", " "]}, ("syntax", "players.2")),
        ({"seats": [1, 2, 0]}, ("syntax", "seats.2")),
        ({"seat_count": True}, ("syntax", "seat_count")),
        ({"table": "x" * 201}, ("syntax", "table")),
        ({"currency": "usd"}, ("syntax", "currency")),
        ({"time_zone": "../../etc"}, ("syntax", "time_zone")),
        ({"time": "25:00:00"}, ("syntax", "time")),
        ({"month": 2, "day": 30}, ("syntax", "day")),
        ({"options": []}, ("syntax", "options")),
        ({"results": []}, ("syntax", "results")),
        ({"ante_trimming_status": 1}, ("syntax", "ante_trimming_status")),
        ({"starting_stack": 1}, ("unknown_field", "starting_stack")),
        ({"_deep": [[[[[[[[1]]]]]]]]}, ("syntax", "_deep")),
        ({"_wide": [1] * 501}, ("syntax", "_wide")),
    ],
)
def test_a_wrong_field_is_named(fields: dict[str, Any], expected: tuple[str, str]) -> None:
    assert faults(changed(**fields)) == [expected]


@pytest.mark.parametrize(
    ("fields", "code"), [({"players": ["a", "b", "a"]}, "player_count"), ({"seats": [1, 2, 2]}, "seats")]
)
def test_a_name_or_seat_that_is_there_twice_is_left_to_the_rules(fields: dict[str, Any], code: str) -> None:
    document, _ = from_dict(changed(results=..., **fields))
    assert document is not None
    assert code in [finding.code for finding in play(document).findings]


@pytest.mark.parametrize(
    ("fields", "english", "korean"),
    [
        (
            {"year": 2025, "month": 2, "day": 30},
            "Cannot read 30; expected a day of 2025-02, 1 to 28.",
            "2025년 2월의 날짜(1~28)",
        ),
        (
            {"blinds_or_straddles": ...},
            "The field blinds_or_straddles or bring_in is missing.",
            "blinds_or_straddles 또는 bring_in",
        ),
        (
            {"antes": ["x", "0", "0"]},
            "x is not an amount; expected an amount such as 40 or 0.50.",
            "40이나 0.50 같은 금액",
        ),
        (
            {"seat_count": 100},
            "Cannot read 100; expected a whole number from 2 to 99.",
            "2~99 사이의 정수",
        ),
        ({"currency": "won"}, "Cannot read won; expected three letters such as USD, EUR or KRW.", "영문 세 글자"),
    ],
)
def test_what_is_wrong_is_said_in_words_of_both_languages(fields: dict[str, Any], english: str, korean: str) -> None:
    (finding,) = from_dict(changed(**fields))[1]
    assert finding.message("en") == english
    assert korean in finding.message("ko")


@pytest.mark.parametrize(
    ("source", "english", "korean"),
    [
        ("{variant: 1}", "a name in double quotes is missing (character 2 of the line)", "큰따옴표로 묶은 이름이 없음"),
        ('{"variant" 1}', "a colon is missing (character 12 of the line)", "쌍점(:)이 없음(줄의 12번째 글자)"),
        ('{"hand": 1 "antes": []}', "a comma is missing (character 12 of the line)", "쉼표(,)가 없음"),
        ('{"hand": }', "a value is missing (character 10 of the line)", "값이 없음"),
        ('{"hand": "x}', "a text without its closing quote (character 10 of the line)", "닫는 따옴표가 없음"),
        ('{"hand": 1, "hand": 2}', "the key hand is there twice", "hand 키가 두 번 나옴"),
    ],
)
def test_text_that_is_no_json_is_explained_in_both_languages(
    one: Callable[[str], ReadHand], source: str, english: str, korean: str
) -> None:
    (finding,) = one(source).findings
    assert (finding.code, finding.place.line) == ("malformed", 1)
    assert finding.message("en") == f"This is not valid JSON: {english}."
    assert korean in finding.message("ko")


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ({"colected": []}, ("unknown_field", "results.colected")),
        ({"collected": [{"player": 4, "amount": 1}]}, ("syntax", "results.collected.0.player")),
        ({"collected": [{"player": 1, "amount": -1}]}, ("amount", "results.collected.0.amount")),
        ({"collected": [{"player": 1}]}, ("syntax", "results.collected.0")),
        ({"returned": [3]}, ("syntax", "results.returned.0")),
        ({"rake": "x"}, ("amount", "results.rake")),
        ({"pots": 5}, ("syntax", "results.pots")),
        ({"mucked": [{"player": 1, "cards": 5}]}, ("syntax", "results.mucked.0.cards")),
        ({"cancelled": "yes"}, ("syntax", "results.cancelled")),
        (
            {"mucked": [{"player": 1, "cards": "As2d3c4h"}, {"player": 1, "cards": "As2d3c5h"}]},
            ("syntax", "results.mucked.1"),
        ),
        ({"labels": [{"player": 2, "label": "x"}, {"player": 2, "label": "y"}]}, ("syntax", "results.labels.1")),
    ],
)
def test_a_wrong_result_is_named(results: dict[str, Any], expected: tuple[str, str]) -> None:
    assert faults(changed(results=results)) == [expected]


def test_a_result_that_is_told_twice_in_the_same_words_is_one() -> None:
    row = {"player": 1, "cards": "As2d3c4h"}
    document, found = from_dict(changed(results={"mucked": [row, row]}))
    assert found == []
    assert document is not None and document.record is not None
    assert document.record.mucked == {1: "As2d3c4h"}


@pytest.mark.parametrize("count", [1, 13])
def test_one_player_is_no_hand_and_thirteen_are_too_many(count: int) -> None:
    alone = {"variant": "FB", "antes": [0] * count, "blinds_or_straddles": [1] * count, "actions": []}
    codes = [code for code, _ in faults({**alone, "starting_stacks": [5] * count})]
    assert codes[0] == "player_count"


def test_a_cancelled_hand_may_have_one_player() -> None:
    alone = {"variant": "FB", "antes": [0], "blinds_or_straddles": [1], "starting_stacks": [5], "actions": []}
    assert faults({**alone, "results": {"cancelled": True}}) == []


def test_all_that_is_wrong_is_told_at_once_and_close_names_are_offered() -> None:
    _, findings = from_dict({"variant": 1, "starting_stacks": ["x", -1], "bring_in": "y", "starting_stack": 1})
    assert [finding.code for finding in findings].count("amount") == 3
    assert {"missing_field", "syntax", "unknown_field"} <= {finding.code for finding in findings}
    (unknown,) = [finding for finding in findings if finding.code == "unknown_field"]
    assert "starting_stacks" in (unknown.expected or "")


def test_documents_in_a_list_one_after_the_other_or_one_a_line_are_all_read() -> None:
    line, pretty = json.dumps(HAND), json.dumps(HAND, indent=2)
    for source in (f"{line}\n{line}\n", f"[{line},\n{line}]", f"{pretty}\n{pretty}", f"[\n{pretty},\n{pretty}\n]\n"):
        hands = list(read(source.encode()))
        assert [hand.document is not None for hand in hands] == [True, True], source[:20]
        assert hands[1].line > 1


def test_a_broken_document_does_not_keep_the_next_from_being_read() -> None:
    line, pretty = json.dumps(HAND), json.dumps(HAND, indent=2)
    for source in (f"{line}\n{line[:50]}\n{line}", f"{pretty}\n{pretty[:90]}\n{pretty}"):
        hands = list(read(source.encode()))
        assert [hand.document is not None for hand in hands] == [True, False, True]
        assert [finding.code for finding in hands[1].findings] == ["malformed"]
        assert hands[0].end_line < (hands[1].findings[0].place.line or 0) <= hands[2].line


@pytest.mark.parametrize(
    "source",
    [
        '{"variant": NaN}',
        '{"a": 1, "a": 2}',
        '{"a": ' + "9" * 5000 + "}",
        '{"a":' * 5000,
        '{"a": 1e99999999999999999999}',
    ],
)
def test_hostile_json_is_a_finding(source: str) -> None:
    (hand,) = read(source.encode())
    assert hand.document is None
    assert hand.findings


def test_findings_have_the_line_of_their_field_and_action(one: Callable[[str], ReadHand]) -> None:
    source = json.dumps(changed(antes=[0, 0, -1]), indent=1)
    (finding,) = one(source).findings
    assert one(source).number == "77"
    assert finding.place.line is not None
    assert '"antes"' in source.split("\n")[finding.place.line - 1]
    hand = one(json.dumps(HAND, indent=1))
    assert [json.dumps(HAND, indent=1).split("\n")[line - 1].strip(' ",') for line in hand.action_lines] == [
        "d dh p1 As2d3c4h # golf",
        "p3  f",
        "p1 cbr 0.50",
    ]


def test_the_example_of_the_docs_is_a_document_that_the_rules_accept() -> None:
    docs = Path(__file__).parents[3] / "docs" / "formats.md"
    example = docs.read_text("utf-8").partition("```json\n")[2].partition("```")[0]
    document, findings = from_dict(json.loads(example))
    assert findings == []
    assert document is not None
    assert play(document).status == "verified"


@pytest.mark.parametrize("end", ["", "\n", ",", ",\n", "\n\n"])
@pytest.mark.parametrize("start", ["[", "[\n"])
def test_a_list_without_its_end_keeps_the_hands_in_it_and_is_told(start: str, end: str) -> None:
    line = json.dumps(HAND)
    hands = list(read(f"{start}{line},\n{line}{end}".encode()))
    assert [hand.document is None for hand in hands] == [False, False, True]
    (finding,) = hands[-1].findings
    assert (finding.code, finding.expected) == ("truncated", "]")
    assert finding.place.line == hands[-1].line == hands[-1].end_line == len(start) + 1
    assert [hand.document is None for hand in read(f"{start}{line}\n]".encode())] == [False]


def test_a_list_that_ends_in_a_broken_hand_is_told_once() -> None:
    line = json.dumps(HAND)
    assert [hand.document is None for hand in read(f"[{line},\n{line[:90]}".encode())] == [False, True]


@pytest.mark.parametrize("what", ["p3 cbr 10000000000001", "p3 cc 10000000000001", "p3 post 10000000000001"])
def test_an_amount_in_an_action_that_nothing_could_count_is_refused_at_its_place(what: str) -> None:
    with pytest.raises(ActionError) as refused:
        parse_action(what, 0)
    assert (refused.value.finding.code, refused.value.finding.place.player) == ("amount", 3)
    assert parse_action(what.replace("01", "00"), 0).total == 10**13
    with pytest.raises(ActionError):
        parse_action(what.replace("01", "00"), 2)
