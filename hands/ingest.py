"""From checked hands to stored ones: the one path, whoever calls it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import OperationalError, transaction
from django.db.models import Q

from badugi_site.clubs.models import Alias, Club, User
from hands.check import Checked
from hands.keeping import Kept, build_new, recombined, remove_hand
from hands.models import Fact, Hand, Outcome, Rank, Source
from hands.preparing import Prepared, prepare, told_by
from hands.rendering import render_finding
from hands.rules.findings import NOT_AT_THE_TABLE
from hands.rules.names import Names
from hands.stats import Counted, count
from hands.storing import insert_hands, insert_rows, insert_sources, players_of

_NOBODY = Names("nobody with a name", "이름 없음")
_YOUR_NAME = Names("a name that is yours in the club", "클럽에 등록된 본인의 이름")


@dataclass(frozen=True, slots=True)
class Sender:
    """Who a history comes from, for the weight of its word.

    A member's counts only where an alias of theirs sits, and of private cards only their own do.
    """

    user: User | None
    rank: Rank


@dataclass(slots=True)
class Stored:
    """What came of a hand.

    ``findings`` are why it was refused, or warnings, as :func:`hands.rendering.render_finding` writes them;
    ``conflicts`` the fields in which it disagrees with what is stored, of those that the sender's own history states.
    """

    outcome: Outcome
    hand_id: UUID | None = None
    source_id: int | None = None
    findings: list[dict[str, Any]] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)


def store_hands(checked: Sequence[Checked], *, club: Club, sender: Sender, posted: bool, at: datetime) -> list[Stored]:
    """Stores checked hands of a club, in the transaction of the caller, and says what came of each, in order.

    Facts, sums to be added and the job that adds them are written in the same transaction. ``posted`` for a hand that
    came by itself. Hands that are there already are recognised by their key, also when somebody else stores them at the
    same moment. Replay them (:func:`hands.check.check`) before the transaction begins.

    A hand whose winner nobody can tell is stored without a ledger, and counts in no statistics, like a cancelled one.
    """
    return store_prepared([prepare(one) for one in checked], club=club, sender=sender, posted=posted, at=at)


def store_prepared(
    prepared: Sequence[Prepared], *, club: Club, sender: Sender, posted: bool, at: datetime
) -> list[Stored]:
    """:func:`store_hands` for hands that were made ready before the transaction began, which keeps it short."""
    return _Batch(club, sender, posted, at).store(prepared)


def store_posted(prepared: Prepared, *, club: Club, sender: Sender, at: datetime) -> Stored:
    """Stores one hand that came by itself, in a transaction of its own.

    Where the database ends it for the sake of others (a deadlock, a lock that was held for too long) it is tried once
    more.
    """
    for tries_left in (1, 0):
        try:
            with transaction.atomic():
                return store_prepared([prepared], club=club, sender=sender, posted=True, at=at)[0]
        except OperationalError:
            if not tries_left:
                raise
    raise AssertionError("the last try returns or raises")


def remove_sources(source_ids: Iterable[int], *, at: datetime) -> None:
    """Takes away what only these sources knew: their cards, and hands that no other source tells of.

    In the transaction of the caller; facts and sums follow.
    """
    doomed = {*source_ids}
    ids = Source.objects.filter(pk__in=doomed).values_list("hand_id", flat=True)
    changes: dict[int, tuple[Club, list[Counted]]] = {}
    for hand in _locked(Q(pk__in=set(ids))):
        kept = Kept(hand)
        _, found = changes.setdefault(hand.club_id, (hand.club, []))
        going = [source for source in kept.sources if source.pk in doomed]
        if len(going) == len(kept.sources):
            found += remove_hand(kept)
        elif going:
            kept.drop(going)
            found += recombined(kept)
    for club, found in changes.values():
        count(club, found)


def revalidate(hand_id: UUID, *, at: datetime) -> Stored:
    """Replays a stored hand from its sources by the rules of today, and stores what changed.

    In the transaction of the caller. Where the rules refuse it now the outcome says so, with the findings, and the hand
    is disputed. Raises Hand.DoesNotExist.
    """
    hands = _locked(Q(pk=hand_id))
    if not hands:
        raise Hand.DoesNotExist
    kept = Kept(hands[0])
    changes = recombined(kept)
    count(kept.hand.club, changes)
    replay = kept.combined().replay
    findings = [render_finding(finding, replay.document.players) for finding in replay.findings]
    outcome = Outcome.REFUSED if not replay.accepted else Outcome.MERGED if changes else Outcome.DUPLICATE
    return Stored(outcome, hand_id, findings=findings)


def _locked(condition: Q) -> list[Hand]:
    """Hands for whoever changes them, in the order in which everybody takes them."""
    hands = Hand.objects.filter(condition).select_for_update(of=("self",)).select_related("club")
    return list(hands.order_by("club_id", "site", "number"))


class _Batch:
    """Hands of one club that are stored together."""

    def __init__(self, club: Club, sender: Sender, posted: bool, at: datetime) -> None:
        self.club, self.sender, self.posted, self.at = club, sender, posted, at
        self.changes: list[Counted] = []

    def store(self, given: Sequence[Prepared]) -> list[Stored]:
        prepared = list(given)
        stored: list[Stored | None] = [self._refused(one) for one in prepared]
        waiting: dict[tuple[str, str], list[int]] = {}
        names = self._own_names(prepared) if self.sender.rank == Rank.MEMBER else None
        for i, one in enumerate(prepared):
            if stored[i] is not None:
                continue
            if names is not None:
                own = [n for n, name in enumerate(one.public.players or (), 1) if (one.site, name) in names]
                if not own:
                    stored[i] = _not_at_the_table(one, sorted(name for site, name in names if site == one.site))
                    continue
                prepared[i] = told_by(one, own)
            waiting.setdefault(one.key, []).append(i)
        while waiting:
            # Again only for hands that were there, and were deleted before they could be locked.
            self._insert_new(prepared, waiting, stored)
            self._merge(prepared, waiting, stored)
        if self.changes:
            count(self.club, self.changes)
        return [one for one in stored if one is not None]

    @staticmethod
    def _refused(one: Prepared) -> Stored | None:
        return None if one.accepted else Stored(Outcome.REFUSED, findings=one.findings)

    def _own_names(self, prepared: Sequence[Prepared]) -> set[tuple[str, str]]:
        """The names of the sender at the sites of these hands."""
        sites = {one.site for one in prepared if one.accepted}
        aliases = Alias.objects.filter(club=self.club, player__user=self.sender.user, site__in=sites)
        return {*aliases.values_list("site", "name")} if self.sender.user is not None else set()

    def _there(self, keys: Iterable[tuple[str, str]]) -> Q:
        condition = Q(pk__in=())
        by_site: dict[str, list[str]] = {}
        for site, number in keys:
            by_site.setdefault(site, []).append(number)
        for site, numbers in by_site.items():
            condition |= Q(club=self.club, site=site, number__in=numbers)
        return condition

    def _insert_new(
        self, prepared: Sequence[Prepared], waiting: dict[tuple[str, str], list[int]], stored: list[Stored | None]
    ) -> None:
        """Hands whose key is not there, the first of each."""
        there = {*Hand.objects.filter(self._there(waiting)).values_list("site", "number")}
        new = {key: indices[0] for key, indices in sorted(waiting.items()) if key not in there}
        if not new:
            return
        names = {(prepared[i].site, name) for i in new.values() for name in prepared[i].public.players or ()}
        players = players_of(self.club, names)
        rows = [
            build_new(prepared[i], self.club, (self.sender.user, self.sender.rank), self.posted, self.at, players)
            for i in new.values()
        ]
        inserted = insert_hands([row.hand for row in rows])
        rows = [row for row in rows if row.hand.id in inserted]
        source_ids = insert_sources([row.source for row in rows])
        insert_rows(Fact, [fact for row in rows for fact in row.facts])
        for row, source_id in zip(rows, source_ids, strict=True):
            key = (row.hand.site, row.hand.number)
            i = waiting[key].pop(0)
            stored[i] = Stored(Outcome.ACCEPTED, row.hand.id, source_id, prepared[i].findings)
            if row.counted:
                self.changes.append(Counted(row.hand, row.facts, 1))
            if not waiting[key]:
                del waiting[key]

    def _merge(
        self, prepared: Sequence[Prepared], waiting: dict[tuple[str, str], list[int]], stored: list[Stored | None]
    ) -> None:
        """Hands that are there: each history is a duplicate, adds something, or disagrees."""
        if not waiting:
            return
        hands = _locked(self._there(waiting))
        for kept in Kept.all_of(hands):
            for i in waiting.pop((kept.hand.site, kept.hand.number)):
                stored[i] = self._add(kept, prepared[i])

    def _add(self, kept: Kept, one: Prepared) -> Stored:
        user, rank = self.sender.user, self.sender.rank
        known = kept.source_of(one.digest)
        if known is not None:
            if kept.raise_source(known, user, rank, self.posted):
                self.changes += recombined(kept)
            return Stored(Outcome.DUPLICATE, kept.hand.pk, known.pk, one.findings)
        source, new_conflicts, adds = kept.add(one, user, rank, self.posted, self.at)
        self.changes += recombined(kept)
        outcome = Outcome.CONFLICT if new_conflicts else Outcome.MERGED if adds else Outcome.DUPLICATE
        return Stored(outcome, kept.hand.pk, source.pk, one.findings, new_conflicts)


def _not_at_the_table(one: Prepared, names: list[str]) -> Stored:
    players = one.public.players
    finding = NOT_AT_THE_TABLE(
        found=", ".join(players) if players else _NOBODY,
        expected=", ".join(names) if names else _YOUR_NAME,
        line=one.line,
        field="players",
    )
    return Stored(Outcome.REFUSED, findings=[*one.findings, render_finding(finding, players)])
