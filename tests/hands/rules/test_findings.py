"""Findings say what was found and expected, in both languages, without a word of the other."""

import re
import string

import pytest

from hands.formats import words as reader_words
from hands.rules import findings, words
from hands.rules.findings import CATALOGUE, Kind
from hands.rules.messages import particle
from hands.rules.names import Names
from tests.hands.rules.builder import badugi

ARGUMENTS = {
    "str": "3",
    "int": 2,
    "Names": Names("a", "가"),
    "str | Names": "3",
    "str | None": "3",
    "Sequence[Names]": [Names("a", "가")],
    "Sequence[int]": [],
}
HANGUL = re.compile("[가-힣]")


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


def test_a_particle_fits_the_word_before_it() -> None:
    words = ("카드", "올인", "9.60", "0.25", "서울", "Kd", "p1", "K", "값)")
    assert [particle(word, "을/를") for word in words] == ["를", "을", "을", "를", "을", "를", "을", "를", "을"]
    assert [particle(word, "으로/로") for word in ("20", "7", "카드", "서울", "올인")] == [
        "으로",
        "로",
        "로",
        "로",
        "으로",
    ]


@pytest.mark.parametrize("kind", CATALOGUE.values(), ids=lambda kind: kind.code)
def test_every_kind_has_a_sentence_in_each_language_that_says_the_same(kind: Kind) -> None:
    assert placeholders(kind.en) == placeholders(kind.ko) <= {"player", "found", "expected"}
    assert HANGUL.search(kind.ko) and not HANGUL.search(kind.en)


@pytest.mark.parametrize("module", [words, reader_words])
def test_every_phrase_is_korean_in_korean(module) -> None:
    phrases = [phrase for phrase in vars(module).values() if isinstance(phrase, Names)]
    for function in vars(module).values():
        if callable(function) and getattr(function, "__module__", None) == module.__name__:
            types = [name for key, name in function.__annotations__.items() if key != "return"]
            phrases.append(function(*[ARGUMENTS[kind] for kind in types if kind != "bool"]))
    assert len(phrases) > 5
    for phrase in phrases:
        assert HANGUL.search(phrase.ko), phrase
        assert not HANGUL.search(phrase.en), phrase


def test_a_message_tells_found_and_expected_in_its_language() -> None:
    error = badugi().plays("p3 cbr 15").error
    assert error.message() == "p3 bets or raises to 15; expected 20."
    late = badugi().plays("p3 cc", "p3 cc").error
    assert late.message("en") == "p3 acts (checks or calls) out of turn; expected p1 to call 5, raise or fold."
    assert late.message("ko") == "p3님이 차례가 아닌데 액션했습니다(체크 또는 콜). 지금 차례: p1님(5 콜, 레이즈, 폴드)."
    assert late.found == "checks or calls"


def test_a_message_names_the_player_where_the_name_is_known() -> None:
    error = badugi().plays("p3 cbr 15").error
    assert error.message("en", ["Danbi", "Eunha", "Gaya"]) == "Gaya (p3) bets or raises to 15; expected 20."
    assert error.message("en", ["Danbi"]) == "p3 bets or raises to 15; expected 20."
    late = badugi().plays("p3 cc", "p3 cc").error
    assert "expected Danbi (p1) to call 5" in late.message("en", ["Danbi", "Eunha", "Gaya"])
    assert "지금 차례: Danbi(p1)님(5 콜" in late.message("ko", ["Danbi", "Eunha", "Gaya"])


def test_what_a_source_says_is_quoted_as_it_stands() -> None:
    finding = findings.SYNTAX(found="p1 sings", expected="p1 cc")
    assert finding.message("en", ["Danbi"]) == "Cannot read p1 sings; expected p1 cc."


def test_braces_in_what_was_found_are_no_placeholders() -> None:
    finding = findings.SYNTAX(found="{player} {0}", expected="{}")
    assert finding.message() == "Cannot read {player} {0}; expected {}."
