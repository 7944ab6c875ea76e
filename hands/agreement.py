"""Whether two public documents tell of the same hand, field by field, and what they tell together.

A field that one of them leaves out is no disagreement. Amounts are compared as amounts, times as instants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from hands.formats.money import currency_decimals
from hands.privacy import joined
from hands.rules.cards import known_set
from hands.rules.document import Collected, Document, Record, amount, units
from hands.rules.games import BY_VARIANT

_PLAIN = (
    *("small_bet", "big_bet", "min_bet", "bring_in", "ante_trimming", "currency", "antes", "blinds", "winnings"),
    *("players", "seats", "seat_count", "button", "table", "hand", "venue", "event", "level"),
)
_NAMES = {
    "blinds": "blinds_or_straddles",
    "stacks": "starting_stacks",
    "ante_trimming": "ante_trimming_status",
    "record": "results",
}
"""The names of a document's fields in files, where they are others."""

_BY_PLAYER = ("stacks", "finishing_stacks")
_MONEYS = (*_BY_PLAYER, "antes", "blinds", "winnings")
_MONEY = ("small_bet", "big_bet", "min_bet", "bring_in")
_MOMENT = ("year", "month", "day", "time", "time_zone")
_FURTHEST_ZONE = timedelta(hours=14)


def merge(first: Document, second: Document) -> tuple[Document, list[str]]:
    """What both tell together, and the fields in which the second disagrees; where it does the first has it."""
    first, other = _same_unit(first, second)
    if other is None:
        return first, ["currency"]
    second = other
    changed: dict[str, Any] = {}
    conflicts = [] if _game(first) == _game(second) else ["variant"]
    for name in _PLAIN:
        here, there = getattr(first, name), getattr(second, name)
        if here is None:
            changed[name] = there
        elif there is not None and here != there:
            conflicts.append(_NAMES.get(name, name))
    for name in _BY_PLAYER:
        changed[name], wrong = _lists(getattr(first, name), getattr(second, name))
        conflicts += [f"{_NAMES.get(name, name)}.{i}" for i in wrong]
    changed["options"] = second.options | first.options
    conflicts += [f"options.{key}" for key, value in second.options.items() if first.options.get(key, value) != value]
    when, agrees = _moments(first, second)
    changed |= {name: getattr(when, name) for name in _MOMENT}
    conflicts += [] if agrees else ["time"]
    changed["record"], wrong_fields = _records(first.record, second.record)
    conflicts += wrong_fields
    changed["actions"], wrong_actions = _actions(first, second)
    conflicts += wrong_actions
    return replace(first, **changed), conflicts


def _game(document: Document) -> str:
    game = BY_VARIANT.get(document.variant)
    return game.code if game is not None else document.variant


def _lists(first: list[Any] | None, second: list[Any] | None) -> tuple[list[Any] | None, list[int]]:
    """Two lists of which each may leave values open."""
    if first is None or second is None:
        return first or second, []
    if len(first) != len(second):
        return first, [0]
    wrong = [i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b and None not in (a, b)]
    return [b if a is None else a for a, b in zip(first, second, strict=True)], wrong


# Units


def _same_unit(first: Document, second: Document) -> tuple[Document, Document | None]:
    """Both in the same smallest unit; None for the second where it cannot be told in it."""
    if first.decimals == second.decimals:
        return first, second
    currency = first.currency or second.currency
    decimals = currency_decimals(currency) if currency else max(first.decimals, second.decimals)
    one, other = _in_unit(first, decimals), _in_unit(second, decimals)
    if one is None:
        return first, None
    return one, other


