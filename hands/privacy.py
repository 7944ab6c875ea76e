"""What everybody at the table saw, what each source knows beyond it, and the document for whoever asks.

The public document of a hand holds no card that was not shown: deals and discards are counts. The cards that a source
tells beyond it are its overlay. Putting overlays back, all of them or those of some players, gives the document for a
viewer; replaying that document gives the findings, names and unproved lines that this viewer may see, and no others.
Source of the rules: docs/formats.md, "One hand from several sources".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

from hands.formats.draws import in_sequence
from hands.rules.cards import UNKNOWN, format_cards, parse_cards
from hands.rules.document import Document, Record, amount, units
from hands.rules.replay import Replay, play
from hands.rules.table import Table

PUBLIC = (
    *("variant", "antes", "blinds", "stacks", "small_bet", "big_bet", "min_bet", "bring_in", "decimals", "options"),
    *("finishing_stacks", "winnings", "ante_trimming", "currency", "players", "seats", "seat_count", "button"),
    *("table", "hand", "venue", "event", "level", "year", "month", "day", "time", "time_zone"),
)
"""The fields of a document that everybody may see as they are."""

SPLIT = ("actions", "record", "extra")
"""Those that are split: cards, and what nobody here interprets. A field in neither list would stay with nobody."""

PUBLIC_RECORD = ("collected", "returned", "rake", "pot", "pots", "cancelled")
SPLIT_RECORD = ("mucked", "labels")


@dataclass(slots=True)
class Overlay:
    """The private cards of one source: ``cards`` by the index of the action that deals or discards them, ``mucked`` and
    ``labels`` by player (from 1), ``extra`` fields of the source that only staff see."""

    cards: dict[int, str] = field(default_factory=dict)
    mucked: dict[int, str] = field(default_factory=dict)
    labels: dict[int, str] = field(default_factory=dict)
    extra: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """As it is stored: an object without what is empty. :meth:`from_dict` gives the same overlay back."""
        data: dict[str, Any] = {
            name: {str(key): value for key, value in told.items()}
            for name, told in (("cards", self.cards), ("mucked", self.mucked), ("labels", self.labels))
            if told
        }
        return data | ({"extra": self.extra} if self.extra else {})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Overlay:
        def numbered(name: str) -> dict[int, str]:
            return {int(key): value for key, value in data.get(name, {}).items()}

        return cls(numbered("cards"), numbered("mucked"), numbered("labels"), dict(data.get("extra", {})))


def split(replay: Replay) -> tuple[Document, Overlay]:
    """The public document and the overlay of an accepted hand.

    Both are canonical, whatever the source was: draws in sequence, cards and amounts in one spelling, shown cards
    spelled out, and no printed amounts of calls but the one on which the money depends.
    """
    document = replay.document
    overlay = Overlay(extra=dict(document.extra))
    actions, shown = [], set[int]()
    for index, told in enumerate(_in_order(document, _told(document, replay.table), replay.table)):
        if told.cards:
            overlay.cards[index] = told.cards
        elif told.verb == "sm" and not told.text.endswith(" sm"):
            shown.add(told.player)
        actions.append(told.public)
    public = Document(**{name: getattr(document, name) for name in PUBLIC}, actions=actions)
    public.options = dict(sorted(document.options.items()))
    public.hand, public.venue = ((text and text.strip()) or None for text in (document.hand, document.venue))
    if document.record is not None:
        public.record = _split_record(document.record, shown, overlay)
    return public, overlay


def document_for(public: Document, overlays: Iterable[Overlay], players: Collection[int] | None) -> Document:
    """The document with the private cards of these players (from 1), or with everybody's (None).

    Fields that nobody here interprets are for those alone who see everything. The first overlay to tell something of
    which there is only one has it.
    """
    actions, record, extra = list(public.actions), public.record, dict[str, Any]()
    mucked, labels = dict[int, str](), dict[int, str]()
    for overlay in overlays:
        for index, cards in overlay.cards.items():
            action = actions[index]
            if players is None or _owner(action) in players:
                before, _, there = action.rpartition(" ")
                actions[index] = f"{before} {joined(there, cards)}"
        for told, kept in ((overlay.mucked, mucked), (overlay.labels, labels)):
            for player, text in told.items():
                if players is None or player in players:
                    kept[player] = joined(kept.get(player, text), text) if told is overlay.mucked else text
        if players is None:
            extra = overlay.extra | extra
    if mucked or labels:
        record = replace(record or Record(), mucked=mucked, labels=labels | (record.labels if record else {}))
    return replace(public, actions=actions, record=record, extra=extra)


def overlay_of(public: Document, overlay: Overlay, players: Collection[int]) -> Overlay:
    """What an overlay tells of these players (from 1) alone, and its fields that nobody here interprets."""
    return Overlay(
        {index: cards for index, cards in overlay.cards.items() if _owner(public.actions[index]) in players},
        {player: cards for player, cards in overlay.mucked.items() if player in players},
        {player: label for player, label in overlay.labels.items() if player in players},
        overlay.extra,
    )


def told_of(public: Document, overlay: Overlay) -> set[int]:
    """The players (from 1) of whom an overlay tells private cards."""
    return {_owner(public.actions[index]) for index in overlay.cards} | {*overlay.mucked}


def shown_by(public: Document) -> dict[int, int]:
    """Who showed cards, by the index of the action."""
    parts = ((index, *_parts(action)) for index, action in enumerate(public.actions))
    return {index: player_of(who) for index, who, verb, cards in parts if verb == "sm" and cards}


def without_actions(public: Document, overlay: Overlay, left_out: Collection[int]) -> tuple[Document, Overlay]:
    """Both without the actions of these indexes, of which the overlay tells nothing."""
    kept = [index for index in range(len(public.actions)) if index not in left_out]
    places = {index: place for place, index in enumerate(kept)}
    cards = {places[index]: told for index, told in overlay.cards.items()}
    return replace(public, actions=[public.actions[index] for index in kept]), replace(overlay, cards=cards)


def joined(there: str, cards: str) -> str:
    """What two texts of the same cards tell together: the known ones of the first, then those of the second, and as
    many unknown ones as are left."""
    if not there.strip("?"):
        return cards
    if there == cards or not cards.strip("?"):
        return there
    known = [card for card in parse_cards(there) if card != UNKNOWN]
    known += [card for card in parse_cards(cards) if card != UNKNOWN and card not in known]
    return format_cards([*known, *[UNKNOWN] * (len(there) // 2 - len(known))])


def player_of(name: str) -> int:
    """The number of ``p3``."""
    return int(name[1:])


def _owner(action: str) -> int:
    """Whose cards an action deals or discards."""
    who, _, rest = _parts(action)
    return player_of(rest.partition(" ")[0] if who == "d" else who)


def _parts(action: str) -> tuple[str, str, str]:
    """Who does what, and what else the action says."""
    who, _, rest = action.partition(" ")
    verb, _, rest = rest.partition(" ")
    return who, verb, rest


def _split_record(record: Record, shown: Collection[int], overlay: Overlay) -> Record:
    """What everybody saw of a record; the hands that were not shown go to the overlay."""
    overlay.mucked = {player: _cards(cards) for player, cards in sorted(record.mucked.items())}
    public = Record(**{name: getattr(record, name) for name in PUBLIC_RECORD})
    for player, label in sorted(record.labels.items()):
        (public if player in shown else overlay).labels[player] = label
    return public


# The canonical form of actions


class _Told(NamedTuple):
    """An action in its one spelling, and what of it is ``public``; ``cards`` are those that are not. ``player`` is
    whose action, or whose deal, it is (0 of nobody); ``awaits`` what deals the replacement of a discard."""

    text: str
    public: str
    verb: str
    player: int
    cards: str = ""
    awaits: str = ""


_FROM_CACHE = 24
"""Longer actions are whole hands, which seldom come again."""


def _told(document: Document, table: Table | None) -> list[_Told]:
    """The actions in one spelling, calls without the amounts that the source printed."""
    decimals = document.decimals
    told = [
        _cached(action, decimals) if len(action) < _FROM_CACHE else _spelled(action, decimals)
        for action in document.actions
    ]
    if table is not None:
        for index, one in enumerate(told):
            if one.text.endswith(" sm -"):
                text = f"p{one.player} sm {table.holdings.text(one.player - 1)}"
                told[index] = _Told(text, text, "sm", one.player)
    call = _partial_call(document, table)
    if call is not None and not play(replace(document, actions=[one.text for one in told])).accepted:
        who, _, paid = _parts(document.actions[call])
        text = f"{who} cc {_money(paid, decimals)}"
        told[call] = _Told(text, text, "cc", player_of(who))
    return told


def _spelled(action: str, decimals: int) -> _Told:
    who, verb, rest = _parts(action)
    player = player_of(who) if who != "d" else 0
    match verb:
        case "dh":
            name, _, cards = rest.partition(" ")
            cards = _cards(cards)
            start = f"d dh {name} "
            return _hidden(start, cards, "dh", player_of(name))
        case "sd" if rest:
            return _hidden(f"{who} sd ", _cards(rest), "sd", player)._replace(awaits=f"d dh {who} ")
        case "f" | "rs" | "sd":
            text = action
        case "cc":
            text = f"{who} cc"
        case "cbr":
            text = f"{who} cbr {_money(rest, decimals)}"
        case "post":
            live, _, dead = rest.partition(" dead ")
            text = f"{who} post {_money(live, decimals)}" + (f" dead {_money(dead, decimals)}" if dead else "")
        case "sm":
            text = f"{who} sm {rest if rest == '-' else _cards(rest)}".rstrip()
        case _:
            raise ValueError(f"an accepted hand has the action {action!r}")
    return _Told(text, text, verb, player)


_cached = lru_cache(maxsize=1 << 16)(_spelled)


def _hidden(start: str, cards: str, verb: str, player: int) -> _Told:
    """An action whose cards are private, if it tells any."""
    text = start + cards
    if not cards.strip("?"):
        return _Told(text, text, verb, player)
    return _Told(text, start + "??" * (len(cards) // 2), verb, player, cards)


def _cards(text: str) -> str:
    return text if not text.strip("?") else format_cards(parse_cards(text))


def _money(text: str, decimals: int) -> str:
    return amount(units(text, decimals), decimals)


def _partial_call(document: Document, table: Table | None) -> int | None:
    """The index of a call that may have been for less than its price: the last action of the betting, by somebody with
    chips left when everybody else still in is all-in. Without its amount the rest would be an uncalled bet."""
    if table is None or all(table.betting.stacks):
        return None
    for index in range(len(document.actions) - 1, -1, -1):
        who, verb, rest = _parts(document.actions[index])
        if verb == "cc" and rest and rest.strip("0."):
            caller, betting = player_of(who) - 1, table.betting
            others = [i for i in range(table.n) if i != caller and not betting.folded[i]]
            all_in = betting.stacks[caller] and not any(betting.stacks[i] for i in others)
            return index if all_in else None
        if verb in ("cc", "cbr", "f") and not (rest and verb == "cc"):
            return None
    return None


def _in_order(document: Document, told: list[_Told], table: Table | None) -> list[_Told]:
    """First the deal by position, each draw in sequence, what is shown last.

    Where the deck was reshuffled the order says for whom it did not suffice: it is changed only if the hand comes out
    the same.
    """
    if _is_ordered(told):
        return told
    ordered = _deal_by_position(told)
    if any(one.verb == "rs" for one in ordered):
        return ordered
    order = in_sequence([one.text for one in ordered])
    if order == list(range(len(ordered))):
        return ordered
    sequence = [ordered[i] for i in order]
    if table is not None and table.holdings.deck.shuffles:
        before, after = (play(replace(document, actions=[one.text for one in some])) for some in (ordered, sequence))
        if not after.accepted or _money_of(before) != _money_of(after):
            return ordered
    return sequence


def _is_ordered(told: Sequence[_Told]) -> bool:
    """Whether nothing has to be moved, as of most sources: told without looking for where it would go."""
    last, awaited, dealing, showing = 0, "", True, False
    for one in told:
        verb = one.verb
        if awaited:
            if not one.text.startswith(awaited):
                return False
            awaited = ""
        elif verb == "dh":
            if dealing and one.player < last:
                return False
            last = one.player
        elif verb == "sd":
            awaited, dealing = one.awaits, False
        elif verb == "sm":
            showing = True
            continue
        elif last:
            dealing = False
        if showing:
            return False
    return True


def _money_of(replay: Replay) -> list[tuple[int, int]] | None:
    return None if replay.ledger is None else [(line.put_in, line.won) for line in replay.ledger.players]


def _deal_by_position(told: Sequence[_Told]) -> list[_Told]:
    first = next((i for i, one in enumerate(told) if one.verb == "dh"), len(told))
    end = first
    while end < len(told) and told[end].verb == "dh":
        end += 1
    shown = [one for one in told[end:] if one.verb == "sm"]
    rest = [one for one in told[end:] if one.verb != "sm"]
    return [*told[:first], *sorted(told[first:end], key=lambda one: one.player), *rest, *shown]
