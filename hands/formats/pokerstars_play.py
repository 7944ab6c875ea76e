"""From the lines of a PokerStars hand to the document: positions, actions, and what the site says of the result."""

from __future__ import annotations

from functools import cached_property

from hands.formats import words
from hands.formats.fields import show
from hands.formats.pokerstars_course import Course
from hands.formats.pokerstars_lines import MAX_ERRORS, Scanner
from hands.formats.pokerstars_parts import Event, Header, Seat
from hands.formats.pokerstars_results import Results
from hands.formats.reading import Contradiction, Lines, ReadHand
from hands.rules import findings
from hands.rules.cards import format_cards
from hands.rules.document import Document, Record, amount
from hands.rules.findings import Finding, Text, errors
from hands.rules.names import Names
from hands.rules.words import at_most
from hands.rules.words import cards as cards_in_words

OPTIONS = {"own_discards": "never", "short_raise": "complete", "heads_up_limit": True, "max_bets": 4}
"""How PokerStars plays: nobody gets an own discard back, the raise after a short all-in completes it, and four bets
are the most of a round, between two players too."""


def read_hand(name: str, header: Header, lines: list[str], line: int) -> ReadHand:
    """The hand of these lines, of which the first is the header."""
    scanner = Scanner(header)
    scanner.scan(lines, line)
    end = line + len(lines) - 1
    summary = scanner.summary
    found = [*header.moment.findings, *scanner.findings]
    if scanner.wrong_seats or scanner.stopped:
        return ReadHand(name, None, found, header.number, line, end)
    if not summary.line or (summary.pot is None and not scanner.cancelled and not any(errors(found))):
        missing = "Total pot …" if summary.line else "*** SUMMARY ***"
        found = [findings.TRUNCATED(line=end, found=show(lines[-1].strip()), expected=missing)]
        return ReadHand(name, None, found, header.number, line, end)
    if scanner.button is None or not scanner.seats:
        missing = "button" if scanner.seats else "seats"
        found.append(findings.MISSING_FIELD(line=scanner.table_line or line, expected=missing, field=missing))
        return ReadHand(name, None, found, header.number, line, end)
    if found and any(errors(found)):
        return ReadHand(name, None, found, header.number, line, end)
    play = _Play(scanner, line)
    document = play.document()
    play.contradictions.sort(key=lambda contradiction: contradiction.finding.place.line or 0)
    told = play.contradictions[:MAX_ERRORS]
    return ReadHand(name, document, found, header.number, line, end, lambda: play.lines, told)


