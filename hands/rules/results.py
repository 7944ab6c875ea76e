"""The end of a hand: who wins which pot, and whether the source says the same (rules.md 5, hand-history.md 4).

The engine computes its own result and compares; where unknown cards leave a winner open, the recorded one counts as
far as it is possible, and is said to be unproved.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hands.rules import findings, words
from hands.rules.cards import CardError, cards_in, known_set
from hands.rules.document import Document, Record, amount
from hands.rules.findings import Finding
from hands.rules.games import Rules
from hands.rules.names import low_ranks
from hands.rules.pots import Ledger, PlayerLine, Pot, make_pots, return_uncalled, share_out, spread_rake
from hands.rules.table import ENDLESS, Table

if TYPE_CHECKING:
    from hands.rules.replay import Replay

# A rake above this share of the pot is possible, but worth a look (a choice; rooms take 2.5 to 10 %).
UNUSUAL_RAKE_PERCENT = 10


def cancel(document: Document, rules: Rules, replay: Replay) -> None:
    """A cancelled hand: everything is returned, nothing is won."""
    record = document.record or Record()
    won = sum(line.amount for line in record.collected or ())
    if won or record.rake:
        replay.findings.append(
            findings.CANCELLED_WITH_RESULTS(
                found=words.collected(amount(won, document.decimals)),
                expected=words.NO_RESULT,
                field="results.collected.0",
            )
        )
        return
    lines = [
        PlayerLine(i + 1, 0, 0, 0, 0, stack, 0, rules.hand_size, rules.sides[0].evaluation)
        for i, stack in enumerate(document.stacks)
    ]
    replay.ledger = Ledger([], lines, 0)
    replay.status = "cancelled"


def settle(document: Document, table: Table, replay: Replay) -> None:
    """Settles a finished hand and compares the record. Fills ledger, status and unproved of the replay, or findings."""
    found = replay.findings
    before = len(found)
    betting = table.betting
    put = [start - stack for start, stack in zip(table.start, betting.stacks, strict=True)]
    dead = table.dead
    contributed = [paid - extra for paid, extra in zip(put, dead, strict=True)] if any(dead) else put.copy()
    returned = return_uncalled(contributed)
    pots = make_pots(contributed, betting.folded, sum(dead))
    showdown = _Showdown(document, table)
    record = document.record
    if record is not None:
        if record.mucked:
            found += showdown.take_mucked(record)
        if record.labels:
            found += _check_labels(record, table)
        found += _check_totals(document, record, pots, returned)
    if table.show_order and betting.live > 1 and not any(findings.errors(found)):
        found += _check_show_order(table, pots)
    if len(found) > before and any(findings.errors(found[before:])):
        return
    _take_rake(document, pots)
    for index, pot in enumerate(pots):
        winners = showdown.winners(index, pot)
        if winners is None:
            replay.unproved = showdown.unproved
            replay.status = "consistent"
            return
        share_out(pot, winners, table.rules.sides[0].name)
    ledger = _ledger(table, pots, put, returned)
    if record is not None:
        found += _compare(document, record, ledger, showdown)
    if document.finishing_stacks is not None:
        found += _check_finishing_stacks(document, ledger)
    if len(found) > before and any(findings.errors(found[before:])):
        return
    replay.ledger = ledger
    replay.unproved = showdown.unproved
    recorded = document.finishing_stacks is not None or (record is not None and record.collected is not None)
    replay.status = "consistent" if showdown.unproved else "verified" if recorded else "settled"


class _Showdown:
    """Who claims the pots, with which strength, and what could not be proved."""

    def __init__(self, document: Document, table: Table) -> None:
        self.table = table
        self.unproved: list[str] = []
        self.recorded = document.record.collected if document.record is not None else None
        self.mucked = set(table.mucked)
        self._strengths: dict[int, int | None] = {}
        rules = table.rules
        evaluation = rules.sides[0].evaluation
        self._strength = evaluation.strength_by_suit if rules.by_suit else evaluation.strength_of_set

    def strength(self, player: int) -> int | None:
        """The strength of a player's final hand, None when a card of it is unknown."""
        if player in self._strengths:
            return self._strengths[player]
        holdings = self.table.holdings
        strength = None if holdings.unknown[player] else self._strength(holdings.held[player])
        self._strengths[player] = strength
        return strength

    def take_mucked(self, record: Record) -> list[Finding]:
        """Takes in hands that were mucked and that the source tells all the same."""
        found = []
        for number, text in record.mucked.items():
            field = f"results.mucked.{number}"
            try:
                cards, count = known_set(text)
            except CardError as error:
                found.append(findings.CARD(player=number, found=error.token, expected=words.CARDS, field=field))
                continue
            finding = self.table.holdings.check_shown(number - 1, cards, count)
            if finding is None:
                self.table.holdings.reveal(number - 1, cards)
            else:
                finding.place.field = field
                finding.place.street = "showdown"
                found.append(finding)
        return found

    def winners(self, index: int, pot: Pot) -> list[int] | None:
        """The winners of a pot, from 1, or None when nobody can tell.

        A hand that was mucked claims nothing as long as somebody else does. Unknown cards are never the worst hand.
        """
        eligible = pot.eligible
        if len(eligible) == 1:
            return eligible
        strengths = {player: self.strength(player - 1) for player in eligible}
        unknown = None in strengths.values()
        if unknown:
            names = ", ".join(f"p{player}" for player in eligible if strengths[player] is None)
            self.unproved.append(f"winner of pot {index}: cards of {names} unknown")
        mucked = self.mucked
        claimants = [player for player in eligible if player - 1 not in mucked] or eligible if mucked else eligible
        if len(claimants) == 1:
            return claimants
        if unknown and any(strengths[player] is None for player in claimants):
            return self._recorded_winners(index, pot, claimants, strengths)
        best = max([strengths[player] or 0 for player in claimants])
        return [player for player in claimants if strengths[player] == best]

    def _recorded_winners(
        self, index: int, pot: Pot, claimants: list[int], strengths: dict[int, int | None]
    ) -> list[int] | None:
        """Those whom the source names, where the known cards allow it; else the best of the known hands."""
        if self.recorded is None:
            return None
        named = {line.player for line in self.recorded if line.pot in (None, index) and line.amount}
        winners = sorted(named & set(claimants))
        if not winners:
            return None
        best = max((strength for player in claimants if (strength := strengths[player]) is not None), default=0)
        if any((strength := strengths[player]) is not None and strength < best for player in winners):
            return [player for player in claimants if strengths[player] == best]
        return winners

    def better_mucked(self, pot: Pot) -> list[int]:
        """Players who mucked a known hand that would have won the pot."""
        won = max((self.strength(share.player - 1) or 0 for share in pot.shares), default=0)
        return [
            player
            for player in pot.eligible
            if won and player - 1 in self.mucked and (self.strength(player - 1) or 0) > won
        ]


