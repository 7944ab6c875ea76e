"""The lines of what was sent beside what was found in them: which are shown, and what is not read again."""

import gzip
import io
import zipfile

import pytest

from badugi_site.jobs.work import work
from hands.models import Upload, UploadFile, UploadResult
from hands.pages import excerpts as module
from hands.pages.examples import EXAMPLES
from hands.pages.excerpts import Excerpt, excerpts
from hands.pages.source import MOST_CHARACTERS, MOST_FINDINGS
from hands.sources import Limits
from tests.cast import Cast
from tests.hands.pages.room import upload

FAULT = EXAMPLES["fault"].encode()
AT = 21  # the line at fault


def shown(cast: Cast, files: dict[str, bytes]) -> list[Excerpt]:
    one = upload(cast.club, cast.director, files)
    work()
    return of(one)


def of(one: Upload) -> list[Excerpt]:
    results = list(UploadResult.objects.filter(upload=one).order_by("index"))
    told = excerpts(UploadFile.objects.filter(upload=one), results)
    return [told[result.pk] for result in results]


def numbers(excerpt: Excerpt) -> list[int]:
    return [line.number for line in excerpt.lines]


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(f"{name}.txt", data)
    return out.getvalue()


def test_the_lines_around_what_was_found_are_shown(cast: Cast) -> None:
    (excerpt,) = shown(cast, {"a.txt": FAULT})
    assert numbers(excerpt) == [AT - 2, AT - 1, AT, AT + 1, AT + 2]
    assert excerpt.lines[2].text == "Areum: discards 1 card [Kd]"
    assert [note.severity for note in excerpt.lines[2].notes] == ["error"]
    assert excerpt.notes == []


@pytest.mark.parametrize(
    "data",
    [FAULT.decode().encode("utf-16"), FAULT.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + FAULT, gzip.compress(FAULT)],
)
def test_they_are_the_same_however_the_file_is_written(cast: Cast, data: bytes) -> None:
    (excerpt,) = shown(cast, {"a.txt": data})
    assert excerpt.lines[2].text == "Areum: discards 1 card [Kd]"


def test_files_in_an_archive_are_found_by_their_names(cast: Cast) -> None:
    other = FAULT.replace(b"700000201", b"700000202").replace(b"[Kd]", b"[Qd]")
    first, second = shown(cast, {"both.zip": zipped(a=FAULT, b=b"\n\n" + other)})
    assert first.lines[2].text == "Areum: discards 1 card [Kd]"
    assert (second.lines[2].text, second.lines[2].number) == ("Areum: discards 1 card [Qd]", AT + 2)


def test_of_two_files_of_one_name_no_lines_are_shown_unless_they_are_the_same(cast: Cast) -> None:
    one = upload(cast.club, cast.director, {"a.txt": FAULT, "b.txt": FAULT.replace(b"[Kd]", b"[Qd]")})
    work()
    UploadFile.objects.filter(upload=one).update(name="a.txt")
    UploadResult.objects.filter(upload=one).update(file="a.txt")
    for excerpt in of(one):
        assert excerpt.lines == [] and [line for line, _ in excerpt.notes] == [AT]
    UploadFile.objects.filter(upload=one).update(digest=one.files.get(index=0).digest)
    assert [numbers(excerpt)[2] for excerpt in of(one)] == [AT, AT]


@pytest.mark.parametrize("limits", [Limits(file=1000, total=10_000), Limits(file=10_000, total=1000)])
def test_what_is_too_large_is_not_read_again(cast: Cast, monkeypatch: pytest.MonkeyPatch, limits: Limits) -> None:
    monkeypatch.setattr(module, "LIMITS", limits)
    (excerpt,) = shown(cast, {"a.txt": FAULT})
    assert excerpt.lines == []
    ((line, note),) = excerpt.notes
    assert line == AT and note.message.startswith("Areum (p5) discards Kd")


def test_no_more_is_read_for_one_page_than_its_limit(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMITS", Limits(file=10_000, total=len(FAULT) + 100))
    first, second = shown(cast, {"a.txt": FAULT, "b.txt": FAULT.replace(b"[Kd]", b"[Qd]")})
    assert first.lines and not second.lines and second.notes


def test_a_file_that_is_gone_or_changed_is_told_without_lines(cast: Cast) -> None:
    one = upload(cast.club, cast.director, {"a.txt": FAULT})
    work()
    module.path_of(one.files.get().digest).write_bytes(b"short\n")
    assert of(one)[0].lines == []
    module.path_of(one.files.get().digest).unlink()
    assert of(one)[0].lines == []


def test_many_findings_and_long_lines_are_cut(cast: Cast) -> None:
    one = upload(cast.club, cast.director, {"a.txt": b"x" * (MOST_CHARACTERS + 5) + b"\n" + FAULT})
    finding = {"severity": "error", "line": 1, "message": {"en": "e", "ko": "k"}}
    UploadResult.objects.create(
        upload=one,
        index=0,
        file="a.txt",
        line=1,
        end_line=9,
        outcome="refused",
        findings=[finding] * (MOST_FINDINGS + 3),
    )
    (excerpt,) = of(one)
    assert excerpt.lines[0].text == "x" * MOST_CHARACTERS + "…"
    assert (len(excerpt.lines[0].notes), excerpt.more) == (MOST_FINDINGS, 3)


def test_a_hand_without_findings_has_nothing_to_show_and_nothing_is_read(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "sources", None)
    assert shown(cast, {"a.txt": EXAMPLES["1"].encode()}) == [Excerpt([], [], 0)]
