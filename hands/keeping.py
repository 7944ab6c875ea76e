"""A stored hand with its sources, held by whoever changes it: rows made, put together anew, taken away."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from badugi_site.clubs.models import Club, User
from badugi_site.ids import time_ordered_id
from hands.combining import Combined, Statement, combine, tells_more
from hands.facts import PlayerFacts, facts_of
from hands.formats.stored import from_stored
from hands.models import CUTS, MOST_CUTS, Fact, Hand, Rank, Source
from hands.preparing import Prepared, columns_of, played_at, seats_of
from hands.privacy import Overlay
from hands.rows import FactRow, HandRow, SourceRow, Written
from hands.rules.document import Document
from hands.stats import Counted
from hands.storing import insert_rows, players_of
from hands.sums import counts, month_of

_FACT = ("number", "player_id", "put_in", "won", "vpip", "raised", *(f"drawn_{cut}" for cut in CUTS))
_FACT = (*_FACT, "made", "showdown", "showdown_won")
_NO_CUTS = (None,) * MOST_CUTS


@dataclass(slots=True)
class NewHand:
    """The rows of a hand that is not there yet."""

    hand: HandRow
    source: SourceRow
    facts: list[FactRow]

    @property
    def counted(self) -> bool:
        return counts(self.hand)


def build_new(
    one: Prepared,
    club: Club,
    sender: tuple[User | None, Rank],
    posted: bool,
    at: datetime,
    players: Mapping[tuple[str, str], int],
) -> NewHand:
    """The rows of a hand that nobody told of yet. ``players`` are the ids of its players by site and name."""
    user, rank = sender
    moment = _moment(one.public, club)
    columns = one.columns | {"document": Written(one.text)} | moment
    hand_id = time_ordered_id(moment["played_at"] or at)
    hand = HandRow(
        id=hand_id,
        club_id=club.pk,
        site=one.site,
        number=one.number,
        is_disputed=False,
        stored_at=at,
        **columns,
    )
    source = SourceRow(
        hand_id=hand_id,
        digest=one.digest,
        rank=rank,
        user_id=user.pk if user is not None else None,
        format=one.format,
        public=None,
        private=one.overlay.to_dict(),
        conflicts=[],
        was_posted=posted,
        created_at=at,
    )
    names = one.public.players or ()
    ids = {number: players[one.site, name] for number, name in enumerate(names, 1)}
    return NewHand(hand, source, _facts(hand_id, hand.table_size, one.facts, ids))


def _moment(public: Document, club: Club) -> dict[str, Any]:
    when = played_at(public, club.zone)
    return {"played_at": when, "month": month_of(when, club.zone)}


def _facts(hand_id: UUID, seats: int, facts: list[PlayerFacts], players: Mapping[int, int]) -> list[FactRow]:
    rows = []
    for one in seats_of(facts, seats):
        drawn = (*one.drawn, *_NO_CUTS)
        played = (one.put_in, one.won, one.vpip, one.raised, *drawn[:MOST_CUTS])
        shown = (one.made, one.showdown, one.showdown_won)
        rows.append(FactRow._make((hand_id, one.number, players.get(one.number), *played, *shown)))
    return rows


class Kept:
    """A hand that this transaction has locked, its sources, and what each of them says.

    Changes are made here first; :func:`recombined` stores them.
    """

    def __init__(self, hand: Hand, sources: Sequence[Source] | None = None) -> None:
        self.hand = hand
        self.sources = list(hand.sources.all() if sources is None else sources)
        self._own = {source.digest: source.public or hand.document for source in self.sources}
        self._overlays = {source.digest: Overlay.from_dict(source.private) for source in self.sources}
        self._combined: Combined | None = None
        self.dropped: list[Source] = []

    @classmethod
    def all_of(cls, hands: Sequence[Hand]) -> Iterator[Kept]:
        """Each of these hands, with one query for the sources of all."""
        sources: dict[Any, list[Source]] = {hand.pk: [] for hand in hands}
        for source in Source.objects.filter(hand__in=hands):
            sources[source.hand_id].append(source)
        for hand in hands:
            yield cls(hand, sources[hand.pk])

    def source_of(self, digest: str) -> Source | None:
        return next((source for source in self.sources if source.digest == digest), None)

    def combined(self) -> Combined:
        if self._combined is None:
            self._combined = combine([self._statement(source) for source in self.sources])
        return self._combined

    def _statement(self, source: Source) -> Statement:
        own, overlay = from_stored(self._own[source.digest]), self._overlays[source.digest]
        return Statement(own, overlay, (source.rank, source.digest), is_trusted=source.rank != Rank.MEMBER)

    def add(
        self, one: Prepared, user: User | None, rank: Rank, posted: bool, at: datetime
    ) -> tuple[Source, list[str], bool]:
        """Takes in another history: its source, the fields in which it disagrees, and whether it tells anything new."""
        before = {source.digest: source.conflicts for source in self.sources}
        overlays = list(self._overlays.values())
        source = Source(
            hand=self.hand,
            digest=one.digest,
            rank=rank,
            user=user,
            format=one.format,
            private=one.overlay.to_dict(),
            was_posted=posted,
            created_at=at,
        )
        self.sources.append(source)
        self._own[one.digest], self._overlays[one.digest] = one.columns["document"], one.overlay
        self._combined = None
        combined = self.combined()
        own = combined.conflicts[-1]
        others = {
            field
            for other, found in zip(self.sources[:-1], combined.conflicts[:-1], strict=True)
            for field in found
            if field not in before[other.digest]
        }
        adds = tells_more(one.overlay, overlays) or self._document() != self.hand.document
        return source, own or sorted(others), adds

    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = columns_of(self.combined().public, self.combined().replay)["document"]
        return document

    def raise_source(self, source: Source, user: User | None, rank: Rank, posted: bool) -> bool:
        """The same history again: from somebody of a higher rank it is theirs, and one sent by itself stays.

        Says whether its word weighs more now.
        """
        higher = rank < source.rank
        if higher:
            source.rank, source.user = rank, user
            self._combined = None
        if higher or (posted and not source.was_posted):
            source.was_posted |= posted
            source.save(update_fields=["rank", "user", "was_posted"])
        return higher

    def drop(self, sources: Sequence[Source]) -> None:
        self.sources = [source for source in self.sources if source not in sources]
        self.dropped += sources
        self._combined = None

    def facts(self) -> list[Fact]:
        return list(self.hand.facts.order_by("number"))


def remove_hand(kept: Kept) -> list[Counted]:
    """Deletes a hand with all that hangs on it."""
    changes = [Counted(copy.copy(kept.hand), kept.facts(), -1)] if counts(kept.hand) else []
    kept.hand.delete()
    return changes


def recombined(kept: Kept) -> list[Counted]:
    """Stores what the sources of a hand come to together, and returns what that changes in the sums."""
    hand, combined = kept.hand, kept.combined()
    columns = columns_of(combined.public, combined.replay) if combined.replay.accepted else {}
    if (ledger := columns.get("ledger")) is not None:
        columns["ledger"] = ledger.value
    columns |= _moment(combined.public, hand.club)
    columns["is_disputed"] = any(combined.conflicts)
    _store_sources(kept, columns.get("document", hand.document))
    before, old = copy.copy(hand), kept.facts()
    names = hand.document.get("players")
    changed = [name for name, value in columns.items() if getattr(hand, name) != value]
    for name in changed:
        setattr(hand, name, columns[name])
    new = _new_facts(hand, combined, old, names) if combined.replay.accepted else None
    same = new is None or _values(old) == _values(new)
    if not changed and same:
        return []
    if changed:
        hand.save(update_fields=changed)
    if new is not None and not same:
        hand.facts.all().delete()
        insert_rows(Fact, new)
    changes = [Counted(before, old, -1)] if counts(before) else []
    # Copies, because the hand may change once more before the caller counts.
    return [*changes, Counted(copy.copy(hand), old if new is None else new, 1)] if counts(hand) else changes


def _store_sources(kept: Kept, document: dict[str, Any]) -> None:
    """What each source says where that differs from the hand, and what it disagrees in; those that go, go."""
    for source, conflicts in zip(kept.sources, kept.combined().conflicts, strict=True):
        own = kept._own[source.digest]
        public = None if own == document else own
        if source.pk is None or source.public != public or source.conflicts != conflicts:
            source.public, source.conflicts = public, conflicts
            source.save()
    if kept.dropped:
        Source.objects.filter(pk__in=[source.pk for source in kept.dropped]).delete()


def _new_facts(hand: Hand, combined: Combined, old: Sequence[Fact], old_names: Sequence[str] | None) -> list[FactRow]:
    """The facts of all that is known now. Who sat where stays as long as the name there does (``old_names``)."""
    names = dict(enumerate(combined.public.players or (), 1))
    before = dict(enumerate(old_names or (), 1))
    players = {
        fact.number: fact.player_id
        for fact in old
        if fact.player_id is not None and fact.number in names and names[fact.number] == before.get(fact.number)
    }
    missing = {number: name for number, name in names.items() if number not in players}
    if missing:
        ids = players_of(hand.club, {(hand.site, name) for name in missing.values()})
        players |= {number: ids[hand.site, name] for number, name in missing.items()}
    return _facts(hand.pk, hand.table_size, facts_of(combined.replay), players)


def _values(facts: Sequence[Fact | FactRow]) -> list[tuple[Any, ...]]:
    return [tuple(getattr(fact, name) for name in _FACT) for fact in facts]
