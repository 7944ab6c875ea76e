"""The lines of a PokerStars hand, one by one: who did what, told by the seat list and never by the look of a name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hands.formats import words
from hands.formats.fields import MAX_ACTIONS, MAX_PLAYERS, WrongValueError
from hands.formats.fields import name as checked_name
from hands.formats.pokerstars_noise import is_chat, is_noise
from hands.formats.pokerstars_parts import Event, Header, Seat, TooMuchError, cards, names_of
from hands.formats.pokerstars_said import said_by
from hands.formats.pokerstars_summary import RUN_TWICE, SEAT, Summary, contradiction
from hands.rules import findings
from hands.rules.cards import CardError
from hands.rules.findings import Finding, Kind, Text
from hands.rules.words import CARD_EXAMPLES

MAX_WARNINGS = 20
MAX_ERRORS = 100

_PLAIN_SEAT = re.compile(r"Seat ([0-9]{1,2}): (.+) \(([^()]+) in chips\)")
_TABLE_END = re.compile(r" ([0-9]{1,2})-max(?: \(Play Money\))?(?: Seat #([0-9]{1,2}) is the button)?")
_BRACKETS = re.compile(r"\[([^\[\]]*)\](?: \[([^\[\]]*)\])?")
_POT = re.compile(r"(?:pot|main pot|side pot(?:-([0-9]{1,2}))?)")
_SETTING = ("Table '", "Seat ")
_ACTION = re.compile(
    r"(.*?): (?:(?:folds|checks|calls |bets |raises |posts |discards |stands pat|brings in |mucks hand)[^:]*"
    r"|doesn't show hand|shows \[[^\[\]]*\].*)"
)
_MARKER = re.compile(r"\*\*\* [A-Z ]+ \*\*\*(?: \[[^\[\]]*\])*")


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
        self.table_line, self._table_text = 0, ""
        self.seats: dict[int, Seat] = {}
        self.events: list[Event] = []
        self.cancelled = False
        self.findings: list[Finding] = []
        self.wrong_seats = self.stopped = False
        self._errors = 0
        self._by_name: dict[str, Seat] = {}
        # Whether a line tells by its first colon or bracket who is meant: no name has such a thing inside.
        self._plain_names = True
        self._strangers: set[str] = set()
        self.summary = Summary(header, self.seats, self._strangers)
        self._acted: set[int] = set()
        self._playing = self._dealing = False

    def scan(self, lines: list[str], first: int) -> None:
        """All lines of the hand, the first of which, its header, has been read."""
        many = len(lines) > MAX_ACTIONS
        for line, text in enumerate(lines[1:], first + 1):
            text = text.rstrip()
            if not text:
                continue
            if self.stopped or (self.wrong_seats and not text.startswith(_SETTING)):
                return
            try:
                self._read(text, line)
                if many and len(self.events) > MAX_ACTIONS:
                    raise TooMuchError(text, words.actions(MAX_ACTIONS, most=True))
            except TooMuchError as wrong:
                self.stopped = True
                self._find(wrong.kind, line, wrong.found, wrong.expected)
            except WrongValueError as wrong:
                self._find(wrong.kind, line, wrong.found, wrong.expected)
            except CardError as wrong:
                self._find(findings.CARD, line, wrong.token, CARD_EXAMPLES)

    def _find(self, kind: Kind, line: int, found: Text, expected: Text) -> None:
        """Keeps a finding; of a stranger, and of a hand that was run twice, one is enough."""
        if kind is findings.PLAYER_UNKNOWN and isinstance(found, str):
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
        if text[0] == "*" and _MARKER.fullmatch(text):
            self._marker(text, line)
        elif text[-1] == '"' and is_chat(text) and not self._is_uncalled(text):
            return
        elif self.summary.line:
            self.summary.read(text, line)
        elif not ((not self._playing and self._setting(text, line)) or self._play(text, line)):
            self._unread(text, line)

    def _marker(self, text: str, line: int) -> None:
        if self.summary.line:
            raise WrongValueError(text, words.such_as("Seat 1: … folded before the Draw"))
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

    def _is_uncalled(self, text: str) -> bool:
        """Whether chips go back to a player whose name ends like a remark."""
        return text.startswith("Uncalled bet (") and text.partition(") returned to ")[2] in self._by_name

    # Above the deal

    def _setting(self, text: str, line: int) -> bool:
        """A line of the table and the seats, which come before everything that players do; False when it is none.

        What can only be a player's, whose name looks like the like, is none either.
        """
        if not text.startswith(_SETTING):
            return False
        try:
            return self._table_or_seat(text, line)
        except WrongValueError as wrong:
            if self._who(text, ": "):
                return False
            self.wrong_seats = wrong.kind is not findings.CONTRADICTION
            raise

    def _table_or_seat(self, text: str, line: int) -> bool:
        if text.startswith("Table '"):
            name, quote, rest = text[7:].rpartition("'")
            end = _TABLE_END.fullmatch(rest)
            if not quote or end is None:
                raise WrongValueError(text, words.such_as("Table '…' 8-max Seat #1 is the button"))
            if self.table_line and text != self._table_text:
                raise contradiction(line, text, self.table_line, self._table_text)
            self.table, self.seat_count, self.table_line = checked_name(name), int(end[1]), line
            self._table_text = text
            self.button = int(end[2]) if end[2] else None
            return True
        if match := _PLAIN_SEAT.fullmatch(text):
            self._add(Seat(int(match[1]), checked_name(match[2]), self.header.amount(match[3]), line))
            return True
        match = SEAT.match(text)
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
        stack = self.header.amount(text[opened + 1 : at])
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
        players: Sequence[Seat] = ()
        if self._plain_names:
            name, _, action = text.partition(": ")
            if (seat := self._by_name.get(name)) and action:
                if self._acts(seat, action, line):
                    return True
                players = (seat,)
        else:
            players = self._who(text, ": ")
            for seat in players:
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
            event = Event(line, "returned", self._named(player).seat, self.header.amount(amount))
            self.events.append(event)
        elif text == "The deck is reshuffled":
            self.events.append(Event(line, "reshuffled"))
        elif text == "Hand cancelled":
            self.cancelled = True
        elif players and not is_noise(text):
            raise WrongValueError(text[len(players[0].name) + 2 :], words.AN_ACTION)
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
        said = said_by(text, self.header.decimals, self.header.currency)
        if said is None:
            return False
        self._playing = True
        if said.verb:
            event = Event(line, said.verb, seat.seat, said.amount, said.total, said.cards, None, said.text, said.all_in)
            self.events.append(event)
            self._acted.add(seat.seat)
        return True

    def _collects(self, seat: Seat, text: str, line: int) -> bool:
        amount, _, pot = text.partition(" from ")
        match = _POT.fullmatch(pot)
        if match is None:
            return False
        number = -1 if pot == "pot" else 0 if pot == "main pot" else int(match[1] or 1)
        self.events.append(Event(line, "collected", seat.seat, self.header.amount(amount), total=number))
        return True

    def _dealt(self, text: str, line: int) -> None:
        rest = text[9:]
        seat = next(iter(self._who(rest, " [")), None) or self._named(rest.partition(" [")[0])
        match = _BRACKETS.fullmatch(rest, len(seat.name) + 1)
        if match is None:
            raise WrongValueError(text, words.such_as("Dealt to … [As 2d 3c] [4h]"))
        kept = cards(match[1])
        new = cards(match[2]) if match[2] is not None else None
        self.events.append(Event(line, "dealt", seat.seat, cards=kept, new=new))

    def _named(self, name: str) -> Seat:
        if (seat := self._by_name.get(name)) is not None:
            return seat
        # The blanks at the end of a line are gone, also those of a name.
        for seat in self.seats.values():
            if seat.name.rstrip() == name:
                return seat
        raise WrongValueError(name, names_of(self.seats), findings.PLAYER_UNKNOWN)

    def _unread(self, text: str, line: int) -> None:
        """A line that nobody at the table wrote: chatter, or somebody who is not there."""
        if RUN_TWICE.fullmatch(text):
            raise WrongValueError(text, words.NOT_SUPPORTED, findings.RUN_IT_TWICE)
        if is_noise(text):
            return
        if match := _ACTION.fullmatch(text):
            raise WrongValueError(match[1], names_of(self.seats), findings.PLAYER_UNKNOWN)
        player, collects, pot = text.partition(" collected ")
        if collects and _POT.fullmatch(pot.rpartition(" from ")[2]):
            raise WrongValueError(player, names_of(self.seats), findings.PLAYER_UNKNOWN)
        raise WrongValueError(text, "", findings.LINE_IGNORED)
