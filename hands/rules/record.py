"""What the source says of the result, beside what the engine found (docs/rules.md, section 6).

Each check returns findings with the field of the document that is wrong. Players count from 1 in a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hands.rules import findings, words
from hands.rules.cards import cards_in
from hands.rules.document import Collected, Document, Record, amount
from hands.rules.findings import Finding
from hands.rules.names import low_ranks
from hands.rules.pots import Ledger, Pot
from hands.rules.table import Table

# A rake above this share of the pot is possible, but worth a look (a choice; rooms take 2.5 to 10 %).
UNUSUAL_RAKE_PERCENT = 10


def check_players(record: Record, n: int) -> list[Finding]:
    """Everybody whom the record names sits at the table."""
    named: list[tuple[str, int]] = [
        *((f"results.collected.{i}", line.player) for i, line in enumerate(record.collected or ())),
        *((f"results.returned.{i}", player) for i, (player, _) in enumerate(record.returned or ())),
        *((f"results.mucked.{player}", player) for player in record.mucked),
        *((f"results.labels.{player}", player) for player in record.labels),
    ]
    return [
        findings.PLAYER_UNKNOWN(found=f"p{player}", expected=words.players_to(n), field=field)
        for field, player in named
        if not 1 <= player <= n
    ]


def collected_by_ends(document: Document, put: list[int], returned: tuple[int, int] | None) -> list[int] | None:
    """What each player won by PHH's finishing stacks or winnings alone, which may be negative; None without them.

    Winnings are what was collected, or the nets where some are negative.
    """
    back = [0] * len(put)
    if returned is not None:
        back[returned[0]] = returned[1]
    finish, winnings = document.finishing_stacks, document.winnings
    if finish is not None and len(finish) == len(put):
        won = []
        for i, (start, end) in enumerate(zip(document.stacks, finish, strict=True)):
            if start is None or end is None:
                return None
            won.append(end - start + put[i] - back[i])
        return won
    if finish is None and winnings is not None and len(winnings) == len(put):
        if min(winnings) >= 0:
            return list(winnings)
        return [net + paid - part for net, paid, part in zip(winnings, put, back, strict=True)]
    return None


def check_stacks(document: Document, won: list[int], pots: list[Pot]) -> list[Finding]:
    """Nobody ends with less than what was left, all together with no more chips than there are, and somebody wins."""
    decimals = document.decimals
    field = "finishing_stacks" if document.finishing_stacks is not None else "winnings"
    ends = document.finishing_stacks or document.winnings or []
    found = [
        findings.FINISHING_STACK(
            player=i + 1,
            found=amount(ends[i] or 0, decimals),
            expected=words.at_least(amount((ends[i] or 0) - more, decimals)),
            field=f"{field}.{i}",
        )
        for i, more in enumerate(won)
        if more < 0
    ]
    total = sum(pot.amount for pot in pots)
    rake = document.record.rake if document.record is not None else None
    left = total - sum(won)
    if not found and (left < 0 or (total and left == total != rake) or (rake is not None and rake != left)):
        found.append(
            findings.RAKE_IMPOSSIBLE(
                found=amount(left, decimals),
                expected=words.collected_of(amount(sum(won), decimals), amount(total, decimals))
                if rake is None
                else amount(rake, decimals),
                field=field,
            )
        )
    return found


def check_totals(
    document: Document, record: Record, pots: list[Pot], returned: tuple[int, int] | None
) -> list[Finding]:
    """The uncalled bet, the total pot, the rake, and that what was collected adds up to them."""
    decimals = document.decimals
    total = sum(pot.amount for pot in pots)
    found = [*_check_returned(record, returned, decimals), *_check_rake(record, total, decimals)]
    if record.pot is not None and record.pot != total:
        found.append(
            findings.POT_MISMATCH(
                found=words.total_pot(amount(record.pot, decimals)),
                expected=amount(total, decimals),
                field="results.pot",
            )
        )
    if record.collected is not None and not found:
        found += _check_collected(record, record.collected, pots, decimals)
    return found


def _check_returned(record: Record, returned: tuple[int, int] | None, decimals: int) -> list[Finding]:
    own = [] if returned is None else [(returned[0] + 1, returned[1])]
    if record.returned is None or record.returned == own:
        return []
    player, what = record.returned[0] if record.returned else (own[0][0], 0)
    return [
        findings.UNCALLED_MISMATCH(
            player=player,
            found=amount(what, decimals),
            expected=words.back_to(own[0][0], amount(own[0][1], decimals)) if own else words.NOTHING,
            field="results.returned.0" if record.returned else "results.collected.0",
        )
    ]


def _check_rake(record: Record, total: int, decimals: int) -> list[Finding]:
    if record.rake is None or 0 <= record.rake <= total:
        return []
    return [
        findings.RAKE_IMPOSSIBLE(
            found=amount(record.rake, decimals),
            expected=words.at_most_the_pot(amount(total, decimals)),
            field="results.rake",
        )
    ]


def _check_collected(record: Record, collected: list[Collected], pots: list[Pot], decimals: int) -> list[Finding]:
    """Collected amounts are what the pots hold less the rake, in all and of each pot."""
    total = sum(pot.amount for pot in pots)
    taken = sum(line.amount for line in collected)
    field = "results.collected.0"
    if record.rake is not None and taken + record.rake != total:
        what = words.collected_and_rake(amount(taken, decimals), amount(record.rake, decimals))
        right = words.available(amount(total - record.rake, decimals))
        return [findings.POT_MISMATCH(found=what, expected=right, field=field)]
    if taken > total:
        right = words.collected_of(amount(taken, decimals), amount(total, decimals))
        return [findings.RAKE_IMPOSSIBLE(found=amount(total - taken, decimals), expected=right, field=field)]
    if total and not taken and record.rake != total:
        right = words.available(amount(total, decimals))
        return [findings.POT_MISMATCH(found=words.collected(amount(0, decimals)), expected=right, field=field)]
    by_pot = _by_pot(collected)
    for place, line in enumerate(collected):
        if line.pot is not None and line.pot >= len(pots):
            field = f"results.collected.{place}"
            right = words.number_of_pots(len(pots))
            return [findings.POT_MISMATCH(found=words.side_pot(line.pot), expected=right, field=field)]
    for index, pot in enumerate(pots):
        in_pot = sum(line.amount for line in collected if line.pot == index)
        if in_pot > pot.amount or (by_pot and pot.amount and not in_pot):
            places = [place for place, line in enumerate(collected) if line.pot == index]
            field = f"results.collected.{places[0] if places else 0}"
            what = words.collected_from(index, amount(in_pot, decimals))
            right = (
                words.at_most(amount(pot.amount, decimals)) if places else words.available(amount(pot.amount, decimals))
            )
            return [findings.POT_MISMATCH(found=what, expected=right, field=field)]
    return []


def _by_pot(collected: Iterable[Collected]) -> bool:
    """Whether the source says of every amount from which pot it came."""
    return all(line.pot is not None for line in collected)


def rake_by_pot(collected: list[Collected], pots: list[Pot]) -> bool:
    """Takes from each pot the rake that the collected amounts leave in it; False when they do not name the pots."""
    if not collected or not _by_pot(collected):
        return False
    for index, pot in enumerate(pots):
        pot.rake = pot.amount - sum(line.amount for line in collected if line.pot == index)
    return True


def rake_by_printed_pots(printed: list[int] | None, pots: list[Pot], rake: int) -> bool:
    """Takes from each pot the rake that the pots as printed, net of it, leave; False when they do not fit."""
    if (
        not printed
        or len(printed) != len(pots)
        or any(net > pot.amount for net, pot in zip(printed, pots, strict=True))
    ):
        return False
    if sum(pot.amount for pot in pots) - sum(printed) != rake:
        return False
    for net, pot in zip(printed, pots, strict=True):
        pot.rake = pot.amount - net
    return True


def check_printed_pots(document: Document, record: Record, pots: list[Pot]) -> list[Finding]:
    """The main and side pots as the source prints them, net of rake."""
    own = [pot.amount - pot.rake for pot in pots]
    if not record.pots or record.pots == own:
        return []
    return [
        findings.POT_MISMATCH(
            found=", ".join(amount(net, document.decimals) for net in record.pots),
            expected=", ".join(amount(net, document.decimals) for net in own),
            field="results.pots",
        )
    ]


def check_shares(document: Document, record: Record, ledger: Ledger) -> list[Finding]:
    """The recorded shares against the engine's: pot by pot where the source names the pots, else by player."""
    if record.collected is None:
        return []
    by_pot = _by_pot(record.collected)
    found = []
    for index in range(len(ledger.pots)) if by_pot else [None]:
        pots = ledger.pots if index is None else [ledger.pots[index]]
        own: dict[int, int] = {}
        for pot in pots:
            for share in pot.shares:
                own[share.player] = own.get(share.player, 0) + share.amount
        lines = [(place, line) for place, line in enumerate(record.collected) if index is None or line.pot == index]
        found += _compare_shares(document, lines, {player: won for player, won in own.items() if won})
    return found