class _Play:
    """Puts the players in position order and the events into the words of the document.

    What a line says that another line, or the chips counted so far, cannot agree with is kept as a contradiction; the
    document has what was printed.
    """

    def __init__(self, scanner: Scanner, line: int) -> None:
        self.scanner, self.header, self.events = scanner, scanner.header, scanner.events
        self.contradictions: list[Contradiction] = []
        self.seated = _in_position(scanner)
        self.number = {seat.seat: i for i, seat in enumerate(self.seated, 1)}
        self.actions: list[str] = []
        self.action_lines: list[int] = []
        self.fields = {"variant": line, "small_bet": line, "big_bet": line, "button": scanner.table_line}
        self.antes = [0] * len(self.seated)
        self.blinds = [0] * len(self.seated)
        self.roles = {"button": scanner.button or 0}
        self.bet = 0
        self.betting = False
        # By seat: the chips behind and in front, a mark that misses if nothing more comes, the line of the fold,
        # the cards and their line.
        self.left = {seat.seat: seat.stack for seat in self.seated}
        self.front = dict.fromkeys(self.left, 0)
        self.unmarked: dict[int, Finding] = {}
        self.gone: dict[int, int] = {}
        self.held: dict[int, list[int] | None] = {}
        self.told: dict[int, int] = {}
        self.drawing: Event | None = None
        self.reshuffled = 0

    @property
    def lines(self) -> Lines:
        seats = {
            f"{name}.{i}": seat.line
            for i, seat in enumerate(self.seated)
            for name in ("players", "seats", "starting_stacks")
        }
        return Lines(self.action_lines, self.fields | seats)

    def document(self) -> Document:
        header, moment = self.header, self.header.moment
        course = Course({seat.seat: seat.name for seat in self.seated})
        course.follow(self.events)
        self._forced()
        self._first_cards()
        for i, event in enumerate(self.events):
            if event.seat == 0 or event.seat in self.number:
                self._event(event, i)
        self._replace()
        self.contradictions += (Contradiction(mark, mark.place.line or 0) for mark in self.unmarked.values())
        record = self._record(course)
        return Document(
            variant=header.game.variant,
            antes=self.antes,
            blinds=self.blinds,
            stacks=[seat.stack for seat in self.seated],
            actions=self.actions,
            small_bet=header.small_bet,
            big_bet=header.big_bet,
            decimals=header.decimals,
            options=dict(OPTIONS),
            record=record,
            currency=header.currency,
            players=[seat.name for seat in self.seated],
            seats=[seat.seat for seat in self.seated],
            seat_count=self.scanner.seat_count,
            button=self.scanner.button,
            table=self.scanner.table,
            hand=header.number,
            venue="PokerStars",
            event=header.event,
            level=header.level,
            year=moment.local.year,
            month=moment.local.month,
            day=moment.local.day,
            time=moment.local.time().isoformat(),
            time_zone=moment.zone,
            extra=self._extra(),
        )

    def _extra(self) -> dict[str, object]:
        extra: dict[str, object] = {}
        bounties = {str(self.number[seat.seat]): seat.bounty for seat in self.seated if seat.bounty}
        if bounties:
            extra["_bounties"] = bounties
        if self.header.moment.clocks:
            extra["_clocks"] = self.header.moment.clocks
        return extra

    def _act(self, line: int, action: str) -> None:
        self.actions.append(action)
        self.action_lines.append(line)

    def _contradict(self, event: Event, says: Text, other: Names, since: int) -> None:
        """A line says one thing, and a line above, or the same further on, another."""
        finding = findings.CONTRADICTION(
            line=event.line,
            player=self.number[event.seat],
            found=words.lines_say([event.line], says),
            expected=other,
        )
        self.contradictions.append(Contradiction(finding, since))

    def _other_cards(self, event: Event, cards: list[int], held: list[int]) -> None:
        """A line tells other cards of a player than the last line that told them."""
        above = self.told[event.seat]
        self._contradict(event, format_cards(cards), words.lines_say([above], format_cards(held)), above)

    def _money(self, units: int) -> str:
        return amount(units, self.header.decimals)

    # Before the first action

    def _forced(self) -> None:
        """Antes and blinds by player; what is posted out of position, or beside the blind, becomes an action."""
        posts = [event for event in self.events if event.verb == "posts" and event.seat in self.number]
        posts.sort(key=lambda event: self.number[event.seat])
        small = next((event for event in posts if event.text == "small blind"), None)
        left = self.number[small.seat] if small else 0
        big = [event for event in posts if event.text == "big blind"]
        regular = next((event for event in big if self.number[event.seat] > left), big[0] if big else None)
        if small:
            self.roles["small blind"] = small.seat
        if regular:
            self.roles["big blind"] = regular.seat
        first: dict[tuple[int, bool], Event] = {}
        for event in posts:
            player = self.number[event.seat]
            at = player - 1
            if event.amount > self.left[event.seat]:
                self._overpaid(event)
            self._pays(event, event.amount)
            ante = event.text == "the ante"
            if not (ante or event is small or event is regular or event.text == "straddle"):
                self._post(player, event)
                continue
            if (other := first.setdefault((event.seat, ante), event)) is not event:
                self._posted(event, other)
                continue
            if ante:
                self.antes[at] = event.amount
                self.fields[f"antes.{at}"] = event.line
                continue
            at = 2 - player if len(self.seated) == 2 else at
            self.blinds[at] = event.amount
            self.fields[f"blinds_or_straddles.{at}"] = event.line
            self.front[event.seat] = event.amount
            self.bet = max(self.bet, event.amount)
        if regular:
            self.bet = max(self.bet, self.header.small_bet)

    def _overpaid(self, post: Event) -> None:
        """A post is printed as it was paid: the rules, which take less from a short stack, would not mind more."""
        finding = findings.MORE_THAN_STACK(
            line=post.line,
            player=self.number[post.seat],
            found=self._money(post.amount),
            expected=at_most(self._money(max(self.left[post.seat], 0))),
        )
        self.contradictions.append(Contradiction(finding, post.line))

    def _posted(self, event: Event, other: Event) -> None:
        """A second ante or blind in turn, where each player has one: that comes before all that the rules find."""
        says, said = (words.posts(post.text, self._money(post.amount)) for post in (event, other))
        self._contradict(event, says, words.lines_say([other.line], said), self.scanner.table_line)

    def _post(self, player: int, event: Event) -> None:
        """A blind of a newcomer, or of somebody who missed theirs: live as far as the big blind, dead beyond."""
        live = 0 if event.text == "small blind" else min(event.amount, self.header.small_bet)
        self.front[event.seat] += live
        dead = f" dead {self._money(event.amount - live)}" if event.amount > live else ""
        self._act(event.line, f"p{player} post {self._money(live)}{dead}")

    def _first_cards(self) -> None:
        """The deal in position order, before anything else: known to whoever wrote the history, unknown of the rest."""
        first: dict[int, Event] = {}
        deal = next((event.line for event in self.events if event.verb == "deal"), None)
        for event in self.events:
            if event.verb in ("folds", "checks", "calls", "bets", "raises", "discards", "stands"):
                break
            if event.verb == "dealt" and event.seat not in first and event.new is None:
                first[event.seat] = event
        if deal is None and not first:
            return
        for seat in self.seated:
            told = first.get(seat.seat)
            cards = told.cards if told and told.cards else [-1] * self.header.game.cards
            self.held[seat.seat] = cards if told else None
            line = self.told[seat.seat] = told.line if told else deal or seat.line
            self._act(line, f"d dh p{self.number[seat.seat]} {format_cards(cards)}")
            if told:
                told.verb = ""

    # The play

    def _event(self, event: Event, index: int) -> None:
        player = f"p{self.number[event.seat]}" if event.seat else ""
        if (self.drawing or self.reshuffled) and event.verb not in ("", "dealt", "reshuffled", "collected", "returned"):
            if event.verb not in ("discards", "stands"):
                self._reshuffle()
            self._replace()
        match event.verb:
            case "draw":
                self._new_street()
            case "reshuffled":
                self.reshuffled = event.line
            case "dealt":
                self._new_cards(event)
            case "folds":
                if not self._stays(event, index):
                    self.gone.setdefault(event.seat, event.line)
                    self._bets(event, f"{player} f")
            case "checks":
                self.unmarked.pop(event.seat, None)
                self._bets(event, f"{player} cc 0")
            case "calls":
                self._pays(event, event.amount)
                self.front[event.seat] += event.amount
                self._bets(event, f"{player} cc {self._money(event.amount)}")
            case "bets":
                self._pays(event, event.amount)
                self.front[event.seat] += event.amount
                self._bets(event, f"{player} cbr {self._money(event.amount)}")
                self.bet = max(self.bet, event.amount)
            case "raises":
                self._raise(event, player)
            case "discards" | "stands":
                self._draw(event, player)
            case "shows":
                hidden = self.header.game.cards - len(event.cards or ())
                self._act(event.line, f"{player} sm {format_cards(event.cards or ())}{'??' * hidden}")
            case "mucks":
                if gone := self.gone.get(event.seat):
                    self._contradict(event, words.MUCKS, words.lines_say([gone], words.FOLDS), gone)
                self._act(event.line, f"{player} sm")

    def _bets(self, event: Event, action: str) -> None:
        self.betting = True
        self._act(event.line, action)

    def _raise(self, event: Event, player: str) -> None:
        """``raises X to Y``: X on top of the bet is Y."""
        if self.bet + event.amount != event.total:
            more, total, bet = map(self._money, (event.amount, event.total, self.bet))
            finding = findings.RAISE_INCONSISTENT(
                line=event.line,
                player=self.number[event.seat],
                found=words.raises(more, total),
                expected=words.raise_of(bet, more, self._money(self.bet + event.amount)),
            )
            self.contradictions.append(Contradiction(finding, event.line))
        self._pays(event, event.total - self.front[event.seat])
        self.front[event.seat] = event.total
        self.bet = max(self.bet, event.total)
        self._bets(event, f"{player} cbr {self._money(event.total)}")

    def _pays(self, event: Event, paid: int) -> None:
        """Counts chips into the pot: the line has to say "and is all-in" exactly when none are left.

        Whoever bets on without chips is the rules' to judge, and so is the want of a mark then.
        """
        left = self.left[event.seat] = self.left[event.seat] - paid
        self.unmarked.pop(event.seat, None)
        if event.all_in and left > 0:
            mark = findings.ALL_IN_MARK(
                line=event.line,
                player=self.number[event.seat],
                found=words.ALL_IN,
                expected=words.chips_left(self._money(left)),
            )
            self.contradictions.append(Contradiction(mark, event.line))
        elif not event.all_in and not left:
            self.unmarked[event.seat] = findings.ALL_IN_MARK(
                line=event.line,
                player=self.number[event.seat],
                found=words.NOT_ALL_IN,
                expected=words.NOTHING_LEFT,
            )

    def _stays(self, fold: Event, index: int) -> bool:
        """Whether an all-in player who is away "folds", and still plays on for what is in the pot."""
        if self.left[fold.seat]:
            return False
        said = self._said.get(fold.seat)
        return self._last.get(fold.seat, 0) > index or (said is not None and not said.startswith("folded"))

    @cached_property
    def _last(self) -> dict[int, int]:
        """The index of the last event of each seat that is its own doing or winning."""
        return {event.seat: i for i, event in enumerate(self.events) if event.verb != "returned"}

    @cached_property
    def _said(self) -> dict[int, str]:
        """What the summary says first of each seat."""
        return {told.seat: told.text for told in reversed(self.scanner.summary.seats)}

    def _new_street(self) -> None:
        self.bet, self.betting = 0, False
        self.front = dict.fromkeys(self.front, 0)

    def _draw(self, event: Event, player: str) -> None:
        if self.betting:
            self._new_street()
        held = self.held.get(event.seat)
        if event.verb == "stands":
            if event.cards is not None and held is not None and sorted(event.cards) != sorted(held):
                self._other_cards(event, event.cards, held)
                self.held[event.seat], self.told[event.seat] = event.cards, event.line
            self._act(event.line, f"{player} sd")
            return
        cards = event.cards or [-1] * event.amount
        if len(cards) != event.amount:
            self._contradict(event, cards_in_words(event.amount), words.lists(format_cards(cards)), event.line)
            held = self.held[event.seat] = None
        self._act(event.line, f"{player} sd {format_cards(cards)}".rstrip())
        if held is not None:
            kept = [card for card in held if card not in cards]
            self.held[event.seat] = kept if len(kept) == len(held) - len(cards) else None
        self._reshuffle()
        self.drawing = event

    def _reshuffle(self) -> None:
        """The deck is shuffled for the draw that it cannot serve: the site says so before that player's discard."""
        if self.reshuffled:
            self._act(self.reshuffled, "d rs")
        self.reshuffled = 0

    def _new_cards(self, event: Event) -> None:
        """``Dealt to X [kept] [new]``; one bracket when nothing was kept, or nothing of what was kept is told."""
        held, own = self.held.get(event.seat), self.drawing is not None and self.drawing.seat == event.seat
        if own:
            self._reshuffle()
        else:
            self._replace()
        self.drawing = None
        new = event.new if event.new is not None else event.cards or []
        kept = event.cards or []
        if event.new is None:
            kept = held or []
        elif own and held is not None and sorted(kept) != sorted(held):
            self._other_cards(event, kept, held)
        self.held[event.seat] = kept + new if len(kept + new) == self.header.game.cards else None
        self.told[event.seat] = event.line
        if new:
            self._act(event.line, f"d dh p{self.number[event.seat]} {format_cards(new)}")

    def _replace(self) -> None:
        """Unknown cards for a discard that no deal was printed for."""
        if self.drawing is not None and (count := len(self.drawing.cards or ()) or self.drawing.amount):
            self.held[self.drawing.seat] = None
            self._act(self.drawing.line, f"d dh p{self.number[self.drawing.seat]} {'??' * count}")
        self.drawing = None

    # The result

    def _record(self, course: Course) -> Record:
        """The result as the site has it, and what the text says of it against itself."""
        results = Results(self.scanner, self.number)
        results.gather(self.events)
        for told in results.shown:
            self._act(told.line, f"p{self.number[told.seat]} sm {format_cards(told.cards or ())}")
        if not self.scanner.cancelled:
            results.check_seats(self.roles, course.folded)
            if course.fault:
                self.contradictions.append(course.fault)
        self.contradictions += results.contradictions
        self.fields |= results.fields
        return results.record


def _in_position(scanner: Scanner) -> list[Seat]:
    """The players who take part, from the first left of the button to the button or the last before it.

    A cash player who sits out takes part by acting or posting; a tournament deals everybody in.
    """
    acting = {event.seat for event in scanner.events if event.verb not in ("collected", "returned")}
    seats = [seat for seat in scanner.seats.values() if not seat.out or seat.seat in acting]
    return sorted(seats, key=lambda seat: (seat.seat - (scanner.button or 0) - 1) % 100)