def _check_totals(
    document: Document, record: Record, pots: list[Pot], returned: tuple[int, int] | None
) -> list[Finding]:
    """The uncalled bet, the total pot, and that what was collected and the rake add up to it."""
    found = []
    decimals = document.decimals
    total = sum(pot.amount for pot in pots)
    if record.returned is not None:
        own = [] if returned is None else [(returned[0] + 1, returned[1])]
        if record.returned != own:
            player, found_amount = record.returned[0] if record.returned else (own[0][0], 0)
            expected = words.back_to(own[0][0], amount(own[0][1], decimals)) if own else words.NOTHING
            found.append(
                findings.UNCALLED_MISMATCH(
                    player=player,
                    found=amount(found_amount, decimals),
                    expected=expected,
                    field="results.returned.0" if record.returned else "results.collected.0",
                )
            )
    if record.pot is not None and record.pot != total:
        found.append(
            findings.POT_MISMATCH(
                found=words.total_pot(amount(record.pot, decimals)),
                expected=amount(total, decimals),
                field="results.pot",
            )
        )
    if record.rake is not None and record.rake > total:
        found.append(
            findings.RAKE_IMPOSSIBLE(
                found=amount(record.rake, decimals),
                expected=words.at_most_the_pot(amount(total, decimals)),
                field="results.rake",
            )
        )
    if record.collected is not None and not found:
        found += _check_collected(document, record, pots, total)
    return found


