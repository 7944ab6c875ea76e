"""What the descriptions of all operations share (OpenAPI 3.1).

Texts of the description are said in the language of the request, as everything else is: :func:`said`.
"""

from __future__ import annotations

from typing import Any

from django.utils.functional import lazystr
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema_serializer
from rest_framework import serializers

from badugi_site.api import problems
from badugi_site.api.problems import CONTENT_TYPE, Kind
from badugi_site.api.text import Text

TITLE = Text("Badugi Club", "바둑이 클럽")
DESCRIPTION = Text(
    """Hand histories of badugi and its relatives, checked and settled to the last odd chip.

Amounts are strings with the decimals of the currency (`"12.50"`), chips of tournaments whole (`"1250"`). Players are
numbered as in the hand document: p1, the first left of the button, is 1. Objects may gain fields, never lose or
change them. Whatever is not a success is a problem document (RFC 9457, `application/problem+json`) with a stable
`code`; `title` and `detail` follow `Accept-Language` (`en`, `ko`). Findings and names always carry both languages.

What belongs to a club needs `Authorization: Token …` (the first start of a club prints one) or the session of the
pages. `?club=` says which club is meant, and may be left out by whoever is in one only. Long lists come in pages:
`next` and `previous` are the addresses of their neighbours.

Rate limits are told in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds).""",
    """바둑이 계열 게임의 핸드 기록을 검사하고, 마지막 칩 하나까지 정확히 정산합니다.

금액은 통화의 소수 자릿수에 맞춘 문자열이고(`"12.50"`), 토너먼트 칩은 정수입니다(`"1250"`). 플레이어 번호는 핸드 문서를
따릅니다. 버튼 왼쪽 첫 번째인 p1이 1입니다. 항목은 늘어날 수 있지만 없어지거나 바뀌지 않습니다. 성공이 아닌 응답은 모두
바뀌지 않는 `code`를 담은 문제 문서입니다(RFC 9457, `application/problem+json`). `title`과 `detail`은
`Accept-Language`(`en`, `ko`)를 따르고, 문제점과 이름에는 항상 두 언어가 함께 들어 있습니다.

클럽에 속한 것에는 `Authorization: Token …`(클럽을 처음 시작할 때 하나가 표시됩니다)이나 페이지의 세션이 필요합니다.
`?club=`로 클럽을 지정하며, 클럽이 하나뿐이면 생략할 수 있습니다. 긴 목록은 페이지로 나뉘고, `next`와 `previous`가 앞뒤
페이지의 주소입니다.

요청 한도는 `RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`(초) 헤더에 있습니다.""",
)


def said(en: str, ko: str) -> Any:
    """A text of the description, in the language that it is asked for in."""
    return lazystr(Text(en, ko))


def described(en: str, ko: str) -> Any:
    """Decorates a serializer with what the description says of it."""
    return extend_schema_serializer(description=said(en, ko))


_ANYWHERE = (problems.NOT_ACCEPTABLE, problems.RATE_LIMITED, problems.SERVER_ERROR, problems.BUSY)
_HEADERS = {
    "RateLimit-Limit": said("Requests that a client may make a minute.", "1분 동안 보낼 수 있는 요청 수."),
    "RateLimit-Remaining": said("Requests left in this window.", "이번 1분에 남은 요청 수."),
    "RateLimit-Reset": said("Seconds until the next window.", "다음 1분이 시작될 때까지 남은 초."),
}


@described("The same in both languages.", "같은 내용을 두 언어로 적은 것입니다.")
class NamesSerializer(serializers.Serializer[Any]):
    en = serializers.CharField()
    ko = serializers.CharField()


@described("What is wrong with one field of a body.", "본문 항목 하나의 문제점입니다.")
class FieldErrorSerializer(serializers.Serializer[Any]):
    field = serializers.CharField(
        help_text=said("Dotted, with indexes: `hands.3`.", "점과 번호로 이어 적습니다: `hands.3`.")
    )
    code = serializers.CharField()
    message = NamesSerializer()


