"""The sums of facts: kept up to date by what changes, read by players and clubs, built anew when asked.

Changes are written as :class:`PendingSums` in the transaction that changes the facts (:func:`count`), added in the
background (:func:`add_pending`), and always equal to a rebuild (:func:`rebuild`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from badugi_site.clubs.models import Club
from badugi_site.jobs.work import Lease
from hands.models import Fact, Hand

COUNT_HANDS = "count_hands"


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand and its facts, to be added to the sums (``times`` 1) or taken away (-1)."""

    hand: Hand
    facts: list[Fact]
    times: int


def count(club: Club, changes: Iterable[Counted]) -> None:
    """Writes what these changes add to the sums, and asks for the work, in the transaction of the caller.

    Disputed and cancelled hands count in nothing: do not give them.
    """
    raise NotImplementedError


def add_pending(lease: Lease) -> None:
    """The work: adds what is pending for the club ``lease.job.arguments["club"]`` to the sums."""
    raise NotImplementedError


def rebuild(club: Club) -> None:
    """Computes the sums of a club from its facts, and drops what was pending. One transaction."""
    raise NotImplementedError
