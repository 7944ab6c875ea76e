"""The end of a hand: who wins which pot (docs/rules.md, section 5).

The engine computes its own result and compares it with the recorded one; where unknown cards leave a winner open, the
recorded one counts as far as it is possible, and is said to be unproved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from hands.rules import findings, words
from hands.rules.cards import CardError, known_set
from hands.rules.document import Collected, Document, Record, amount
from hands.rules.findings import Finding
from hands.rules.games import Rules
from hands.rules.pots import Ledger, PlayerLine, Pot, make_pots, return_uncalled, share_out, spread_rake
from hands.rules.record import (
    check_ends,
    check_labels,
    check_players,
    check_printed_pots,
    check_shares,
    check_show_order,
    check_stacks,
    check_totals,
    check_unusual_rake,
    collected_by_ends,
    rake_by_pot,
    rake_by_printed_pots,
)
from hands.rules.table import ENDLESS, Table

# How many ways to share several pots among unknown hands are tried before nobody can tell.
_MOST_SHARINGS = 2_000


@dataclass(slots=True)
class Outcome:
    """What a finished hand came to. ``ledger`` is None when a finding is an error, or when nobody can tell who won;
    ``compared`` when the source recorded a result."""

    findings: list[Finding]
    ledger: Ledger | None = None
    unproved: list[str] = field(default_factory=list)
    compared: bool = False

    @property
    def refused(self) -> bool:
        return any(findings.errors(self.findings))


def cancel(document: Document, rules: Rules) -> Outcome:
    """A cancelled hand: everything is returned, nothing is won."""
    record, decimals = document.record or Record(), document.decimals
    found = []
    won = sum(line.amount for line in record.collected or ())
    if won or record.rake or record.pot:
        what = words.collected(amount(won or record.rake or record.pot or 0, decimals))
        found.append(findings.CANCELLED_WITH_RESULTS(found=what, expected=words.NO_RESULT, field="results.collected.0"))
    evaluation = rules.sides[0].evaluation
    lines = [
        PlayerLine(i + 1, stack, 0, 0, 0, 0, rules.hand_size, evaluation) for i, stack in enumerate(document.stacks)
    ]
    ledger = Ledger([], lines)
    found += check_ends(document, ledger)
    return Outcome(found) if found else Outcome([], ledger)


def settle(document: Document, table: Table, *, in_order: bool = True) -> Outcome:
    """Settles a finished hand and compares the record.

    ``in_order`` is False when some actions had to be left out: what depends on them (the order of showing) is not
    checked then.
    """
    betting = table.betting
    put = [start - stack for start, stack in zip(table.start, betting.stacks, strict=True)]
    dead = sum(table.dead)
    contributed = [paid - extra for paid, extra in zip(put, table.dead, strict=True)] if dead else put.copy()
    returned = return_uncalled(contributed)
    pots = make_pots(contributed, betting.folded, dead)
    showdown = Showdown(table)
    record = document.record
    found: list[Finding] = []
    if record is not None:
        found += check_players(record, table.n) or [
            *showdown.take_mucked(record),
            *check_labels(record, table),
            *check_totals(document, record, pots, returned),
        ]
    if in_order and table.show_order and betting.live > 1:
        found += check_show_order(table, pots)
    if found and any(findings.errors(found)):
        return Outcome(found)
    collected = record.collected if record is not None else None
    impossible: list[Finding] = []
    if collected is None and (won := collected_by_ends(document, put, returned)) is not None:
        impossible = check_stacks(document, won, pots)
        if not impossible:
            collected = [Collected(i + 1, part) for i, part in enumerate(won)]
    _take_rake(pots, collected, record)
    if record is not None:
        found += check_printed_pots(document, record, pots)
    compared = bool(collected) or document.finishing_stacks is not None or document.winnings is not None
    outcome = Outcome(found, None, showdown.unproved, compared)
    winners = showdown.winners(pots, collected)
    if winners is None:
        found += impossible
        return outcome
    for pot, names in zip(pots, winners, strict=True):
        share_out(pot, names, table.rules.sides[0].name)
    ledger = _ledger(table, pots, put, returned)
    found += showdown.better_mucked(ledger)
    if compared:
        found += check_unusual_rake(document, ledger)
    if record is not None:
        found += check_shares(document, record, ledger)
    if document.finishing_stacks is not None or document.winnings is not None:
        found += check_ends(document, ledger)
    if not found or not outcome.refused:
        outcome.ledger = ledger
    return outcome


def _take_rake(pots: list[Pot], collected: list[Collected] | None, record: Record | None) -> None:
    """The rake of each pot: what the record leaves uncollected of it, or the total spread over the pots."""
    if collected is not None:
        rake = sum(pot.amount for pot in pots) - sum(line.amount for line in collected)
        printed = record.pots if record is not None else None
        if not rake_by_pot(collected, pots) and not rake_by_printed_pots(printed, pots, rake):
            spread_rake(pots, rake)
    elif record is not None and record.rake:
        spread_rake(pots, record.rake)


def _ledger(table: Table, pots: list[Pot], put: list[int], returned: tuple[int, int] | None) -> Ledger:
    won = [0] * table.n
    for pot in pots:
        for share in pot.shares:
            won[share.player - 1] += share.amount
    evaluation, held, unknown = table.rules.sides[0].evaluation, table.holdings.held, table.holdings.unknown
    antes, blinds, dead = table.antes, table.blinds, table.dead_blinds
    lines = [
        PlayerLine(
            i + 1,
            None if start == ENDLESS else start,
            put[i],
            0,
            won[i],
            held[i],
            unknown[i],
            evaluation,
            antes[i],
            blinds[i],
            dead[i],
        )
        for i, start in enumerate(table.start)
    ]
    if returned is not None:
        _give_back(lines[returned[0]], returned[1])
    return Ledger(pots, lines)


def _give_back(line: PlayerLine, back: int) -> None:
    """What came back is taken from the bets first, then from the blinds, then from the antes."""
    line.returned = back
    line.put_in -= back
    line.blinds = max(0, min(line.blinds, line.put_in - line.antes - line.dead))
    line.antes = min(line.antes, line.put_in - line.dead - line.blinds)


class Showdown:
    """Who claims the pots, with which strength, and what could not be proved. Players count from 1, as in pots."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.unproved: list[str] = []
        self.mucked = {player + 1 for player in table.mucked}
        self._strengths: dict[int, int | None] = {}
        evaluation = table.rules.sides[0].evaluation
        self._strength = evaluation.strength_by_suit if table.rules.by_suit else evaluation.strength_of_set

    def strength(self, player: int) -> int | None:
        """The strength of a player's final hand, None when a card of it is unknown."""
        if player in self._strengths:
            return self._strengths[player]
        holdings = self.table.holdings
        strength = None if holdings.unknown[player - 1] else self._strength(holdings.held[player - 1])
        self._strengths[player] = strength
        return strength

    def _best_possible(self) -> int:
        """The strength that no hand beats."""
        rules = self.table.rules
        evaluation = rules.sides[0].evaluation
        return evaluation.best_strength_by_suit if rules.by_suit else evaluation.best_strength

    def take_mucked(self, record: Record) -> Iterator[Finding]:
        """Takes in hands that were mucked and that the source tells all the same."""
        holdings = self.table.holdings
        for number, text in record.mucked.items():
            field = f"results.mucked.{number}"
            try:
                cards, count = known_set(text)
            except CardError as error:
                yield findings.CARD(player=number, found=error.token, expected=words.CARDS, field=field)
                continue
            finding = holdings.check_shown(number - 1, cards, count)
            if finding is None:
                holdings.reveal(number - 1, cards)
            else:
                finding.place.field, finding.place.street = field, "showdown"
                yield finding

    def winners(self, pots: list[Pot], collected: list[Collected] | None) -> list[list[int]] | None:
        """The winners of each pot, or None when nobody can tell."""
        won = [self._winners(index, pot) for index, pot in enumerate(pots)]
        known = [names for names in won if names is not None]
        return known if len(known) == len(pots) else self._recorded_winners(pots, won, collected)

    def _winners(self, index: int, pot: Pot) -> list[int] | None:
        """The winners of a pot as the cards tell, None when they do not.

        A hand that was mucked claims nothing as long as somebody else does. Unknown cards are never the worst hand.
        """
        eligible = pot.eligible
        if len(eligible) == 1:
            return eligible
        strengths = {player: self.strength(player) for player in eligible}
        unknown = None in strengths.values()
        if unknown:
            names = ", ".join(f"p{player}" for player in eligible if strengths[player] is None)
            self.unproved.append(f"winner of pot {index}: cards of {names} unknown")
        claimants = self._claimants(pot)
        if len(claimants) == 1:
            return claimants
        if unknown and any(strengths[player] is None for player in claimants):
            return None
        best = max([strengths[player] or 0 for player in claimants])
        return [player for player in claimants if strengths[player] == best]

    def _claimants(self, pot: Pot) -> list[int]:
        if not self.mucked:
            return pot.eligible
        return [player for player in pot.eligible if player not in self.mucked] or pot.eligible

    def _recorded_winners(
        self, pots: list[Pot], won: list[list[int] | None], collected: list[Collected] | None
    ) -> list[list[int]] | None:
        """The winners as the record has them, where the known cards leave a pot open.

        Where the source names no pots, the winners are those whose shares give the recorded totals. A recorded winner
        who shows less than somebody else is not believed: the best known hand wins.
        """
        if collected is None:
            return None
        choices = []
        for index, (pot, names) in enumerate(zip(pots, won, strict=True)):
            if names is not None:
                choices.append([names])
                continue
            claimants = self._claimants(pot)
            named = {line.player for line in collected if line.pot in (None, index) and line.amount} & set(claimants)
            if all(line.pot is not None for line in collected):
                possible = [sorted(named)] if named else []
            else:
                possible = [
                    list(some) for size in range(1, len(named) + 1) for some in combinations(sorted(named), size)
                ]
            best = max((strength for player in claimants if (strength := self.strength(player)) is not None), default=0)
            believed = [some for some in possible if all((self.strength(player) or best) >= best for player in some)]
            if best == self._best_possible():
                # Nobody beats the best hand there is: those who hold it are among the winners.
                sure = {player for player in claimants if self.strength(player) == best}
                believed = [some for some in believed if sure <= set(some)]
            if not believed:
                believed = [[player for player in claimants if self.strength(player) == best]] if best else []
            choices.append(believed)
        return _sharing(pots, choices, collected)

    def better_mucked(self, ledger: Ledger) -> Iterator[Finding]:
        """Players who mucked a known hand that would have won the pot."""
        if not self.mucked:
            return
        for pot in ledger.pots:
            won = max((self.strength(share.player) or 0 for share in pot.shares), default=0)
            for player in pot.eligible:
                if won and player in self.mucked and (self.strength(player) or 0) > won:
                    cards = ledger.players[player - 1].final_cards
                    action = self.table.show_steps[self.table.show_order.index(player - 1)]
                    yield findings.MUCKED_WINNER(
                        player=player, found=cards, expected=words.A_SHOWN_HAND, action=action, street="showdown"
                    )


def _sharing(pots: list[Pot], choices: list[list[list[int]]], collected: list[Collected]) -> list[list[int]] | None:
    """One choice of winners for each pot that gives everybody the recorded total; the first ones if none does."""
    totals: dict[int, int] = {}
    for line in collected:
        totals[line.player] = totals.get(line.player, 0) + line.amount
    tried = 0

    def share(index: int, left: dict[int, int]) -> list[list[int]] | None:
        nonlocal tried
        if index == len(pots):
            return [] if not any(left.values()) else None
        for names in choices[index]:
            tried += 1
            if tried > _MOST_SHARINGS:
                return None
            share_out(pots[index], names, "")
            rest = left.copy()
            for part in pots[index].shares:
                rest[part.player] = rest.get(part.player, 0) - part.amount
            if min(rest.values()) >= 0 and (behind := share(index + 1, rest)) is not None:
                return [names, *behind]
        return None

    found = share(0, totals)
    if found is not None or not all(choices):
        return found
    return [some[0] for some in choices]
