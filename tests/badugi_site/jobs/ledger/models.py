"""A room that exists for the tests alone: work that writes one row after the other, slowly."""

from django.db import models

from badugi_site.jobs.models import Job


class Entry(models.Model):
    """What one step of one job has done. Nothing keeps it from being there twice but the lease."""

    job = models.ForeignKey(Job, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    process = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.job_id}: {self.number}"
