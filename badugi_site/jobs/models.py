"""Rows of work: what has to be done in the background, and how far it is. They are the truth; messages are hints."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class State(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    DEAD = "dead", _("given up")
    CANCELLED = "cancelled", _("cancelled")


class Job(models.Model):
    """One piece of work.

    ``kind`` names its handler, ``arguments`` are the handler's. Of jobs with the same ``key`` at most one waits. While
    it runs, ``lease`` is who holds it, until ``leased_until``: after that anybody may take it over. ``attempts`` counts
    those since the last progress.
    """

    kind = models.CharField(_("kind"), max_length=50)
    arguments: models.JSONField[dict[str, Any], dict[str, Any]] = models.JSONField(_("arguments"), default=dict)
    key = models.CharField(_("key"), max_length=100, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    run_after = models.DateTimeField(_("not before"))
    lease = models.UUIDField(_("held by"), null=True, blank=True, editable=False)
    leased_until = models.DateTimeField(_("held until"), null=True, blank=True, editable=False)
    error = models.TextField(_("last error"), blank=True)
    created_at = models.DateTimeField(_("created"))
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("work")
        verbose_name_plural = _("work")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(state__in=State.values), name="job_state"),
            models.CheckConstraint(
                condition=Q(state=State.RUNNING, lease__isnull=False, leased_until__isnull=False)
                | Q(~Q(state=State.RUNNING), lease__isnull=True, leased_until__isnull=True),
                name="job_running_is_leased",
            ),
            models.CheckConstraint(
                condition=Q(state__in=[State.WAITING, State.RUNNING], finished_at__isnull=True)
                | Q(state__in=[State.DONE, State.DEAD, State.CANCELLED], finished_at__isnull=False),
                name="job_finished_has_time",
            ),
            models.UniqueConstraint(
                fields=["key"], condition=Q(state=State.WAITING) & ~Q(key=""), name="job_waits_once_a_key"
            ),
        ]
        indexes: ClassVar = [
            # What the sweep looks for: waiting and due, or running with a lease that ran out.
            models.Index(fields=["run_after", "id"], condition=Q(state=State.WAITING), name="job_waiting"),
            models.Index(fields=["leased_until"], condition=Q(state=State.RUNNING), name="job_running"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
