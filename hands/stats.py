"""The sums of facts: kept up to date by what changes, and built anew when asked.

Changes are written as :class:`PendingSums` in the transaction that changes the facts (:func:`count`), added in the
background (:func:`add_pending`), and always equal to a rebuild (:func:`rebuild`): at any moment, sums and pending ones
together are what the facts give. Reading is :mod:`hands.figures`.

Adding and rebuilding are done by one at a time in a club; those who store hands do not wait for it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db import connection, models, transaction
from django.db.models import QuerySet

from badugi_site.clubs.models import Club
from badugi_site.jobs.work import Lease, enqueue
from hands.models import ClubSums, Fact, Hand, PendingSums, PlayerSums
from hands.sums import COLUMNS, GROUP, Amounts, Key, Totals, differences

logger = logging.getLogger(__name__)

COUNT_HANDS = "count_hands"

# Pending rows added in one transaction, and rows in one statement.
_BATCH = 2000
_ROWS = 200

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand and its facts, to be added to the sums (``times`` 1) or taken away (-1).

    By their values at that moment: a hand that changes is taken away as it was and added as it is now.
    """

    hand: Hand
    facts: list[Fact]
    times: int


def count(club: Club, changes: Iterable[Counted]) -> None:
    """Writes what these changes add to the sums, and asks for the work, in the transaction of the caller.

    Give only hands that count (:func:`hands.sums.counts`).
    """
    totals = Totals()
    for change in changes:
        totals.add_hand(change.hand, change.facts, change.times)
    rows = [_pending(club.pk, key, amounts) for key, amounts in totals.in_order()]
    if rows:
        PendingSums.objects.bulk_create(rows, batch_size=_ROWS)
        # Last, because others who ask for the same wait for this transaction from here on.
        enqueue(COUNT_HANDS, {"club": club.pk}, key=f"count:{club.pk}")


def _pending(club_id: int, key: Key, amounts: Amounts) -> PendingSums:
    player_id, *group = key
    values: dict[str, Any] = dict(zip((*GROUP[1:], *COLUMNS), (*group, *amounts), strict=True))
    return PendingSums(club_id=club_id, player_id=player_id, **values)


def add_pending(lease: Lease) -> None:
    """The work: adds what is pending for the club ``lease.job.arguments["club"]`` to the sums."""
    more = True
    while more:
        with lease.step():
            more = _add_up(lease.job.arguments["club"], limit=_BATCH)


def rebuild(club: Club) -> int:
    """Makes the sums of a club what its facts give, and adds what is pending. Returns how many keys were wrong.

    What is wrong is found by one statement, so that a hand which is stored meanwhile is in it with its facts and its
    pending sums, or not at all: nobody has to wait, and nothing is lost or counted twice. One transaction.
    """
    with transaction.atomic():
        _one_at_a_time(club.pk)
        wrong = differences(club)
        _add_up(club.pk, more=wrong)
        for model in (PlayerSums, ClubSums):
            _delete_empty(model.objects.filter(club=club))
    return len(wrong)


def _one_at_a_time(club_id: int) -> None:
    """Holds the club's row until the end of the transaction against others who do this.

    A hand, a player or a token of the club can still be stored. SQLite lets only one transaction write anyway.
    """
    list(Club.objects.select_for_update(no_key=True).filter(pk=club_id).values_list("pk"))


def _add_up(club_id: int, *, limit: int | None = None, more: Mapping[Key, Amounts] | None = None) -> bool:
    """Adds the pending sums of a club, the oldest first and at most ``limit``, and what else is given.

    The order keeps every state of the sums that of some set of hands: nothing is taken away before it was added. Says
    whether there may be more.
    """
    _one_at_a_time(club_id)
    pending = list(PendingSums.objects.filter(club=club_id).order_by("pk")[:limit])
    totals = Totals()
    for row in pending:
        key = (row.player_id, row.game, row.currency, row.decimals, row.small_bet, row.big_bet, row.month)
        totals.add(key, [getattr(row, name) for name in COLUMNS])
    for key, amounts in (more or {}).items():
        totals.add(key, amounts)
    changed = list(totals.in_order())
    _upsert(ClubSums, club_id, [(key, amounts) for key, amounts in changed if key[0] is None])
    _upsert(PlayerSums, club_id, [(key, amounts) for key, amounts in changed if key[0] is not None])
    for some in _parts([row.pk for row in pending], _ROWS):
        PendingSums.objects.filter(pk__in=some).delete()
    return limit is not None and len(pending) == limit


def _upsert(model: type[PlayerSums | ClubSums], club_id: int, rows: Sequence[tuple[Key, Amounts]]) -> None:
    """Adds to the rows of these keys, or makes them."""
    columns = [*model.KEY, *model.ADDITIVE]
    start = 1 if model is ClubSums else 0
    for some in _parts(rows, (connection.features.max_query_params or _ROWS * len(columns)) // len(columns)):
        parameters = [
            value for row, amounts in some for value in (club_id, *row[start:], *amounts[: len(model.ADDITIVE)])
        ]
        with connection.cursor() as cursor:
            cursor.execute(_adding(model, columns, len(some)), parameters)
        taken = {row[0] for row, amounts in some if amounts[0] <= 0}
        if taken:
            sums: QuerySet[Any] = model.objects.filter(club=club_id)
            _delete_empty(sums if model is ClubSums else sums.filter(player__in=taken))


def _adding(model: type[PlayerSums | ClubSums], names: Sequence[str], rows: int) -> str:
    """The statement that adds rows. Django's own upsert replaces values and cannot add to them."""
    quote, meta = connection.ops.quote_name, model._meta
    column = {field.name: quote(str(field.column)) for field in meta.concrete_fields}
    (once,) = (constraint for constraint in meta.constraints if isinstance(constraint, models.UniqueConstraint))
    table, place = quote(meta.db_table), f"({', '.join(['%s'] * len(names))})"
    added = (f"{column[name]} = {table}.{column[name]} + excluded.{column[name]}" for name in model.ADDITIVE)
    return (
        f"INSERT INTO {table} ({', '.join(column[name] for name in names)}) VALUES {', '.join([place] * rows)} "
        f"ON CONFLICT ({', '.join(column[name] for name in once.fields)}) DO UPDATE SET {', '.join(added)}"
    )


def _delete_empty(sums: QuerySet[Any]) -> None:
    """Deletes the rows that count no hands any more."""
    empty = sums.filter(hands=0)
    empty.filter(**dict.fromkeys(sums.model.ADDITIVE, 0)).delete()
    for row in empty:
        logger.error("Sums of no hands that are not nothing: %s %s of club %s", sums.model.__name__, row, row.club_id)


def _parts(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
