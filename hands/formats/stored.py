"""A document back from the JSON object that was made of it, without the checks that it passed when it was read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hands.rules.document import Collected, Document, Record, units

_PLAIN = (
    *("players", "seats", "button", "table", "hand", "venue", "event", "level", "currency", "seat_count"),
    *("year", "month", "day", "time", "time_zone"),
)
_AMOUNTS = ("bring_in", "small_bet", "big_bet", "min_bet")


def from_stored(data: Mapping[str, Any]) -> Document:
    """The document of an object that :func:`hands.formats.document.to_dict` wrote; fields of ``extra`` aside."""
    decimals = len(data["antes"][0].partition(".")[2])

    def money(text: str | None) -> int | None:
        return None if text is None or text == "inf" else units(text, decimals)

    def moneys(texts: Sequence[str] | None) -> Any:
        return None if texts is None else [money(text) for text in texts]

    results = data.get("results")
    document = Document(
        variant=data["variant"],
        antes=moneys(data["antes"]),
        blinds=moneys(data["blinds_or_straddles"]),
        stacks=moneys(data["starting_stacks"]),
        actions=list(data["actions"]),
        decimals=decimals,
        options=dict(data.get("options") or {}),
        record=None if results is None else _record(results, decimals),
        finishing_stacks=moneys(data.get("finishing_stacks")),
        winnings=moneys(data.get("winnings")),
        ante_trimming=data.get("ante_trimming_status"),
    )
    for name in _AMOUNTS:
        setattr(document, name, money(data.get(name)))
    for name in _PLAIN:
        setattr(document, name, data.get(name))
    return document


def _record(results: Mapping[str, Any], decimals: int) -> Record:
    def money(text: str) -> int:
        return units(text, decimals)

    collected, returned, pots = results.get("collected"), results.get("returned"), results.get("pots")
    return Record(
        collected=None
        if collected is None
        else [Collected(row["player"], money(row["amount"]), row.get("pot")) for row in collected],
        returned=None if returned is None else [(row["player"], money(row["amount"])) for row in returned],
        rake=None if results.get("rake") is None else money(results["rake"]),
        pot=None if results.get("pot") is None else money(results["pot"]),
        pots=None if pots is None else [money(text) for text in pots],
        mucked={row["player"]: row["cards"] for row in results.get("mucked", ())},
        labels={row["player"]: row["label"] for row in results.get("labels", ())},
        cancelled=results.get("cancelled", False),
    )
