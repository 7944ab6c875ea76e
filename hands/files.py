"""The files that were sent, kept by the digest of their content below DATA_DIR, so that all can be built anew."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path


def keep(chunks: Iterable[bytes], limit: int) -> tuple[str, int]:
    """Stores a file and returns its digest (SHA-256) and size; the same content again is the same file.

    Durable when it returns. Raises FileTooLargeError beyond ``limit`` bytes, and then keeps nothing.
    """
    raise NotImplementedError


def path_of(digest: str) -> Path:
    """Where the file of this digest lies."""
    raise NotImplementedError


class FileTooLargeError(Exception):
    """The file has more bytes than the limit."""


def clear_unwanted() -> int:
    """Deletes files that no upload names (any more), unless they are an hour young or less. Returns how many."""
    raise NotImplementedError
