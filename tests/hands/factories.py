"""Hands and facts as rows, without a history behind them: for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any

from badugi_site.clubs.models import Club, Player
from badugi_site.ids import time_ordered_id
from hands.facts import PlayerFacts, facts_of
from hands.models import Fact, Hand, Status
from hands.rules.document import Document
from hands.rules.replay import play
from hands.sums import month_of

_numbers = count(1)
NOON = datetime(2010, 9, 15, 12, tzinfo=UTC)


def make_club(slug: str = "moonlight", **fields: Any) -> Club:
    return Club.objects.create(name=slug.title(), slug=slug, **fields)


def make_player(club: Club, name: str, **fields: Any) -> Player:
    return Player.objects.create(club=club, name=name, **fields)


def make_hand(
    club: Club, players: Sequence[Player | None] = (), *, at: datetime | None = NOON, facts: Any = (), **fields: Any
) -> Hand:
    """A stored hand with one fact a player. ``facts`` are the fields of each player's, zero and false where not given;
    money adds up only where it is given so."""
    values: dict[str, Any] = {
        "site": "room",
        "number": f"{next(_numbers)}",
        "game": "badugi",
        "small_bet": 10,
        "big_bet": 20,
        "status": Status.VERIFIED,
        "month": month_of(at, club.zone),
        "table_size": len(players),
        "document": {},
        "ledger": {},
    }
    hand = Hand.objects.create(club=club, id=time_ordered_id(at or NOON), played_at=at, **values | fields)
    rows = [dict(given) for given in facts] or [{}] * len(players)
    Fact.objects.bulk_create(make_fact(hand, i, player, rows[i - 1]) for i, player in enumerate(players, 1))
    return hand


def make_fact(hand: Hand, number: int, player: Player | None, fields: dict[str, Any]) -> Fact:
    nothing = {"put_in": 0, "won": 0, "vpip": False, "raised": False, "showdown": False, "showdown_won": False}
    return Fact(hand=hand, number=number, player=player, **nothing | fields)


def store_played(club: Club, players: Sequence[Player | None], document: Document, **fields: Any) -> Hand:
    """A document that was replayed, as its hand and facts."""
    replay = play(document)
    assert replay.ledger is not None
    money = {
        "decimals": document.decimals,
        "small_bet": document.small_bet,
        "big_bet": document.big_bet,
        "pot": sum(pot.amount for pot in replay.ledger.pots),
        "rake": replay.ledger.rake,
    }
    facts = [columns_of(fact) for fact in facts_of(replay)]
    return make_hand(club, players, facts=facts, **{"status": replay.status, **money, **fields})


def columns_of(fact: PlayerFacts) -> dict[str, Any]:
    """The columns of a fact, but for its number."""
    drawn = {f"drawn_{cut}": cards for cut, cards in enumerate(fact.drawn, 1)}
    names = ("put_in", "won", "vpip", "raised", "made", "showdown", "showdown_won")
    return {name: getattr(fact, name) for name in names} | drawn
