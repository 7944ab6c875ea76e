"""What the commands that read files of hands share: their paths, and the lines that they print."""

from __future__ import annotations

import os
from collections.abc import Iterable

from django.core.management.base import CommandError

from hands.sources import STANDARD_INPUT

USAGE_ERROR = 2


def check_paths(paths: Iterable[str]) -> None:
    """Raises CommandError for a path that is not there."""
    for path in paths:
        if path != STANDARD_INPUT and not os.path.exists(path):
            raise CommandError(f"{printable(path)} does not exist", returncode=USAGE_ERROR)


def counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def finding_line(name: str, line: int | None, severity: str, code: str, message: str) -> str:
    """A finding as a compiler prints it: ``path:line: error discard_not_held: …``."""
    return f"{printable(name)}:{line}: {severity} {code}: {printable(message)}"


def printable(text: str) -> str:
    """The text without anything that a terminal would obey or could not show."""
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )
