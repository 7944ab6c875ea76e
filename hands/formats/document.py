"""The hand document in JSON: PHH's names, and extensions where PHH has no word (``docs/formats.md``)."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from hands.formats import fields, words
from hands.formats.fields import MAX_ACTIONS, MAX_FIELDS, MAX_PLAYERS, Collector, WrongValueError
from hands.formats.money import MAX_DECIMALS, currency_decimals, finest, finest_in_actions, written
from hands.rules import findings
from hands.rules.document import Collected, Document, Record, amount
from hands.rules.findings import Finding

_Reader = Callable[[object], Any]

_AMOUNT_LISTS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings")
_AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")
_EXTENSIONS = ("options", "button", "results")
"""The project's own fields, which a ``.phh`` file writes with PHH's mark of user fields, ``_options``."""

_GAME = frozenset((*_AMOUNT_LISTS, *_AMOUNTS, "variant", "actions", "ante_trimming_status", "players", "seats"))

_DESCRIPTION: dict[str, _Reader] = {
    "table": fields.text_or_number,
    "hand": fields.text_or_number,
    "venue": fields.text(),
    "event": fields.text(),
    "level": fields.text_or_number,
    "currency": fields.currency,
    "seat_count": fields.whole(2, 99),
    "year": fields.whole(1, 9999),
    "month": fields.whole(1, 12),
    "day": fields.whole(1, 31),
    "time": fields.clock,
    "time_zone": fields.zone,
}
"""Fields of a Document of the same name."""

_OTHERS = frozenset(
    (
        *("author", "url", "address", "city", "region", "postal_code", "country"),
        *("time_zone_abbreviation", "currency_symbol", "time_limit", "time_banks"),
    )
)
"""PHH's other optional fields: kept as they are."""

_RESULTS = frozenset(("collected", "returned", "rake", "pot", "pots", "mucked", "labels", "cancelled"))


def from_dict(data: Mapping[str, Any]) -> tuple[Document | None, list[Finding]]:
    """The document that the fields of a JSON object, or of a PHH file, describe; or None and all that is wrong."""
    collector = Collector()
    if len(data) > MAX_FIELDS:
        collector.add(findings.SYNTAX, "", words.fields(len(data)), words.fields(MAX_FIELDS, most=True))
        return None, collector.findings
    named = _without_marks(data, collector)
    players = _player_count(named, collector)
    actions = _actions(named, collector)
    currency = collector.take("currency", named["currency"], fields.currency) if "currency" in named else None
    decimals = _decimals(named, currency, actions)
    money, stack = fields.money(decimals), fields.stack(decimals)

    def amounts(name: str, reader: _Reader) -> Any:
        return collector.each(name, named[name], reader, players) if name in named else None

    document = Document(
        variant=_required("variant", fields.name, named, collector),
        antes=amounts("antes", money) or [],
        blinds=amounts("blinds_or_straddles", money) or [0] * players,
        stacks=amounts("starting_stacks", stack) or [],
        actions=actions,
        decimals=decimals,
        finishing_stacks=amounts("finishing_stacks", stack),
        winnings=amounts("winnings", money),
        players=amounts("players", fields.name),
        seats=amounts("seats", fields.whole(1, 99)),
    )
    for name in _AMOUNTS:
        if name in named:
            setattr(document, name, collector.take(name, named[name], money))
    document.currency = currency
    if "ante_trimming_status" in named:
        document.ante_trimming = collector.take("ante_trimming_status", named["ante_trimming_status"], fields.truth)
    if "results" in named:
        document.record = _record(named["results"], money, players, collector)
    rest = {name: value for name, value in named.items() if name not in _GAME and name != "currency"}
    describe(document, rest, collector)
    return (None if collector.findings else document), collector.findings


def number_of(data: Mapping[str, Any]) -> str | None:
    """The number of a hand, also of one that is refused."""
    number = data.get("hand")
    try:
        return None if number is None else fields.text_or_number(number)
    except WrongValueError:
        return None