@described(
    "A problem document (RFC 9457). Some kinds have further members.",
    "문제 문서입니다(RFC 9457). 종류에 따라 항목이 더 있습니다.",
)
class ProblemSerializer(serializers.Serializer[Any]):
    type = serializers.CharField(
        help_text=said(
            "Where the kind of problem is explained, relative to this service.",
            "문제 종류를 설명하는 주소. 이 서비스 안의 경로입니다.",
        )
    )
    title = serializers.CharField(
        help_text=said("The kind of problem, in the language of the request.", "문제 종류. 요청한 언어로 적습니다.")
    )
    status = serializers.IntegerField()
    detail = serializers.CharField(
        help_text=said("This problem, in the language of the request.", "이번 문제의 설명. 요청한 언어로 적습니다.")
    )
    instance = serializers.CharField(help_text=said("The path of the request.", "요청한 경로."))
    code = serializers.CharField(help_text=said("Stable.", "바뀌지 않는 코드."))
    errors = FieldErrorSerializer(  # type: ignore[assignment]  # a field, which the class takes out of its attributes
        many=True, required=False, help_text=said("Of `invalid_body`.", "`invalid_body`에만 있습니다.")
    )


@described("A kind of problem.", "문제 종류입니다.")
class ProblemKindSerializer(serializers.Serializer[Any]):
    code = serializers.CharField()
    status = serializers.IntegerField()
    title = NamesSerializer()


class ProblemKindListSerializer(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = ProblemKindSerializer(many=True)


def success(serializer: Any, en: str, ko: str) -> dict[Any, Any]:
    """The response of an operation that did what was asked."""
    return {200: OpenApiResponse(serializer, description=said(en, ko))}


def response_header(name: str, statuses: list[int], en: str, ko: str) -> OpenApiParameter:
    """A header of the answers with these statuses; stands among the parameters of the operation."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=said(en, ko), response=statuses)


def request_header(name: str, en: str, ko: str) -> OpenApiParameter:
    """A header that the operation reads."""
    return OpenApiParameter(name, str, OpenApiParameter.HEADER, description=said(en, ko), required=False)


def problem_responses(*kinds: Kind, serializer: Any = ProblemSerializer) -> dict[Any, Any]:
    """The responses of an operation for the problems that are its own."""
    by_status: dict[int, list[Kind]] = {}
    for kind in kinds:
        by_status.setdefault(kind.status, []).append(kind)
    return {
        (status, CONTENT_TYPE): OpenApiResponse(
            serializer,
            description=lazystr(_either([kind.title for kind in same])),
            examples=[example(kind) for kind in same],
        )
        for status, same in by_status.items()
    }


def _either(titles: list[Text]) -> Text:
    return Text(" / ".join(title.en for title in titles), " / ".join(title.ko for title in titles))


def example(kind: Kind) -> OpenApiExample:
    value = {
        "type": f"/api/v1/problems/{kind.code}/",
        "title": lazystr(kind.title),
        "status": kind.status,
        "detail": lazystr(Text(f"{kind.title.en}.", f"{kind.title.ko}.")),
        "instance": "/api/v1/…",
        "code": kind.code,
    }
    return OpenApiExample(
        kind.code, value=value, summary=lazystr(kind.title), media_type=CONTENT_TYPE, response_only=True
    )


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """A hook of drf-spectacular: adds what holds for every operation, and the introduction."""
    result["info"] |= {"title": str(TITLE), "description": str(DESCRIPTION)}
    result["components"].setdefault("schemas", {})
    result["components"]["headers"] = {
        name: {"description": text, "schema": {"type": "integer"}} for name, text in _HEADERS.items()
    }
    result["components"]["responses"] = {
        kind.code: {
            "description": str(kind.title),
            "content": {
                CONTENT_TYPE: {
                    "schema": {"$ref": "#/components/schemas/Problem"},
                    "examples": {kind.code: {"value": example(kind).value}},
                }
            },
        }
        for kind in _ANYWHERE
    }
    for path in result["paths"].values():
        for operation in path.values():
            responses = operation["responses"]
            for response in responses.values():
                limits = {name: {"$ref": f"#/components/headers/{name}"} for name in _HEADERS}
                response["headers"] = response.get("headers", {}) | limits
            for kind in _ANYWHERE:
                responses[str(kind.status)] = {"$ref": f"#/components/responses/{kind.code}"}
            operation["responses"] = dict(sorted(responses.items()))
    return result
