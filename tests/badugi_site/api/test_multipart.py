"""Bodies of several files: read as they arrive, refused where they are broken, never held whole."""

import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import RequestFactory
from hypothesis import given
from hypothesis import strategies as st

from badugi_site.api import multipart
from badugi_site.api.problems import Problem

BOUNDARY = "Grenze"


def part(content: bytes, disposition: str = 'form-data; name="file"; filename="a.txt"', *more: str) -> bytes:
    headers = "\r\n".join([f"Content-Disposition: {disposition}", *more])
    return f"--{BOUNDARY}\r\n{headers}\r\n\r\n".encode() + content + b"\r\n"


def body(*parts: bytes) -> bytes:
    return b"".join(parts) + f"--{BOUNDARY}--\r\n".encode()


def reader(data: bytes, size: int) -> Callable[[int], bytes]:
    """Gives at most so many bytes at once, as sockets do."""
    stream = io.BytesIO(data)
    return lambda most: stream.read(min(most, size))


def read(data: bytes, size: int = 1 << 20, boundary: str = BOUNDARY) -> Iterator[multipart.Part]:
    request = RequestFactory().post("/", b"x", content_type=f"multipart/form-data; boundary={boundary}")
    return multipart.parts(request, reader(data, size))


def refusal(data: bytes, size: int = 1 << 20, boundary: str = BOUNDARY) -> dict[str, Any]:
    with pytest.raises(Problem) as caught:
        for one in read(data, size, boundary):
            b"".join(one.chunks)
    assert caught.value.kind.status == 400
    return {"code": caught.value.kind.code, "detail": caught.value.detail.en}


CONTENTS = st.lists(
    st.binary(max_size=60) | st.lists(st.sampled_from([b"\r\n", b"--", b"Grenze", b"-", b"\r", b"x"])).map(b"".join),
    max_size=4,
)


@given(CONTENTS, st.integers(1, 40), st.booleans())
def test_what_was_put_in_comes_out_however_it_arrives(contents: list[bytes], size: int, taken: bool) -> None:
    contents = [content for content in contents if b"\r\n--Grenze" not in b"\r\n" + content]
    found = []
    for one in read(body(*map(part, contents)), size):
        assert (one.name, one.disposition["filename"]) == ("file", "a.txt")
        # A part that nobody takes is passed over.
        found.append(b"".join(one.chunks) if taken else None)
    assert found == (contents if taken else [None] * len(contents))


@given(st.binary(max_size=200), st.integers(1, 50))
def test_random_bytes_are_a_problem_and_no_fault(data: bytes, size: int) -> None:
    assert refusal(data, size)["code"] == "broken_multipart"


@given(st.integers(0, 200), st.integers(1, 50))
def test_a_body_that_was_cut_anywhere_is_refused(length: int, size: int) -> None:
    whole = body(part(b"one"), part(b"two"))
    end = whole.rindex(b"--")
    assert refusal(whole[: min(length, end)], size)["code"] == "broken_multipart"


def test_a_file_is_given_in_chunks_and_never_held_whole() -> None:
    content = b"\r\n-" * 1_000_000
    (one,) = ([len(chunk) for chunk in found.chunks] for found in read(body(part(content))))
    assert sum(one) == len(content)
    assert max(one) <= 2 * multipart.CHUNK


def test_what_stands_before_and_behind_the_parts_means_nothing() -> None:
    data = b"This is a message in MIME.\r\n" + body(part(b"x")) + b"The end.\r\n" * 20_000
    assert [b"".join(one.chunks) for one in read(data)] == [b"x"]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "its last boundary is missing"),
        (part(b"x"), "its last boundary is missing"),
        (body(part(b"x", "attachment")), "a part without a name"),
        (body(part(b"x", "form-data")), "a part without a name"),
        (body(part(b"x", 'form-data; name="a"; name="b"')), "a part without a name"),
        (body(part(b"x", 'form-data; name="file')), "a part without a name"),
        (body(f"--{BOUNDARY}\r\nX: 1\r\n\r\nx\r\n".encode()), "a part without Content-Disposition"),
        (body(part(b"x", 'form-data; name="file"', "Content-Transfer-Encoding: base64")), "transfer encoding"),
        (body(part(b"x", 'form-data; name="file"', "X: " + "x" * 200_000)), "too many headers"),
        (f"--{BOUNDARY}x\r\n\r\n".encode() + body(), "something behind a boundary"),
    ],
)
def test_what_is_broken_is_said(data: bytes, says: str) -> None:
    assert says in refusal(data)["detail"]


@pytest.mark.parametrize("content_type", ["multipart/form-data", "multipart/form-data; boundary=", "x; boundary=\xe9"])
def test_without_a_boundary_nothing_can_be_read(content_type: str) -> None:
    request = RequestFactory().post("/", b"x", content_type=content_type)
    with pytest.raises(Problem) as caught:
        next(multipart.parts(request, reader(body(part(b"x")), 100)))
    assert caught.value.kind.code == "broken_multipart"


def test_a_boundary_of_any_length_is_not_held() -> None:
    assert "length" in refusal(b"", boundary="x" * 201)["detail"]
