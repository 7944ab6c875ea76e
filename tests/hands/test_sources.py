"""Files, folders and archives: one file at a time, and never more than the limits."""

import gzip
import io
import os
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hands.rules.findings import ARCHIVE_REFUSED, FILE_TOO_LARGE, UNREADABLE
from hands.sources import Limits, Source, sources

SMALL = Limits(file=3_000_000, total=5_000_000, entries=5, depth=2, ratio=50)


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(
                zipfile.ZipInfo(name), content, compression
            )  # of 1980, so that the bytes are the same again
    return data.getvalue()


def found(path: Path, limits: Limits = SMALL) -> list[tuple[str, bytes]]:
    """Names (below the folder of the test) and contents; of a refused file the code of the finding."""
    return [(os.path.relpath(source.name, path.parent), content(source)) for source in sources(str(path), limits)]


def content(source: Source) -> bytes:
    return source.refused.code.encode() if source.refused else source.data


def test_a_folder_is_walked_in_order_without_what_is_hidden(tmp_path: Path) -> None:
    folder = tmp_path / "hands"
    for name in ("b.txt", "a/z.txt", "a/.hidden", ".git/config", "a/b/c.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    assert [name for name, _ in found(folder)] == ["hands/b.txt", "hands/a/z.txt", "hands/a/b/c.txt"]


def test_archives_are_known_by_content_and_name_what_is_in_them(tmp_path: Path) -> None:
    inner = zipped({"c.txt": b"c"})
    (tmp_path / "odd.txt").write_bytes(zipped({"a.txt": b"a", "folder/b.zip": inner, "d.gz": gzip.compress(b"d")}))
    assert found(tmp_path / "odd.txt") == [
        ("odd.txt!a.txt", b"a"),
        ("odd.txt!folder/b.zip!c.txt", b"c"),
        ("odd.txt!d.gz", b"d"),
    ]


def test_what_systems_put_into_archives_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"__MACOSX/a.txt": b"", ".DS_Store": b"", "folder/": b"", "a.txt": b"a"}))
    assert found(tmp_path / "a.zip") == [("a.zip!a.txt", b"a")]


def test_what_archives_call_here_and_above_is_not_hidden(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"./a.txt": b"a", "../b.txt": b"b", "./.hidden": b""}))
    assert [data for _, data in found(tmp_path / "a.zip")] == [b"a", b"b"]


def test_packed_text_and_packed_archives_are_unpacked(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"a" * 100) + gzip.compress(b"b"))
    assert found(tmp_path / "a.gz") == [("a.gz", b"a" * 100 + b"b")]
    (tmp_path / "b.gz").write_bytes(gzip.compress(zipped({"a.txt": b"a"})))
    assert found(tmp_path / "b.gz") == [("b.gz!a.txt", b"a")]


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: zipped({"x.txt": data})])
def test_what_grows_too_much_is_refused(tmp_path: Path, pack: object) -> None:
    (tmp_path / "bomb").write_bytes(pack(b"0" * 2_900_000))  # type: ignore[operator]
    ((_, code),) = found(tmp_path / "bomb")
    assert code == ARCHIVE_REFUSED.code.encode()


def test_why_an_archive_is_refused_is_said_in_both_languages(tmp_path: Path) -> None:
    inner = zipped({"a.zip": zipped({"a.zip": zipped({})})})
    bodies = {
        "ratio": zipped({"a": b"0" * 2_900_000}),
        "total": zipped({f"{i}": os.urandom(2_000_000) for i in range(4)}),
        "entries": zipped({f"{i}": b"" for i in range(6)}),
        "depth": inner,
    }
    for name, data in bodies.items():
        (tmp_path / name).write_bytes(data)
        (finding,) = [source.refused for source in sources(str(tmp_path / name), SMALL) if source.refused]
        assert finding.kind is ARCHIVE_REFUSED
        assert not re.search("[a-z]", finding.message("ko"))
        assert finding.message("en") != finding.message("ko")


def test_what_is_too_large_is_refused_and_the_next_file_is_read(tmp_path: Path) -> None:
    large = os.urandom(SMALL.file + 1)
    (tmp_path / "a.txt").write_bytes(large)
    assert found(tmp_path / "a.txt") == [("a.txt", FILE_TOO_LARGE.code.encode())]
    (tmp_path / "a.zip").write_bytes(zipped({"a.txt": large, "b.txt": b"b"}))
    assert found(tmp_path / "a.zip") == [("a.zip!a.txt", FILE_TOO_LARGE.code.encode()), ("a.zip!b.txt", b"b")]


