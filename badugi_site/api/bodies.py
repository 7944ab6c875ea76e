"""Bodies of requests: never more than a limit is read, whatever a header promises."""

from __future__ import annotations

from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest

from badugi_site.api import problems
from badugi_site.api.problems import Problem
from badugi_site.api.strict_json import parse_json
from badugi_site.api.text import Text

MEGABYTE = 1_000_000


class Body:
    """The body of a request as it arrives, of at most ``limit`` bytes.

    The length that a client declares is used to refuse early, never to trust: what arrives is counted.
    """

    def __init__(self, request: HttpRequest, limit: int) -> None:
        """Raises a problem 413 for a body that is declared as larger, and 415 for one that is packed."""
        if request.headers.get("Content-Encoding", "identity").strip().lower() not in ("", "identity"):
            raise Problem(
                problems.UNSUPPORTED_MEDIA_TYPE,
                Text(
                    "Send the body as it is, without Content-Encoding.", "Content-Encoding 없이 본문을 그대로 보내세요."
                ),
            )
        self.limit = limit
        self.size = 0
        self._declared = _declared_length(request)
        if self._declared is not None and self._declared > limit:
            raise _too_large(limit)
        self._stream = _stream(request, self._declared)

    def read(self, most: int) -> bytes:
        """The next bytes, at most so many; none at the end. Raises a problem 413, or 400 when the client hung up."""
        try:
            chunk: bytes = self._stream.read(min(most, self.limit + 1 - self.size))
        except Exception:
            # The client hung up, or its chunks are broken: each server has exceptions of its own for that.
            raise _incomplete() from None
        self.size += len(chunk)
        if self.size > self.limit:
            raise _too_large(self.limit)
        if not chunk and self._declared is not None and self.size < self._declared:
            raise _incomplete()
        return chunk


def bounded_body(request: HttpRequest, limit: int) -> bytes:
    """The whole body, of at most ``limit`` bytes. Raises a problem 413, or 400 when the client hung up early."""
    body, chunks = Body(request, limit), []
    while chunk := body.read(limit + 1):
        chunks.append(chunk)
    return b"".join(chunks)


def _declared_length(request: HttpRequest) -> int | None:
    declared = request.META.get("CONTENT_LENGTH") or ""
    return int(declared) if declared.isascii() and declared.isdecimal() and len(declared) < 20 else None


def _stream(request: HttpRequest, declared: int | None) -> Any:
    """Where the body is read from.

    Django takes a body without a declared length (``Transfer-Encoding: chunked``) for empty. Servers that find the end
    of the chunks by themselves say so, and theirs is read directly; with others the length has to be declared.
    """
    if declared is not None or "chunked" not in request.headers.get("Transfer-Encoding", "").lower():
        return request
    if isinstance(request, WSGIRequest) and request.environ.get("wsgi.input_terminated"):
        return request.environ["wsgi.input"]
    raise Problem(
        problems.LENGTH_REQUIRED,
        Text("Send the body with a Content-Length.", "Content-Length와 함께 본문을 보내세요."),
    )


def _too_large(limit: int) -> Problem:
    text = Text("A body here has at most {:,} bytes.", "본문은 최대 {:,}바이트입니다.")
    return Problem(problems.TOO_LARGE, text.format(limit), limit=limit)


def _incomplete() -> Problem:
    return Problem(
        problems.BODY_INCOMPLETE,
        Text("The body ended before it was complete.", "본문이 끝까지 오지 않았습니다."),
    )


def content_type_of(request: HttpRequest) -> str:
    """The declared type without parameters: a charset is no reason to decode with it. Empty when there is none."""
    return request.headers.get("Content-Type", "").partition(";")[0].strip().lower()


def require_content_type(request: HttpRequest, supported: tuple[str, ...], hint: str) -> None:
    """Raises a problem 415 that names what to send; ``hint`` is the header for the likely case."""
    found = content_type_of(request)
    if found in supported:
        return
    text = Text(
        "The content type {} is not accepted here (curl sends a form's unless told otherwise). "
        "Send the body with -H 'Content-Type: {}'; accepted: {}.",
        "지원하지 않는 콘텐츠 유형입니다: {}. curl은 따로 지정하지 않으면 폼 유형을 보냅니다. "
        "-H 'Content-Type: {}'로 보내세요. 지원하는 유형: {}.",
    )
    names = [name for name in supported if name]
    raise Problem(
        problems.UNSUPPORTED_MEDIA_TYPE,
        text.format(found[:100] or "(none)", hint, ", ".join(names)),
        headers={"Accept": ", ".join(names)},
        supported=names,
    )


def require_content(body: bytes) -> None:
    """Raises a problem 422 for a body with nothing in it."""
    if not body.strip():
        raise Problem(problems.EMPTY_BODY, Text("The body is empty.", "본문이 비어 있습니다."))


def json_body(request: HttpRequest, limit: int) -> Any:
    """The value of a JSON body of at most ``limit`` bytes."""
    require_content_type(request, ("application/json",), "application/json")
    body = bounded_body(request, limit)
    require_content(body)
    return parse_json(body)
