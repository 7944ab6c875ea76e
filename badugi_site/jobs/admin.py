"""What operators see of the work in the background, and the two things they can do about it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from badugi_site.jobs.models import Job
from badugi_site.jobs.work import cancel, retry
from badugi_site.looking import Looking


@admin.register(Job)
class JobAdmin(Looking):
    """A row is written by those who ask for work and by workers alone."""

    list_display = ("id", "kind", "state", "attempts", "created_at", "started_at", "finished_at", "trouble")
    list_display_links = ("id", "kind")
    list_filter = ("state", "kind", "created_at")
    search_fields = ("=id", "kind", "key", "error")
    search_help_text = _("Number, kind, key or words of the error")
    ordering = ("-id",)
    date_hierarchy = "created_at"
    actions = ("do_again", "cancel")
    fields = (
        *("kind", "arguments", "key", "state", "attempts", "run_after", "lease", "leased_until"),
        *("created_at", "started_at", "finished_at", "error"),
    )
    readonly_fields = fields

    @admin.display(description=_("last error"))
    def trouble(self, job: Job) -> str:
        """Its last line: that is where Python says what was wrong."""
        return Truncator((job.error.strip().splitlines() or [""])[-1]).chars(100)

    @admin.action(permissions=["act"], description=_("Do again what was given up or cancelled"))
    def do_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        done, others = self._each(queryset, retry)
        if done:
            text = ngettext("%d piece of work will be done again.", "%d pieces of work will be done again.", done)
            self.message_user(request, text % done, messages.SUCCESS)
        if others:
            text = ngettext("%d was neither given up nor cancelled.", "%d were neither given up nor cancelled.", others)
            self.message_user(request, text % others, messages.WARNING)

    @admin.action(permissions=["act"], description=_("Cancel what is not finished"))
    def cancel(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        done, others = self._each(queryset, cancel)
        if done:
            text = ngettext("%d piece of work is cancelled.", "%d pieces of work are cancelled.", done)
            self.message_user(request, text % done, messages.SUCCESS)
        if others:
            text = ngettext("%d was finished already.", "%d were finished already.", others)
            self.message_user(request, text % others, messages.WARNING)

    @staticmethod
    def _each(jobs: QuerySet[Job], act: Callable[[int], bool]) -> tuple[int, int]:
        """How many it was done to, and how many were not in a state for it."""
        results = [act(job_id) for job_id in jobs.order_by("pk").values_list("pk", flat=True)]
        return results.count(True), results.count(False)

    def has_act_permission(self, request: HttpRequest) -> bool:
        return super().has_change_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        return False
