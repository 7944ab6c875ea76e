"""The values of a hand document: readers take what JSON or TOML gave, and return it checked or say what is wrong."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any, TypeVar
from zoneinfo import available_timezones

from hands.formats import words
from hands.formats.money import MAX_DECIMALS, written
from hands.rules import findings
from hands.rules.document import AmountError, units
from hands.rules.findings import Finding, Kind, Text
from hands.rules.names import Names
from hands.rules.words import AMOUNT_EXAMPLES, AN_ACTION

T = TypeVar("T")
Reader = Callable[[object], T]

MAX_PLAYERS = 12
MAX_ACTIONS = 2000
MAX_FIELDS = 200
MAX_ACTION = 200
MAX_TEXT = 200
MAX_EXTRA = 4000

_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffd-\uffff]")
_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?")
_CURRENCY = re.compile(r"[A-Z]{3}")
_PLAIN_NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")


class WrongValueError(ValueError):
    """A value that its field cannot hold."""

    def __init__(self, found: object, expected: Text, kind: Kind = findings.SYNTAX) -> None:
        super().__init__(str(expected))
        self.kind, self.expected = kind, expected
        self.found: Text = found if isinstance(found, Names) else show(found)


def show(value: object) -> str:
    """A value as a finding quotes it: short, and without anything that a screen would obey."""
    text = repr(value) if isinstance(value, bytes | list | dict | tuple) else str(value)
    text = _FORBIDDEN.sub("·", text[:61])
    return text if len(text) <= 60 else text[:59] + "…"


@dataclass(slots=True)
class Collector:
    """Reads values and keeps a finding for each that is wrong, so that all of them are told at once."""

    findings: list[Finding] = field(default_factory=list)

    def take(self, name: str, value: object, reader: Reader[T]) -> T | None:
        try:
            return reader(value)
        except WrongValueError as wrong:
            self.add(wrong.kind, name, wrong.found, wrong.expected)
            return None

    def each(self, name: str, values: object, reader: Reader[T], length: int | None = None) -> list[T] | None:
        """The values of a list; None when one of them, or their number, is wrong."""
        if not isinstance(values, list | tuple):
            self.add(findings.SYNTAX, name, show(values), words.A_LIST)
            return None
        if length is not None and len(values) != length:
            self.add(findings.SYNTAX, name, words.values(len(values)), words.one_a_player(length))
            return None
        before = len(self.findings)
        read = [self.take(f"{name}.{i}", value, reader) for i, value in enumerate(values)]
        return read if len(self.findings) == before else None  # type: ignore[return-value]

    def add(self, kind: Kind, name: str, found: Text | None, expected: Text, player: int | None = None) -> None:
        self.findings.append(kind(field=name, found=found, expected=expected, player=player))


def text(limit: int = MAX_TEXT) -> Reader[str]:
    """A text without control characters, at most ``limit`` characters long."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise WrongValueError(value, words.A_TEXT)
        if len(value) > limit:
            raise WrongValueError(value, words.at_most_characters(limit))
        if _FORBIDDEN.search(value):
            raise WrongValueError(value, words.NO_CONTROL_CHARACTERS)
        return value

    return read


_name = text(100)


def name(value: object) -> str:
    """A text that somebody or something is called by: never empty."""
    read = _name(value)
    if not read.strip():
        raise WrongValueError(value, words.A_NAME)
    return read


def text_or_number(value: object) -> str:
    """A hand's number, a level, a table: a text, or a whole number that becomes one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(whole(-(10**18), 10**18)(value))
    return text()(value)


def whole(low: int, high: int) -> Reader[int]:
    """A whole number from ``low`` to ``high``."""

    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise WrongValueError(value, words.whole_number(low, high))
        return value

    return read


def truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise WrongValueError(value, words.TRUE_OR_FALSE)
    return value


def money(decimals: int) -> Reader[int]:
    """An amount in the smallest unit."""

    def read(value: object) -> int:
        digits = written(value)
        if digits is None:
            raise WrongValueError(value, AMOUNT_EXAMPLES, findings.AMOUNT)
        try:
            return units(digits, decimals)
        except AmountError as error:
            kind = findings.TOO_MANY_DECIMALS if error.too_fine else findings.AMOUNT
            raise WrongValueError(digits, str(min(decimals, MAX_DECIMALS)), kind) from error

    return read


def stack(decimals: int) -> Reader[int | None]:
    """An amount, or PHH's ``inf`` for a stack that nobody knows."""
    amount = money(decimals)
    return lambda value: None if value == "inf" else amount(value)


def currency(value: object) -> str:
    if not isinstance(value, str) or not _CURRENCY.fullmatch(value):
        raise WrongValueError(value, words.A_CURRENCY)
    return value


def clock(value: object) -> str:
    """A time of day, ``HH:MM`` with or without seconds; TOML has a type of its own for it."""
    read = value.isoformat() if isinstance(value, datetime.time) else value
    if not isinstance(read, str) or not _TIME.fullmatch(read):
        raise WrongValueError(value, words.A_TIME)
    return read


def zone(value: object) -> str:
    if not isinstance(value, str) or value not in _zones():
        raise WrongValueError(value, words.A_ZONE)
    return value


@lru_cache(maxsize=1)
def _zones() -> Collection[str]:
    return available_timezones()


def action(value: object) -> str:
    """An action without its commentary and with single blanks; empty when there was nothing but commentary."""
    if not isinstance(value, str):
        raise WrongValueError(value, AN_ACTION)
    if len(value) > MAX_EXTRA:
        raise WrongValueError(value, words.at_most_characters(MAX_EXTRA))
    read = " ".join(value.partition("#")[0].split())
    return text(MAX_ACTION)(read)


def plain(value: object) -> Any:
    """A value that nobody here interprets, as JSON can hold it: bounded, and numbers with a fraction as texts."""
    budget = [500]

    def read(part: object, depth: int) -> Any:
        budget[0] -= 1
        if budget[0] < 0 or depth > 6:
            raise WrongValueError(value, words.at_most_values(500, 6))
        match part:
            case None | bool():
                return part
            case int() if abs(part) < 10**MAX_TEXT:
                return part
            case Decimal() | float():
                return str(part)[:60]
            case str():
                return text(MAX_EXTRA)(part)
            case datetime.date() | datetime.time():
                return part.isoformat()
            case Mapping():
                return {text()(key): read(inner, depth + 1) for key, inner in part.items()}
            case Sequence():
                return [read(inner, depth + 1) for inner in part]
        raise WrongValueError(part, words.A_PLAIN_VALUE)

    return read(value, 0)


def plain_object(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WrongValueError(value, words.AN_OBJECT)
    read: dict[str, Any] = plain(value)
    return read


def number_or_text(value: str) -> int | str:
    """The inverse of :func:`text_or_number` for writers: a plain number as such."""
    return int(value) if _PLAIN_NUMBER.fullmatch(value) else value
