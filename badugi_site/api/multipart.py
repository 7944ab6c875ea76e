"""Bodies of several files (``multipart/form-data``, RFC 7578), read part by part as they arrive.

Nothing is kept: whoever asks for a part takes its content in chunks before the next part comes. Of everything that is
held meanwhile the size is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest

from badugi_site.api.file_names import decoded, parameters
from badugi_site.api.problems import Problem, kind
from badugi_site.api.text import Text

BROKEN_MULTIPART = kind(
    "broken_multipart", 400, "The parts of the body cannot be read", "본문의 파트를 읽지 못했습니다"
)

CHUNK = 1 << 16
_MOST_OF_HEADERS = 16_384
_LONGEST_BOUNDARY = 200


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a body: its name, the parameters of its Content-Disposition, and its content."""

    name: str
    disposition: dict[str, str]
    chunks: Iterator[bytes]


def parts(request: HttpRequest, read: Callable[[int], bytes]) -> Iterator[Part]:
    """The parts of a body that ``read`` gives, which returns nothing at the end and only there.

    Raises a problem 400 where it is none, or ends in the middle.
    """
    source = _Source(read, _boundary(request))
    source.skip()
    while (headers := source.headers()) is not None:
        name, disposition = _named(headers)
        chunks = source.content()
        yield Part(name, disposition, chunks)
        for _rest in chunks:
            pass


def _boundary(request: HttpRequest) -> bytes:
    try:
        _, given = parameters(request.headers.get("Content-Type", ""))
        boundary = given["boundary"].encode("ascii")
    except (KeyError, ValueError):
        raise _broken("no boundary in the content type", "콘텐츠 유형에 boundary가 없음") from None
    if not 0 < len(boundary) <= _LONGEST_BOUNDARY:
        raise _broken("a boundary of a wrong length", "boundary 길이가 잘못됨")
    return boundary


def _named(headers: bytes) -> tuple[str, dict[str, str]]:
    disposition: dict[str, str] | None = None
    for line in decoded(headers).split("\r\n"):
        header, _, value = line.partition(":")
        match header.strip().lower():
            case "content-disposition":
                try:
                    form, disposition = parameters(value.strip())
                except ValueError:
                    form = ""
                if form != "form-data" or disposition is None or "name" not in disposition:
                    raise _broken("a part without a name", "이름이 없는 파트")
            case "content-transfer-encoding" if value.strip().lower() not in ("binary", "8bit", "7bit"):
                raise _broken("a part with a transfer encoding", "전송 인코딩을 쓴 파트")
    if disposition is None:
        raise _broken("a part without Content-Disposition", "Content-Disposition이 없는 파트")
    return disposition["name"], disposition


def _broken(en: str, ko: str) -> Problem:
    return Problem(
        BROKEN_MULTIPART,
        Text(f"The body is no multipart/form-data: {en}.", f"본문이 올바른 multipart/form-data가 아닙니다: {ko}."),
    )


class _Source:
    """What has arrived of a body and is not taken yet: never more than a chunk and a boundary, or the headers."""

    def __init__(self, read: Callable[[int], bytes], boundary: bytes) -> None:
        self._read = read
        self._mark = b"\r\n--" + boundary
        # The first boundary begins the body, and need not stand behind a line end.
        self._held = b"\r\n"

    def skip(self) -> None:
        """Up to behind the first boundary: what stands above it means nothing."""
        for _chunk in self.content():
            pass

    def headers(self) -> bytes | None:
        """The headers of the part behind a boundary, or None behind the last one."""
        while len(self._held) < 2:
            self._more()
        if self._held.startswith(b"--"):
            while self._read(CHUNK):
                pass
            return None
        while (end := self._held.find(b"\r\n\r\n")) < 0:
            if len(self._held) > _MOST_OF_HEADERS:
                raise _broken("a part with too many headers", "헤더가 너무 많은 파트")
            self._more()
        headers, self._held = self._held[:end], self._held[end + 4 :]
        padding, line_end, rest = headers.partition(b"\r\n")
        if padding.strip(b" \t") or not line_end:
            raise _broken("something behind a boundary", "boundary 뒤에 다른 내용이 있음")
        return rest

    def content(self) -> Iterator[bytes]:
        """What stands before the next boundary, which is taken too."""
        kept = len(self._mark) - 1
        while (found := self._held.find(self._mark)) < 0:
            ready, self._held = self._held[: max(0, len(self._held) - kept)], self._held[-kept:]
            if ready:
                yield ready
            self._more()
        ready, self._held = self._held[:found], self._held[found + len(self._mark) :]
        if ready:
            yield ready

    def _more(self) -> None:
        chunk = self._read(CHUNK)
        if not chunk:
            raise _broken("its last boundary is missing", "마지막 boundary가 없음")
        self._held += chunk