def _in_unit(document: Document, decimals: int) -> Document | None:
    """A document with its amounts in another smallest unit, None where one of them is no multiple of it."""
    if document.decimals == decimals:
        return document
    more, less = 10 ** max(0, decimals - document.decimals), 10 ** max(0, document.decimals - decimals)
    exact = True

    def money(value: int | None) -> int | None:
        nonlocal exact
        if value is None:
            return None
        exact = exact and value * more % less == 0
        return int(value * more // less)

    def moneys(values: Sequence[int | None] | None) -> Any:
        return None if values is None else [money(value) for value in values]

    def action(text: str) -> str:
        words = text.split(" ")
        if len(words) > 2 and words[1] in ("cbr", "cc", "post"):
            for place in (2, 4)[: len(words) // 2]:
                words[place] = amount(money(units(words[place], document.decimals)) or 0, decimals)
        return " ".join(words)

    amounts: dict[str, Any] = {name: moneys(getattr(document, name)) for name in _MONEYS}
    amounts |= {name: money(getattr(document, name)) for name in _MONEY}
    if (record := document.record) is not None:
        amounts["record"] = replace(
            record,
            collected=record.collected
            and [Collected(line.player, money(line.amount) or 0, line.pot) for line in record.collected],
            returned=record.returned and [(player, money(value) or 0) for player, value in record.returned],
            rake=money(record.rake),
            pot=money(record.pot),
            pots=moneys(record.pots),
        )
    changed = replace(document, decimals=decimals, actions=[action(text) for text in document.actions], **amounts)
    return changed if exact else None


# Times


@dataclass(frozen=True, slots=True)
class Span:
    """The instants (UTC) that a date and time may mean: from ``start`` to before ``end``."""

    start: datetime
    end: datetime

    @property
    def length(self) -> timedelta:
        return self.end - self.start


def span_of(document: Document) -> Span | None:
    """When a hand was played, as closely as its document tells; None where it tells no day."""
    local = local_time(document)
    if local is None:
        return None
    colons = (document.time or "").count(":")
    fraction = "." in (document.time or "")
    step = timedelta(days=1) if document.time is None else timedelta(minutes=1) if colons == 1 else timedelta(seconds=1)
    if fraction:
        step = timedelta(microseconds=1)
    if document.time_zone is None:
        start = local.replace(tzinfo=UTC)
        return Span(start - _FURTHEST_ZONE, start + _FURTHEST_ZONE + step)
    zone = ZoneInfo(document.time_zone)
    instants = [local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1)]
    return Span(min(instants), max(instants) + step)


def local_time(document: Document) -> datetime | None:
    """The local time of a document, the start of the day where it tells no time; None where it tells no day.

    Years that no zone reaches are none.
    """
    year, month, day = document.year, document.month, document.day
    if year is None or month is None or day is None or not 1000 <= year < 9999:
        return None
    clock, _, fraction = (document.time or "0:0").partition(".")
    hour, minute, *seconds = map(int, clock.split(":"))
    second = seconds[0] if seconds else 0
    return datetime(year, month, day, hour, minute, second, int(fraction.ljust(6, "0")) if fraction else 0)


def _moments(first: Document, second: Document) -> tuple[Document, bool]:
    """The document that tells the time, the more exact one; and whether both may mean the same."""
    one, other = span_of(first), span_of(second)
    if one is None or other is None:
        agrees = all(
            None in (here := (getattr(first, name), getattr(second, name))) or here[0] == here[1]
            for name in ("year", "month")
        )
        return (second if one is None and other is not None else first), agrees
    if one.start >= other.end or other.start >= one.end:
        return first, False
    return (second if other.length < one.length else first), True


# Results


def _records(first: Record | None, second: Record | None) -> tuple[Record | None, list[str]]:
    if (first is not None and first.cancelled) != (second is not None and second.cancelled):
        return first, ["results.cancelled"]
    if first is None or second is None:
        return first or second, []
    wrong = []
    changed: dict[str, Any] = {"labels": second.labels | first.labels}
    comparisons: tuple[tuple[str, Callable[[Any], Any]], ...] = (
        ("returned", lambda rows: sorted(row for row in rows if row[1])),
        ("rake", int),
        ("pot", int),
        ("pots", list),
    )
    for name, value in comparisons:
        here, there = getattr(first, name), getattr(second, name)
        if here is None:
            changed[name] = there
        elif there is not None and value(here) != value(there):
            wrong.append(f"results.{name}")
    if first.collected is None:
        changed["collected"] = second.collected
    elif second.collected is not None and not _same_shares(first.collected, second.collected):
        wrong.append("results.collected")
    return replace(first, **changed), wrong


def _same_shares(first: list[Collected], second: list[Collected]) -> bool:
    """The same shares: of each pot where both name the pots, else of all together."""
    by_pot = all(line.pot is not None for line in (*first, *second))

    def sums(lines: list[Collected]) -> dict[tuple[int, int | None], int]:
        won: dict[tuple[int, int | None], int] = {}
        for line in lines:
            key = (line.player, line.pot if by_pot else None)
            won[key] = won.get(key, 0) + line.amount
        return {key: value for key, value in won.items() if value}

    return sums(first) == sums(second)


# Actions


def _actions(first: Document, second: Document) -> tuple[list[str], list[str]]:
    """The actions of both: the same play, and what either saw shown."""
    if first.actions == second.actions:
        return first.actions, []
    (play, shown), (other_play, other_shown) = _play_and_shows(first.actions), _play_and_shows(second.actions)
    actions = list(play)
    for i in range(max(len(play), len(other_play))):
        here, there = (actions[i] if i < len(play) else ""), (other_play[i] if i < len(other_play) else "")
        if here != there:
            if " cc" not in here or here.partition(" cc")[0] != there.partition(" cc")[0] or " cc" not in there:
                return first.actions, [f"actions.{i}"]
            if here.endswith(" cc"):
                actions[i] = there
            elif not there.endswith(" cc"):
                return first.actions, [f"actions.{i}"]
    wrong = []
    for i, (player, cards) in enumerate(other_shown.items()):
        there = shown.setdefault(player, cards)
        if bool(there) != bool(cards) or _differ(there, cards):
            wrong.append(f"actions.{len(other_play) + i}")
        elif there:
            shown[player] = joined(there, cards)
    return [*actions, *(f"{player} sm {cards}".rstrip() for player, cards in shown.items())], wrong


def _play_and_shows(actions: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """What was played, and what each player showed behind it: cards, or nothing by whoever mucked."""
    play, shown = [], {}
    for action in actions:
        player, _, what = action.partition(" ")
        if what == "sm" or what.startswith("sm "):
            shown[player] = what[3:]
        else:
            play.append(action)
    return play, shown


def _differ(some: str, others: str) -> bool:
    if some == others or "-" in (some, others):
        return False
    (known, count), (also, number) = known_set(some), known_set(others)
    return count != number or (known | also).bit_count() > count
