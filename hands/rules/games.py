"""The games as data: a page that a card player can check against the rule book (docs/rules.md, section 2).

A game is its evaluations, its streets, its forced bets and its options. Nothing outside this file asks which game is
played: :func:`rules_for` turns a game and the options of a hand into :class:`Rules`, the list of phases that the table
walks through.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from hands.rules import evaluations, findings
from hands.rules.cards import DECK_SIZE
from hands.rules.evaluations import Evaluation
from hands.rules.findings import Finding, Text
from hands.rules.names import Names


@dataclass(frozen=True, slots=True)
class Side:
    """A side of the pot and how it is won."""

    name: Literal["low", "high"]
    evaluation: Evaluation


@dataclass(frozen=True, slots=True)
class Street:
    """What happens on a street, in this order: cards are dealt, cards are drawn, there is betting.

    ``deal`` has a letter a card for every player, ``d`` down and ``u`` up; ``draw`` is the most cards that may be
    exchanged, None where there is no cut.
    """

    code: str
    names: Names
    deal: str = ""
    draw: int | None = None
    bet: bool = True


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a game: its type, its default and what it may be. ``list`` is a list of integers."""

    code: str
    kind: Literal["boolean", "integer", "choice", "list"]
    default: Any
    names: Names
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def check(self, value: object) -> Text | None:
        """What a value of this option has to be, when this one is not; else None."""
        match self.kind:
            case "boolean":
                return None if isinstance(value, bool) else Names("true or false", "true 또는 false")
            case "choice":
                return None if value in self.choices else Names(" or ".join(self.choices), " 또는 ".join(self.choices))
            case "integer":
                fits = type(value) is int and self.least <= value <= self.most
                return None if fits else _numbers_from(self.least, self.most, "a whole number", "정수")
            case "list":
                fits = isinstance(value, list) and all(type(n) is int and self.least <= n <= self.most for n in value)
                return None if fits else _numbers_from(self.least, self.most, "a list of whole numbers", "정수 목록")


