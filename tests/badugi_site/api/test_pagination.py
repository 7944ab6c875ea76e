"""Pages of long lists: every row once, in order, both ways, whatever comes and goes meanwhile."""

import base64
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.http import QueryDict
from django.test import RequestFactory
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.request import Request

from badugi_site.api.pagination import Order, Page, page_of, text_value, time_value, uuid_value, whole_value
from badugi_site.api.parameters import read_parameters
from badugi_site.api.problems import Problem
from badugi_site.clubs.models import Player
from tests.cast import Cast

BY_NAME = Order((("name", text_value), ("id", whole_value)))
LATEST = Order((("id", whole_value),), descending=True)


def page(order: Order, address: str, limit: int) -> Page[Player]:
    request = Request(RequestFactory().get(address))
    cursor = read_parameters(request.query_params, [order.cursor])["cursor"]
    return page_of(Player.objects.all(), order, request=request, cursor=cursor, limit=limit)


def walk(order: Order, limit: int) -> tuple[list[list[Player]], list[list[Player]]]:
    """The pages from the first to the last, and those on the way back."""
    there, back = [], []
    found = page(order, "/players/?q=x", limit)
    there.append(list(found.rows))
    assert found.previous is None
    while found.next:
        found = page(order, found.next, limit)
        there.append(list(found.rows))
    while found.previous:
        found = page(order, found.previous, limit)
        back.append(list(found.rows))
    return there, back


@given(st.lists(st.sampled_from("abc"), max_size=9), st.integers(1, 4), st.sampled_from([BY_NAME, LATEST]))
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_row_comes_once_in_order_and_the_way_back_shows_the_same_pages(
    cast: Cast, names: list[str], limit: int, order: Order
) -> None:
    Player.objects.all().delete()
    for name in names:
        Player.objects.create(club=cast.club, name=name)
    there, back = walk(order, limit)
    assert [row for rows in there for row in rows] == list(Player.objects.order_by(*order.names(False)))
    assert back == there[-2::-1]


def test_rows_that_come_and_go_move_nothing(cast: Cast) -> None:
    a, b, c, d = (Player.objects.create(club=cast.club, name=name) for name in "abcd")
    first = page(BY_NAME, "/players/", 2)
    assert list(first.rows) == [a, b]
    b.delete()
    Player.objects.create(club=cast.club, name="aa")
    assert first.next is not None
    second = page(BY_NAME, first.next, 2)
    assert list(second.rows) == [c, d]
    assert second.next is None


def test_behind_the_last_row_there_is_an_empty_page_with_a_way_back(cast: Cast) -> None:
    _a, b = (Player.objects.create(club=cast.club, name=name) for name in "ab")
    first = page(BY_NAME, "/players/", 1)
    b.delete()
    assert first.next is not None
    second = page(BY_NAME, first.next, 1)
    assert (list(second.rows), second.next) == ([], None)
    assert second.previous is not None


def test_the_addresses_keep_the_other_parameters_and_are_whole(cast: Cast) -> None:
    for name in "ab":
        Player.objects.create(club=cast.club, name=name)
    found = page(BY_NAME, "/players/?q=%ED%95%B8&limit=1", 1)
    assert found.next is not None
    assert found.next.startswith("http://testserver/players/?q=%ED%95%B8&limit=1&cursor=")


def cursor_of(value: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode()


BAD = ["", "x", "%", "é", cursor_of(None), cursor_of({}), cursor_of([]), cursor_of([False]), cursor_of([False, "a"])]
BAD += [cursor_of([0, "a", 1]), cursor_of([False, 1, 1]), cursor_of([False, "a", "1"]), cursor_of([False, "a", True])]
BAD += [cursor_of([False, "a", 2**63]), cursor_of([False, "\0", 1]), cursor_of([False, "a", 1, 1]), "W" * 2000]


@pytest.mark.parametrize("cursor", BAD)
def test_a_cursor_that_no_page_gave_is_refused(cursor: str) -> None:
    query = QueryDict(mutable=True)
    query["cursor"] = cursor
    with pytest.raises(Problem) as caught:
        read_parameters(query, [BY_NAME.cursor])
    assert caught.value.members["parameter"] == "cursor"


@pytest.mark.parametrize("value", [None, 7, "x", "", "2026-03-01", "2026-03-01T10:00:00", "0001-01-01T00:00:00Z"])
def test_a_time_has_its_zone_and_is_one_that_can_be_reckoned_with(value: Any) -> None:
    assert time_value("2026-03-01T10:00:00+09:00") == datetime(2026, 3, 1, 1, tzinfo=UTC)
    with pytest.raises(ValueError):
        time_value(value)


@pytest.mark.parametrize("value", [None, 7, "x", [], "\ud800"])
def test_the_place_of_an_identifier_is_one(value: Any) -> None:
    with pytest.raises(ValueError):
        uuid_value(value)


@given(st.text(max_size=60) | st.binary(max_size=60).map(lambda data: base64.urlsafe_b64encode(data).decode()))
def test_no_cursor_is_a_fault(cursor: str) -> None:
    query = QueryDict(mutable=True)
    query["cursor"] = cursor
    with pytest.raises(Problem):
        read_parameters(query, [BY_NAME.cursor])
