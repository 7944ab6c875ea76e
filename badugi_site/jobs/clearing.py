"""What was done long ago and nothing points at is deleted; what was given up stays until somebody has looked at it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import router
from django.db.models import Exists, ForeignObjectRel, OuterRef, QuerySet

from badugi_site.jobs.models import Job, State

KEPT = timedelta(days=7)
_MOST_AT_ONCE = 1000


def clear_old(now: datetime) -> int:
    """Deletes jobs that ended well, or were cancelled, more than a week before ``now``. Returns how many."""
    old = Job.objects.filter(state__in=[State.DONE, State.CANCELLED], finished_at__lt=now - KEPT)
    chosen = list(_without_owner(old).order_by("pk").values_list("pk", flat=True)[:_MOST_AT_ONCE])
    if not chosen:
        return 0
    # One statement that asks again, unlike `delete`: somebody may have it done again since.
    return old.filter(pk__in=chosen)._raw_delete(router.db_for_write(Job))


def _without_owner(jobs: QuerySet[Job]) -> QuerySet[Job]:
    for relation in Job._meta.get_fields(include_hidden=True):
        if isinstance(relation, ForeignObjectRel):
            field = relation.field
            jobs = jobs.exclude(Exists(field.model._base_manager.filter(**{field.name: OuterRef("pk")})))
    return jobs
