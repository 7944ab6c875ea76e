"""The formats that hands come in. :func:`read` recognises them by content; a new format is one line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hands.formats import hand_json, phh, pokerstars
from hands.formats.decoding import decode
from hands.formats.reading import Lines, ReadHand, UnknownFormatError, UnreadableError

__all__ = ["FORMATS", "Format", "Lines", "ReadHand", "UnknownFormatError", "UnreadableError", "read"]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how to tell it, and how to read each of its hands from a text whose lines end in ``\\n``."""

    name: str
    content_type: str
    recognises: Callable[[str], bool]
    read: Callable[[str], Iterator[ReadHand]]


FORMATS = (
    Format(hand_json.NAME, "application/json", hand_json.recognises, hand_json.read),
    Format(phh.NAME, "application/toml", phh.recognises, phh.read),
    Format(pokerstars.NAME, "text/plain", pokerstars.recognises, pokerstars.read),
)
"""In the order in which they are tried."""


def read(data: bytes, content_type: str | None = None) -> Iterator[ReadHand]:
    """Each hand of a file, as a document or as the findings that kept it from being one.

    The content decides the format; the declared type only says which reader shall explain what is wrong with a text
    that looks like nothing (broken JSON is a finding of the JSON reader). Raises :class:`UnreadableError` and
    :class:`UnknownFormatError`, both before the first hand.
    """
    text = decode(data)
    for known in FORMATS:
        if known.recognises(text):
            return known.read(text)
    declared = (content_type or "").partition(";")[0].strip().lower()
    for known in FORMATS:
        if known.content_type == declared and text.strip():
            return known.read(text)
    raise UnknownFormatError(f"no hand of a known format ({', '.join(known.name for known in FORMATS)})")