def describe(document: Document, data: Mapping[str, Any], collector: Collector) -> None:
    """Fills in what does not bear on the play: names, places, dates, options, and fields that are only kept."""
    for name, value in data.items():
        if name in _DESCRIPTION:
            setattr(document, name, collector.take(name, value, _DESCRIPTION[name]))
        elif name in _OTHERS or name.startswith("_"):
            document.extra[name] = collector.take(name, value, fields.plain)
        elif name == "options":
            document.options = collector.take(name, value, fields.plain_object) or {}
        elif name == "button":
            document.button = collector.take(name, value, fields.whole(1, 99))
        elif name != "results":
            collector.add(findings.UNKNOWN_FIELD, fields.show(name), fields.show(name), _close_names(name))
    if document.year and document.month and document.day:
        try:
            datetime.date(document.year, document.month, document.day)
        except ValueError:
            expected = words.day_of(document.year, document.month)
            collector.add(findings.SYNTAX, "day", str(document.day), expected)


def _without_marks(data: Mapping[str, Any], collector: Collector) -> dict[str, Any]:
    named = dict(data)
    for name in _EXTENSIONS:
        if (marked := f"_{name}") in named:
            if name in named:
                collector.add(findings.SYNTAX, marked, marked, name)
            named[name] = named.pop(marked)
    if named.get("_extended") is True:
        del named["_extended"]
    return named


def _required(name: str, reader: _Reader, named: Mapping[str, Any], collector: Collector) -> Any:
    if name in named:
        return collector.take(name, named[name], reader)
    collector.add(findings.MISSING_FIELD, name, None, name)
    return None


def _player_count(named: Mapping[str, Any], collector: Collector) -> int:
    for name in ("antes", "starting_stacks"):
        if name not in named:
            collector.add(findings.MISSING_FIELD, name, None, name)
    if "blinds_or_straddles" not in named and "bring_in" not in named:
        collector.add(findings.MISSING_FIELD, "blinds_or_straddles", None, words.BLINDS_OR_BRING_IN)
    stacks = named.get("starting_stacks")
    count = len(stacks) if isinstance(stacks, list | tuple) else 0
    results = named.get("results")
    least = 1 if isinstance(results, dict) and results.get("cancelled") is True else 2
    if count and not least <= count <= MAX_PLAYERS:
        collector.add(findings.PLAYER_COUNT, "starting_stacks", str(count), words.players(least, MAX_PLAYERS))
    elif not count and "starting_stacks" in named:
        collector.add(findings.SYNTAX, "starting_stacks", fields.show(stacks), words.STACKS)
    return min(count, MAX_PLAYERS)


def _actions(named: Mapping[str, Any], collector: Collector) -> list[str]:
    if "actions" not in named:
        collector.add(findings.MISSING_FIELD, "actions", None, "actions")
        return []
    values = named["actions"]
    if isinstance(values, list | tuple) and len(values) > MAX_ACTIONS:
        collector.add(findings.SYNTAX, "actions", words.actions(len(values)), words.actions(MAX_ACTIONS, most=True))
        return []
    return [action for action in collector.each("actions", values, fields.action) or [] if action]


def _decimals(named: Mapping[str, Any], currency: str | None, actions: list[str]) -> int:
    if currency is not None:
        return currency_decimals(currency)
    amounts = (digits for value in _amounts(named) if (digits := written(value)) is not None)
    return min(max(finest(amounts), finest_in_actions(actions)), MAX_DECIMALS)


def _amounts(named: Mapping[str, Any]) -> Iterator[object]:
    """Everything in a document that is an amount, whatever its type."""
    for name in _AMOUNTS:
        yield named.get(name)
    for name in _AMOUNT_LISTS:
        if isinstance(values := named.get(name), list | tuple):
            yield from values
    if isinstance(results := named.get("results"), dict):
        yield from (results.get("rake"), results.get("pot"))
        for name in ("pots", "collected", "returned"):
            if isinstance(values := results.get(name), list | tuple):
                yield from (value.get("amount") if isinstance(value, dict) else value for value in values)


def _close_names(name: str) -> str:
    known = sorted({*_GAME, *_DESCRIPTION, *_OTHERS, *_EXTENSIONS})
    return ", ".join(get_close_matches(name[:60], known, 3, 0.6) or ["_" + fields.show(name)])


