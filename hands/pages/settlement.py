"""The settlement of a hand as rows of tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from hands.pages.cards import Tile, tiles, tiles_of
from hands.rules.document import Document, amount, units
from hands.rules.findings import Language
from hands.rules.pots import Ledger, PlayerLine, Pot
from hands.rules.table import Table


@dataclass(frozen=True, slots=True)
class Money:
    """An amount as text; ``sign`` is ``gain``, ``loss`` or nothing, a class of the stylesheet."""

    text: str
    sign: str = ""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """``place`` is the player's name in findings (``p1``), ``name`` that of the source, where it has one."""

    place: str
    name: str
    tiles: list[Tile]
    hand: str
    folded: bool
    put_in: str
    returned: str
    won: str
    net: Money


@dataclass(frozen=True, slots=True)
class ShareRow:
    name: str
    amount: str
    odd: str


@dataclass(frozen=True, slots=True)
class PotRow:
    name: str
    amount: str
    rake: str
    shares: list[ShareRow]
    odd_chips: bool


@dataclass(frozen=True, slots=True)
class Settlement:
    """The rows of a ledger; the last ones are the sums of the columns."""

    currency: str
    players: list[PlayerRow]
    pots: list[PotRow]
    put_in: str
    won: str
    net: Money
    rake: str

    @property
    def odd_chips(self) -> bool:
        return any(pot.odd_chips for pot in self.pots)


def settlement_of(ledger: Ledger, document: Document, table: Table | None, language: Language) -> Settlement:
    """``table`` is where the hand was played; a cancelled one was not."""
    decimals = document.decimals
    names = document.players or [f"p{line.player}" for line in ledger.players]
    folded = table.betting.folded if table is not None else [False] * len(names)
    by_suit = table is not None and table.rules.by_suit

    def row(line: PlayerLine) -> PlayerRow:
        hand = line.hand
        return PlayerRow(
            place=f"p{line.player}",
            name=names[line.player - 1],
            tiles=tiles(line, "suit" if by_suit else "split"),
            hand="" if hand is None else hand.ko if language == "ko" else hand.en,
            folded=folded[line.player - 1],
            put_in=money(line.put_in, decimals),
            returned=money(line.returned, decimals) if line.returned else "",
            won=money(line.won, decimals),
            net=signed(line.net, decimals),
        )

    return Settlement(
        currency=document.currency or "",
        players=[row(line) for line in ledger.players],
        pots=[_pot(pot, pot_name(i, len(ledger.pots)), names, decimals) for i, pot in enumerate(ledger.pots)],
        put_in=money(sum(line.put_in for line in ledger.players), decimals),
        won=money(sum(line.won for line in ledger.players), decimals),
        net=signed(sum(line.net for line in ledger.players), decimals),
        rake=money(ledger.rake, decimals),
    )


def settlement_from(
    rendered: dict[str, Any], document: Document, table: Table | None, language: Language
) -> Settlement:
    """The same of a settlement as :func:`hands.rendering.render_settlement` writes it, with the cards of its viewer."""
    decimals = document.decimals
    names = document.players or [f"p{line['player']}" for line in rendered["players"]]
    lines = [_row_from(line, names, decimals, table, language) for line in rendered["players"]]
    pots = [_pot_from(pot, names, pot_name(i, len(rendered["pots"]))) for i, pot in enumerate(rendered["pots"])]
    put_in, won, net = (
        sum(units_signed(line[name], decimals) for line in rendered["players"]) for name in ("put_in", "won", "net")
    )
    return Settlement(
        currency=document.currency or "",
        players=lines,
        pots=pots,
        put_in=money(put_in, decimals),
        won=money(won, decimals),
        net=signed(net, decimals),
        rake=grouped(rendered["rake"]),
    )


def _row_from(
    line: dict[str, Any], names: list[str], decimals: int, table: Table | None, language: Language
) -> PlayerRow:
    cards = line["final_cards"] or ""
    return PlayerRow(
        place=f"p{line['player']}",
        name=names[line["player"] - 1],
        tiles=tiles_of(cards, table.rules) if table is not None else [],
        hand=line["hand"][language] if line["hand"] else "",
        folded=table is not None and table.betting.folded[line["player"] - 1],
        put_in=grouped(line["put_in"]),
        returned=grouped(line["returned"]) if units_signed(line["returned"], decimals) else "",
        won=grouped(line["won"]),
        net=signed(units_signed(line["net"], decimals), decimals),
    )


def units_signed(written: str, decimals: int) -> int:
    """The inverse of :func:`hands.rules.document.amount`."""
    return -units(written[1:], decimals) if written.startswith("-") else units(written, decimals)


def _pot_from(pot: dict[str, Any], names: list[str], name: str) -> PotRow:
    shares = [
        ShareRow(
            names[share["player"] - 1],
            grouped(share["amount"]),
            grouped(share["odd"]) if share["odd"].strip("0.") else "",
        )
        for share in pot["shares"]
    ]
    return PotRow(name, grouped(pot["amount"]), grouped(pot["rake"]), shares, pot["odd_rule"] is not None)


def pot_name(index: int, count: int) -> str:
    if count == 1:
        return gettext("Pot")
    if index == 0:
        return gettext("Main pot")
    return gettext("Side pot") if count == 2 else gettext("Side pot %(number)d") % {"number": index}


def _pot(pot: Pot, name: str, names: list[str], decimals: int) -> PotRow:
    shares = [
        ShareRow(
            names[share.player - 1],
            money(share.amount, decimals),
            money(share.odd, decimals) if share.odd else "",
        )
        for share in pot.shares
    ]
    return PotRow(name, money(pot.amount, decimals), money(pot.rake, decimals), shares, pot.odd_rule is not None)


def money(value: int, decimals: int) -> str:
    """An amount in the way both languages write it: ``1,234.50``."""
    return grouped(amount(value, decimals))


def grouped(written: str) -> str:
    """The text of an amount with commas."""
    whole, point, fraction = written.partition(".")
    return f"{int(whole):,}{point}{fraction}"


def signed(value: int, decimals: int) -> Money:
    """What was gained or lost, with its sign."""
    if not value:
        return Money(money(0, decimals))
    sign, name = ("+", "gain") if value > 0 else ("−", "loss")
    return Money(sign + money(abs(value), decimals), name)