def _numbers_from(least: int, most: int, en: str, ko: str) -> Names:
    return Names(f"{en} from {least} to {most}", f"{least}부터 {most}까지의 {ko}")


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the catalogue.

    ``cuts`` are the streets that the option of the same name takes its number of; ``default_cuts`` how many there are
    otherwise. ``forced`` says who has to put in chips before the cards: blinds, or antes alone.
    """

    code: str
    names: Names
    phh: str | None
    sides: tuple[Side, ...]
    streets: tuple[Street, ...]
    cuts: tuple[Street, ...]
    default_cuts: int
    betting: Literal["fixed-limit"]
    options: tuple[Option, ...]
    source: str

    @property
    def hand_size(self) -> int:
        return sum(len(street.deal) for street in self.streets)

    @property
    def max_players(self) -> int:
        """As many as the deck can deal the first hands to, and never more than twelve."""
        return min(12, DECK_SIZE // self.hand_size)


DEAL, DRAW, BET, SHOW = range(4)


@dataclass(frozen=True, slots=True)
class Phase:
    """A step of the table: ``kind`` is DEAL, DRAW, BET or SHOW; ``size`` (of a bet) 0 small and 1 big;
    ``limit`` the most cards of a draw; ``count`` the cards dealt to every player."""

    kind: int
    street: str
    count: int = 0
    limit: int = 0
    size: int = 0


@dataclass(frozen=True, slots=True)
class Rules:
    """A game with its options decided: what the table plays. ``phases`` end with the showdown."""

    game: Game
    sides: tuple[Side, ...]
    phases: tuple[Phase, ...]
    hand_size: int
    draws: int
    options: Mapping[str, Any]
    max_bets: int
    heads_up_limit: bool
    complete: bool
    reopen_half: bool
    keep_own_out: bool
    no_card: bool
    stub_first: bool
    burn: bool
    by_suit: bool
    ante_first: bool


# The options of badugi in fixed limit. Other draw games take them over.
CUTS = Option("cuts", "integer", None, Names("Number of cuts", "컷 수"), most=4)
CUT_LIMITS = Option("cut_limits", "list", [], Names("Most cards at each cut", "컷마다 바꿀 수 있는 장수"), most=5)
FIRST_BET = Option("first_bet", "boolean", True, Names("Betting before the first cut", "첫 컷 전 베팅"))
LAST_BET = Option("last_bet", "boolean", True, Names("Betting after the last cut", "마지막 컷 후 베팅"))
OWN_DISCARDS = Option(
    "own_discards",
    "choice",
    "this-draw",
    Names("Own discards held out of a reshuffle", "덱을 다시 섞을 때 제외하는 본인이 버린 카드"),
    choices=("this-draw", "never"),
)
DECK_RULE = Option(
    "deck_rule",
    "choice",
    "reshuffle",
    Names("When the deck runs out", "덱이 떨어지면"),
    choices=("reshuffle", "no-card"),
)
STUB_FIRST = Option(
    "stub_first",
    "boolean",
    False,
    Names("Rest of the stub dealt before the reshuffle", "남은 덱을 먼저 나눠 주고 섞기"),
)
BURN = Option("burn", "boolean", False, Names("Burn cards", "번 카드"))
TIE_RULE = Option(
    "tie_rule",
    "choice",
    "split",
    Names("Equal hands: split, or decided by suit", "같은 패일 때(나누기/무늬)"),
    choices=("split", "suit"),
)
BETTING = Option("betting", "choice", "fixed-limit", Names("Betting structure", "베팅 방식"), choices=("fixed-limit",))
BIG_BET_FROM = Option(
    "big_bet_from",
    "integer",
    None,
    Names("Betting round of the first big bet, from 0", "빅 베팅이 시작되는 라운드(0부터)"),
    most=8,
)
MAX_BETS = Option(
    "max_bets", "integer", 4, Names("Most bets a round, 0 for no limit", "라운드당 최대 베팅 수(0은 무제한)"), most=20
)
HEADS_UP_LIMIT = Option(
    "heads_up_limit",
    "boolean",
    False,
    Names("The limit of bets holds when two began the round", "두 명이 시작한 라운드에도 베팅 수 제한"),
)
SHORT_RAISE = Option(
    "short_raise",
    "choice",
    "complete",
    Names("The raise after a short all-in", "금액이 모자란 올인 뒤의 레이즈"),
    choices=("complete", "add"),
)
REOPEN = Option(
    "reopen",
    "choice",
    "half",
    Names("An all-in raise reopens the betting from", "베팅이 다시 열리는 올인 레이즈 크기"),
    choices=("half", "full"),
)
ANTE_FIRST = Option(
    "ante_first",
    "boolean",
    False,
    Names("A short big blind pays the ante first", "칩이 모자란 빅블라인드는 앤티를 먼저 냄"),
)

DRAW_OPTIONS = (
    CUTS,
    CUT_LIMITS,
    FIRST_BET,
    LAST_BET,
    OWN_DISCARDS,
    DECK_RULE,
    STUB_FIRST,
    BURN,
    TIE_RULE,
    BETTING,
    BIG_BET_FROM,
    MAX_BETS,
    HEADS_UP_LIMIT,
    SHORT_RAISE,
    REOPEN,
    ANTE_FIRST,
)

MORNING = Street("first_draw", Names("first draw (morning)", "아침"), draw=4)
NOON = Street("second_draw", Names("second draw (lunch)", "점심"), draw=4)
EVENING = Street("third_draw", Names("third draw (evening)", "저녁"), draw=4)
NIGHT = Street("fourth_draw", Names("fourth draw (night)", "야식"), draw=4)

BADUGI = Game(
    code="badugi",
    names=Names("Badugi", "로우 바둑이"),
    phh="FB",
    sides=(Side("low", evaluations.BADUGI),),
    streets=(Street("predraw", Names("before the draw", "처음"), deal="dddd"),),
    cuts=(MORNING, NOON, EVENING, NIGHT),
    default_cuts=3,
    betting="fixed-limit",
    options=DRAW_OPTIONS,
    source="docs/rules.md, sections 1 and 2",
)

GAMES: dict[str, Game] = {game.code: game for game in (BADUGI,)}
BY_VARIANT: dict[str, Game] = GAMES | {game.phh: game for game in GAMES.values() if game.phh}


class OptionsError(ValueError):
    """Options that the game does not have or that cannot be; ``findings`` names each."""

    def __init__(self, found: list[Finding]) -> None:
        super().__init__("; ".join(finding.message() for finding in found))
        self.findings = found


def rules_for(game: Game, options: Mapping[str, Any]) -> Rules:
    """The rules of a hand. Raises :class:`OptionsError` with a finding for every option at fault."""
    if not options:
        return _plain_rules(game.code)
    return _rules(game.code, json.dumps(options, sort_keys=True, default=str))


@lru_cache(maxsize=256)
def _plain_rules(code: str) -> Rules:
    return _build(GAMES[code], {})


@lru_cache(maxsize=1024)
def _rules(code: str, options: str) -> Rules:
    return _build(GAMES[code], json.loads(options))


def _build(game: Game, given: Mapping[str, Any]) -> Rules:
    known = {option.code: option for option in game.options}
    found = []
    for code, value in given.items():
        option = known.get(code)
        expected = ", ".join(known) if option is None else option.check(value)
        if expected is not None:
            found.append(
                findings.OPTION(found=f"{code}: {json.dumps(value)}", expected=expected, field=f"options.{code}")
            )
    if found:
        raise OptionsError(found)
    chosen = {code: given.get(code, option.default) for code, option in known.items()}
    if chosen["cuts"] is None:
        chosen["cuts"] = game.default_cuts
    limits = chosen["cut_limits"]
    if limits and len(limits) != chosen["cuts"]:
        raise OptionsError(
            [
                findings.OPTION(
                    found=f"cut_limits: {limits}",
                    expected=Names(f"{chosen['cuts']} numbers", f"숫자 {chosen['cuts']}개"),
                    field="options.cut_limits",
                )
            ]
        )
    cuts = tuple(
        replace(street, draw=min(limit, game.hand_size))
        for street, limit in zip(game.cuts, limits or [game.hand_size] * chosen["cuts"], strict=False)
    )
    streets = game.streets + cuts
    betting = [street.bet for street in streets]
    betting[0] = betting[0] and chosen["first_bet"]
    betting[-1] = betting[-1] and chosen["last_bet"]
    if chosen["big_bet_from"] is None:
        chosen["big_bet_from"] = sum(betting) // 2
    return Rules(
        game=game,
        sides=game.sides,
        phases=_phases(streets, betting, chosen["big_bet_from"]),
        hand_size=game.hand_size,
        draws=len(cuts),
        options=chosen,
        max_bets=chosen["max_bets"],
        heads_up_limit=chosen["heads_up_limit"],
        complete=chosen["short_raise"] == "complete",
        reopen_half=chosen["reopen"] == "half",
        keep_own_out=chosen["own_discards"] == "never",
        no_card=chosen["deck_rule"] == "no-card",
        stub_first=chosen["stub_first"],
        burn=chosen["burn"],
        by_suit=chosen["tie_rule"] == "suit",
        ante_first=chosen["ante_first"],
    )


def _phases(streets: tuple[Street, ...], betting: list[bool], big_bet_from: int) -> tuple[Phase, ...]:
    phases = []
    rounds = 0
    for street, bet in zip(streets, betting, strict=True):
        if street.deal:
            phases.append(Phase(DEAL, street.code, count=len(street.deal)))
        if street.draw is not None:
            phases.append(Phase(DRAW, street.code, limit=street.draw))
        if bet:
            phases.append(Phase(BET, street.code, size=int(rounds >= big_bet_from)))
            rounds += 1
    phases.append(Phase(SHOW, "showdown"))
    return tuple(phases)
