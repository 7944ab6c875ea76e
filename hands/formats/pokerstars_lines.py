"""The lines of a PokerStars hand, one by one: who did what, told by the seat list and never by the look of a name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from hands.formats import words
from hands.formats.clocks import Moment
from hands.formats.fields import MAX_ACTIONS, MAX_PLAYERS, WrongValueError
from hands.formats.fields import name as checked_name
from hands.formats.printed import printed
from hands.rules import findings
from hands.rules.cards import CardError, parse_cards
from hands.rules.findings import Finding, Kind, Text
from hands.rules.words import CARD_EXAMPLES
from hands.rules.words import cards as cards_in_words

MAX_WARNINGS = 20
MAX_ERRORS = 100
MAX_SUMMARY = 500
_MOST_CARDS = 52
_MOST_NAMES = 200


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the document names it, and how many cards a hand of it has."""

    variant: str
    cards: int


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a hand."""

    game: Game
    number: str
    tournament: bool
    small_bet: int
    big_bet: int
    decimals: int
    currency: str | None
    event: str | None
    level: str | None
    moment: Moment


@dataclass(slots=True)
class Seat:
    """A line of the seat list. ``out`` when the line says that the player takes no part."""

    seat: int
    name: str
    stack: int
    line: int
    bounty: str | None = None
    out: bool = False


@dataclass(slots=True)
class Event:
    """Something that happened: ``verb`` is the first word of the printed line, or a name of this module's own.

    A marker is an event of its own, with its ``text``.
    """

    line: int
    verb: str
    seat: int = 0
    amount: int = 0
    total: int = 0
    cards: list[int] | None = None
    new: list[int] | None = None
    text: str = ""
    all_in: bool = False


@dataclass(slots=True)
class SeatSummary:
    """What the summary says of a seat: roles, the words behind them, cards, and the amount won (-1: not said)."""

    line: int
    seat: int
    roles: list[str]
    text: str
    cards: list[int] | None = None
    amount: int = -1


@dataclass(slots=True)
class Summary:
    """What stands below ``*** SUMMARY ***``."""

    line: int = 0
    pot: int | None = None
    rake: int | None = None
    pots: list[int] | None = None
    pot_line: int = 0
    seats: list[SeatSummary] = field(default_factory=list)


_ALL_IN = " and is all-in"
_SEAT = re.compile(r"Seat ([0-9]{1,2}): ")
_TABLE_END = re.compile(r" ([0-9]{1,2})-max(?: \(Play Money\))?(?: Seat #([0-9]{1,2}) is the button)?")
_BRACKETS = re.compile(r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?")
_DISCARDS = re.compile(r"discards ([0-9]{1,2})(?: cards?)?(?: \[([^\[\]]*)\])?")
_SHOWN = re.compile(r"(?:shows|showed) \[([^\[\]]*)\](.*)")
_MUCKED = re.compile(r"mucked \[([^\[\]]*)\]")
_WON = re.compile(r"(?:.* and won|collected) \(([^()]*)\)(.*)")
_POT = re.compile(r"(?:pot|main pot|side pot(?:-([0-9]{1,2}))?)")
_TOTAL = re.compile(r"Total pot ([^|]*)\| Rake ([^|]*)(?:\|.*)?")
_ROLE = re.compile(r" \((button|small blind|big blind)\)")
_SETTING = ("Table '", "Seat ")
_ACTION = re.compile(
    r"(?:folds|checks|calls |bets |raises |posts |discards |stands pat|shows \[|mucks hand|brings in )[^:]*"
)
_POSTS = ("small blind", "big blind", "small & big blinds", "the ante", "straddle")
_RUN_TWICE = re.compile(r"Hand was run (?:twice|three times)")
_NOISE_LINE = re.compile(r"Betting is capped|Hand #[0-9]+:?|\*+ # [0-9]+ \*+")
_NOISE_END = (
    *(" leaves the table", " has timed out", " has timed out while disconnected", " is disconnected", " is connected"),
    *(" has timed out while being disconnected", " has returned", " is sitting out", ": sits out", " sits out"),
    *(" will be allowed to play after the button", " was removed from the table for failing to post"),
    *(" is sitting in", " wins the tournament", ": is sitting out", " has been disconnected", " has requested TIME"),
)
_NOISE_PART = (
    *(" joins the table at seat #", ' said, "', " finished the tournament", " wins the tournament", " wins the "),
    *(" re-buys and receives ", " takes the add-on", " was moved from another table", " has been moved", " wins $"),
)


class Scanner:
    """Reads the lines of one hand into seats, events and a summary, with a finding for what it cannot read.

    ``wrong_seats`` when the table or a seat could not be read: then nobody can say who did what, and nothing further
    is read. ``stopped`` when the hand has more actions, lines of the summary or errors than are read.
    """

    def __init__(self, header: Header) -> None:
        self.header = header
        self.table: str | None = None
        self.seat_count: int | None = None
        self.button: int | None = None
        self.table_line = 0
        self.seats: dict[int, Seat] = {}
        self.events: list[Event] = []
        self.summary = Summary()
        self.cancelled = False
        self.findings: list[Finding] = []
        self.wrong_seats = self.stopped = False
        self._errors = 0
        self._by_name: dict[str, Seat] = {}
        # Whether a line tells by its first colon or bracket who is meant: no name has such a thing inside.
        self._plain_names = True
        self._strangers: set[str] = set()
        self._acted: set[int] = set()
        self._playing = self._dealing = False

    def scan(self, lines: list[str], first: int) -> None:
        """All lines of the hand, the first of which, its header, has been read."""
        for line, text in enumerate(lines[1:], first + 1):
            text = text.strip("\ufeff").rstrip()
            if not text:
                continue
            if self.stopped or (self.wrong_seats and not text.startswith(_SETTING)):
                return
            try:
                self._read(text, line)
                if len(self.events) > MAX_ACTIONS:
                    self.stopped = True
                    raise WrongValueError(text, words.actions(MAX_ACTIONS, most=True))
            except WrongValueError as wrong:
                self._find(wrong.kind, line, wrong.found, wrong.expected)
            except CardError as wrong:
                self._find(findings.CARD, line, wrong.token, CARD_EXAMPLES)

    def _find(self, kind: Kind, line: int, found: str, expected: Text) -> None:
        """Keeps a finding; of a stranger, and of a hand that was run twice, one is enough."""
        if kind is findings.PLAYER_UNKNOWN:
            if found in self._strangers:
                return
            self._strangers.add(found)
        if kind is findings.RUN_IT_TWICE and any(finding.kind is kind for finding in self.findings):
            return
        if kind.severity == "error":
            self._errors += 1
            self.stopped = self.stopped or self._errors >= MAX_ERRORS
        elif len(self.findings) - self._errors >= MAX_WARNINGS:
            return
        self.findings.append(kind(line=line, found=found, expected=expected))

    def _read(self, text: str, line: int) -> None:
        if text.startswith("*** "):
            self._marker(text, line)
        elif self.summary.line:
            self._summary(text, line)
        elif not ((not self._playing and self._setting(text, line)) or self._play(text, line)):
            self._unread(text, line)

    def _marker(self, text: str, line: int) -> None:
        if text == "*** SUMMARY ***":
            self.summary.line = line
        elif text.endswith(" DRAW ***"):
            self.events.append(Event(line, "draw", text=text))
        elif text == "*** DEALING HANDS ***":
            self.events.append(Event(line, "deal", text=text))
            self._dealing = True
        elif text == "*** SHOW DOWN ***":
            self.events.append(Event(line, "showdown", text=text))
        elif text.endswith(" SHOW DOWN ***"):
            raise WrongValueError(text, words.NOT_SUPPORTED, findings.RUN_IT_TWICE)
        else:
            raise WrongValueError(text, words.such_as("*** FIRST DRAW ***"))

    # Above the deal

    def _setting(self, text: str, line: int) -> bool:
        """A line of the table and the seats, which come before everything that players do; False when it is none."""
        try:
            return text.startswith(_SETTING) and self._table_or_seat(text, line)
        except WrongValueError:
            self.wrong_seats = True
            raise

    def _table_or_seat(self, text: str, line: int) -> bool:
        if text.startswith("Table '"):
            name, quote, rest = text[7:].rpartition("'")
            end = _TABLE_END.fullmatch(rest)
            if not quote or end is None:
                raise WrongValueError(text, words.such_as("Table '…' 8-max Seat #1 is the button"))
            self.table, self.seat_count, self.table_line = checked_name(name), int(end[1]), line
            self.button = int(end[2]) if end[2] else None
            return True
        match = _SEAT.match(text)
        if match is None:
            return False
        self._add(self._seat(int(match[1]), text[match.end() :], line))
        return True

    def _seat(self, seat: int, text: str, line: int) -> Seat:
        """``name ($5 in chips, $1.76 bounty) is sitting out``; the name may hold the like."""
        at = text.rfind(" in chips")
        opened = text.rfind("(", 0, max(at, 0))
        closed = text.find(")", at)
        if at < 0 or opened < 1 or closed < 0:
            raise WrongValueError(text, words.such_as("Seat 1: … (100 in chips)"))
        stack = printed(text[opened + 1 : at], self.header.decimals)
        more = text[at + len(" in chips") : closed].strip(" ,")
        after = text[closed + 1 :].strip()
        if (more and not more.endswith(" bounty")) or (after and not after.startswith(("is sitting out", "out of"))):
            raise WrongValueError(more or after, words.such_as("Seat 1: … (100 in chips, $1.76 bounty) is sitting out"))
        moving, sitting = after.startswith("out of"), after.startswith("is sitting out")
        return Seat(
            seat,
            checked_name(text[:opened].removesuffix(" ")),
            stack,
            line,
            bounty=more.removesuffix(" bounty") or None,
            out=moving or (sitting and not self.header.tournament),
        )

    def _add(self, seat: Seat) -> None:
        most = min(self.seat_count or MAX_PLAYERS, MAX_PLAYERS)
        if twin := self.seats.get(seat.seat) or self._by_name.get(seat.name):
            both = f"{twin.seat}: {twin.name}, {seat.seat}: {seat.name}"
            raise WrongValueError(both, words.DIFFERENT_SEATS, findings.SEATS)
        if not 1 <= seat.seat <= most:
            raise WrongValueError(
                ", ".join(map(str, [*self.seats, seat.seat])), words.seats_up_to(most), findings.SEATS
            )
        self.seats[seat.seat] = self._by_name[seat.name] = seat
        self._plain_names = self._plain_names and ": " not in seat.name and " [" not in seat.name

    # The play

    def _play(self, text: str, line: int) -> bool:
        """A line of the hand itself; False when it is none."""
        for seat in self._who(text, ": "):
            if self._acts(seat, text[len(seat.name) + 2 :], line):
                return True
        if " collected " in text:
            for seat in self._longest_first():
                if text.startswith(f"{seat.name} collected ") and self._collects(
                    seat, text[len(seat.name) + 11 :], line
                ):
                    return True
        if text.startswith("Dealt to "):
            self._dealt(text, line)
        elif text.startswith("Uncalled bet ("):
            amount, _, player = text[14:].partition(") returned to ")
            event = Event(line, "returned", self._named(player).seat, printed(amount, self.header.decimals))
            self.events.append(event)
        elif text == "The deck is reshuffled":
            self.events.append(Event(line, "reshuffled"))
        elif text == "Hand cancelled":
            self.cancelled = True
        else:
            return False
        self._playing = True
        return True

    def _who(self, text: str, mark: str) -> Sequence[Seat]:
        """Those whose name may be what stands before the mark: one or nobody, unless a name holds the like."""
        if self._plain_names:
            name, found, _ = text.partition(mark)
            seat = self._by_name.get(name) if found else None
            return () if seat is None else (seat,)
        return [seat for seat in self._longest_first() if text.startswith(seat.name + mark)]

    def _longest_first(self) -> list[Seat]:
        return sorted(self.seats.values(), key=lambda seat: -len(seat.name))

    def _acts(self, seat: Seat, text: str, line: int) -> bool:
        if text in ("is sitting out", "sits out"):
            acted = self._dealing or seat.seat in self._acted
            seat.out = seat.out or not (self.header.tournament or acted)
            return True
        event = self._action(seat, text, line)
        if event is None:
            if _is_noise(f"{seat.name}: {text}"):
                return False
            raise WrongValueError(text, words.AN_ACTION)
        self._playing = True
        if event.verb:
            self.events.append(event)
            self._acted.add(seat.seat)
        return True

    def _action(self, seat: Seat, text: str, line: int) -> Event | None:
        """What a player does; None when the words are none of those that are known, no verb when they mean nothing."""
        all_in = text.endswith(_ALL_IN)
        verb, _, rest = text.removesuffix(_ALL_IN).partition(" ")
        event = Event(line, verb, seat.seat)
        event.all_in = all_in
        match verb:
            case "folds" | "checks" if not rest or rest.startswith("["):
                return event
            case "calls" | "bets":
                event.amount = printed(rest, self.header.decimals)
            case "raises" if " to " in rest:
                more, _, total = rest.partition(" to ")
                event.amount = printed(more, self.header.decimals)
                event.total = printed(total, self.header.decimals)
            case "posts":
                event.text = next((what for what in _POSTS if rest.startswith(f"{what} ")), "")
                if not event.text:
                    return None
                event.amount = printed(rest[len(event.text) :], self.header.decimals)
            case "discards" if match := _DISCARDS.fullmatch(text):
                event.amount = int(match[1])
                event.cards = _cards(match[2]) if match[2] else None
            case "stands" if rest == "pat" or (rest.startswith("pat on [") and rest.endswith("]")):
                event.cards = _cards(rest[8:-1]) if rest != "pat" else None
            case "shows" if match := _SHOWN.fullmatch(text):
                event.cards, event.text = _cards(match[1]), match[2].strip().removeprefix("(").removesuffix(")")
            case "mucks" if rest == "hand":
                return event
            case "doesn't" if rest == "show hand":
                event.verb = ""
            case _:
                return None
        return event

    def _collects(self, seat: Seat, text: str, line: int) -> bool:
        amount, _, pot = text.partition(" from ")
        match = _POT.fullmatch(pot)
        if match is None:
            return False
        number = -1 if pot == "pot" else 0 if pot == "main pot" else int(match[1] or 1)
        self.events.append(Event(line, "collected", seat.seat, printed(amount, self.header.decimals), total=number))
        return True

    def _dealt(self, text: str, line: int) -> None:
        rest = text[9:]
        seat = next(iter(self._who(rest, " [")), None) or self._named(rest.partition(" [")[0])
        match = _BRACKETS.fullmatch(rest, len(seat.name) + 1)
        if match is None:
            raise WrongValueError(text, words.such_as("Dealt to … [As 2d 3c] [4h]"))
        kept = _cards(match[1])
        new = _cards(match[2]) if match[2] is not None else None
        self.events.append(Event(line, "dealt", seat.seat, cards=kept, new=new))

    def _named(self, name: str) -> Seat:
        if (seat := self._by_name.get(name)) is not None:
            return seat
        raise WrongValueError(name, self._names(), findings.PLAYER_UNKNOWN)

    def _names(self) -> str:
        names = ", ".join(seat.name for seat in self.seats.values())
        return names if len(names) <= _MOST_NAMES else names[: _MOST_NAMES - 1] + "…"

    def _unread(self, text: str, line: int) -> None:
        """A line that nobody at the table wrote: chatter, or somebody who is not there."""
        if _RUN_TWICE.fullmatch(text):
            raise WrongValueError(text, words.NOT_SUPPORTED, findings.RUN_IT_TWICE)
        if _is_noise(text):
            return
        player, colon, action = text.rpartition(": ")
        if colon and _ACTION.fullmatch(action):
            raise WrongValueError(player, self._names(), findings.PLAYER_UNKNOWN)
        player, collects, pot = text.partition(" collected ")
        if collects and _POT.fullmatch(pot.rpartition(" from ")[2]):
            raise WrongValueError(player, self._names(), findings.PLAYER_UNKNOWN)
        raise WrongValueError(text, "", findings.LINE_IGNORED)

    # The summary

    def _summary(self, text: str, line: int) -> None:
        if text.startswith("Total pot "):
            self._total(text, line)
            return
        match = _SEAT.match(text)
        seat = self.seats.get(int(match[1])) if match else None
        if match and seat and text.startswith(seat.name, match.end()):
            self._seat_summary(seat, text[match.end() + len(seat.name) :], line)
        elif match and seat:
            # A name that the play has, and the seat list has not, was told before.
            if not any(text.startswith(name, match.end()) for name in self._strangers):
                raise WrongValueError(text, seat.name, findings.PLAYER_UNKNOWN)
        elif _RUN_TWICE.fullmatch(text):
            raise WrongValueError(text, words.NOT_SUPPORTED, findings.RUN_IT_TWICE)
        elif not _is_noise(text):
            raise WrongValueError(text, "", findings.LINE_IGNORED)

    def _seat_summary(self, seat: Seat, text: str, line: int) -> None:
        if len(self.summary.seats) >= MAX_SUMMARY:
            self.stopped = True
            raise WrongValueError(text, words.summary_lines(MAX_SUMMARY))
        roles, at = list[str](), 0
        while (role := _ROLE.match(text, at)) and role[1] not in roles:
            roles.append(role[1])
            at = role.end()
        told = SeatSummary(line, seat.seat, roles, text[at:].strip())
        if not told.text.startswith("folded "):
            if match := _SHOWN.match(told.text) or _MUCKED.match(told.text):
                told.cards = _cards(match[1])
            if match := _WON.fullmatch(told.text):
                told.amount = printed(match[1], self.header.decimals)
        self.summary.seats.append(told)

    def _total(self, text: str, line: int) -> None:
        """``Total pot $5.70 Main pot $2.90. Side pot $2.55. | Rake $0.25``"""
        match = _TOTAL.fullmatch(text)
        if match is None:
            raise WrongValueError(text, words.such_as("Total pot 100 | Rake 0"))
        total, *pots = re.split(r" (?:Main pot|Side pot(?:-[0-9]{1,2})?) ", match[1].rstrip())
        amounts = [printed(part.strip().removesuffix("."), self.header.decimals) for part in pots]
        self.summary.pot = printed(total, self.header.decimals)
        self.summary.rake = printed(match[2].strip(), self.header.decimals)
        self.summary.pots = amounts or None
        self.summary.pot_line = line


def _cards(text: str) -> list[int]:
    if len(text) > 3 * _MOST_CARDS:
        raise WrongValueError(text, cards_in_words(_MOST_CARDS))
    return parse_cards(text.replace(" ", ""))


def _is_noise(text: str) -> bool:
    return (
        text.endswith(_NOISE_END)
        or any(part in text for part in _NOISE_PART)
        or _NOISE_LINE.fullmatch(text) is not None
    )
