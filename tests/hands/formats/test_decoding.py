"""Encodings and line ends."""

import codecs
from collections.abc import Callable

import pytest

from hands.formats import UnknownFormatError, UnreadableError, read
from hands.formats.decoding import decode
from hands.rules.document import Document

ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16-le with mark": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16-be with mark": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-16-le": lambda text: text.encode("utf-16-le"),
    "utf-16-be": lambda text: text.encode("utf-16-be"),
    "cp1252": lambda text: text.encode("cp1252"),
}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_one_hand_is_the_same_in_every_encoding_and_with_every_line_end(
    text: Callable[[str], str], document: Callable[[str | bytes], Document], encoding: str, end: str
) -> None:
    source = (
        text("three-players").replace("Duri", "P2á").replace("$0.50/$1.00 USD", "€0.50/€1.00 EUR").replace("$", "€")
    )
    read_back = document(ENCODINGS[encoding](source.replace("\n", end)))
    assert read_back == document(source)
    assert (read_back.players, read_back.currency) == (["Hana", "P2á", "Seon"], "EUR")


@pytest.mark.parametrize("encoding", ["utf-16-le with mark", "utf-16-be with mark", "utf-16-le", "utf-16-be"])
def test_half_a_character_at_the_end_is_left_out(encoding: str) -> None:
    assert decode(ENCODINGS[encoding]("Hand\n名")[:-1]) == "Hand\n"


def test_a_character_of_utf_8_that_was_cut_is_left_out() -> None:
    assert decode("Seat 1: 名\nSeat 2: 名".encode()[:-1]) == "Seat 1: 名\nSeat 2: "


@pytest.mark.parametrize(
    "data", [b"Hana \x81\xff", b"\x00\x01\x02\x03" * 20, b"\xff\xfe\x00\x00a\x00\x00\x00", b"a\xe9\x02"]
)
def test_bytes_that_are_not_text_are_refused_with_a_reason_in_both_languages(data: bytes) -> None:
    with pytest.raises(UnreadableError) as refused:
        read(data)
    reason = refused.value.reason
    assert str(refused.value) == reason.en != reason.ko
    assert any("가" <= letter <= "힣" for letter in reason.ko)


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"hello", b"[1, 2]", b"<xml/>"])
def test_a_text_of_no_known_format_is_refused(data: bytes) -> None:
    with pytest.raises(UnknownFormatError):
        read(data)


def test_the_declared_type_says_who_explains_a_text_that_looks_like_nothing() -> None:
    (hand,) = read(b"hello", "application/json; charset=utf-8")
    assert (hand.format, [finding.code for finding in hand.findings]) == ("json", ["malformed"])
