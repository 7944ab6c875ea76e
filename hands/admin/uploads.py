"""Uploads in the admin: how far they are and what came of each hand; cancelled, done again, deleted with what only they
knew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from badugi_site.jobs.work import retry
from hands.admin.common import MOST_AT_ONCE, LookedAt, LookedAtInline, clubs_with_all_cards
from hands.models import Outcome, Upload, UploadFile, UploadResult
from hands.pages.rows import reading_language
from hands.uploads import LARGE, cancel_upload, have_upload_deleted

# The results of one upload.
_OF_ONE = "upload__id__exact"


class FilesOfUpload(LookedAtInline):
    model = UploadFile
    fields = ("index", "name", "size", "digest")
    readonly_fields = fields
    ordering = ("index",)


_COUNTS: tuple[str, ...] = ("found", *(outcome.value for outcome in Outcome))
_FIELDS: tuple[str, ...] = (
    *("club", "user", "rank", "created_at", "state_named", "work", "trouble", "bytes", "bytes_done"),
    *(*_COUNTS, "results_link"),
)


@admin.register(Upload)
class UploadAdmin(LookedAt):
    list_display = ("created_at", "club", "user", "state_named", "bytes", *_COUNTS)
    list_filter = ("club", "job__state", "created_at")
    list_select_related = ("club", "user", "job")
    search_fields = ("=user__username", "files__name")
    search_help_text = _("A user name in full, or a part of the name of a file")
    ordering = ("-id",)
    actions = ("cancel", "do_again")
    fields = readonly_fields = _FIELDS
    inlines = (FilesOfUpload,)

    @admin.display(description=_("state"))
    def state_named(self, upload: Upload) -> str:
        return upload.job.get_state_display()

    @admin.display(description=_("work"))
    def work(self, upload: Upload) -> str:
        return str(upload.job)

    @admin.display(description=_("last error"))
    def trouble(self, upload: Upload) -> str:
        """Its last line: that is where Python says what was wrong."""
        return (upload.job.error.strip().splitlines() or [""])[-1]

    @admin.display(description=_("results"))
    def results_link(self, upload: Upload) -> str:
        address = f"{reverse('admin:hands_uploadresult_changelist')}?{_OF_ONE}={upload.pk}"
        return format_html('<a href="{}">{}</a>', address, _("What came of each hand"))

    @admin.action(permissions=["correct"], description=_("Cancel what is not finished"))
    def cancel(self, request: HttpRequest, queryset: QuerySet[Upload]) -> None:
        done, others = self._each(queryset, cancel_upload)
        if done:
            text = ngettext("%d upload is cancelled.", "%d uploads are cancelled.", done)
            self.message_user(request, text % done, messages.SUCCESS)
        if others:
            text = ngettext("%d was finished already.", "%d were finished already.", others)
            self.message_user(request, text % others, messages.WARNING)

    @admin.action(permissions=["correct"], description=_("Go on with what was given up or cancelled"))
    def do_again(self, request: HttpRequest, queryset: QuerySet[Upload]) -> None:
        jobs = dict(queryset.values_list("pk", "job_id")[:MOST_AT_ONCE])
        done, others = self._each(queryset, lambda upload_id: retry(jobs[upload_id]) if upload_id in jobs else False)
        if done:
            text = ngettext("%d upload goes on.", "%d uploads go on.", done)
            self.message_user(request, text % done, messages.SUCCESS)
        if others:
            text = ngettext("%d was neither given up nor cancelled.", "%d were neither given up nor cancelled.", others)
            self.message_user(request, text % others, messages.WARNING)

    @staticmethod
    def _each(queryset: QuerySet[Upload], act: Callable[[UUID], bool]) -> tuple[int, int]:
        """How many were acted upon, and how many needed no more."""
        done = [act(upload_id) for upload_id in queryset.values_list("pk", flat=True)[:MOST_AT_ONCE]]
        return sum(done), len(done) - sum(done)

    # Deleting: with all that only the upload knew

    def not_to_be_deleted(self, rows: list[Any]) -> list[Any]:
        if len(rows) > 1 and sum(row.found for row in rows) > LARGE:
            text = _("more than %d hands at once: delete large uploads one by one, which goes on in the background")
            return [text % LARGE]
        return super().not_to_be_deleted(rows)

    def delete_model(self, request: HttpRequest, obj: Upload) -> None:
        have_upload_deleted(obj.pk, at=timezone.now())

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Upload]) -> None:
        for upload in list(queryset):
            self.delete_model(request, upload)

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: Any) -> HttpResponse:
        if not Upload.objects.filter(pk=obj_display).exists():
            return super().response_delete(request, obj_display, obj_id)
        self.message_user(request, _("The upload is large: it is being deleted in the background."), messages.SUCCESS)
        return redirect("admin:hands_upload_changelist")


@admin.register(UploadResult)
class UploadResultAdmin(LookedAt):
    list_filter = ("outcome",)
    ordering = ("upload", "index")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never by itself: an upload counts them."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[UploadResult]:
        results: QuerySet[UploadResult] = super().get_queryset(request).select_related("upload", "hand")
        return results.defer("hand__document", "hand__ledger")

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Of one upload alone: over all there is no index."""
        return ("=number",) if _OF_ONE in request.GET else ()

    def get_list_display(self, request: HttpRequest) -> Any:
        upload = () if _OF_ONE in request.GET else ("upload",)
        return ("index", *upload, "file", "lines", "number", "outcome", "hand_link", _findings_for(request))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return ("upload", "index", "file", "lines", "number", "outcome", "hand", _findings_for(request))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return self.get_fields(request, obj)

    @admin.display(description=_("hand"), empty_value="–")
    def hand_link(self, result: UploadResult) -> str | None:
        if result.hand is None:
            return None
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:hands_hand_change", args=[result.hand_id]), result.hand
        )

    @admin.display(description=_("lines"))
    def lines(self, result: UploadResult) -> str:
        ends = (result.line, result.end_line)
        return "–".join(str(end) for end in dict.fromkeys(ends) if end is not None)


def _findings_for(request: HttpRequest) -> Callable[[UploadResult], str]:
    """The column of findings. They may name cards of whoever sent the hand, and are shown to those alone who see every
    card of the club, and to the sender."""
    sees_all = clubs_with_all_cards(request)
    language = reading_language()

    @admin.display(description=_("findings"))
    def findings(result: UploadResult) -> str:
        upload = result.upload
        if not result.findings:
            return ""
        if not sees_all(upload.club_id) and upload.user_id != request.user.pk:
            return gettext("(for the club alone)")
        return format_html_join("", "<p>{}</p>", ((finding["message"][language],) for finding in result.findings))

    return findings
