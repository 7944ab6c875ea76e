"""Where hands come from on a computer: files, folders, archives and standard input, one file in memory at a time.

Archives are recognised by content and bounded in every direction (:class:`Limits`): what they declare is not believed,
what comes out of them is counted.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import struct
import sys
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from lzma import LZMAError
from pathlib import Path
from typing import IO, NoReturn, cast

from hands.formats import ReadHand, UnknownFormatError, UnreadableError, read
from hands.rules.findings import ARCHIVE_REFUSED, FILE_TOO_LARGE, UNKNOWN_FORMAT, UNREADABLE, Finding
from hands.rules.names import Names

STANDARD_INPUT = "-"
_NOT_A_FILE = Names("not a regular file", "일반 파일이 아님")
_NESTED = Names("an archive in an archive in an archive", "압축 파일 속에 겹겹이 든 압축 파일")
_MANY_FILES = Names("more than 65535 files", "파일 65535개 초과")
_CHUNK = 1 << 20
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_GZIP = b"\x1f\x8b"
# The record at the end of a zip archive (APPNOTE 4.3.16): the entries, and the bytes of their list, are what counts.
_END_RECORD = struct.Struct("<4s4H2LH")
# What stands before it when the numbers do not fit (zip64).
_LOCATOR_SIZE = 20
# A generous size of one entry of the list, name included.
_ENTRY_SIZE = 1000
_BROKEN = (
    zipfile.BadZipFile,
    struct.error,
    zlib.error,
    LZMAError,
    EOFError,
    OSError,
    RuntimeError,  # what zipfile says of a password
    NotImplementedError,  # and of a compression it does not have
    ValueError,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """``file`` bytes of one file and ``total`` of all that comes out of one archive, which may hold ``entries`` files
    in archives ``depth`` deep, none more than ``ratio`` times as large as it was packed (small ones aside)."""

    file: int = 128_000_000
    total: int = 2_000_000_000
    entries: int = 20_000
    depth: int = 3
    ratio: int = 200


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Source:
    """A file: its name (``archive.zip!inner.txt``), and its bytes or the finding that kept them away.

    ``end`` is how many bytes of the outermost archive lie before the end of this file, where that can be told.
    """

    name: str
    data: bytes = b""
    refused: Finding | None = None
    end: int | None = None


class _RefusedError(Exception):
    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message())
        self.finding = finding


def sources(path: str, limits: Limits = LIMITS) -> Iterator[Source]:
    """Every file of a path: of a folder all below it but hidden ones, of ``-`` standard input."""
    if path == STANDARD_INPUT:
        yield from _unpack("-", sys.stdin.buffer, _Budget(limits), 0)
        return
    for name in files_of(path):
        yield from _file(name, limits)


def files_of(path: str) -> Iterator[str]:
    """The files of a path as they lie there: itself, or all below a folder but hidden ones."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not _is_hidden(name))
        yield from (os.path.join(folder, name) for name in sorted(names) if not _is_hidden(name))


def hands_of(source: Source) -> Iterator[ReadHand | Finding]:
    """Each hand of a file, or the finding that it held none."""
    if source.refused is not None:
        yield source.refused
        return
    found = False
    try:
        for hand in read(source.data):
            found = True
            yield hand
    except UnreadableError as error:
        yield UNREADABLE(found=error.reason, line=1)
    except UnknownFormatError:
        yield UNKNOWN_FORMAT(line=1)
    else:
        if not found:
            yield UNKNOWN_FORMAT(line=1)


def _file(path: str, limits: Limits) -> Iterator[Source]:
    try:
        with open_file(path) as file:
            yield from _unpack(path, file, _Budget(limits), 0)
    except UnreadableError as error:
        yield Source(path, refused=UNREADABLE(found=error.reason, line=1))


def open_file(path: str) -> IO[bytes]:
    """Opens a file; raises UnreadableError for one that cannot be, and for what is no file."""
    try:
        if stat.S_ISREG(os.stat(path).st_mode):
            return Path(path).open("rb")
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnreadableError(Names(reason, reason)) from error
    raise UnreadableError(_NOT_A_FILE)


def _is_hidden(name: str) -> bool:
    """What systems leave in folders and archives, and what their owners do not see; ``./`` only leads somewhere."""
    return (name.startswith(".") and name not in (".", "..")) or name in ("__MACOSX", "Thumbs.db", "desktop.ini")


