"""Files of many hands: sent, worked through in the background, cancelled, deleted."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from badugi_site.clubs.models import Club
from badugi_site.ids import time_ordered_id
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import LEASE, Lease, cancel, enqueue
from hands.check import check
from hands.files import clear_unwanted, path_of
from hands.formats import ReadHand
from hands.ingest import Sender, Stored, remove_sources, store_prepared
from hands.models import Outcome, Rank, Source, Upload, UploadFile, UploadResult
from hands.preparing import Prepared, prepare
from hands.rendering import render_finding
from hands.rows import ResultRow
from hands.rules.findings import Finding
from hands.sources import LIMITS, hands_of, sources
from hands.storing import insert_rows

IMPORT_UPLOAD = "import_upload"
DELETE_UPLOAD = "delete_upload"
CLEAR_FILES = "clear_files"

# What may be sent at once: bytes of one file, files, bytes of all with what is around them.
FILE_LIMIT = LIMITS.file
MOST_FILES = 1000
BODY_LIMIT = 1_000_000_000

# A step ends with so many results, or after so long. Whoever waits for SQLite waits no longer than for one.
STEP_HANDS = 500 if connection.vendor == "postgresql" else 200
STEP_SECONDS = 0.5
# Hands are many objects and hardly a cycle. Looking for cycles as often as usual takes a fifth of the time.
_USUAL_COLLECTIONS = gc.get_threshold()
_FEW_COLLECTIONS = (50_000, 5, 10)
_DELETE_STEP = 500
# An upload with more results is deleted in the background: nobody waits for so many.
LARGE = 2000
_LONGEST_NAME = 255
_LONGEST_PLACE = 1000


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that :func:`hands.files.keep` has stored, and what its sender calls it."""

    name: str
    digest: str
    size: int


def start_upload(*, club: Club, sender: Sender, files: Sequence[KeptFile], at: datetime) -> Upload:
    """Records an upload of these files and asks for the work. One transaction."""
    upload_id = time_ordered_id(at)
    with transaction.atomic():
        job = enqueue(IMPORT_UPLOAD, {"upload": str(upload_id)})
        upload = Upload.objects.create(
            pk=upload_id,
            club=club,
            user=sender.user,
            rank=sender.rank,
            job=job,
            created_at=at,
            bytes=sum(file.size for file in files),
        )
        UploadFile.objects.bulk_create(
            UploadFile(upload=upload, index=index, name=file.name[-_LONGEST_NAME:], digest=file.digest, size=file.size)
            for index, file in enumerate(files)
        )
    return upload


def import_upload(lease: Lease) -> None:
    """The work: reads every file (archives too) from where the last step ended, a batch and its place a step.

    Reading and checking are done between the steps. Called again it goes on behind the last result that is stored.
    """
    upload = Upload.objects.select_related("club", "user").filter(pk=lease.job.arguments["upload"]).first()
    if upload is None:
        return
    upload.found_before, upload.bytes_before = upload.found, upload.bytes_done
    with _few_collections():
        for batch in _batches(list(upload.files.order_by("index")), upload.found + upload.unread):
            _store(batch, upload, lease)
    with lease.finish():
        upload.bytes_done = upload.bytes
        upload.save(update_fields=["bytes_done"])


@contextmanager
def _few_collections() -> Iterator[None]:
    """Has Python look for cycles more seldom; two that do this at once only cost each other time."""
    gc.set_threshold(*_FEW_COLLECTIONS)
    try:
        yield
    finally:
        gc.set_threshold(*_USUAL_COLLECTIONS)


@dataclass(slots=True)
class _Place:
    """A hand of a file, or why the file held none; ``bytes_done`` of the upload are looked at behind it."""

    file: str
    what: ReadHand | Finding
    bytes_done: int


_COUNTED = ("found", "bytes_done", "found_before", "bytes_before")

# A place of a file, its number in the upload, and the hand there, ready to be stored.
_Taken = tuple[int, _Place, Prepared | None]


