"""The files that were sent, kept by the digest of their content below DATA_DIR, so that all can be built anew."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from django.conf import settings

from hands.models import UploadFile

# So long a file may lie there before an upload names it.
YOUNG = 3600.0  # seconds
_BATCH = 500


class FileTooLargeError(Exception):
    """The file has more bytes than the limit."""


class NoSpaceError(Exception):
    """The file cannot be stored: the disk is full, or cannot be written to. The message says which it is."""


def keep(chunks: Iterable[bytes], limit: int) -> tuple[str, int]:
    """Stores a file and returns its digest (SHA-256) and size; the same content again is the same file.

    Durable when it returns. Raises FileTooLargeError beyond ``limit`` bytes and NoSpaceError, and then keeps nothing.
    What the chunks themselves raise goes through.
    """
    digest, size = hashlib.sha256(), 0
    arriving = None
    try:
        folder = _folder()
        with _writing():
            arriving = NamedTemporaryFile(dir=folder, prefix=".arriving-", delete=False)  # noqa: SIM115
        with arriving:
            for chunk in chunks:
                size += len(chunk)
                if size > limit:
                    raise FileTooLargeError(limit)
                digest.update(chunk)
                with _writing():
                    arriving.write(chunk)
            with _writing():
                arriving.flush()
                os.fsync(arriving.fileno())
        with _writing():
            path = path_of(digest.hexdigest())
            path.parent.mkdir(mode=0o700, exist_ok=True)
            os.replace(arriving.name, path)
            _sync(path.parent)
            # The name is as new as the upload that will want it, also when the content has been there for long.
            os.utime(path)
    except BaseException:
        if arriving is not None:
            Path(arriving.name).unlink(missing_ok=True)
        raise
    return digest.hexdigest(), size


def path_of(digest: str) -> Path:
    """Where the file of this digest lies."""
    return settings.DATA_DIR / "uploads" / digest[:2] / digest


def clear_unwanted() -> int:
    """Deletes files that no upload names (any more), unless they are an hour young or less. Returns how many."""
    deleted = 0
    old = time.time() - YOUNG
    for paths in _in_parts(_kept_before(old)):
        wanted = {*UploadFile.objects.filter(digest__in=[path.name for path in paths]).values_list("digest", flat=True)}
        for path in paths:
            # Asked again, because somebody may have sent the same file meanwhile.
            if path.name not in wanted and _is_older(path, old):
                path.unlink(missing_ok=True)
                deleted += 1
    return deleted


@contextmanager
def _writing() -> Iterator[None]:
    """Whatever the disk refuses is one clear error."""
    try:
        yield
    except OSError as error:
        raise NoSpaceError(error.strerror or str(error)) from error


def _folder() -> Path:
    with _writing():
        folder = settings.DATA_DIR / "uploads"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return Path(folder)


def _sync(folder: Path) -> None:
    """A name is durable when its folder is."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _kept_before(moment: float) -> Iterator[Path]:
    folder = settings.DATA_DIR / "uploads"
    if folder.is_dir():
        for path in folder.rglob("*"):
            if path.is_file() and _is_older(path, moment):
                yield path


def _is_older(path: Path, moment: float) -> bool:
    try:
        return path.stat().st_mtime < moment
    except FileNotFoundError:
        return False


def _in_parts(paths: Iterable[Path]) -> Iterator[list[Path]]:
    part: list[Path] = []
    for path in paths:
        part.append(path)
        if len(part) == _BATCH:
            yield part
            part = []
    if part:
        yield part
