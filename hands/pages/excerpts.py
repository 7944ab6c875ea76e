"""What was found in the hands of an upload, beside the lines of its files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hands.files import path_of
from hands.formats import UnreadableError
from hands.formats.decoding import decode
from hands.models import UploadFile, UploadResult
from hands.pages.rows import reading_language
from hands.pages.source import MOST_CHARACTERS, MOST_FINDINGS, Line, Note
from hands.rules.findings import Language
from hands.sources import Limits, sources

# What is read again to show a page: of larger files the lines are named, not shown.
LIMITS = Limits(file=8_000_000, total=32_000_000)
_AROUND = 2


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The lines around what was found in one hand, with the findings at theirs; ``notes`` are those without a line to
    show, ``more`` findings are not told."""

    lines: list[Line]
    notes: list[tuple[int | None, Note]]
    more: int


def excerpts(files: Iterable[UploadFile], results: Sequence[UploadResult]) -> dict[int, Excerpt]:
    """What to show of each result, by its primary key."""
    language = reading_language()
    texts = dict(_texts(list(files), {result.file for result in results if _is_placed(result)}))
    return {result.pk: _excerpt(result, texts.get(result.file), language) for result in results}


def _is_placed(result: UploadResult) -> bool:
    return result.end_line is not None and any(finding["line"] for finding in result.findings)


def _texts(files: list[UploadFile], wanted: set[str]) -> Iterator[tuple[str, list[str]]]:
    """The lines of those of the files that can be told by their name and are not too large to be read again."""
    digests: dict[str, set[str]] = defaultdict(set)
    for file in files:
        digests[file.name].add(file.digest)
    left = LIMITS.total
    for name, (digest, *others) in digests.items():
        missing = {told for told in wanted if told == name or told.startswith(f"{name}!")}
        if others or not missing:
            continue
        path = str(path_of(digest))
        for source in sources(path, Limits(file=min(left, LIMITS.file), total=left)):
            left -= len(source.data)
            told = name + source.name.removeprefix(path)
            if told in missing and source.refused is None:
                with suppress(UnreadableError):
                    yield told, decode(source.data).split("\n")
                missing.discard(told)
            if not missing or left <= 0:
                break
        if left <= 0:
            return


def _excerpt(result: UploadResult, text: list[str] | None, language: Language) -> Excerpt:
    told: list[dict[str, Any]] = result.findings[:MOST_FINDINGS]
    more = len(result.findings) - len(told)
    first, last = result.line, result.end_line
    if text is None or first is None or last is None or last > len(text):
        return Excerpt([], [(finding["line"], _note(finding, language)) for finding in told], more)
    notes: dict[int, list[Note]] = defaultdict(list)
    for finding in told:
        notes[min(max(finding["line"] or first, first), last)].append(_note(finding, language))
    numbers: set[int] = set()
    for number in notes:
        numbers.update(range(max(first, number - _AROUND), min(last, number + _AROUND) + 1))
    lines: list[Line] = []
    before = None
    for number in sorted(numbers):
        shown = text[number - 1]
        if len(shown) > MOST_CHARACTERS:
            shown = shown[:MOST_CHARACTERS] + "…"
        lines.append(Line(number, shown, notes.get(number, []), 0 if before is None else number - before - 1))
        before = number
    return Excerpt(lines, [], more)


def _note(finding: dict[str, Any], language: Language) -> Note:
    return Note(finding["severity"], finding["message"][language])