def _places(files: Sequence[UploadFile]) -> Iterator[_Place]:
    """Everything of the files of an upload that has a result, in an order that is always the same."""
    before = 0
    for file in files:
        path = str(path_of(file.digest))
        begin = 0
        for source in sources(path):
            end = min(source.end or file.size, file.size)
            lines = source.data.count(b"\n") + 1
            name = file.name + source.name.removeprefix(path)
            for what in hands_of(source):
                line = what.end_line if isinstance(what, ReadHand) else lines
                yield _Place(name, what, before + begin + (end - begin) * min(line, lines) // lines)
            begin = max(begin, end)
        before += file.size


def _batches(files: Sequence[UploadFile], done: int) -> Iterator[list[_Taken]]:
    """What is stored together, behind so many results, read and checked."""
    batch: list[_Taken] = []
    since = 0.0
    for index, place in enumerate(_places(files)):
        if index < done:
            continue
        if not batch:
            since = time.monotonic()
        batch.append((index, place, prepare(check(place.what)) if isinstance(place.what, ReadHand) else None))
        if len(batch) >= STEP_HANDS or time.monotonic() - since > STEP_SECONDS:
            yield batch
            batch = []
    if batch:
        yield batch


def _store(batch: Sequence[_Taken], upload: Upload, lease: Lease) -> None:
    """One step: the hands, their results and how far the upload is."""
    with lease.step():
        prepared = [one for _, _, one in batch if one is not None]
        sender = Sender(upload.user, Rank(upload.rank))
        stored = iter(store_prepared(prepared, club=upload.club, sender=sender, posted=False, at=timezone.now()))
        results = [_result(upload, index, place, None if one is None else next(stored)) for index, place, one in batch]
        insert_rows(UploadResult, results)
        for outcome, count in Counter(result.outcome for result in results).items():
            setattr(upload, outcome, getattr(upload, outcome) + count)
        upload.found += len(prepared)
        upload.bytes_done = min(upload.bytes, max(upload.bytes_done, batch[-1][1].bytes_done))
        upload.save(update_fields=[*_COUNTED, *(outcome.value for outcome in Outcome)])


def _result(upload: Upload, index: int, place: _Place, stored: Stored | None) -> ResultRow:
    what, file = place.what, place.file[:_LONGEST_PLACE]
    if stored is None:
        assert isinstance(what, Finding)
        line, findings = what.place.line, [render_finding(what)]
        return ResultRow(upload.pk, index, file, line, None, "", Outcome.UNREAD, None, None, findings)
    assert isinstance(what, ReadHand)
    return ResultRow(
        upload.pk,
        index,
        file,
        what.line,
        what.end_line,
        (what.number or "")[:200],
        stored.outcome,
        stored.hand_id,
        stored.source_id,
        stored.findings,
    )


def cancel_upload(upload_id: UUID) -> bool:
    """Stops an upload; what is stored stays. False when it was finished already."""
    job_id = Upload.objects.filter(pk=upload_id).values_list("job_id", flat=True).first()
    return job_id is not None and cancel(job_id)


def delete_upload(upload_id: UUID, *, at: datetime) -> None:
    """Deletes an upload with all that only it knew, in steps that each leave everything consistent.

    Sources that were sent by themselves, or that another upload told too, stay. The files go with the next clearing.
    """
    cancel_upload(upload_id)
    more = True
    while more:
        with transaction.atomic():
            more = _delete_step(upload_id, at)


def have_upload_deleted(upload_id: UUID, *, at: datetime) -> bool:
    """Deletes an upload as :func:`delete_upload` does, a :data:`LARGE` one in the background.

    Says whether it is gone already; if not, :func:`present` leaves it out from now on.
    """
    cancel_upload(upload_id)
    if UploadResult.objects.filter(upload=upload_id, index__gte=LARGE).exists():
        ask_to_delete_upload(upload_id)
        return False
    delete_upload(upload_id, at=at)
    return True


def present(uploads: QuerySet[Upload]) -> QuerySet[Upload]:
    """Without those that are being deleted in the background. One whose deleting was given up is there again."""
    unfinished = Q(state=State.WAITING) | Q(state=State.RUNNING)  # each has an index
    asked = Job.objects.filter(unfinished, kind=DELETE_UPLOAD).values_list("arguments", flat=True)
    return uploads.exclude(pk__in=[UUID(arguments["upload"]) for arguments in asked])


def ask_to_delete_upload(upload_id: UUID) -> None:
    """Stops an upload and has it deleted in the background, as :func:`delete_upload` does. One transaction."""
    with transaction.atomic():
        cancel_upload(upload_id)
        enqueue(DELETE_UPLOAD, {"upload": str(upload_id)}, key=f"{DELETE_UPLOAD}:{upload_id}")


def delete_asked_upload(lease: Lease) -> None:
    """The work: deletes the upload ``lease.job.arguments["upload"]``."""
    more = True
    while more:
        with lease.step():
            more = _delete_step(UUID(lease.job.arguments["upload"]), timezone.now())


def _delete_step(upload_id: UUID, at: datetime) -> bool:
    """Deletes the last results of an upload with what only they knew, and when there are none the upload itself.

    Says whether there is more.
    """
    last = UploadResult.objects.filter(upload=upload_id).order_by("-index")
    results = list(last.values_list("pk", "source_id")[:_DELETE_STEP])
    if results:
        UploadResult.objects.filter(pk__in=[pk for pk, _ in results]).delete()
        remove_sources(_told_by_nobody({source for _, source in results if source is not None}), at=at)
        return True
    upload = Upload.objects.filter(pk=upload_id).first()
    if upload is not None:
        upload.delete()
        enqueue(CLEAR_FILES, key=CLEAR_FILES)
    return False


def _told_by_nobody(sources: set[int]) -> list[int]:
    """Those of these sources that no result names any more and that were not sent by themselves."""
    unnamed = Source.objects.filter(pk__in=sources, was_posted=False, results=None)
    return list(unnamed.values_list("pk", flat=True))


def clear_files(lease: Lease) -> None:
    """The work: deletes the files that no upload names any more."""
    clear_unwanted()


def progress(upload: Upload) -> dict[str, Any]:
    """``rate`` in hands a second and ``eta_seconds`` while an upload runs, each None while nobody can tell.

    The upload's job is read. Whoever asks twice before the next step is told the same.
    """
    job = upload.job
    if job.started_at is None:
        return {"rate": None, "eta_seconds": None}
    # Work that goes on was last heard of when its lease was renewed.
    heard = job.finished_at or (job.leased_until - LEASE if job.leased_until is not None else job.started_at)
    seconds = (heard - job.started_at).total_seconds()
    found, read = upload.found - upload.found_before, upload.bytes_done - upload.bytes_before
    rate = round(found / seconds, 1) if seconds > 0 and found > 0 else None
    left = None
    if job.finished_at is not None:
        left = 0
    elif seconds > 0 and read > 0:
        left = round(seconds * (upload.bytes - upload.bytes_done) / read)
    return {"rate": rate, "eta_seconds": left}
