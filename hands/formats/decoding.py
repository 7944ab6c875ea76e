"""Bytes to text: UTF-8, UTF-16 and cp1252, with or without the marks that tell them apart."""

from __future__ import annotations

import codecs
import re

from hands.formats import words
from hands.formats.reading import UnreadableError

_SAMPLE = 4096
_CONTROL = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f]")


def decode(data: bytes) -> str:
    """The text of these bytes, with lines that end in ``\\n``. Raises :class:`UnreadableError`, saying why.

    cp1252 is the last resort, and only for what it can hold without replacement or control characters.
    """
    text = _decode(data).removeprefix("\ufeff")
    # That there is nothing to replace is told sooner by looking for the one character.
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _decode(data: bytes) -> str:
    if data.startswith(codecs.BOM_UTF8):
        return _utf8(data)
    if data.startswith(codecs.BOM_UTF16_LE):
        return _utf16(data, "utf-16-le")
    if data.startswith(codecs.BOM_UTF16_BE):
        return _utf16(data, "utf-16-be")
    sample = data[:_SAMPLE]
    if 0 in sample:
        even, odd = sample[::2].count(0), sample[1::2].count(0)
        if max(even, odd) * 4 < len(sample) // 2:
            raise UnreadableError(words.BINARY_DATA)
        return _utf16(data, "utf-16-le" if odd > even else "utf-16-be")
    return _utf8(data)


def _utf16(data: bytes, encoding: str) -> str:
    """Half a character at the end is what is left of a file that was cut; it is left out."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError as error:
        raise UnreadableError(words.not_in_encoding(encoding.upper(), error.start + 1)) from error
    if _CONTROL.search(text):
        raise UnreadableError(words.control_characters(encoding.upper()))
    return text


def _utf8(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        cut = error.reason == "unexpected end of data" and not data[: error.start].isascii()
        if cut:
            return data[: error.start].decode()
        try:
            text = data.decode("cp1252")
        except UnicodeDecodeError:
            text = ""
        if not text or _CONTROL.search(text):
            raise UnreadableError(words.in_no_encoding(error.start + 1)) from error
        return text
