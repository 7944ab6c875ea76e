"""The months of hands follow the time zone of their club."""

from __future__ import annotations

from copy import copy
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models.signals import post_save, pre_save

from badugi_site.clubs.models import Club
from badugi_site.jobs.work import Lease, enqueue
from hands.models import Fact, Hand
from hands.stats import Counted, count
from hands.sums import counts, month_of

MOVE_MONTHS = "move_months"

_BATCH = 1000
_BEFORE = "_time_zone_before"


def move_months(lease: Lease) -> None:
    """The work: gives each hand of the club ``lease.job.arguments["club"]`` the month of the club's zone as it is now.

    What has the right month is left alone, so that it may be done again at any time.
    """
    after: UUID | None = None
    more = True
    while more:
        with lease.step():
            after = _move_batch(lease.job.arguments["club"], after)
        more = after is not None


def move_all_months(club: Club) -> None:
    """The same at once, a transaction a batch."""
    after: UUID | None = None
    more = True
    while more:
        with transaction.atomic():
            after = _move_batch(club.pk, after)
        more = after is not None


def count_misplaced(club: Club) -> int:
    """How many hands have another month than the club's zone says."""
    hands = Hand.objects.filter(club=club).values_list("played_at", "month").iterator()
    return sum(month != month_of(at, club.zone) for at, month in hands)


def _move_batch(club_id: int, after: UUID | None) -> UUID | None:
    """Looks at the next hands after this one. Returns the last one looked at, None at the end.

    The club's row is held meanwhile: its zone stays, and two who do this do it one after the other.
    """
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        return None
    hands = Hand.objects.filter(club=club)
    if after is not None:
        hands = hands.filter(pk__gt=after)
    looked_at = list(hands.order_by("pk").values_list("pk", "played_at", "month")[:_BATCH])
    misplaced = [pk for pk, at, month in looked_at if month != month_of(at, club.zone)]
    if misplaced:
        count(club, _moved(club, misplaced))
    return looked_at[-1][0] if len(looked_at) == _BATCH else None


def _moved(club: Club, ids: list[UUID]) -> list[Counted]:
    """Gives these hands their months, and returns what that changes in the sums."""
    # Locked in the order in which everybody locks hands.
    hands = list(Hand.objects.filter(pk__in=ids).order_by("club_id", "site", "number").select_for_update())
    facts: dict[UUID, list[Fact]] = {hand.pk: [] for hand in hands}
    for fact in Fact.objects.filter(hand__in=hands):
        facts[fact.hand_id].append(fact)
    moved: list[Hand] = []
    changes: list[Counted] = []
    for hand in hands:
        month = month_of(hand.played_at, club.zone)
        if month != hand.month:
            before, hand.month = copy(hand), month
            moved.append(hand)
            if counts(hand):
                changes += [Counted(before, facts[hand.pk], -1), Counted(hand, facts[hand.pk], 1)]
    Hand.objects.bulk_update(moved, ["month"], batch_size=_BATCH)
    return changes


# Whoever saves a club with another zone asks for the work, in the same transaction.


def _remember_zone(instance: Club, raw: bool, **values: Any) -> None:
    stored = None if raw else Club.objects.filter(pk=instance.pk).values_list("time_zone", flat=True).first()
    setattr(instance, _BEFORE, stored)


def _follow_zone(instance: Club, **values: Any) -> None:
    if getattr(instance, _BEFORE) not in (None, instance.time_zone):
        enqueue(MOVE_MONTHS, {"club": instance.pk}, key=f"months:{instance.pk}")


def follow_zones() -> None:
    """Connects the two; called once, when the app is ready."""
    pre_save.connect(_remember_zone, Club, dispatch_uid="hands.months.remember")
    post_save.connect(_follow_zone, Club, dispatch_uid="hands.months.follow")
