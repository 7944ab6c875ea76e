"""What clients call their files: every way of writing it, and nothing that could be a path or hide something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from badugi_site.api.file_names import attachment, decoded, file_name, parameters
from badugi_site.api.problems import Problem


def named(header: str) -> str | None:
    return file_name(parameters(header)[1])


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("attachment; filename=hands.txt", "hands.txt"),
        ('attachment; filename="my hands.txt"', "my hands.txt"),
        ('Attachment ; FileName = "a;b=\\"c\\".txt" ;', 'a;b="c".txt'),
        ("attachment; filename*=UTF-8''%ED%95%B8%EB%93%9C.txt", "핸드.txt"),
        ("attachment; filename=plain.txt; filename*=utf-8'ko'%ED%95%B8%EB%93%9C.txt", "핸드.txt"),
        ("attachment; filename*=iso-8859-1''%E9t%E9.txt", "été.txt"),
        ('form-data; name="file"; filename="HH%22.txt"', 'HH".txt'),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ('attachment; filename="C:\\hands\\one.txt"', "one.txt"),
        ("attachment; filename*=UTF-8''..%2F..%2Fx.txt", "x.txt"),
        ('attachment; filename=".."', None),
        ('attachment; filename="folder/"', None),
        ('attachment; filename=""', None),
        ("attachment", None),
    ],
)
def test_a_name_is_read_as_its_client_means_it(header: str, name: str | None) -> None:
    assert named(header) == name


@pytest.mark.parametrize(
    "header",
    [
        "attachment; filename*=UTF-8''a%00b",
        "attachment; filename*=UTF-8''a%0D%0Ab",
        'attachment; filename="a%0Ab"',
        "attachment; filename*=UTF-8''%E2%80%AEtxt.exe",
        "attachment; filename*=UTF-8''%FF",
        "attachment; filename*=bz2_codec''x",
        "attachment; filename*=x",
        f"attachment; filename={'x' * 256}",
    ],
)
def test_a_name_that_hides_something_or_cannot_be_read_is_refused(header: str) -> None:
    with pytest.raises(Problem) as caught:
        named(header)
    assert caught.value.kind.code == "file_name"


@pytest.mark.parametrize("header", ["a; =", "a; b", 'a; b="', "a; b=1 c=2", "a; b=1; B=2"])
def test_a_header_that_is_not_written_so_is_an_error(header: str) -> None:
    with pytest.raises(ValueError, match="a; "):
        parameters(header)


@given(st.text(max_size=80))
def test_no_header_is_an_error_of_any_other_kind(header: str) -> None:
    try:
        name = named(header)
    except (ValueError, Problem):
        return
    assert name is None or (len(name) <= 255 and "/" not in name and "\0" not in name)


def test_a_header_is_utf8_or_latin_1() -> None:
    assert decoded("핸드".encode()) == "핸드"
    assert decoded(b"\xe9t\xe9") == "été"


@given(st.text(st.characters(categories=["L", "N"], include_characters=" \"'%;._-"), min_size=1, max_size=60))
def test_the_name_of_an_answer_is_read_back_as_it_was(name: str) -> None:
    header = attachment(f"x{name}x")
    assert header.isascii()
    assert "\n" not in header
    if "filename*" in header:
        assert named(header.replace("%25", "")) is not None
    else:
        assert named(header) == f"x{name}x"