def _compare_shares(document: Document, lines: list[tuple[int, Collected]], own: dict[int, int]) -> list[Finding]:
    """The recorded amounts of a pot, or of all together, against the engine's by player."""
    theirs: dict[int, int] = {}
    fields: dict[int, str] = {}
    for place, line in lines:
        if line.amount:
            theirs[line.player] = theirs.get(line.player, 0) + line.amount
            fields.setdefault(line.player, f"results.collected.{place}")
    if own.keys() != theirs.keys():
        wrong = next((player for player in theirs if player not in own), None)
        return [
            findings.WRONG_WINNER(
                player=wrong,
                found=words.players(list(theirs)),
                expected=words.players(list(own)),
                field="results.collected" if not fields else fields[wrong or next(iter(theirs))],
            )
        ]
    return [
        findings.WRONG_SHARE(
            player=player,
            found=amount(won, document.decimals),
            expected=amount(own[player], document.decimals),
            field=fields[player],
        )
        for player, won in theirs.items()
        if won != own[player]
    ]


def check_unusual_rake(document: Document, ledger: Ledger) -> list[Finding]:
    """A rake that no room takes is possible, but told."""
    total = sum(pot.amount for pot in ledger.pots)
    if ledger.rake * 100 <= total * UNUSUAL_RAKE_PERCENT:
        return []
    return [
        findings.RAKE_UNUSUAL(
            found=amount(ledger.rake, document.decimals),
            expected=words.at_most(f"{UNUSUAL_RAKE_PERCENT} % × {amount(total, document.decimals)}"),
            field="results.rake",
        )
    ]


