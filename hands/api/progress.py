"""Uploads and their results as plain objects, for clients."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import get_language

from hands.models import Outcome, Upload, UploadResult
from hands.uploads import progress

_ROWS = 1000
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def render_upload(upload: Upload) -> dict[str, Any]:
    """An upload with its club, job and files. The same again as long as nothing was done meanwhile."""
    return {
        "id": upload.pk,
        "club": upload.club.slug,
        "state": upload.state,
        "files": [{"name": file.name, "bytes": file.size} for file in upload.files.all()],
        "bytes": upload.bytes,
        "bytes_done": upload.bytes_done,
        "hands": {
            "found": upload.found,
            "accepted": upload.accepted,
            "merged": upload.merged,
            "duplicate": upload.duplicate,
            "refused": upload.refused,
            "conflict": upload.conflict,
        },
        "files_unread": upload.unread,
        **progress(upload),
        "created_at": upload.created_at,
        "finished_at": upload.job.finished_at,
    }


def with_sources(results: QuerySet[UploadResult]) -> QuerySet[UploadResult]:
    """With what :func:`render_result` and :func:`result_lines` read of the histories, which is little of them."""
    return results.select_related("source").defer("source__public", "source__private")


def conflicts_of(result: UploadResult) -> list[str]:
    """The fields in which a history that is in conflict disagrees with one of more weight; it states them itself."""
    if result.outcome != Outcome.CONFLICT or result.source is None:
        return []
    return list(result.source.conflicts)


def render_result(result: UploadResult) -> dict[str, Any]:
    return {
        "index": result.index,
        "file": result.file,
        "line": result.line,
        "end_line": result.end_line,
        "number": result.number or None,
        "outcome": result.outcome,
        "hand": result.hand_id,
        "findings": result.findings,
        "conflicts": conflicts_of(result),
    }


COLUMNS = (
    *("index", "file", "line", "end_line", "number", "outcome", "hand"),
    *("severity", "code", "finding_line", "message"),
)


def result_lines(results: QuerySet[UploadResult]) -> Iterator[str]:
    """The results as lines of CSV, one a finding, in the language of the request; a hand without any has one, and the
    fields of a conflict are one too.

    The texts of files go into it: what a spreadsheet would take for a formula is marked as text.
    """
    language = "ko" if (get_language() or "").startswith("ko") else "en"
    # By this mark spreadsheets know that it is UTF-8.
    yield "\ufeff" + _line(COLUMNS)
    last = -1
    while rows := list(results.filter(index__gt=last).order_by("index")[:_ROWS]):
        last = rows[-1].index
        yield "".join(_line(cells) for row in rows for cells in _cells(row, language))


def _cells(row: UploadResult, language: str) -> Iterator[tuple[Any, ...]]:
    hand = (row.index, row.file, row.line, row.end_line, row.number, row.outcome, row.hand_id)
    conflicts = conflicts_of(row)
    if conflicts:
        yield (*hand, "", "conflict", "", ", ".join(conflicts))
    for finding in row.findings:
        yield (*hand, finding["severity"], finding["code"], finding["line"], finding["message"][language])
    if not conflicts and not row.findings:
        yield (*hand, "", "", "", "")


def _line(cells: tuple[Any, ...]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow([_harmless(cell) for cell in cells])
    return out.getvalue()


def _harmless(cell: Any) -> Any:
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULA) else cell
