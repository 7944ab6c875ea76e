"""Bodies: at most the limit is read, whatever the headers say."""

import io
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory

from badugi_site.api.bodies import bounded_body
from badugi_site.api.problems import Problem


class Counted(io.BytesIO):
    """A stream that knows how much was taken from it."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(min(size, 7) if size is not None and size > 0 else size)  # short, as sockets are
        self.taken += len(data)
        return data


def request(body: bytes, **meta: Any) -> tuple[WSGIRequest, Counted]:
    stream = Counted(body)
    environ = RequestFactory()._base_environ(REQUEST_METHOD="POST", PATH_INFO="/")
    environ |= {"wsgi.input": stream, "CONTENT_TYPE": "text/plain"} | meta
    return WSGIRequest(environ), stream


def test_a_body_of_the_limit_is_read_whole() -> None:
    wanted, _ = request(b"x" * 100, CONTENT_LENGTH="100")
    assert bounded_body(wanted, 100) == b"x" * 100


def test_a_declared_length_beyond_the_limit_is_refused_unread() -> None:
    wanted, stream = request(b"x" * 101, CONTENT_LENGTH="101")
    with pytest.raises(Problem) as caught:
        bounded_body(wanted, 100)
    assert caught.value.kind.status == 413
    assert caught.value.members == {"limit": 100}
    assert stream.taken == 0


def test_chunks_are_counted_and_no_more_is_read_than_shows_that_it_is_too_much() -> None:
    wanted, stream = request(b"x" * 10_000, HTTP_TRANSFER_ENCODING="chunked", **{"wsgi.input_terminated": True})
    with pytest.raises(Problem) as caught:
        bounded_body(wanted, 100)
    assert caught.value.kind.status == 413
    assert stream.taken == 101


def test_chunks_within_the_limit_are_read() -> None:
    wanted, _ = request(b"x" * 99, HTTP_TRANSFER_ENCODING="chunked", **{"wsgi.input_terminated": True})
    assert bounded_body(wanted, 100) == b"x" * 99


def test_chunks_that_the_server_does_not_end_need_a_length() -> None:
    wanted, _ = request(b"x", HTTP_TRANSFER_ENCODING="chunked")
    with pytest.raises(Problem) as caught:
        bounded_body(wanted, 100)
    assert caught.value.kind.status == 411


def test_a_body_that_ends_early_is_refused() -> None:
    wanted, _ = request(b"x" * 10, CONTENT_LENGTH="20")
    with pytest.raises(Problem) as caught:
        bounded_body(wanted, 100)
    assert caught.value.kind.code == "body_incomplete"


def test_broken_chunks_are_no_fault_of_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    class InvalidChunkSizeError(Exception):
        """What a server of its own making raises."""

    def fail(size: int) -> bytes:
        raise InvalidChunkSizeError

    wanted, stream = request(b"", HTTP_TRANSFER_ENCODING="chunked", **{"wsgi.input_terminated": True})
    monkeypatch.setattr(stream, "read", fail)
    with pytest.raises(Problem) as caught:
        bounded_body(wanted, 100)
    assert caught.value.kind.code == "body_incomplete"


def test_a_packed_body_is_refused() -> None:
    wanted, _ = request(b"x", CONTENT_LENGTH="1", HTTP_CONTENT_ENCODING="gzip")
    with pytest.raises(Problem) as caught:
        bounded_body(wanted, 100)
    assert caught.value.kind.status == 415


@pytest.mark.parametrize("length", ["", "abc", "-5", "9" * 30, "٣"])
def test_a_length_that_is_none_reads_nothing(length: str) -> None:
    wanted, stream = request(b"x" * 50, CONTENT_LENGTH=length)
    assert len(bounded_body(wanted, 100)) <= 100
    assert stream.taken <= 101
