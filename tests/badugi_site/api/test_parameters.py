"""Query parameters: read strictly, and what is expected is said in both languages."""

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from badugi_site.api import parameters
from badugi_site.api.parameters import Parameter, read_parameters
from badugi_site.api.problems import Problem
from badugi_site.api.text import Text

SAID = Text("What it is.", "무엇인지.")
TEXT = parameters.text("text", SAID, longest=5)
WHOLE = parameters.whole("whole", SAID, least=1, most=200)
CHOICE = parameters.choice("choice", SAID, ["one", "two"])
SWITCH = parameters.switch("switch", SAID)
MOMENT = parameters.moment("moment", SAID)
MONTH = parameters.month("month", SAID)
ALL = [TEXT, WHOLE, CHOICE, SWITCH, MOMENT, MONTH]


def read(parameter: Parameter, query: str) -> Any:
    return read_parameters(QueryDict(query), [parameter])[parameter.name]


@pytest.mark.parametrize(
    ("parameter", "query", "value"),
    [
        (TEXT, "text=%ED%95%B8", "핸"),
        (TEXT, "", None),
        (WHOLE, "whole=200", 200),
        (WHOLE, "whole=001", 1),
        (CHOICE, "choice=two", "two"),
        (SWITCH, "switch=true", True),
        (SWITCH, "switch=false", False),
        (MOMENT, "moment=2026-03-01", date(2026, 3, 1)),
        (MOMENT, "moment=2026-03-01T18:00:00Z", datetime(2026, 3, 1, 18, tzinfo=UTC)),
        (MOMENT, "moment=2026-03-01T18:00:00+09:00", datetime(2026, 3, 1, 9, tzinfo=UTC)),
        (MOMENT, "moment=2026-03-01T18:00:00%2B09:00", datetime(2026, 3, 1, 9, tzinfo=UTC)),
        (MONTH, "month=2026-03", "2026-03"),
    ],
)
def test_a_value_is_read(parameter: Parameter, query: str, value: Any) -> None:
    assert read(parameter, query) == value


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        *[(TEXT, value) for value in ("", "longer", "a%00")],
        *[(WHOLE, value) for value in ("", "0", "201", "-1", "1.5", "+1", "٣", "9" * 900, "1e1")],
        *[(CHOICE, value) for value in ("", "One", "three")],
        *[(SWITCH, value) for value in ("", "1", "True")],
        *[(MOMENT, value) for value in ("", "2026-02-30", "2026-03-01T18:00:00", "0001-01-01", "9999-12-31", "today")],
        *[(MONTH, value) for value in ("", "2026-13", "2026-3", "2026-03-01", "0-01")],
    ],
)
def test_a_wrong_value_is_refused_by_name_with_what_is_expected(parameter: Parameter, value: str) -> None:
    with pytest.raises(Problem) as caught:
        read(parameter, f"{parameter.name}={value}")
    assert (caught.value.kind.code, caught.value.kind.status) == ("invalid_parameter", 422)
    assert caught.value.members == {"parameter": parameter.name, "expected": parameter.expected.both()}
    assert parameter.expected.ko in caught.value.detail.ko


def test_a_parameter_that_is_given_twice_is_refused() -> None:
    with pytest.raises(Problem, match="once"):
        read(CHOICE, "choice=one&choice=two")


@given(st.sampled_from(ALL), st.text(max_size=40) | st.text("0123456789-:TZ+. ", max_size=30))
def test_no_text_is_a_fault(parameter: Parameter, value: str) -> None:
    query = QueryDict(mutable=True)
    query[parameter.name] = value
    try:
        read_parameters(query, [parameter])
    except Problem as problem:
        assert problem.kind.code == "invalid_parameter"


def test_days_begin_and_end_at_midnight_where_the_club_is() -> None:
    seoul = ZoneInfo("Asia/Seoul")
    assert parameters.since(date(2026, 3, 1), seoul) == datetime(2026, 2, 28, 15, tzinfo=UTC)
    assert parameters.until(date(2026, 3, 1), seoul) == datetime(2026, 3, 1, 15, tzinfo=UTC)
    exact = datetime(2026, 3, 1, 4, tzinfo=UTC)
    assert parameters.since(exact, seoul) == parameters.until(exact, seoul) == exact
