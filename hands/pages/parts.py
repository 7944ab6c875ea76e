"""Long lists in parts, as the API pages them: each goes on behind a row, however long the list is."""

from __future__ import annotations

from typing import TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from rest_framework.request import Request

from badugi_site.api.pagination import Order, Page, page_of

Row = TypeVar("Row", bound=Model)

SIZE = 50


def part_of(request: HttpRequest, rows: QuerySet[Row], order: Order, *, size: int = SIZE) -> Page[Row]:
    """The part of a list that ``?cursor=`` asks for, with one query; 404 for a cursor that is none."""
    given = request.GET.get("cursor")
    try:
        cursor = order.cursor.read(given) if given else None
    except ValueError:
        raise Http404 from None
    return page_of(rows, order, request=Request(request), cursor=cursor, limit=size)
