"""Problem documents (RFC 9457): one shape for everything that is not a success.

Every kind of problem has a stable code, a status and a title in both languages. Those of the whole site stand here,
those of a room beside its views; :data:`PROBLEMS` has them all, and ``GET /api/v1/problems/`` shows it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.encoding import escape_uri_path

from badugi_site.api.text import Text

CONTENT_TYPE = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """One code of the catalogue. Codes are public: once released, never renamed."""

    code: str
    status: int
    title: Text


PROBLEMS: dict[str, Kind] = {}


def kind(code: str, status: int, en: str, ko: str) -> Kind:
    """Adds a kind of problem to the catalogue."""
    if code in PROBLEMS:
        raise ValueError(f"There is a kind of problem {code} already")
    PROBLEMS[code] = found = Kind(code, status, Text(en, ko))
    return found


class Problem(Exception):  # noqa: N818 (what RFC 9457 calls it)
    """What a view raises to answer with a problem document. ``members`` become further members of the document."""

    def __init__(self, kind: Kind, detail: Text, *, headers: Mapping[str, str] | None = None, **members: Any) -> None:
        super().__init__(f"{kind.code}: {detail.en}")
        self.kind, self.detail, self.headers, self.members = kind, detail, headers or {}, members


def problem_response(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The answer for a problem; ``title`` and ``detail`` in the language of the request.

    A plain Django response: which form the client accepts may be the very thing that failed.
    """
    body = {
        "type": reverse("problem", args=[problem.kind.code]),
        "title": str(problem.kind.title),
        "status": problem.kind.status,
        "detail": str(problem.detail),
        "instance": escape_uri_path(request.path),
        "code": problem.kind.code,
    } | problem.members
    text = json.dumps(body, ensure_ascii=False, cls=DjangoJSONEncoder)
    return HttpResponse(
        # A lone surrogate in a text that is quoted back cannot be written as UTF-8.
        text.encode("utf-8", "replace"),
        status=problem.kind.status,
        content_type=CONTENT_TYPE,
        headers=dict(problem.headers),
    )


BAD_REQUEST = kind("bad_request", 400, "The request cannot be read", "요청을 읽을 수 없습니다")
MALFORMED_JSON = kind("malformed_json", 400, "The body is not strict JSON", "본문이 올바른 JSON이 아닙니다")
BODY_INCOMPLETE = kind("body_incomplete", 400, "The body ended early", "본문이 중간에 끊겼습니다")
NOT_AUTHENTICATED = kind("not_authenticated", 401, "Authentication is needed", "인증이 필요합니다")
FORBIDDEN = kind("forbidden", 403, "This is not allowed", "허용되지 않습니다")
NOT_FOUND = kind("not_found", 404, "There is nothing here", "찾을 수 없습니다")
METHOD_NOT_ALLOWED = kind("method_not_allowed", 405, "The method is not possible here", "사용할 수 없는 메서드입니다")
NOT_ACCEPTABLE = kind("not_acceptable", 406, "No answer in an accepted form", "요청한 형식으로 응답할 수 없습니다")
LENGTH_REQUIRED = kind("length_required", 411, "The length of the body is needed", "본문 길이가 필요합니다")
TOO_LARGE = kind("too_large", 413, "The body is too large", "본문이 너무 큽니다")
UNSUPPORTED_MEDIA_TYPE = kind(
    "unsupported_media_type", 415, "The content type is not accepted here", "지원하지 않는 콘텐츠 유형입니다"
)
INVALID_BODY = kind("invalid_body", 422, "The body has wrong fields", "본문의 항목이 잘못되었습니다")
EMPTY_BODY = kind("empty_body", 422, "The body is empty", "본문이 비어 있습니다")
UNKNOWN_PARAMETER = kind("unknown_parameter", 422, "A query parameter is not known", "알 수 없는 쿼리 매개변수입니다")
RATE_LIMITED = kind("rate_limited", 429, "Too many requests", "요청이 너무 많습니다")
BUSY = kind("busy", 503, "The service is busy", "서비스가 바쁩니다")
STORAGE_FULL = kind("storage_full", 507, "There is no room to store this", "저장할 공간이 없습니다")
SERVER_ERROR = kind("server_error", 500, "The service failed", "서비스 오류입니다")
