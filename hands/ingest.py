"""From checked hands to stored ones: the one path, whoever calls it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from badugi_site.clubs.models import Club, User
from hands.check import Checked
from hands.models import Outcome, Rank


@dataclass(frozen=True, slots=True)
class Sender:
    """Who a history comes from, for the weight of its word. A member's counts only where an alias of theirs sits."""

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
    """
    raise NotImplementedError


def remove_sources(source_ids: Iterable[int], *, at: datetime) -> None:
    """Takes away what only these sources knew: their cards, and hands that no other source tells of.

    In the transaction of the caller; facts and sums follow.
    """
    raise NotImplementedError


def revalidate(hand_id: UUID, *, at: datetime) -> Stored:
    """Replays a stored hand from its sources by the rules of today, and stores what changed. One transaction."""
    raise NotImplementedError
