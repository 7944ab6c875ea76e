"""Strict JSON: what two readers could take for different things is refused, with its place."""

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from badugi_site.api.strict_json import MAX_DEPTH, MalformedJsonError, parse_json

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**38), 10**38) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_what_json_writes_is_read_back(value: Any, plain: bool) -> None:
    assert parse_json(json.dumps(value, ensure_ascii=plain).encode()) == value


@given(st.binary(max_size=60) | st.text('{}[]:,"\\u0dD8 \n1e+-.NaInfity', max_size=60).map(str.encode))
def test_anything_is_read_or_refused(data: bytes) -> None:
    try:
        parse_json(data)
    except MalformedJsonError as problem:
        assert problem.kind.status == 400
        assert problem.line >= 1
        assert problem.column >= 1


def test_fractions_stay_exact() -> None:
    assert parse_json(b"[0.1, 1e2]") == [Decimal("0.1"), Decimal("1E+2")]


def test_a_byte_order_mark_is_no_fault() -> None:
    assert parse_json(b"\xef\xbb\xbf{}") == {}


@pytest.mark.parametrize(
    ("data", "line", "column", "word"),
    [
        (b'{"a": 1,\n "b": }', 2, 7, "Expecting"),
        (b'{"a": 1,\n "a": 2}', 2, 2, "twice"),
        (b'{"a": {"b": 1}, "c": {"b": 1, "b": 1}}', 1, 31, "twice"),
        (b'{"a": 1, "\\u0061": 2}', 1, 10, "twice"),
        (b'{"a":\nNaN}', 2, 1, "NaN"),
        (b"[-Infinity]", 1, 2, "-Infinity"),
        (b'["a\\u0000b"]', 1, 2, "NUL"),
        (b'["ok", "\\ud800"]', 1, 8, "surrogate"),
        (b'["a\xffb"]', 1, 4, "UTF-8"),
        ('["a"]'.encode("utf-16"), 1, 1, "UTF-8"),
        (b"[" + b"9" * 41 + b"]", 1, 2, "too long"),
        (b"[1e99999]", 1, 2, "too long"),
        (b"[" * 100_000, 1, MAX_DEPTH + 1, "deeper"),
        (b'{"a":' * 100_000, 1, 5 * MAX_DEPTH + 1, "deeper"),
        (b"{} {}", 1, 4, "Extra data"),
        (b"", 1, 1, "Expecting"),
    ],
)
def test_it_is_refused_with_its_line_and_column(data: bytes, line: int, column: int, word: str) -> None:
    with pytest.raises(MalformedJsonError) as caught:
        parse_json(data)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert word in caught.value.detail.en
    assert str(line) in caught.value.detail.ko


def test_brackets_and_names_inside_strings_are_neither() -> None:
    value = {"a": "[" * 100, "b": ['"a": {', "\\"], "c": {"a": "\U0001f0a1"}}
    assert parse_json(json.dumps(value).encode()) == value


def test_the_deepest_nesting_that_is_allowed_is_read() -> None:
    assert parse_json(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH)


@pytest.mark.parametrize("data", [b'"\\"' * 300_000, b'"\\' * 300_000, b'{"a' * 300_000, b"[1," * 300_000])
def test_hostile_texts_take_no_longer_than_others(data: bytes) -> None:
    """Each of these took minutes when every quotation mark was looked at anew."""
    with pytest.raises(MalformedJsonError):
        parse_json(b'["\\u0041", ' + data)
