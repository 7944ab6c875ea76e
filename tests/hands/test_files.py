"""Files are kept by what is in them, whole or not at all."""

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from badugi_site.clubs.models import Club
from hands import files
from hands.files import FileTooLargeError, NoSpaceError, clear_unwanted, keep, path_of
from hands.ingest import Sender
from hands.models import Rank
from hands.uploads import KeptFile, start_upload


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path / "uploads"


def kept(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def test_the_same_content_is_one_file_that_only_its_owner_reads(folder: Path) -> None:
    digest, size = keep([b"Dear ", b"all"], 8)
    assert (digest, size) == (hashlib.sha256(b"Dear all").hexdigest(), 8)
    assert keep([b"Dear all"], 8) == (digest, size)
    assert path_of(digest) == folder / digest[:2] / digest
    assert kept(folder) == [path_of(digest)]
    assert path_of(digest).read_bytes() == b"Dear all"
    assert stat.S_IMODE(path_of(digest).stat().st_mode) == 0o600
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, path_of(digest).parent)} == {0o700}


def test_a_file_beyond_the_limit_leaves_nothing(folder: Path) -> None:
    with pytest.raises(FileTooLargeError):
        keep([b"Dear ", b"all"], 7)
    assert kept(folder) == []


def test_a_sender_who_breaks_off_leaves_nothing(folder: Path) -> None:
    def broken() -> Iterator[bytes]:
        yield b"Dear "
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        keep(broken(), 100)
    assert kept(folder) == []


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_is_one_clear_error_and_leaves_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files.os, call, full)
    with pytest.raises(NoSpaceError, match="No space left on device"):
        keep([b"Dear all"], 100)
    assert kept(folder) == []


@pytest.mark.django_db
def test_what_no_upload_names_goes_when_it_is_old() -> None:
    club = Club.objects.create(name="Club Han", slug="han")
    wanted, old, young = (keep([text], 100)[0] for text in (b"wanted", b"old", b"young"))
    file = KeptFile("hands.txt", wanted, 6)
    start_upload(club=club, sender=Sender(None, Rank.SERVER), files=[file], at=timezone.now())
    for digest in (wanted, old):
        os.utime(path_of(digest), (0, 0))
    assert clear_unwanted() == 1
    assert [path_of(digest).exists() for digest in (wanted, old, young)] == [True, False, True]
    os.utime(path_of(young), (0, 0))
    keep([b"young"], 100)
    assert clear_unwanted() == 0
