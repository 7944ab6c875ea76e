"""A stored hand as one viewer may see it: the only way from the database to a page, an answer or an export."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from badugi_site.clubs.access import Access
from hands.combining import counts
from hands.formats.document import to_dict
from hands.formats.stored import from_stored
from hands.models import Hand, Source, Status
from hands.privacy import Overlay, document_for
from hands.rendering import render_finding, render_names
from hands.rules.cards import cards_in, set_text
from hands.rules.document import Document, amount
from hands.rules.replay import Replay, play

_PROVED = (Status.VERIFIED, Status.SETTLED, Status.CANCELLED)


@dataclass(frozen=True, slots=True)
class View:
    """A hand for one viewer: ``document`` with the cards they may see, and ``replay`` of it.

    ``players`` are the numbers (from 1) of the seats that are the viewer's own, None for staff, who see every card.
    ``conflicts`` are the fields in which the sources disagree, as far as this viewer may know of it.
    """

    hand: Hand
    document: Document
    replay: Replay
    players: frozenset[int] | None
    conflicts: list[str]


def view(hand: Hand, access: Access) -> View:
    """The hand for a viewer who may see it (:meth:`HandQuerySet.visible_to`), with what
    :meth:`HandQuerySet.for_view` reads."""
    sources = sorted(hand.sources.all(), key=lambda source: (source.rank, source.digest))
    players = None
    if not access.sees_all_cards:
        players = frozenset(fact.number for fact in hand.facts.all() if fact.player_id in access.players)
    overlays = [Overlay.from_dict(source.private) for source in sources if counts(source.conflicts)]
    document = document_for(from_stored(hand.document), overlays, players)
    return View(hand, document, play(document), players, _conflicts(hand, sources, access))


def _conflicts(hand: Hand, sources: Iterable[Source], access: Access) -> list[str]:
    """The fields in question: all of them for staff, for others those that a history of their own states."""
    fields = {field for source in sources for field in source.conflicts}
    if access.sees_all_cards:
        return sorted(fields)
    own = [source for source in sources if source.user_id == access.user.pk]
    return sorted(field for field in fields if any(_states(source, hand, field) for source in own))


def _states(source: Source, hand: Hand, field: str) -> bool:
    """Whether a source itself says something of a field."""
    if field in source.conflicts:
        return True
    root, _, place = field.partition(".")
    if root in ("cards", "mucked"):
        return place in source.private.get(root, ())
    value = source.public or hand.document
    if root == "time":
        return value.get("day") is not None
    while root:
        if not isinstance(value, Mapping):
            return True  # an entry of a list that it has
        if root not in value:
            return False
        value = value[root]
        root, _, place = place.partition(".")
    return True


def render_hand(view: View) -> dict[str, Any]:
    """The object of ``GET hands/{id}/``: that of ``validate`` for this viewer, and where the hand stands.

    Money is the stored settlement, which is the same for everybody; cards, names, findings, unproved lines and whether
    the hand is accepted, by the rules of today, are those of the viewer's own replay; conflicts only for staff, or in
    fields that the viewer's own source states.
    """
    hand, document, replay = view.hand, view.document, view.replay
    return {
        "accepted": replay.accepted,
        "status": hand.status,
        "unproved": [] if hand.status in _PROVED else replay.unproved,
        "findings": [render_finding(finding, document.players) for finding in replay.findings],
        "hand": to_dict(document),
        "settlement": _settlement(view),
        "jackpots": [],
        **_place(hand),
        "sources": len(hand.sources.all()),
        "conflicts": view.conflicts,
    }


def render_row(hand: Hand, access: Access) -> dict[str, Any]:
    """A row of ``GET hands/``: the same names, without document, settlement and findings; nothing is replayed.

    The hand comes from :meth:`HandQuerySet.for_list`.
    """
    return {"status": hand.status, **_place(hand), "sources": vars(hand)["source_count"]} | {
        "game": hand.game,
        "currency": hand.currency or None,
        "small_bet": amount(hand.small_bet, hand.decimals),
        "big_bet": amount(hand.big_bet, hand.decimals),
        "table": hand.table or None,
        "event": hand.event or None,
        "table_size": hand.table_size,
        "pot": amount(hand.pot, hand.decimals),
        "rake": amount(hand.rake, hand.decimals),
    }


def _place(hand: Hand) -> dict[str, Any]:
    """Where a hand stands."""
    played_at = hand.played_at
    return {
        "id": hand.pk,
        "club": hand.club.slug,
        "site": hand.site,
        "number": hand.number,
        "played_at": None if played_at is None else played_at.astimezone(hand.club.zone).isoformat(),
        "url": reverse("hand", args=[hand.pk]),
        "is_disputed": hand.is_disputed,
    }


def _settlement(view: View) -> dict[str, Any] | None:
    """The stored settlement, with the names of the players and the final cards that the viewer may see."""
    stored = view.hand.ledger
    if stored is None:
        return None
    names: Sequence[str | None] = view.document.players or [None] * len(stored["players"])
    lines = [
        {"player": line["player"], "name": names[line["player"] - 1]}
        | {name: value for name, value in line.items() if name not in ("player", "finishing_stack")}
        | _final_cards(view.replay, line["player"])
        | {"finishing_stack": line["finishing_stack"]}
        for line in stored["players"]
    ]
    return {**stored, "players": lines}


def _final_cards(replay: Replay, player: int) -> dict[str, Any]:
    """The last cards of a player as far as they are known to the viewer, and the name of the hand when all are."""
    if replay.ledger is not None:
        line = replay.ledger.players[player - 1]
        return {"final_cards": line.final_cards, "hand": render_names(line.hand) if line.hand is not None else None}
    if replay.table is None:
        return {"final_cards": "", "hand": None}
    holdings, evaluation = replay.table.holdings, replay.table.rules.sides[0].evaluation
    held, unknown = holdings.held[player - 1], holdings.unknown[player - 1]
    name = None if unknown or not held else render_names(evaluation.name(evaluation.best(list(cards_in(held)))))
    return {"final_cards": set_text(held, unknown), "hand": name}
