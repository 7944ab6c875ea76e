"""From the exceptions of the frameworks to problem documents, inside and outside REST framework's views."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from rest_framework import exceptions
from rest_framework.views import set_rollback

from badugi_site.api import problems
from badugi_site.api.faults import korean
from badugi_site.api.problems import Kind, Problem, problem_response
from badugi_site.api.text import Text

logger = logging.getLogger(__name__)

API_ROOT = "/api/"
BUSY_SECONDS = 5

NOTHING_HERE = Text("There is nothing at this address.", "해당 주소가 없습니다.")
NOT_ALLOWED = Text("You may not do this.", "이 작업을 할 권한이 없습니다.")

_KINDS: list[tuple[type[Exception], Kind, Text]] = [
    (Http404, problems.NOT_FOUND, NOTHING_HERE),
    (exceptions.NotFound, problems.NOT_FOUND, NOTHING_HERE),
    (PermissionDenied, problems.FORBIDDEN, NOT_ALLOWED),
    (exceptions.PermissionDenied, problems.FORBIDDEN, NOT_ALLOWED),
    (
        exceptions.NotAuthenticated,
        problems.NOT_AUTHENTICATED,
        Text("Send a token or log in.", "토큰을 보내거나 로그인하세요."),
    ),
    (
        exceptions.AuthenticationFailed,
        problems.NOT_AUTHENTICATED,
        Text("The token or the login is not valid.", "토큰이나 로그인이 올바르지 않습니다."),
    ),
    (
        exceptions.UnsupportedMediaType,
        problems.UNSUPPORTED_MEDIA_TYPE,
        Text("The content type of the body is not accepted here.", "본문의 콘텐츠 유형을 지원하지 않습니다."),
    ),
    (
        exceptions.ParseError,
        problems.BAD_REQUEST,
        Text("The body cannot be read.", "본문을 읽을 수 없습니다."),
    ),
]


def handle_exception(exc: Exception, context: dict[str, Any]) -> HttpResponseBase | None:
    """REST framework's exception handler. None for what nobody foresaw: Django logs that and calls `server_error`."""
    problem = as_problem(exc)
    if problem is None:
        return None
    set_rollback()
    return problem_response(context["request"], problem)


def as_problem(exc: Exception) -> Problem | None:
    if isinstance(exc, Problem):
        return exc
    if isinstance(exc, exceptions.ValidationError):
        return Problem(
            problems.INVALID_BODY,
            Text(
                "Some fields of the body are wrong; see errors.", "본문의 일부 항목이 잘못되었습니다. errors를 보세요."
            ),
            errors=list(field_errors(exc.get_full_details())),
        )
    if isinstance(exc, exceptions.MethodNotAllowed):
        return Problem(
            problems.METHOD_NOT_ALLOWED,
            Text(
                "This method is not possible here; Allow lists those that are.",
                "사용할 수 없는 메서드입니다. Allow 헤더를 보세요.",
            ),
        )
    if isinstance(exc, exceptions.Throttled):
        seconds = max(1, round(getattr(exc, "wait", None) or 1))
        return Problem(
            problems.RATE_LIMITED,
            Text("Too many requests; try again in {} s.", "요청이 너무 많습니다. {}초 뒤에 다시 시도하세요.").format(
                seconds
            ),
            headers={"Retry-After": str(seconds)},
        )
    if isinstance(exc, OperationalError) and is_busy(exc):
        logger.warning("The database is busy: %s", exc)
        text = Text("Others are writing; try again in {} s.", "다른 작업이 쓰는 중입니다. {}초 뒤에 다시 시도하세요.")
        return Problem(problems.BUSY, text.format(BUSY_SECONDS), headers={"Retry-After": str(BUSY_SECONDS)})
    if isinstance(exc, OperationalError) and is_full(exc):
        logger.error("The database has no room: %s", exc)
        text = Text(
            "Nothing can be stored now. Tell whoever runs the service.",
            "지금은 저장할 수 없습니다. 서비스 관리자에게 알려 주세요.",
        )
        return Problem(problems.STORAGE_FULL, text)
    if isinstance(exc, exceptions.NotAcceptable):
        available = ", ".join(renderer.media_type for renderer in exc.available_renderers or ())
        text = Text(
            "None of the types in Accept is available; available: {}.",
            "Accept 헤더에 적힌 형식으로는 응답할 수 없습니다. 가능한 형식: {}.",
        )
        return Problem(problems.NOT_ACCEPTABLE, text.format(available))
    challenge = getattr(exc, "auth_header", None)
    headers = {"WWW-Authenticate": challenge} if challenge else {}
    for known, kind, detail in _KINDS:
        if isinstance(exc, known):
            return Problem(kind, detail, headers=headers)
    return None


def is_busy(exc: OperationalError) -> bool:
    """Whether the database had no time for it, and the same request may well succeed in a moment.

    SQLite: it stayed locked all the time that is waited for it. PostgreSQL: a deadlock, a lock that was not to be had,
    two transactions that cannot be put in an order, or too many connections.
    """
    # The lowest byte is the error, those above are its details.
    if getattr(exc.__cause__, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return True
    return getattr(exc.__cause__, "sqlstate", None) in ("40001", "40P01", "55P03", "53300")


def is_full(exc: OperationalError) -> bool:
    """Whether the disk of the database is full."""
    code = getattr(exc.__cause__, "sqlite_errorcode", 0)
    if code & 0xFF == sqlite3.SQLITE_FULL or code == sqlite3.SQLITE_IOERR_SHMSIZE:
        return True
    return getattr(exc.__cause__, "sqlstate", None) == "53100"


def field_errors(details: Any, field: str = "") -> Iterator[dict[str, Any]]:
    """REST framework's nested errors as a flat list: ``{"field": "hands.3", "code": …, "message": {en, ko}}``."""
    if isinstance(details, dict) and set(details) == {"message", "code"} and isinstance(details["code"], str):
        message = Text(details["message"], korean(details["code"]))
        yield {"field": field, "code": details["code"], "message": message.both()}
    elif isinstance(details, dict):
        for name, inner in details.items():
            # What holds for the object as a whole is told under the name of the object.
            yield from field_errors(inner, field if name == "non_field_errors" else f"{field}.{name}".lstrip("."))
    else:
        for inner in details:
            yield from field_errors(inner, field)


# Django's own error pages: problem documents below /api/, the site's pages elsewhere.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    problem = Problem(problems.BAD_REQUEST, Text("The request is not understood.", "요청을 이해할 수 없습니다."))
    return _page(request, problem, "400.html")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, Problem(problems.FORBIDDEN, NOT_ALLOWED), "403.html")


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, Problem(problems.NOT_FOUND, NOTHING_HERE), "404.html")


def server_error(request: HttpRequest) -> HttpResponse:
    problem = Problem(
        problems.SERVER_ERROR,
        Text("This is a fault of the service. It has been logged.", "서비스의 오류입니다. 기록되었습니다."),
    )
    return _page(request, problem, "500.html")


def _page(request: HttpRequest, problem: Problem, template: str) -> HttpResponse:
    if request.path.startswith(API_ROOT):
        return problem_response(request, problem)
    return render(request, template, status=problem.kind.status)
