"""A stored hand as one viewer may see it: the only way from the database to a page, an answer or an export."""

from __future__ import annotations

from typing import Any

from badugi_site.clubs.access import Access
from hands.models import Hand
from hands.rules.document import Document
from hands.rules.replay import Replay


class View:
    """A hand for one viewer: ``document`` with the cards they may see, and ``replay`` of it.

    ``players`` are the numbers (from 1) of the seats that are the viewer's own, None for staff, who see every card.
    """

    hand: Hand
    document: Document
    replay: Replay
    players: frozenset[int] | None


def view(hand: Hand, access: Access) -> View:
    """The hand for a viewer who may see it (:meth:`HandQuerySet.visible_to`), its sources and facts prefetched."""
    raise NotImplementedError


def render_hand(view: View) -> dict[str, Any]:
    """The object of ``GET hands/{id}/``: that of ``validate`` for this viewer, and where the hand stands.

    Money is the stored settlement, which is the same for everybody; cards, names, findings and unproved lines are those
    of the viewer's own replay; conflicts only for staff, or in fields that the viewer's own source states.
    """
    raise NotImplementedError


def render_row(hand: Hand, access: Access) -> dict[str, Any]:
    """A row of ``GET hands/``: the same names, without document, settlement and findings; nothing is replayed."""
    raise NotImplementedError
