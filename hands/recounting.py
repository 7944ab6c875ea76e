"""The statistics of a club built anew in the background, when an operator asks for it."""

from __future__ import annotations

from badugi_site.clubs.models import Club
from badugi_site.jobs.work import Lease, enqueue
from hands.months import move_months
from hands.stats import rebuild

RECOUNT_CLUB = "recount_club"


def ask_to_recount(club: Club) -> None:
    """Asks for the work, in the transaction of the caller; once, however often it is asked before it begins."""
    enqueue(RECOUNT_CLUB, {"club": club.pk}, key=f"{RECOUNT_CLUB}:{club.pk}")


def recount_club(lease: Lease) -> None:
    """The work: months and sums of the club ``lease.job.arguments["club"]`` become what its hands give."""
    move_months(lease)
    with lease.step():
        club = Club.objects.filter(pk=lease.job.arguments["club"]).first()
        if club is not None:
            rebuild(club)
