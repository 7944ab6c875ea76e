"""Hand documents as JSON: one object, a list of them, one after the other, or one a line."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from re import MULTILINE, compile
from typing import Any

from hands.formats import words
from hands.formats.document import from_dict, number_of
from hands.formats.fields import show
from hands.formats.money import exact
from hands.formats.parsers import TwiceError, json_fault
from hands.formats.phh import find_strings
from hands.formats.reading import Lines, ReadHand
from hands.rules import findings
from hands.rules.document import Document
from hands.rules.findings import Finding

NAME = "json"

_START = compile(r"[ \t\n]*(?:\{|\[[ \t\n]*\{)")
_GAP = compile(r"[ \t\n,]*")
_LIST = compile(r"[ \t\n]*\[[ \t\n]*(?=\{)")
_KEY = compile(r'"([a-z_]{1,40})"[ \t\n]*:')
_NEXT = compile(r"^\{", MULTILINE)
MAX_BROKEN = 100
"""How many broken objects of a text are told."""
_RETRIES = 10
"""How often a text is read again behind a broken object's beginning, not its end: this bounds the time."""


def recognises(text: str) -> bool:
    """Whether the text begins as a JSON object or a list of objects."""
    return _START.match(text) is not None


def read(text: str) -> Iterator[ReadHand]:
    """Each object of a text whose lines end in ``\\n``; a broken one does not keep the next from being read.

    A text with more than :data:`MAX_BROKEN` broken ones is read no further, and the last finding says so.
    """
    broken = 0
    for hand in _lines(text) if _one_a_line(text) else _objects(text):
        broken += _is_broken(hand)
        if broken > MAX_BROKEN:
            end = text.rstrip().count("\n") + 1
            rest = findings.SYNTAX(line=hand.line, found=words.THE_REST, expected=words.broken_objects(MAX_BROKEN))
            yield ReadHand(NAME, None, [rest], None, hand.line, end)
            return
        yield hand


def _is_broken(hand: ReadHand) -> bool:
    """Whether this is no object at all; what is wrong with an object has its field."""
    return hand.document is None and hand.findings[0].place.field is None


def _lines(text: str) -> Iterator[ReadHand]:
    for line, part in enumerate(text.split("\n"), 1):
        if part.strip():
            yield _read_hand(part, line, part)


def _objects(text: str) -> Iterator[ReadHand]:
    opened = _LIST.match(text)
    at, line, counted, told, retries = opened.end() if opened else 0, 1, 0, False, _RETRIES
    while True:
        gap = _GAP.match(text, at)
        at = gap.end() if gap else at
        closed = opened and text.startswith("]", at) and not text[at + 1 :].strip()
        if closed or at >= len(text):
            break
        line, counted = line + text.count("\n", counted, at), at
        hand, at = _read_next(text, at, line, retries > 0)
        told = _is_broken(hand)
        retries -= told
        yield hand
    if opened and not closed and not told:
        yield _cut_list(text.rstrip())


def _cut_list(text: str) -> ReadHand:
    """What misses behind the last hand of a list: its bracket, and nobody knows what else."""
    line = text.count("\n") + 1
    cut = findings.TRUNCATED(line=line, found=show(text[-20:].rpartition("\n")[2]), expected="]")
    return ReadHand(NAME, None, [cut], None, line, line)


def _one_a_line(text: str) -> bool:
    """Whether one of the first two lines is an object of its own, and not in a list."""
    if _LIST.match(text):
        return False
    first = [part.strip() for part in text.lstrip().split("\n", 2)[:2]]
    return any(part.startswith("{") and part.endswith("}") for part in first)


def _read_next(text: str, at: int, line: int, patient: bool) -> tuple[ReadHand, int]:
    """The object that begins here, and where the next may begin.

    A broken one may have swallowed those behind it: the next line with a brace is tried, as long as there is patience.
    """
    try:
        data, end = _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        place = max(error.pos, at) if isinstance(error, json.JSONDecodeError) else at
        following = _NEXT.search(text, max(at + 1, 0 if patient else place))
        end = following.start() if following else len(text)
        last = line + text[at:end].rstrip().count("\n")
        where = min(line + text.count("\n", at, place), last)
        wrong = findings.MALFORMED(line=where, found=json_fault(error), expected="JSON")
        return ReadHand(NAME, None, [wrong], None, line, last), end
    return _checked(data, line, text[at:end]), end


def _read_hand(text: str, line: int, source: str) -> ReadHand:
    try:
        return _checked(_DECODER.decode(text), line, source)
    except (ValueError, RecursionError) as error:
        wrong = findings.MALFORMED(line=line, found=json_fault(error), expected="JSON")
        return ReadHand(NAME, None, [wrong], None, line, line)


def _checked(data: Any, line: int, source: str) -> ReadHand:
    document: Document | None = None
    number: str | None = None
    found: list[Finding]
    if isinstance(data, dict):
        (document, found), number = from_dict(data), number_of(data)
    else:
        found = [findings.SYNTAX(line=line, found=show(data), expected=words.AN_OBJECT)]
    hand = ReadHand(NAME, document, found, number, line, line + source.count("\n"), partial(_find_lines, source, line))
    for finding in found:
        hand.locate(finding)
    return hand


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key given twice is an error, for one of its values would be lost."""
    read = dict(pairs)
    if len(read) != len(pairs):
        raise TwiceError(next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1))
    return read


def _integer(text: str) -> Any:
    return int(text) if len(text) < 40 else exact(text)


_DECODER = json.JSONDecoder(
    parse_float=exact, parse_int=_integer, parse_constant=exact, object_pairs_hook=_object, strict=True
)


def _find_lines(source: str, line: int) -> Lines:
    starts = [0, *accumulate(len(part) + 1 for part in source.split("\n"))]
    fields: dict[str, int] = {}
    actions: list[int] = []
    for match in _KEY.finditer(source):
        if match[1] == "actions" and not actions:
            actions = [line + at - 1 for at in find_strings(source, match.end(), starts)]
        fields.setdefault(match[1].lstrip("_"), line + bisect_right(starts, match.start()) - 1)
    return Lines(actions, fields)