def check_ends(document: Document, ledger: Ledger) -> list[Finding]:
    """PHH's finishing stacks and winnings; the latter are told net, or as what was collected, or that and what came
    back."""
    decimals = document.decimals
    found = [
        findings.FINISHING_STACK(
            player=line.player,
            found=amount(recorded, decimals),
            expected=amount(line.finishing_stack, decimals),
            field=f"finishing_stacks.{line.player - 1}",
        )
        for line, recorded in zip(ledger.players, document.finishing_stacks or [], strict=False)
        if recorded is not None and line.finishing_stack is not None and recorded != line.finishing_stack
    ]
    found += [
        findings.WRONG_SHARE(
            player=line.player,
            found=amount(recorded, decimals),
            expected=amount(line.won, decimals),
            field=f"winnings.{line.player - 1}",
        )
        for line, recorded in zip(ledger.players, document.winnings or [], strict=False)
        if recorded not in (line.won, line.won + line.returned, line.net, max(0, line.net))
    ]
    return found


_LABEL_RANKS = re.compile(r":\s*((?:[2-9TJQKA]|10)(?:\s*,\s*(?:[2-9TJQKA]|10))*)\s*$")


def check_labels(record: Record, table: Table) -> list[Finding]:
    """The name that the source gave to a shown hand, where it lists the ranks: ``Badugi: T,8,7,5``."""
    found = []
    evaluation, holdings = table.rules.sides[0].evaluation, table.holdings
    for number, label in record.labels.items():
        match = _LABEL_RANKS.search(label[-60:])
        if match is None or holdings.unknown[number - 1] or not holdings.held[number - 1]:
            continue
        best = evaluation.best(list(cards_in(holdings.held[number - 1])))
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


def check_show_order(table: Table, pots: list[Pot]) -> list[Finding]:
    """The last aggressor of the last round shows first, else the first left of the button.

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
    expected = words.players([player + 1 for player in plain])
    action = table.show_steps[table.show_order.index(wrong)]
    return [findings.SHOW_ORDER(player=wrong + 1, expected=expected, action=action, street="showdown")]