def test_all_that_comes_out_of_an_archive_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({f"{i}.txt": os.urandom(2_000_000) for i in range(4)}))
    assert [code for _, code in found(tmp_path / "a.zip")][2:] == [ARCHIVE_REFUSED.code.encode()]


def test_files_of_archives_in_archives_are_counted_together(tmp_path: Path) -> None:
    inner = zipped({f"{i}.txt": b"" for i in range(3)})
    (tmp_path / "a.zip").write_bytes(zipped({"a.zip": inner, "b.zip": inner}))
    results = [code for _, code in found(tmp_path / "a.zip")]
    assert results == [b"", b"", b"", ARCHIVE_REFUSED.code.encode()]
    (tmp_path / "b.zip").write_bytes(zipped({f"{i}.txt": b"" for i in range(6)}))
    assert found(tmp_path / "b.zip") == [("b.zip", ARCHIVE_REFUSED.code.encode())]


def test_archives_too_deep_are_refused(tmp_path: Path) -> None:
    data = b"deep"
    for _ in range(3):
        data = zipped({"a.zip": data})
    (tmp_path / "a.zip").write_bytes(data)
    assert [code for _, code in found(tmp_path / "a.zip")] == [ARCHIVE_REFUSED.code.encode()]
    (tmp_path / "a.gz").write_bytes(gzip.compress(gzip.compress(gzip.compress(b"deep"))))
    assert [code for _, code in found(tmp_path / "a.gz")] == [ARCHIVE_REFUSED.code.encode()]


def test_an_archive_that_lies_about_its_list_is_refused_before_the_list_is_read(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.txt": b"a"}))
    size = data.rfind(b"PK\x05\x06") + 12
    data[size : size + 4] = b"\xff\xff\xff\x7f"
    (tmp_path / "a.zip").write_bytes(data)
    assert found(tmp_path / "a.zip") == [("a.zip", ARCHIVE_REFUSED.code.encode())]


def test_a_file_without_a_name_is_read(tmp_path: Path) -> None:
    data = zipped({"a": b"a"})
    names = [data.find(b"PK\x03\x04") + 26, data.find(b"PK\x01\x02") + 28]
    nameless = bytearray(data)
    for name in names:
        nameless[name : name + 2] = b"\0\0"
        nameless[name + 2 : name + 4] = b"\1\0"  # the letter becomes a field that nobody reads
    (tmp_path / "a.zip").write_bytes(nameless)
    assert [content in (b"a", b"unreadable") for _, content in found(tmp_path / "a.zip")] == [True]


@given(data=st.data())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_damaged_archives_give_files_or_findings_and_nothing_else(tmp_path: Path, data: st.DataObject) -> None:
    inner = zipped({"c.txt": b"c" * 500})
    kinds = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
    archives = [
        zipped({"a.txt": b"a" * 99, "b.zip": inner, "d.gz": gzip.compress(b"d", mtime=0)}, kind) for kind in kinds
    ]
    body = bytearray(data.draw(st.sampled_from([*archives, gzip.compress(inner, mtime=0)])))
    for _ in range(data.draw(st.integers(1, 5))):
        place = data.draw(st.integers(0, len(body) - 1))
        body[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
        body = body or bytearray(b"PK")
    (tmp_path / "a").write_bytes(body)
    for name, _ in found(tmp_path / "a"):
        assert name.startswith("a")


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.95])
def test_broken_archives_are_unreadable_and_no_more(tmp_path: Path, cut: float) -> None:
    for name, data in (("a.zip", zipped({"a.txt": os.urandom(999)})), ("a.gz", gzip.compress(os.urandom(999)))):
        (tmp_path / name).write_bytes(data[: int(len(data) * cut)])
        assert [code for _, code in found(tmp_path / name)] == [UNREADABLE.code.encode()]


def test_a_damaged_file_of_an_archive_does_not_keep_the_next_from_being_read(tmp_path: Path) -> None:
    data = zipped({"a.txt": b"a" * 100, "b.txt": b"b"}, zipfile.ZIP_STORED)
    (tmp_path / "a.zip").write_bytes(data.replace(b"a" * 100, b"a" * 99 + b"x"))
    assert found(tmp_path / "a.zip") == [("a.zip!a.txt", UNREADABLE.code.encode()), ("a.zip!b.txt", b"b")]


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert found(tmp_path / "pipe") == [("pipe", UNREADABLE.code.encode())]


def test_a_file_that_may_not_be_opened_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    assert found(tmp_path / "gone") == [("gone", UNREADABLE.code.encode())]
