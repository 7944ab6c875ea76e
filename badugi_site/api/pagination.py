"""Pages of long lists: each goes on behind a row, so that rows that come and go in between move nothing.

A list is ordered by columns that together are unique and have an index. The place of a row in that order is a cursor,
which clients hand back as it is. A page costs the same wherever in the list it lies.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request

from badugi_site.api import parameters
from badugi_site.api.parameters import Parameter
from badugi_site.api.text import Text

MOST = 200
DEFAULT = 50

Row = TypeVar("Row", bound=Model)

LIMIT = parameters.whole(
    "limit", Text("How many rows a page has.", "한 페이지의 행 수."), least=1, most=MOST, default=DEFAULT
)


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a list: the values of the columns of a row, and whether the page lies before it."""

    values: tuple[Any, ...]
    backwards: bool


@dataclass(frozen=True, slots=True)
class Order:
    """The columns of an order with how their values are read from a cursor (a string or whole number of JSON)."""

    columns: tuple[tuple[str, Callable[[Any], Any]], ...]
    descending: bool = False

    @property
    def cursor(self) -> Parameter:
        """The parameter of a view whose list has this order."""
        return Parameter(
            "cursor",
            self._read,
            Text("a cursor from next or previous", "next나 previous에 있는 커서"),
            Text("Where the page begins; from `next` or `previous`.", "페이지의 시작. `next`나 `previous`에 있습니다."),
            {"type": "string"},
        )

    def _read(self, given: str) -> Cursor:
        try:
            backwards, *values = json.loads(base64.b64decode(given, altchars=b"-_", validate=True))
        except (binascii.Error, TypeError, RecursionError):
            raise ValueError from None
        if not isinstance(backwards, bool) or len(values) != len(self.columns):
            raise ValueError
        return Cursor(tuple(read(value) for (_, read), value in zip(self.columns, values, strict=True)), backwards)

    def beyond(self, cursor: Cursor) -> Q:
        """The rows on the far side of a place.

        The first column is bounded by itself too: so much of the index is then jumped over, not read.
        """
        side = "lt" if self.descending != cursor.backwards else "gt"
        names = [name for name, _ in self.columns]
        beyond = Q(**{f"{names[-1]}__{side}": cursor.values[-1]})
        for name, value in zip(names[-2::-1], cursor.values[-2::-1], strict=True):
            beyond = Q(**{f"{name}__{side}e": value}) & (Q(**{f"{name}__{side}": value}) | beyond)
        return beyond

    def names(self, backwards: bool) -> list[str]:
        sign = "-" if self.descending != backwards else ""
        return [sign + name for name, _ in self.columns]

    def place_of(self, row: Model) -> tuple[Any, ...]:
        return tuple(getattr(row, name) for name, _ in self.columns)


def text_value(value: Any) -> str:
    """Reads a text column of a cursor."""
    if not isinstance(value, str) or "\0" in value:
        raise ValueError
    return value


def time_value(value: Any) -> datetime:
    """Reads a time with its zone of a cursor."""
    found = datetime.fromisoformat(text_value(value))
    if found.tzinfo is None or not 1000 <= found.year <= 9000:
        raise ValueError
    return found


def uuid_value(value: Any) -> UUID:
    """Reads an identifier of a cursor."""
    return UUID(text_value(value))


def whole_value(value: Any) -> int:
    """Reads a whole number of a cursor, of those that a database holds."""
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise ValueError
    return value


@dataclass(frozen=True, slots=True)
class Page(Generic[Row]):
    """A part of a list, with the addresses of its neighbours."""

    rows: Sequence[Row]
    next: str | None
    previous: str | None

    def render(self, results: Sequence[Any]) -> dict[str, Any]:
        return {"next": self.next, "previous": self.previous, "results": results}


def page_of(
    rows: QuerySet[Row], order: Order, *, request: Request, cursor: Cursor | None, limit: int | None
) -> Page[Row]:
    """The page of a list behind the cursor (or before it), with one query."""
    backwards = cursor is not None and cursor.backwards
    if cursor is not None:
        rows = rows.filter(order.beyond(cursor))
    wanted = DEFAULT if limit is None else limit
    found = list(rows.order_by(*order.names(backwards))[: wanted + 1])
    more, found = len(found) > wanted, found[:wanted]
    if backwards:
        found.reverse()
    first = order.place_of(found[0]) if found else cursor.values if cursor else ()
    last = order.place_of(found[-1]) if found else first
    # Behind a cursor there was a row: there is a way back, even when it has gone since.
    goes_on, goes_back = (True, more) if backwards else (more, cursor is not None)
    return Page(
        found,
        _address(request, Cursor(last, backwards=False)) if goes_on else None,
        _address(request, Cursor(first, backwards=True)) if goes_back else None,
    )


def _address(request: Request, cursor: Cursor) -> str:
    values = [value if isinstance(value, int) else str(value) for value in cursor.values]
    text = json.dumps([cursor.backwards, *values], separators=(",", ":"))
    query = request.query_params.copy()
    query["cursor"] = base64.urlsafe_b64encode(text.encode()).decode()
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