def _check_collected(document: Document, record: Record, pots: list[Pot], total: int) -> list[Finding]:
    decimals = document.decimals
    collected = record.collected or []
    taken = sum(line.amount for line in collected)
    field = "results.collected.0"
    if record.rake is not None:
        if taken + record.rake != total:
            return [
                findings.POT_MISMATCH(
                    found=words.collected_and_rake(amount(taken, decimals), amount(record.rake, decimals)),
                    expected=words.available(amount(total - record.rake, decimals)),
                    field=field,
                )
            ]
    elif taken > total:
        return [
            findings.RAKE_IMPOSSIBLE(
                found=amount(total - taken, decimals),
                expected=words.collected_of(amount(taken, decimals), amount(total, decimals)),
                field=field,
            )
        ]
    for place, line in enumerate(collected):
        if line.pot is None:
            continue
        field = f"results.collected.{place}"
        if line.pot >= len(pots):
            return [
                findings.POT_MISMATCH(
                    found=words.side_pot(line.pot), expected=words.number_of_pots(len(pots)), field=field
                )
            ]
        in_pot = sum(other.amount for other in collected if other.pot == line.pot)
        if in_pot > pots[line.pot].amount:
            return [
                findings.POT_MISMATCH(
                    found=words.collected_from(line.pot, amount(in_pot, decimals)),
                    expected=words.at_most(amount(pots[line.pot].amount, decimals)),
                    field=field,
                )
            ]
    return []


def _take_rake(document: Document, pots: list[Pot]) -> None:
    """The rake of each pot: what the record leaves uncollected of it, or the total spread over the pots."""
    record = document.record
    total = sum(pot.amount for pot in pots)
    if record is not None and record.collected is not None:
        collected = record.collected
        if all(line.pot is not None for line in collected):
            for index, pot in enumerate(pots):
                pot.rake = pot.amount - sum(line.amount for line in collected if line.pot == index)
            return
        spread_rake(pots, total - sum(line.amount for line in collected))
    elif record is not None and record.rake:
        spread_rake(pots, record.rake)
    elif (finish := document.finishing_stacks) is not None:
        before = [stack for stack in document.stacks if stack is not None]
        after = [stack for stack in finish if stack is not None]
        if len(before) == len(after) == len(document.stacks) and 0 <= sum(before) - sum(after) <= total:
            spread_rake(pots, sum(before) - sum(after))


def _ledger(table: Table, pots: list[Pot], put: list[int], returned: tuple[int, int] | None) -> Ledger:
    won = [0] * table.n
    for pot in pots:
        for share in pot.shares:
            won[share.player - 1] += share.amount
    evaluation, holdings = table.rules.sides[0].evaluation, table.holdings
    lines = []
    for i, start in enumerate(table.start):
        back = returned[1] if returned is not None and returned[0] == i else 0
        net = won[i] - put[i] + back
        finish = None if start == ENDLESS else start + net
        cards, unknown = holdings.held[i], holdings.unknown[i]
        lines.append(PlayerLine(i + 1, put[i] - back, back, won[i], net, finish, cards, unknown, evaluation))
    return Ledger(pots, lines, sum([pot.rake for pot in pots]))


