"""Strict JSON: what two readers could take for different things is refused, with its line and column.

Refused beyond the grammar: bytes that are not UTF-8, names given twice in one object, ``NaN`` and infinities, nesting
deeper than :data:`MAX_DEPTH`, numbers that no amount needs, NUL and half surrogate pairs in strings. A number with a
point or an exponent is a Decimal.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any, NoReturn

from badugi_site.api import problems
from badugi_site.api.problems import Problem
from badugi_site.api.text import Text

MAX_DEPTH = 32
MAX_DIGITS = 40

# A string that never ends is one token to the end of the text: each quotation mark of it tried anew would be quadratic.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[{}\[\]:,]|[^\s{}\[\]:,"]++', re.DOTALL)
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
_EXPONENT = re.compile(r"[eE]([+-]?[0-9]+)")


class MalformedJsonError(Problem):
    """The body is not strict JSON. ``line`` and ``column`` count from 1."""

    def __init__(self, reason: Text, text: str, offset: int) -> None:
        self.line = text.count("\n", 0, offset) + 1
        self.column = offset - text.rfind("\n", 0, offset)
        detail = Text("Line {}, column {}: {}", "{}행 {}열: {}")
        super().__init__(
            problems.MALFORMED_JSON,
            Text(
                detail.en.format(self.line, self.column, reason.en),
                detail.ko.format(self.line, self.column, reason.ko),
            ),
            line=self.line,
            column=self.column,
        )


class _RefusedError(ValueError):
    """Something that the grammar allows and this reader does not; its place is found afterwards."""


def parse_json(data: bytes) -> Any:
    """The value of a JSON text in UTF-8, with or without BOM. Raises :class:`MalformedJsonError`."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8-sig", "replace")
        reason = Text("The text is not UTF-8.", "UTF-8이 아닙니다.")
        raise MalformedJsonError(reason, before, len(before)) from None
    # Only these can nest too deeply or hide a character behind an escape; other texts need no second look.
    if "\\u" in text or text.count("[") + text.count("{") > MAX_DEPTH:
        _inspect(text)
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_decimal,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        raise MalformedJsonError(_reason(error), text, error.pos) from None
    except _RefusedError:
        _inspect(text)
        raise MalformedJsonError(Text("This is not strict JSON.", "올바른 JSON이 아닙니다."), text, 0) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RefusedError
    return found


def _integer(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise _RefusedError
    return int(text)


def _decimal(text: str) -> Decimal:
    if _is_excessive(text):
        raise _RefusedError
    return Decimal(text)


def _constant(text: str) -> NoReturn:
    raise _RefusedError


def _is_excessive(number: str) -> bool:
    exponent = _EXPONENT.search(number)
    return len(number) > MAX_DIGITS or (exponent is not None and abs(int(exponent[1])) > MAX_DIGITS)


def _inspect(text: str) -> None:
    """Raises :class:`MalformedJsonError` at the first thing that the grammar allows and this reader does not.

    Goes through the tokens without building anything, so that no nesting is too deep for it.
    """
    names: list[set[str] | None] = []  # one a bracket that is open: the names so far, None for a list
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "{[":
            if len(names) == MAX_DEPTH:
                _refuse("Nested deeper than {} levels.", "{}단계보다 깊습니다.", text, match.start(), MAX_DEPTH)
            names.append(set() if token == "{" else None)
        elif token in "}]":
            if names:
                names.pop()
        elif token[0] == '"':
            value = _string(token)
            if value is not None and _UNWRITABLE.search(value):
                _refuse(
                    "A string holds NUL or half a surrogate pair.",
                    "문자열에 NUL이나 잘못된 서러게이트가 있습니다.",
                    text,
                    match.start(),
                )
            known = names[-1] if names else None
            if known is not None and value is not None and _is_name(text, match.end()):
                if value in known:
                    _refuse(
                        "The name {} is given twice.", "{} 이름이 두 번 나왔습니다.", text, match.start(), token[:80]
                    )
                known.add(value)
        elif token in ("NaN", "Infinity", "-Infinity"):
            _refuse("This is not a JSON number: {}.", "JSON 숫자가 아닙니다: {}.", text, match.start(), token)
        elif token[0] in "-0123456789" and _is_excessive(token):
            _refuse("The number is too long.", "숫자가 너무 깁니다.", text, match.start())


def _is_name(text: str, end: int) -> bool:
    while end < len(text) and text[end] in " \t\r\n":
        end += 1
    return text.startswith(":", end)


def _string(token: str) -> str | None:
    try:
        return str(json.loads(token))
    except ValueError:
        return None


def _refuse(en: str, ko: str, text: str, offset: int, *values: object) -> NoReturn:
    raise MalformedJsonError(Text(en, ko).format(*values), text, offset)


def _reason(error: json.JSONDecodeError) -> Text:
    return Text(f"{error.msg}.", f"JSON 문법 오류입니다 ({error.msg}).")
