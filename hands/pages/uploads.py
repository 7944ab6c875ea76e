"""The pages of uploads: the list with the form, one of them with its progress and results, its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from badugi_site.api.bodies import MEGABYTE
from badugi_site.clubs.access import Access
from badugi_site.clubs.pages import club_page, require
from badugi_site.clubs.permissions import (
    DELETE_ALL_UPLOADS,
    DELETE_OWN_UPLOADS,
    SEE_ALL_UPLOADS,
    SEE_OWN_UPLOADS,
    STORE_HANDS,
)
from badugi_site.jobs.models import State
from hands.formats.stored import from_stored
from hands.lists import RESULTS, UPLOADS, uploads_of
from hands.models import Hand, Outcome, Upload, UploadFile, UploadResult
from hands.pages.conflicts import Conflict, conflicts_in_words
from hands.pages.excerpts import Excerpt, excerpts
from hands.pages.parts import part_of
from hands.pages.receiving import NotReceivedError, received_files
from hands.senders import sender
from hands.uploads import (
    BODY_LIMIT,
    FILE_LIMIT,
    MOST_FILES,
    cancel_upload,
    have_upload_deleted,
    progress,
    start_upload,
)

RESULTS_SHOWN = 20
UNFINISHED = (State.WAITING, State.RUNNING)
# The status at which htmx shows the answer and asks no more.
_STOP_POLLING = 286
# How often progress is spoken: at each of so many parts of the whole.
_TOLD = 4


@csrf_exempt  # Checked where the form is read: the token is its first field.
@club_page(SEE_OWN_UPLOADS, post=STORE_HANDS)
def upload_list(request: HttpRequest, access: Access) -> HttpResponseBase:
    if request.method != "POST":
        return _list(request, access)
    try:
        files = received_files(request)
    except NotReceivedError as refused:
        return _list(request, access, problem=refused.message, status=refused.status)
    upload = start_upload(club=access.club, sender=sender(access), files=files, at=timezone.now())
    return redirect("upload-page", access.club.slug, upload.pk)


def _list(request: HttpRequest, access: Access, *, problem: str = "", status: int = 200) -> HttpResponse:
    first = UploadFile.objects.filter(upload=OuterRef("pk")).order_by("index").values("name")[:1]
    uploads = uploads_of(access).select_related("job", "user")
    page = part_of(request, uploads.annotate(file_count=Count("files"), first_file=Subquery(first)), UPLOADS)
    context = {
        "access": access,
        "page": page,
        "all": access.may(SEE_ALL_UPLOADS),
        "problem": problem,
        "most_files": MOST_FILES,
        "file_megabytes": FILE_LIMIT // MEGABYTE,
        "megabytes": BODY_LIMIT // MEGABYTE,
    }
    return render(request, "hands/uploads.html", context, status=status)


def _upload(access: Access, upload_id: UUID) -> Upload:
    upload = _upload_if_there(access, upload_id)
    if upload is None:
        raise Http404
    return upload


def _upload_if_there(access: Access, upload_id: UUID) -> Upload | None:
    uploads = uploads_of(access).select_related("job", "user").prefetch_related("files")
    return uploads.filter(pk=upload_id).first()


def _upload_to_end(access: Access, upload_id: UUID) -> Upload:
    upload = _upload(access, upload_id)
    if upload.user_id != access.user.pk:
        require(access, DELETE_ALL_UPLOADS)
    return upload


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an upload is. ``told`` is the quarter that was spoken last; ``speak`` when there is a new one to tell."""

    upload: Upload
    running: bool
    percent: int
    rate: float | None
    minutes: int
    seconds: int | None
    told: int
    speak: bool

    @property
    def outcomes(self) -> list[tuple[str, str, int]]:
        """Each outcome with its name and how often it was."""
        return [(outcome.value, str(outcome.label), getattr(self.upload, outcome.value)) for outcome in Outcome]