def _compare(document: Document, record: Record, ledger: Ledger, showdown: _Showdown) -> list[Finding]:
    """The recorded shares against the engine's: pot by pot where the source names the pots, else by player."""
    found = [
        findings.MUCKED_WINNER(player=player, found=ledger.players[player - 1].final_cards, expected=words.A_SHOWN_HAND)
        for pot in ledger.pots
        for player in showdown.better_mucked(pot)
    ]
    total = sum(pot.amount for pot in ledger.pots)
    if ledger.rake * 100 > total * UNUSUAL_RAKE_PERCENT:
        found.append(
            findings.RAKE_UNUSUAL(
                found=amount(ledger.rake, document.decimals),
                expected=words.at_most(f"{UNUSUAL_RAKE_PERCENT} % × {amount(total, document.decimals)}"),
                field="results.rake",
            )
        )
    if record.collected is None:
        return found
    by_pot = all(line.pot is not None for line in record.collected)
    own: dict[tuple[int | None, int], int] = {}
    for index, pot in enumerate(ledger.pots):
        for share in pot.shares:
            key = (index if by_pot else None, share.player)
            own[key] = own.get(key, 0) + share.amount
    theirs: dict[tuple[int | None, int], int] = {}
    fields: dict[tuple[int | None, int], str] = {}
    for place, line in enumerate(record.collected):
        key = (line.pot if by_pot else None, line.player)
        theirs[key] = theirs.get(key, 0) + line.amount
        fields.setdefault(key, f"results.collected.{place}")
    own = {key: won for key, won in own.items() if won}
    theirs = {key: won for key, won in theirs.items() if won}
    if own.keys() != theirs.keys():
        wrong = next((key for key in theirs if key not in own), None)
        right = ", ".join(f"p{player}" for _, player in own)
        found.append(
            findings.WRONG_WINNER(
                player=wrong[1] if wrong else None,
                found=", ".join(f"p{player}" for _, player in theirs) or words.NOBODY,
                expected=right,
                field=fields[wrong] if wrong else "results.collected.0",
            )
        )
        return found
    for key, won in theirs.items():
        if won != own[key]:
            found.append(
                findings.WRONG_SHARE(
                    player=key[1],
                    found=amount(won, document.decimals),
                    expected=amount(own[key], document.decimals),
                    field=fields[key],
                )
            )
    return found


def _check_finishing_stacks(document: Document, ledger: Ledger) -> list[Finding]:
    return [
        findings.FINISHING_STACK(
            player=line.player,
            found=amount(recorded, document.decimals),
            expected=amount(line.finishing_stack, document.decimals),
            field=f"finishing_stacks.{line.player - 1}",
        )
        for line, recorded in zip(ledger.players, document.finishing_stacks or [], strict=False)
        if recorded is not None and line.finishing_stack is not None and recorded != line.finishing_stack
    ]


_LABEL_RANKS = re.compile(r":\s*((?:[2-9TJQKA]|10)(?:\s*,\s*(?:[2-9TJQKA]|10))*)\s*$")


def _check_labels(record: Record, table: Table) -> list[Finding]:
    """The name that the source gave to a shown hand, where it lists the ranks: ``Badugi: T,8,7,5``."""
    found = []
    evaluation = table.rules.sides[0].evaluation
    for number, label in record.labels.items():
        match = _LABEL_RANKS.search(label[-60:])
        if match is None or table.holdings.unknown[number - 1] or not table.holdings.held[number - 1]:
            continue
        best = evaluation.best(list(cards_in(table.holdings.held[number - 1])))
        ranks = {rank.strip().replace("10", "T") for rank in match[1].split(",")}
        if ranks != set(low_ranks(best.used)):
            found.append(
                findings.LABEL_DISAGREES(
                    player=number,
                    found=label,
                    expected=evaluation.name(best),
                    street="showdown",
                    field=f"results.labels.{number}",
                )
            )
    return found


def _check_show_order(table: Table, pots: list[Pot]) -> list[Finding]:
    """The last aggressor of the last round shows first, else the first left of the button (C22).

    With side pots, their players may show before the others: both orders are right.
    """
    n, first, folded = table.n, max(0, table.betting.aggressor), table.betting.folded
    order = [player for player in table.show_order if not folded[player]]
    turns = [(player - first) % n for player in order]
    if turns == sorted(turns):
        return []
    rotation = [(first + i) % n for i in range(n)]
    plain = [player for player in rotation if player in order]
    by_pot: list[int] = []
    for pot in reversed(pots):
        by_pot += [player for player in rotation if player + 1 in pot.eligible and player not in by_pot]
    if order == [player for player in by_pot if player in order]:
        return []
    wrong = next(player for player, right in zip(order, plain, strict=True) if player != right)
    expected = ", ".join(f"p{player + 1}" for player in plain)
    return [findings.SHOW_ORDER(player=wrong + 1, expected=expected, street="showdown")]
