"""A hand in a few words, for tests: ``badugi(stacks=(100, 4, 100)).plays("p3 p1 cc", "pat", …)``.

Everybody is dealt a badugi unless the test deals: p1 the four-high ``As2h3d4c``, p2 the five-high ``2s3h4d5c`` and so
on, so that the player with the lower number always has the better hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hands.rules.document import Collected, Document, Record
from hands.rules.findings import Finding
from hands.rules.games import BET
from hands.rules.names import Names
from hands.rules.pots import Ledger
from hands.rules.replay import Replay, play

RANKS = "A23456789TJQK"
UNSEEN = "????????"


def english(text: Any) -> str | None:
    """What was found or expected, in English where it is said in both languages."""
    return text.en if isinstance(text, Names) else text


def staircase(player: int) -> str:
    """Four cards in a row, one of each suit: of player 1 the best of all, of player 2 the next; none in two hands."""
    return "".join(RANKS[(player - 1 + step) % 13] + suit for step, suit in enumerate("shdc"))


def cards(n: int, given: Mapping[int, str] | None = None) -> list[str]:
    """The first deal to n players: what is given by player, else the staircase."""
    given = given or {}
    return [f"d dh p{player} {given.get(player) or staircase(player)}" for player in range(1, n + 1)]


def spelled_out(lines: Iterable[str], n: int) -> list[str]:
    """``p3 p1 cc`` is ``p3 cc`` and ``p1 cc``; ``pat`` is a draw at which everybody still in stands pat."""
    actions: list[str] = []
    folded: set[int] = set()
    for line in lines:
        if line == "pat":
            actions += [f"p{player} sd" for player in range(1, n + 1) if player not in folded]
            continue
        words = line.split(" ")
        names = 1
        while names < len(words) and words[names][:1] == "p" and words[names][1:].isdecimal():
            names += 1
        for name in words[:names]:
            if words[names:] == ["f"]:
                folded.add(int(name[1:]))
            actions.append(" ".join([name, *words[names:]]))
    return actions


@dataclass
class Played:
    """What came of a hand, in the words of the tests."""

    document: Document
    replay: Replay

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self.replay.findings if finding.severity == "error"]

    @property
    def warnings(self) -> list[str]:
        return [finding.code for finding in self.replay.findings if finding.severity == "warning"]

    @property
    def error(self) -> Finding:
        """The first error."""
        assert self.errors, self.replay.findings
        return self.errors[0]

    @property
    def refused(self) -> tuple[str, int | None] | None:
        """The code of the first error and the player at fault; None for an accepted hand."""
        return (self.error.code, self.error.place.player) if self.errors else None

    @property
    def found(self) -> str | None:
        """What the first error found."""
        return english(self.error.found)

    @property
    def wanted(self) -> str | None:
        """What the first error expected."""
        return english(self.error.expected)

    @property
    def at_fault(self) -> str:
        """The action at fault."""
        action = self.error.place.action
        assert action is not None
        return self.document.actions[action]

    @property
    def ledger(self) -> Ledger:
        assert self.replay.ledger is not None, [finding.message() for finding in self.replay.findings]
        return self.replay.ledger

    @property
    def pots(self) -> list[tuple[int, set[int]]]:
        """The pots, the main pot first: how much, and who could win it."""
        return [(pot.amount, set(pot.eligible)) for pot in self.ledger.pots]

    @property
    def stacks(self) -> list[int | None]:
        return [line.finishing_stack for line in self.ledger.players]

    @property
    def nets(self) -> list[int]:
        return [line.net for line in self.ledger.players]

    @property
    def won(self) -> list[int]:
        return [line.won for line in self.ledger.players]

    @property
    def put_in(self) -> list[int]:
        return [line.put_in for line in self.ledger.players]

    @property
    def returned(self) -> dict[int, int]:
        return {line.player: line.returned for line in self.ledger.players if line.returned}

    @property
    def status(self) -> str | None:
        return self.replay.status

    @property
    def expected(self) -> str:
        """Whose turn it is where the hand stops, in words."""
        assert self.replay.table is not None
        return english(self.replay.table.expected()) or ""


@dataclass
class Start:
    """A hand before the first action; ``plays`` deals and goes on, ``deals`` changes who is dealt what."""

    document: Document
    hands: dict[int, str]

    @property
    def n(self) -> int:
        return len(self.document.stacks)

    def deals(self, *hands: str) -> Start:
        self.hands = dict(enumerate(hands, 1))
        return self

    def posts(self, *posts: str) -> Start:
        self.document.actions += posts
        return self

    def records(self, *collected: tuple[int, ...], **fields: Any) -> Start:
        """What the source says: (player, amount) or (player, amount, pot) of who collected, and other fields."""
        lines = [Collected(*line) for line in collected]
        self.document.record = Record(collected=lines or None, **fields)
        return self

    def finishes(self, *stacks: int | None) -> Start:
        self.document.finishing_stacks = list(stacks)
        return self

    def plays(self, *lines: str) -> Played:
        return self.plays_undealt(*cards(self.n, self.hands), *lines)

    def plays_undealt(self, *lines: str) -> Played:
        self.document.actions += spelled_out(lines, self.n)
        return Played(self.document, play(self.document))

    def to_the_end(self, *lines: str) -> Played:
        """Plays the lines; from there on nobody bets or draws any more."""
        played = self.plays(*lines)
        for _ in range(100):
            if not (played.refused and played.error.code == "truncated"):
                break
            table = played.replay.table
            assert table is not None
            player = (table.betting.actor if table.phase == BET else table.drawer) + 1
            self.document.actions.append(f"p{player} cc" if table.phase == BET else f"p{player} sd")
            played = Played(self.document, play(self.document))
        return played


def badugi(
    *,
    blinds: Sequence[int] = (5, 10),
    stacks: Sequence[int | None] = (200, 200, 200),
    antes: int | Sequence[int] = 0,
    bets: tuple[int, int] | None = None,
    decimals: int = 0,
    trimming: bool | None = None,
    **options: Any,
) -> Start:
    """Low badugi in fixed limit. The bets are the big blind and twice as much unless given (10/20 without blinds)."""
    n = len(stacks)
    bet = max(blinds[:2], default=0) or 10
    small, big = bets or (bet, 2 * bet)
    document = Document(
        variant="badugi",
        antes=[antes] * n if isinstance(antes, int) else list(antes),
        blinds=[*blinds, *[0] * (n - len(blinds))],
        stacks=list(stacks),
        actions=[],
        small_bet=small,
        big_bet=big,
        decimals=decimals,
        options=options,
        ante_trimming=trimming,
    )
    return Start(document, {})


def antes_only(*, ante: int = 1, stacks: Sequence[int | None] = (200, 200, 200), **more: Any) -> Start:
    """Low badugi without blinds: everybody antes, the first left of the button opens."""
    return badugi(blinds=(), antes=ante, stacks=stacks, **more)