def _progress(upload: Upload, told: int) -> Progress:
    running = upload.job.state in UNFINISHED
    share = 1.0 if not upload.bytes else upload.bytes_done / upload.bytes
    step = _TOLD + 1 if not running else int(share * _TOLD)
    figures = progress(upload)
    left = figures["eta_seconds"] if running else None
    return Progress(
        upload=upload,
        running=running,
        percent=int(share * 100),
        rate=figures["rate"],
        minutes=-(-left // 60) if left is not None and left >= 60 else 0,
        seconds=left,
        told=step,
        speak=step > told,
    )


@club_page(SEE_OWN_UPLOADS)
def show_upload(request: HttpRequest, access: Access, upload_id: UUID) -> HttpResponse:
    upload = _upload(access, upload_id)
    context = _context(request, access, upload)
    return render(request, "hands/upload.html", {**context, "progress": _progress(upload, 0)})


@club_page(SEE_OWN_UPLOADS)
def upload_progress(request: HttpRequest, access: Access, upload_id: UUID) -> HttpResponse:
    """The part of the page that lives; with the results when the work has ended, so that the page need not be asked for
    again."""
    upload = _upload_if_there(access, upload_id)
    if upload is None:
        # An open page goes on asking for what was deleted elsewhere: it is told so, and asks no more.
        if "HX-Request" not in request.headers:
            raise Http404
        return render(request, "hands/_progress_gone.html", {"access": access}, status=_STOP_POLLING)
    told = request.GET.get("told", "0")
    now = _progress(upload, int(told) if told in map(str, range(_TOLD + 1)) else 0)
    context = {"access": access, "progress": now}
    if not now.running:
        context |= _context(request, access, upload)
    return render(request, "hands/_progress_update.html", context)


def _context(request: HttpRequest, access: Access, upload: Upload) -> dict[str, Any]:
    """The results, as far as there are any."""
    results = UploadResult.objects.filter(upload=upload).select_related("source__hand").defer("source__hand__ledger")
    chosen = request.GET.get("outcome", "")
    if chosen:
        if chosen not in Outcome.values:
            raise Http404
        results = results.filter(outcome=chosen)
    page = part_of(request, results, RESULTS, size=RESULTS_SHOWN)
    hand_ids = {result.hand_id for result in page.rows if result.hand_id}
    visible = set(Hand.objects.visible_to(access).filter(pk__in=hand_ids).values_list("pk", flat=True))
    told = excerpts(upload.files.all(), page.rows)
    return {
        "access": access,
        "upload": upload,
        "page": page,
        "chosen": chosen,
        "results": [
            _Result(result, result.hand_id in visible, told[result.pk], _conflicts(result)) for result in page.rows
        ],
        "may_end": upload.user_id == access.user.pk or access.may(DELETE_ALL_UPLOADS),
    }


@dataclass(frozen=True, slots=True)
class _Result:
    """A result; ``linked`` when its hand is one that the reader may see."""

    result: UploadResult
    linked: bool
    excerpt: Excerpt
    conflicts: list[Conflict]


def _conflicts(result: UploadResult) -> list[Conflict]:
    """In what a history disagrees with what is stored, by its own public document."""
    source = result.source
    if result.outcome != Outcome.CONFLICT or source is None:
        return []
    return conflicts_in_words(source.conflicts, from_stored(source.public or source.hand.document))


@club_page(None, post=DELETE_OWN_UPLOADS)
def cancel(request: HttpRequest, access: Access, upload_id: UUID) -> HttpResponse:
    upload = _upload_to_end(access, upload_id)
    if not cancel_upload(upload.pk):
        messages.info(request, _("The upload was finished already."))
    return redirect("upload-page", access.club.slug, upload.pk)


@club_page(DELETE_OWN_UPLOADS, post=DELETE_OWN_UPLOADS)
def delete(request: HttpRequest, access: Access, upload_id: UUID) -> HttpResponse:
    upload = _upload_to_end(access, upload_id)
    if request.method != "POST":
        return render(request, "hands/upload_delete.html", {"access": access, "upload": upload})
    if have_upload_deleted(upload.pk, at=timezone.now()):
        messages.success(request, _("The upload is deleted, with everything that only it knew."))
    else:
        messages.success(request, _("The upload is large: it is being deleted in the background."))
    return redirect("uploads", access.club.slug)