def _record(value: object, money: _Reader, players: int, collector: Collector) -> Record | None:
    if not isinstance(value, dict) or len(value) > MAX_FIELDS:
        collector.add(findings.SYNTAX, "results", fields.show(value), words.fields(MAX_FIELDS, most=True))
        return None
    for name in value:
        if name not in _RESULTS:
            close = get_close_matches(str(name)[:60], _RESULTS, 3, 0.6) or sorted(_RESULTS)
            collector.add(findings.UNKNOWN_FIELD, f"results.{fields.show(name)}", fields.show(name), ", ".join(close))
    player = fields.whole(1, max(players, 1))

    def rows(name: str, **readers: _Reader) -> list[Any] | None:
        """The rows of a list of objects, each as a tuple of its values."""
        if name not in value:
            return None
        read = collector.each(f"results.{name}", value[name], lambda row: _row(row, readers))
        if read is None:
            return None
        return [
            tuple(
                collector.take(f"results.{name}.{i}.{key}", row[key], reader) if key in row else None
                for key, reader in readers.items()
            )
            for i, row in enumerate(read)
        ]

    def take(name: str, reader: _Reader) -> Any:
        return collector.take(f"results.{name}", value[name], reader) if name in value else None

    def by_player(name: str, **readers: _Reader) -> dict[Any, Any]:
        """What is told once a player: a second row that tells something else is an error."""
        read: dict[Any, Any] = {}
        for i, (number, told) in enumerate(rows(name, player=player, **readers) or ()):
            if read.setdefault(number, told) != told:
                found = f"{fields.show(read[number])}, {fields.show(told)}"
                collector.add(findings.SYNTAX, f"results.{name}.{i}", found, words.once(name))
        return read

    collected = rows("collected", player=player, amount=money, pot=fields.whole(0, MAX_PLAYERS))
    return Record(
        collected=None if collected is None else [Collected(*row) for row in collected],
        returned=rows("returned", player=player, amount=money),
        rake=take("rake", money),
        pot=take("pot", money),
        pots=collector.each("results.pots", value["pots"], money) if "pots" in value else None,
        mucked=by_player("mucked", cards=fields.text()),
        labels=by_player("labels", label=fields.text()),
        cancelled=take("cancelled", fields.truth) or False,
    )


def _row(row: object, readers: Mapping[str, _Reader]) -> dict[str, Any]:
    """An object with these keys; ``pot`` alone may be left out."""
    expected = "{" + ", ".join(readers) + "}"
    if not isinstance(row, dict) or not row.keys() <= readers.keys() or not readers.keys() - {"pot"} <= row.keys():
        raise WrongValueError(row, expected)
    return row


def to_dict(document: Document) -> dict[str, Any]:
    """The JSON object of a document; :func:`from_dict` gives the same document back."""
    decimals = document.decimals

    def money(value: int | None) -> str:
        return "inf" if value is None else amount(value, decimals)

    data: dict[str, Any] = {
        "variant": document.variant,
        "ante_trimming_status": document.ante_trimming,
        "antes": [*map(money, document.antes)],
        "blinds_or_straddles": [*map(money, document.blinds)],
    }
    for name in _AMOUNTS:
        value = getattr(document, name)
        data[name] = None if value is None else money(value)
    data["starting_stacks"] = [*map(money, document.stacks)]
    data["actions"] = list(document.actions)
    for name, amounts in (("finishing_stacks", document.finishing_stacks), ("winnings", document.winnings)):
        data[name] = None if amounts is None else [*map(money, amounts)]
    for name in ("players", "seats", "button", *_DESCRIPTION):
        data[name] = getattr(document, name)
    data["options"] = document.options or None
    data["results"] = None if document.record is None else _results(document.record, money)
    data.update(document.extra)
    return {name: value for name, value in data.items() if value is not None}


def _results(record: Record, money: Callable[[int | None], str]) -> dict[str, Any]:
    results: dict[str, Any] = {}
    if record.collected is not None:
        results["collected"] = [
            {"player": share.player, "amount": money(share.amount)} | ({} if share.pot is None else {"pot": share.pot})
            for share in record.collected
        ]
    if record.returned is not None:
        results["returned"] = [{"player": player, "amount": money(value)} for player, value in record.returned]
    if record.rake is not None:
        results["rake"] = money(record.rake)
    if record.pot is not None:
        results["pot"] = money(record.pot)
    if record.pots is not None:
        results["pots"] = [*map(money, record.pots)]
    if record.mucked:
        results["mucked"] = [{"player": player, "cards": cards} for player, cards in record.mucked.items()]
    if record.labels:
        results["labels"] = [{"player": player, "label": label} for player, label in record.labels.items()]
    if record.cancelled:
        results["cancelled"] = True
    return results
