"""The result of a PokerStars hand: what the site says that everybody won and showed, and its summary."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from hands.formats import words
from hands.formats.pokerstars_lines import Scanner
from hands.formats.pokerstars_parts import Event, SeatSummary
from hands.formats.reading import Contradiction
from hands.rules import findings
from hands.rules.cards import format_cards
from hands.rules.document import Collected, Record, amount
from hands.rules.findings import Text
from hands.rules.words import either

_FOLDED = re.compile(r"folded (?:before the Draw|after the ([1-9])(?:st|nd|rd|th) Draw)")


class Results:
    """Gathers the record of a hand from its events and its summary.

    ``shown`` are the hands that only the summary shows, by its lines. ``fields`` are the lines of the record's fields.
    """

    def __init__(self, scanner: Scanner, number: Mapping[int, int]) -> None:
        self.scanner, self.number = scanner, number
        summary = scanner.summary
        self.record = Record(
            collected=[],
            returned=[],
            rake=summary.rake,
            pot=summary.pot,
            pots=summary.pots,
            cancelled=scanner.cancelled,
        )
        self.fields = {f"results.{name}": summary.pot_line for name in ("rake", "pot", "pots")}
        # What nobody collected is missing above the summary.
        self.fields["results"] = summary.line
        self.shown: list[SeatSummary] = []
        self.contradictions: list[Contradiction] = []
        self._collected: dict[int, list[int]] = {}
        self._sums: dict[int, int] = {}
        self._showdown: dict[int, Event] = {}

    def gather(self, events: Sequence[Event]) -> None:
        """The lines above the summary, then those of the seats in it."""
        record, fields = self.record, self.fields
        for event in events:
            verb = event.verb
            if event.seat not in self.number:
                continue
            player = self.number[event.seat]
            if verb == "collected" and record.collected is not None:
                fields[f"results.collected.{len(record.collected)}"] = event.line
                record.collected.append(Collected(player, event.amount, event.total if event.total >= 0 else None))
                self._collected.setdefault(event.seat, []).append(event.line)
                self._sums[event.seat] = self._sums.get(event.seat, 0) + event.amount
            elif verb == "returned" and record.returned is not None:
                fields[f"results.returned.{len(record.returned)}"] = event.line
                record.returned.append((player, event.amount))
            elif verb == "shows" or verb == "mucks":
                self._showdown.setdefault(event.seat, event)
                if event.text:
                    fields[f"results.labels.{player}"] = event.line
                    record.labels[player] = event.text
        for told in self.scanner.summary.seats:
            if told.seat in self.number:
                if told.cards is not None:
                    self._cards(told, told.cards)
                    self._label(told)
                self._won(told)

    def _cards(self, told: SeatSummary, known: list[int]) -> None:
        """Cards that are told nowhere else, or that are told again."""
        cards, above = format_cards(known), self._showdown.get(told.seat)
        mucked = told.text.startswith("mucked")
        if mucked and (above is None or above.verb == "mucks"):
            player = self.number[told.seat]
            self.fields[f"results.mucked.{player}"] = told.line
            self.record.mucked[player] = cards
        elif above is None:
            self.shown.append(told)
        elif mucked or above.cards is None or sorted(above.cards) != sorted(known):
            other = words.MUCKS if above.cards is None else format_cards(above.cards)
            self._contradict(told, words.MUCKS if mucked else cards, [above.line], other)

    def _label(self, told: SeatSummary) -> None:
        """The name of a hand: the rules check the first that is told, a second has to be the same."""
        player = self.number[told.seat]
        said = self.record.labels.get(player)
        if told.label and said is None:
            self.fields[f"results.labels.{player}"] = told.line
            self.record.labels[player] = told.label
        elif told.label and told.label != said:
            self._disagree(told, told.label, said or "")

    def _won(self, told: SeatSummary) -> None:
        lines = self._collected.get(told.seat, ())
        won = self._sums.get(told.seat, 0)
        if told.amount >= 0 and told.amount != won:
            self._contradict(told, self._money(told.amount), lines, self._money(won))
        elif won and " and lost" in told.text and told.amount < 0:
            self._disagree(told, words.LOST, words.collected(self._money(won)))
        elif not won and " and won" in told.text:
            self._disagree(told, words.WON, words.collected(self._money(won)))

    def check_seats(self, roles: Mapping[str, int], folded: Mapping[int, int]) -> None:
        """The button and the blinds, and when each player folded, as the summary has them."""
        for told in self.scanner.summary.seats:
            if told.seat not in self.number:
                continue
            wrong = [role for role in told.roles if roles.get(role) != told.seat]
            if wrong:
                own = [words.ROLES[role] for role, seat in roles.items() if seat == told.seat]
                says = either([words.ROLES[role] for role in wrong])
                # A post that is missing altogether is missing above everything else, and may be the cause of it.
                since = told.line if all(role in roles for role in wrong) else self.scanner.table_line
                self._disagree(told, says, either(own) if own else words.NO_ROLE, since)
            if match := _FOLDED.match(told.text):
                draws = int(match[1] or 0)
                if told.seat not in folded:
                    self._disagree(told, words.folded(draws), words.NO_FOLD)
                elif folded[told.seat] != draws:
                    self._disagree(told, words.folded(draws), words.folded(folded[told.seat]))

    def _contradict(self, told: SeatSummary, says: Text, others: Sequence[int], other: Text) -> None:
        finding = findings.CONTRADICTION(
            line=told.line,
            player=self.number[told.seat],
            found=words.lines_say([told.line], says),
            expected=words.lines_say(others, other) if others else words.NOTHING_ABOVE,
        )
        self.contradictions.append(Contradiction(finding, min([told.line, *others])))

    def _disagree(self, told: SeatSummary, says: Text, other: Text, since: int = 0) -> None:
        finding = findings.SUMMARY_DISAGREES(line=told.line, player=self.number[told.seat], found=says, expected=other)
        self.contradictions.append(Contradiction(finding, since or told.line))

    def _money(self, units: int) -> str:
        return amount(units, self.scanner.header.decimals)
