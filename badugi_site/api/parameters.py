"""Query parameters, declared once: how each is read, what is expected where it is wrong, how it is described."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from django.http import QueryDict
from django.utils.dateparse import parse_date, parse_datetime
from drf_spectacular.utils import OpenApiParameter

from badugi_site.api.problems import Problem, kind
from badugi_site.api.schema import said
from badugi_site.api.text import Text

INVALID_PARAMETER = kind("invalid_parameter", 422, "A query parameter is wrong", "쿼리 매개변수가 잘못되었습니다")

# Nothing that is asked for is longer; what is, is not looked at.
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Parameter:
    """``read`` turns the text into a value or raises ValueError; ``expected`` says what it takes."""

    name: str
    read: Callable[[str], Any]
    expected: Text
    description: Text
    schema: Mapping[str, Any]


def read_parameters(query: QueryDict, parameters: Iterable[Parameter]) -> dict[str, Any]:
    """The value of each parameter, None for one that is not given. Raises a problem 422 that names the wrong one."""
    return {parameter.name: _value(query, parameter) for parameter in parameters}


def _value(query: QueryDict, parameter: Parameter) -> Any:
    given = query.getlist(parameter.name)
    if not given:
        return None
    if len(given) > 1:
        raise _invalid(parameter, Text("to be given once", "한 번만 지정"))
    try:
        if len(given[0]) > _LONGEST or "\0" in given[0]:
            raise ValueError
        return parameter.read(given[0])
    except (ValueError, OverflowError):
        raise _invalid(parameter, parameter.expected) from None


def _invalid(parameter: Parameter, expected: Text) -> Problem:
    text = Text("The parameter {} is wrong; expected {}.", "{} 매개변수가 잘못되었습니다. 올바른 값: {}.")
    detail = Text(text.en.format(parameter.name, expected.en), text.ko.format(parameter.name, expected.ko))
    return Problem(INVALID_PARAMETER, detail, parameter=parameter.name, expected=expected.both())


def described(parameters: Iterable[Parameter]) -> list[OpenApiParameter]:
    """The parameters for the description of an operation."""
    return [
        OpenApiParameter(one.name, dict(one.schema), description=said(*one.description), required=False)
        for one in parameters
    ]


def text(name: str, description: Text, *, longest: int = 200) -> Parameter:
    """Any text that is not empty."""

    def read(given: str) -> str:
        if not 0 < len(given) <= longest:
            raise ValueError
        return given

    expected = Text(f"1 to {longest} characters", f"1자에서 {longest}자까지의 문자열")
    return Parameter(name, read, expected, description, {"type": "string", "minLength": 1, "maxLength": longest})


def whole(name: str, description: Text, *, least: int, most: int, default: int | None = None) -> Parameter:
    """A whole number, in ASCII digits."""

    def read(given: str) -> int:
        if not (given.isascii() and given.isdecimal() and len(given) <= len(str(most))):
            raise ValueError
        if not least <= int(given) <= most:
            raise ValueError
        return int(given)

    expected = Text(f"a whole number from {least} to {most}", f"{least}에서 {most}까지의 정수")
    schema = {"type": "integer", "minimum": least, "maximum": most}
    return Parameter(name, read, expected, description, schema if default is None else {**schema, "default": default})


def choice(name: str, description: Text, values: Iterable[str]) -> Parameter:
    """One of a few words."""
    known = [str(value) for value in values]

    def read(given: str) -> str:
        if given not in known:
            raise ValueError
        return given

    listed = ", ".join(known)
    expected = Text(f"one of {listed}", f"다음 중 하나: {listed}")
    return Parameter(name, read, expected, description, {"type": "string", "enum": known})


def switch(name: str, description: Text) -> Parameter:
    """``true`` or ``false``."""

    def read(given: str) -> bool:
        return {"true": True, "false": False}[given] if given in ("true", "false") else _refuse()

    return Parameter(name, read, Text("true or false", "true 또는 false"), description, {"type": "boolean"})


def moment(name: str, description: Text) -> Parameter:
    """A date or a time with its zone; :func:`since` and :func:`until` make times of both."""
    expected = Text(
        "a date (2026-03-01) or a time with its zone (2026-03-01T18:00:00+09:00)",
        "날짜(2026-03-01) 또는 시간대가 붙은 시각(2026-03-01T18:00:00+09:00)",
    )
    return Parameter(name, _moment, expected, description, {"type": "string", "examples": ["2026-03-01"]})


def _moment(given: str) -> date | datetime:
    found: date | datetime | None
    if len(given) <= 10:
        found = parse_date(given)
    else:
        # In a query a plus sign that was not escaped has become a blank.
        found = parse_datetime(given[:11] + given[11:].replace(" ", "+"))
        if found is not None and found.tzinfo is None:
            raise ValueError
    # Far from the ends of what can be reckoned with, in any zone.
    return found if found is not None and 1000 <= found.year <= 9000 else _refuse()


def since(given: date | datetime, zone: tzinfo) -> datetime:
    """The first moment that is meant: of a day in this zone, its midnight."""
    return given if isinstance(given, datetime) else datetime.combine(given, time.min, zone)


def until(given: date | datetime, zone: tzinfo) -> datetime:
    """The moment before which is meant what is: of a day in this zone, the midnight that ends it."""
    return given if isinstance(given, datetime) else datetime.combine(given + timedelta(days=1), time.min, zone)


def month(name: str, description: Text) -> Parameter:
    """A month, ``2026-03``."""

    def read(given: str) -> str:
        day = parse_date(f"{given}-01")
        return given if day is not None and day.isoformat()[:7] == given else _refuse()

    return Parameter(
        name,
        read,
        Text("a month (2026-03)", "월(2026-03)"),
        description,
        {"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"},
    )


def _refuse() -> Any:
    raise ValueError
