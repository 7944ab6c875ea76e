"""Many rows at once: hands under their key, players under their names, and what hangs on them.

PostgreSQL takes them by COPY, three times as fast as by INSERT; SQLite, where one transaction writes at a time, by bulk
inserts. Rows are those of :mod:`hands.rows`, or tuples like them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.models import JSONField, Model

from badugi_site.clubs.models import Alias, Club, Player
from hands.models import Hand, Source
from hands.rows import HandRow, SourceRow, Written

_LONGEST_NAME = 100
_encode = json.JSONEncoder(ensure_ascii=False).encode


def insert_hands(rows: Sequence[HandRow]) -> set[UUID]:
    """Inserts hands whose keys are not there yet, in the order of their keys, and returns the ids of those stored.

    Whose key somebody else takes at the same moment is not among them: it is waited for whether that one commits.
    """
    ids = {row.id for row in rows}
    if connection.vendor != "postgresql":
        # The writing transaction is alone: what was not there when it looked is not there now.
        insert_rows(Hand, rows)
        return ids
    try:
        with transaction.atomic():
            insert_rows(Hand, rows)
        return ids
    except IntegrityError:
        return _insert_missing(rows)


def _insert_missing(rows: Sequence[HandRow]) -> set[UUID]:
    """The same where some keys are taken: twice the work, for COPY takes all rows or none."""
    table, columns = Hand._meta.db_table, ", ".join(_columns(Hand))
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY TABLE IF NOT EXISTS incoming_hands (LIKE {table}) ON COMMIT DROP")
        _copy(Hand, rows, "incoming_hands")
        # Sorted as they were, so that two who insert the same keys wait for each other in one direction only.
        cursor.execute(
            f"INSERT INTO {table} ({columns}) SELECT {columns} FROM incoming_hands"
            ' ORDER BY site COLLATE "C", number COLLATE "C"'
            " ON CONFLICT (club_id, site, number) DO NOTHING RETURNING id"
        )
        stored = {row[0] for row in cursor.fetchall()}
        cursor.execute("TRUNCATE incoming_hands")
    return stored


def insert_sources(rows: Sequence[SourceRow]) -> list[int]:
    """Inserts sources of hands that this transaction stored, and returns their ids."""
    if connection.vendor != "postgresql":
        return [source.pk for source in _models(Source, rows)]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [Source._meta.db_table, len(rows)],
        )
        ids = [row[0] for row in cursor.fetchall()]
    insert_rows(Source, [(number, *row) for number, row in zip(ids, rows, strict=True)])
    return ids


def insert_rows(model: type[Model], rows: Sequence[tuple[Any, ...]]) -> None:
    """Inserts rows that nobody else can insert: their key belongs to a row that this transaction holds."""
    if not rows:
        return
    if connection.vendor == "postgresql":
        _copy(model, rows, model._meta.db_table)
    else:
        _models(model, rows)


def _models(model: type[Any], rows: Sequence[tuple[Any, ...]]) -> list[Any]:
    """The rows by bulk inserts, as instances of the model; their ids are made where they have none."""
    no_key = (None,) * (len(model._meta.concrete_fields) - len(rows[0]))
    stored: list[Any] = model._default_manager.bulk_create([model(*no_key, *map(_value, row)) for row in rows])
    return stored


def _value(column: Any) -> Any:
    return column.value if isinstance(column, Written) else column


def _columns(model: type[Model], *, with_key: bool = True) -> list[str]:
    return [connection.ops.quote_name(str(field.column)) for field in _fields(model, with_key)]


def _fields(model: type[Model], with_key: bool) -> list[Any]:
    return [field for field in model._meta.concrete_fields if with_key or not field.primary_key]


def _copy(model: type[Model], rows: Sequence[tuple[Any, ...]], table: str) -> None:
    """The rows by COPY, with their ids where they have one."""
    with_key = len(rows[0]) == len(model._meta.concrete_fields)
    fields = _fields(model, with_key)
    documents = [place for place, field in enumerate(fields) if isinstance(field, JSONField)]
    statement = f"COPY {table} ({', '.join(_columns(model, with_key=with_key))}) FROM STDIN"
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement) as copy:
        for row in rows:
            if documents:
                values = [*row]
                for place in documents:
                    if (value := values[place]) is not None:
                        values[place] = value.text if isinstance(value, Written) else _encode(value)
                copy.write_row(values)
            else:
                copy.write_row(row)


def players_of(club: Club, names: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """The ids of the club's players by site and name there; whoever is not known yet becomes a player.

    Somebody else may make the same player at the same moment: the first one stays.
    """
    wanted = sorted({*names})
    found = _known_players(club, wanted)
    missing = [key for key in wanted if key not in found]
    if missing:
        players = Player.objects.bulk_create([Player(club=club, name=name[:_LONGEST_NAME]) for _, name in missing])
        Alias.objects.bulk_create(
            [
                Alias(club=club, player=player, site=site, name=name)
                for (site, name), player in zip(missing, players, strict=True)
            ],
            ignore_conflicts=True,
        )
        found |= (taken := _known_players(club, missing))
        unused = [player.pk for key, player in zip(missing, players, strict=True) if taken[key] != player.pk]
        if unused:
            Player.objects.filter(pk__in=unused).delete()
    return found


def _known_players(club: Club, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for site in sorted({site for site, _ in keys}):
        names = [name for at, name in keys if at == site]
        aliases = Alias.objects.filter(club=club, site=site, name__in=names)
        found |= {(site, name): player for name, player in aliases.values_list("name", "player_id")}
    return found
