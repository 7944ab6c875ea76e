"""The sums of facts: kept up to date by what changes, and built anew when asked.

Changes are written as :class:`PendingSums` in the transaction that changes the facts (:func:`count`), added in the
background (:func:`add_pending`), and always equal to a rebuild (:func:`rebuild`): at any moment, sums and pending ones
together are what the facts give. Reading is :mod:`hands.figures`.

Adding and rebuilding are done by one at a time in a club; those who store hands do not wait for it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection, models, transaction
from django.db.models import QuerySet, Sum

from badugi_site.clubs.models import Club
from badugi_site.jobs.work import Lease, enqueue
from hands.models import ClubSums, Fact, Hand, PendingSums, PlayerSums
from hands.rows import FactRow, HandRow
from hands.storing import insert_rows
from hands.sums import OF_FACTS, Amounts, Key, Totals, differences

logger = logging.getLogger(__name__)

COUNT_HANDS = "count_hands"

# Pending rows added in one transaction: as many as old versions of SQLite take in one statement.
_BATCH = 900


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand and its facts, to be added to the sums (``times`` 1) or taken away (-1).

    By their values at that moment: a hand that changes is taken away as it was and added as it is now.
    """

    hand: Hand | HandRow
    facts: Sequence[Fact | FactRow]
    times: int


def count(club: Club, changes: Iterable[Counted]) -> None:
    """Writes what these changes add to the sums, and asks for the work, in the transaction of the caller.

    Give only hands that count (:func:`hands.sums.counts`).
    """
    totals = Totals()
    for change in changes:
        totals.add_hand(change.hand, change.facts, change.times)
    if _write(club, totals.in_order()):
        # Last, because others who ask for the same wait for this transaction from here on.
        enqueue(COUNT_HANDS, {"club": club.pk}, key=f"count:{club.pk}")


def _write(club: Club, amounts: Iterable[tuple[Key, Amounts]]) -> bool:
    """Writes pending sums, and says whether there were any."""
    rows = [
        # In the order of the columns.
        (*key[1:-1], club.pk, key[-1], *values[: len(OF_FACTS)], key[0], *values[len(OF_FACTS) :])
        for key, values in amounts
    ]
    insert_rows(PendingSums, rows)
    return bool(rows)


def add_pending(lease: Lease) -> None:
    """The work: adds what is pending for the club ``lease.job.arguments["club"]`` to the sums."""
    more = True
    while more:
        with lease.step():
            more = _add_up(lease.job.arguments["club"])


def rebuild(club: Club) -> int:
    """Makes the sums of a club what its facts give, and adds what is pending. Returns how many keys were wrong.

    What is wrong is found by one statement, so that a hand which is stored meanwhile is in it with its facts and its
    pending sums, or not at all: nobody has to wait, and nothing is lost or counted twice. One transaction.
    """
    with transaction.atomic():
        _one_at_a_time(club.pk)
        wrong = differences(club)
        _write(club, wrong.items())
        while _add_up(club.pk):
            pass
        for model in (PlayerSums, ClubSums):
            _delete_empty(model.objects.filter(club=club))
    return len(wrong)


def _one_at_a_time(club_id: int) -> None:
    """Holds the club's row until the end of the transaction against others who do this.

    A hand, a player or a token of the club can still be stored. SQLite lets only one transaction write anyway.
    """
    list(Club.objects.select_for_update(no_key=True).filter(pk=club_id).values_list("pk"))


def _add_up(club_id: int) -> bool:
    """Adds some pending sums of a club, the oldest first. Says whether there may be more.

    The order keeps every state of the sums that of some set of hands: nothing is taken away before it was added.
    """
    _one_at_a_time(club_id)
    ids = list(PendingSums.objects.filter(club=club_id).order_by("pk").values_list("pk", flat=True)[:_BATCH])
    if ids:
        pending = PendingSums.objects.filter(pk__in=ids)
        emptied = pending.filter(hands__lte=0)
        _add(ClubSums, pending.filter(player=None))
        _add(PlayerSums, pending.exclude(player=None))
        if emptied.exists():
            _delete_empty(ClubSums.objects.filter(club=club_id))
            _delete_empty(PlayerSums.objects.filter(player__in=emptied.values("player")))
        pending.delete()
    return len(ids) == _BATCH


def _add(model: type[PlayerSums | ClubSums], pending: QuerySet[PendingSums]) -> None:
    """Adds pending sums to the rows of their keys, or makes these. Django's own upsert only replaces values.

    Rows are locked in the order of their keys.
    """
    quote, meta = connection.ops.quote_name, model._meta
    fields = {field.name: field for field in meta.concrete_fields}
    column = {name: quote(str(field.column)) for name, field in fields.items()}
    (once,) = (constraint for constraint in meta.constraints if isinstance(constraint, models.UniqueConstraint))
    key = [fields[name].attname for name in model.KEY]
    rows = pending.order_by(*key).values(*key).annotate(**{f"sum_{name}": Sum(name) for name in model.ADDITIVE})
    select, parameters = rows.query.sql_with_params()
    table = quote(meta.db_table)
    added = (f"{column[name]} = {table}.{column[name]} + excluded.{column[name]}" for name in model.ADDITIVE)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(column[name] for name in (*model.KEY, *model.ADDITIVE))}) {select} "
            f"ON CONFLICT ({', '.join(column[name] for name in once.fields)}) DO UPDATE SET {', '.join(added)}",
            parameters,
        )


def _delete_empty(sums: QuerySet[Any]) -> None:
    """Deletes the rows that count no hands any more."""
    empty = sums.filter(hands=0)
    empty.filter(**dict.fromkeys(sums.model.ADDITIVE, 0)).delete()
    for row in empty:
        logger.error("Sums of no hands that are not nothing: %s %s of club %s", sums.model.__name__, row, row.club_id)