class _Budget:
    """What may still come out of one archive, nested ones included."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.bytes = 0
        self.entries = 0

    def read(self, file: IO[bytes], packed: int | None) -> bytes:
        """All of a file, which took ``packed`` bytes in its archive, if it was in one."""
        limits, data = self.limits, bytearray()
        while chunk := file.read(min(_CHUNK, limits.file + 1 - len(data))):
            data += chunk
            if len(data) > limits.file:
                raise _RefusedError(FILE_TOO_LARGE(expected=limits.file, line=1))
            if packed is not None:
                self.bytes += len(chunk)
                if self.bytes > limits.total:
                    _refuse(
                        Names(f"more than {limits.total} bytes in all", f"모두 {limits.total}바이트 초과"), limits.total
                    )
                if len(data) > _CHUNK and len(data) > packed * limits.ratio:
                    _refuse(_grows(packed, packed * limits.ratio), f"{limits.ratio}:1")
        return bytes(data)

    def count(self, depth: int, entries: int = 0) -> None:
        self.entries += entries
        if self.entries > self.limits.entries:
            _refuse(_files(self.entries), self.limits.entries)
        if depth > self.limits.depth:
            _refuse(_NESTED, Names(f"{self.limits.depth} levels", f"{self.limits.depth}단계"))


def _refuse(found: Names, expected: Names | str | int) -> NoReturn:
    raise _RefusedError(ARCHIVE_REFUSED(found=found, expected=expected, line=1))


def _files(count: int) -> Names:
    return Names(f"{count} files", f"파일 {count}개")


def _grows(packed: int, unpacked: int) -> Names:
    return Names(f"{packed} bytes unpack to more than {unpacked}", f"{packed}바이트를 풀면 {unpacked}바이트 초과")


def _unpack(name: str, file: IO[bytes], budget: _Budget, depth: int, packed: int | None = None) -> Iterator[Source]:
    """The files in a file: itself, or those of the archive that it is. Whatever goes wrong is the last of them."""
    try:
        start, file = _peek(file)
        if start.startswith(_ZIP):
            budget.count(depth + 1)
            yield from _unzip(name, _seekable(file, budget, packed), budget, depth + 1)
        elif start.startswith(_GZIP):
            budget.count(depth + 1)
            data = budget.read(file, packed)
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as unpacked:
                yield from _unpack(name, cast(IO[bytes], unpacked), budget, depth + 1, len(data))
        else:
            yield Source(name, budget.read(file, packed))
    except _RefusedError as refused:
        yield Source(name, refused=refused.finding)
    except _BROKEN as error:
        yield Source(name, refused=UNREADABLE(found=str(error) or type(error).__name__, line=1))


def _peek(file: IO[bytes]) -> tuple[bytes, IO[bytes]]:
    """The first bytes of a file, and the file from its start."""
    start = file.read(4)
    if file.seekable():
        file.seek(0)
        return start, file
    return start, io.BufferedReader(_Rejoined(start, file))


class _Rejoined(io.RawIOBase):
    """A stream with the bytes that were already taken from it put back."""

    def __init__(self, start: bytes, file: IO[bytes]) -> None:
        self._start, self._file = start, file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        data = self._start[: len(buffer)] or self._file.read(len(buffer))
        self._start = self._start[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def _seekable(file: IO[bytes], budget: _Budget, packed: int | None) -> IO[bytes]:
    """A zip archive is read from its end: one on disk where it lies, another from memory."""
    if packed is None and file.seekable():
        return file
    return io.BytesIO(budget.read(file, packed))


def _check_directory(file: IO[bytes], limits: Limits) -> None:
    """Refuses an archive whose list of entries alone is more than will be read; zipfile would load it all."""
    end = file.seek(0, io.SEEK_END)
    file.seek(max(0, end - _END_RECORD.size - 0xFFFF - _LOCATOR_SIZE))
    tail = file.read()
    found = tail.rfind(_ZIP[1])
    if found >= 0 and found + _END_RECORD.size <= len(tail):
        _, _, _, _, entries, size, _, _ = _END_RECORD.unpack_from(tail, found)
        locator = tail[max(0, found - _LOCATOR_SIZE) : found].startswith(b"PK\x06\x07")
        if locator or entries > limits.entries or size > limits.entries * _ENTRY_SIZE:
            _refuse(_MANY_FILES if locator else _files(entries), limits.entries)
    file.seek(0)


def _unzip(name: str, file: IO[bytes], budget: _Budget, depth: int) -> Iterator[Source]:
    _check_directory(file, budget.limits)
    with zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
        budget.count(depth, len(entries))
        for entry in entries:
            parts = entry.filename.split("/")
            if entry.filename.endswith("/") or any(map(_is_hidden, parts[:-1])) or _is_hidden(parts[-1]):
                continue
            inner = f"{name}!{entry.filename}"
            try:
                with archive.open(entry) as unpacked:
                    for source in _unpack(inner, unpacked, budget, depth, entry.compress_size):
                        if depth == 1:
                            source = replace(source, end=entry.header_offset + entry.compress_size)
                        if source.refused is not None and source.refused.kind is ARCHIVE_REFUSED:
                            # A bomb is not looked into any further.
                            yield source
                            return
                        yield source
            except _BROKEN as error:
                yield Source(inner, refused=UNREADABLE(found=str(error) or type(error).__name__, line=1))
