"""Rows as they are written, many at a time: the columns of a model in its order, the key that the database makes aside.

They are told apart from instances of the models by what they cost, which is a tenth.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Written:
    """A JSON value as the text that it was written as."""

    text: str

    @property
    def value(self) -> Any:
        return json.loads(self.text)


class HandRow(NamedTuple):
    """A row of :class:`hands.models.Hand`."""

    game: str
    currency: str
    decimals: int
    small_bet: int
    big_bet: int
    id: UUID
    club_id: int
    site: str
    number: str
    table: str
    event: str
    table_size: int
    played_at: datetime | None
    month: str
    status: str
    is_disputed: bool
    pot: int
    rake: int
    document: Written
    ledger: Written | None
    stored_at: datetime


class SourceRow(NamedTuple):
    """A row of :class:`hands.models.Source`."""

    hand_id: UUID
    digest: str
    rank: int
    user_id: int | None
    format: str
    public: Any
    private: Any
    conflicts: Any
    was_posted: bool
    created_at: datetime


class FactRow(NamedTuple):
    """A row of :class:`hands.models.Fact`."""

    hand_id: UUID
    number: int
    player_id: int | None
    put_in: int
    won: int
    vpip: bool
    raised: bool
    drawn_1: int | None
    drawn_2: int | None
    drawn_3: int | None
    drawn_4: int | None
    made: bool | None
    showdown: bool
    showdown_won: bool


class ResultRow(NamedTuple):
    """A row of :class:`hands.models.UploadResult`."""

    upload_id: UUID
    place: int  # the column "index", which is a method of tuples
    file: str
    line: int | None
    end_line: int | None
    number: str
    outcome: str
    hand_id: UUID | None
    source_id: int | None
    findings: Any
