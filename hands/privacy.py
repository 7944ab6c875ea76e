"""What everybody at the table saw, what each source knows beyond it, and the document for whoever asks.

The public document of a hand holds no card that was not shown: deals and discards are counts. The cards that a source
tells beyond it are its overlay. Putting overlays back, all of them or those of some players, gives the document for a
viewer; replaying that document gives the findings, names and unproved lines that this viewer may see, and no others.
Source of the rules: docs/formats.md, "One hand from several sources".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

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
    told = _in_order(document, _spelled(document, replay.table), replay.table)
    overlay = Overlay(extra=dict(document.extra))
    actions, shown = list(told), set[int]()
    for index, action in enumerate(told):
        who, verb, rest = _parts(action)
        if verb == "dh" or verb == "sd":
            cards = rest.partition(" ")[2] if verb == "dh" else rest
            if cards.strip("?"):
                overlay.cards[index] = cards
                actions[index] = action.removesuffix(cards) + "??" * (len(cards) // 2)
        elif verb == "sm" and rest:
            shown.add(player_of(who))
    public = Document(**{name: getattr(document, name) for name in PUBLIC}, actions=actions)
    public.options = dict(document.options)
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
    overlay.mucked = {player: _cards(cards) for player, cards in record.mucked.items()}
    overlay.labels = {player: label for player, label in record.labels.items() if player not in shown}
    public = Record(**{name: getattr(record, name) for name in PUBLIC_RECORD})
    public.labels = {player: label for player, label in record.labels.items() if player in shown}
    return public


# The canonical form of actions


def _spelled(document: Document, table: Table | None) -> list[str]:
    """The actions in one spelling, calls without the amounts that the source printed."""
    decimals = document.decimals
    actions = []
    for action in document.actions:
        who, verb, rest = _parts(action)
        match verb:
            case "f" | "rs":
                pass
            case "cc":
                action = f"{who} cc"
            case "dh":
                player, _, cards = rest.partition(" ")
                action = f"d dh {player} {_cards(cards)}"
            case "sd":
                action = f"{who} sd {_cards(rest)}".rstrip()
            case "cbr":
                action = f"{who} cbr {_money(rest, decimals)}"
            case "post":
                live, _, dead = rest.partition(" dead ")
                action = f"{who} post {_money(live, decimals)}" + (f" dead {_money(dead, decimals)}" if dead else "")
            case "sm" if rest == "-" and table is not None:
                action = f"{who} sm {table.holdings.text(player_of(who) - 1)}"
            case "sm":
                action = f"{who} sm {rest if rest == '-' else _cards(rest)}".rstrip()
            case _:
                raise ValueError(f"an accepted hand has the action {action!r}")
        actions.append(action)
    call = _partial_call(document, table)
    if call is not None:
        plain = replace(document, actions=actions)
        if not play(plain).accepted:
            who, _, paid = _parts(document.actions[call])
            actions[call] = f"{who} cc {_money(paid, decimals)}"
    return actions


def _cards(text: str) -> str:
    return text if not text.strip("?") else format_cards(parse_cards(text))


def _money(text: str, decimals: int) -> str:
    return amount(units(text, decimals), decimals)


def _partial_call(document: Document, table: Table | None) -> int | None:
    """The index of a call that may have been for less than its price: the last action of the betting, by somebody with
    chips left when everybody else still in is all-in. Without its amount the rest would be an uncalled bet."""
    if table is None:
        return None
    for index in range(len(document.actions) - 1, -1, -1):
        who, verb, rest = _parts(document.actions[index])
        if verb == "cc" and rest and rest.strip("0."):
            caller, betting = player_of(who) - 1, table.betting
            others = [i for i in range(table.n) if i != caller and not betting.folded[i]]
            all_in = betting.stacks[caller] and not any(betting.stacks[i] for i in others)
            return index if all_in else None
        if verb in ("cc", "cbr", "f") and rest != "0":
            return None
    return None


def _in_order(document: Document, actions: list[str], table: Table | None) -> list[str]:
    """First the deal by position, each draw in sequence, what is shown last.

    Where the deck was reshuffled the order says for whom it did not suffice: it is changed only if the hand comes out
    the same.
    """
    ordered = _deal_by_position(actions)
    if "d rs" in ordered:
        return ordered
    order = in_sequence(ordered)
    if order == list(range(len(ordered))):
        return ordered
    sequence = [ordered[i] for i in order]
    if table is not None and table.holdings.deck.shuffles:
        before, after = (play(replace(document, actions=some)) for some in (ordered, sequence))
        if not after.accepted or _money_of(before) != _money_of(after):
            return ordered
    return sequence


def _money_of(replay: Replay) -> list[tuple[int, int]] | None:
    return replay.ledger and [(line.put_in, line.won) for line in replay.ledger.players]


def _deal_by_position(actions: Sequence[str]) -> list[str]:
    first = next((i for i, action in enumerate(actions) if action.startswith("d dh ")), len(actions))
    end = first
    while end < len(actions) and actions[end].startswith("d dh "):
        end += 1
    shown = [action for action in actions[end:] if _parts(action)[1] == "sm"]
    rest = [action for action in actions[end:] if _parts(action)[1] != "sm"]
    return [*actions[:first], *sorted(actions[first:end], key=_owner), *rest, *shown]
