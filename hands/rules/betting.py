"""A betting round as a state: who acts, what a call costs, what may be bet (docs/rules.md, section 4).

Amounts are integers of the smallest unit. Players are counted from 0 in position order here; findings count from 1.
Each operation has a ``check_`` that says why not, and does itself only what its check allows.
"""

from __future__ import annotations

from hands.rules import findings, words
from hands.rules.document import amount
from hands.rules.findings import Finding
from hands.rules.games import Rules

NOBODY = -1


class Betting:
    """The chips of a hand and the betting round in progress.

    ``stacks`` are what is left behind, ``bets`` what is in front of each player on this street. ``price`` is what a
    player must have in front to stay in; ``full`` the level of the last full bet, which a short all-in does not move;
    ``able`` counts those still in who have chips behind, ``pending`` those who have yet to act. ``acted[i]`` is the
    price at i's last action of the round, NOBODY before it. ``entered`` are the players who have put in chips by
    choice so far in the hand and ``raisers`` those who have bet or raised, as sets: bit i for player i. ``spared`` is
    a player whose turn fell away because nothing was to call and nobody was left to bet against.
    """

    __slots__ = (
        "able",
        "acted",
        "actor",
        "aggressor",
        "bet_count",
        "bets",
        "capped",
        "complete",
        "decimals",
        "entered",
        "folded",
        "full",
        "heads_up_limit",
        "live",
        "max_bets",
        "n",
        "pending",
        "price",
        "raisers",
        "reopen_half",
        "size",
        "spared",
        "stacks",
    )

    def __init__(self, rules: Rules, stacks: list[int], decimals: int) -> None:
        n = self.n = len(stacks)
        self.stacks = stacks
        self.bets = [0] * n
        self.folded = [False] * n
        self.acted = [NOBODY] * n
        self.live = n
        self.price = self.full = self.size = self.bet_count = self.pending = self.able = 0
        self.actor = self.aggressor = self.spared = NOBODY
        self.entered = self.raisers = 0
        self.capped = False
        self.decimals = decimals
        self.max_bets = rules.max_bets
        self.heads_up_limit = rules.heads_up_limit
        self.complete = rules.complete
        self.reopen_half = rules.reopen_half

    def post(self, player: int, owed: int) -> int:
        """Puts a blind in front of a player, for less by a short stack. Returns what was posted."""
        paid = min(owed, self.stacks[player])
        self.stacks[player] -= paid
        self.bets[player] += paid
        return paid

    def count_able(self) -> None:
        """Counts those who have chips behind the forced bets, before the first round."""
        self.able = self.n - self.stacks.count(0)

    def start(self, size: int, opener: int, *, price: int = 0, bet_count: int = 0) -> bool:
        """Starts a round; ``opener`` is the first who may act. False when nobody can bet against anybody.

        Before the first cut the blinds lie in front and ``price`` is the nominal big blind or last straddle: a blind
        that is short of its amount lowers nobody's price.
        """
        n = self.n
        if not price:
            self.bets = [0] * n
        self.acted = [NOBODY] * n
        self.size = size
        self.price = self.full = price
        self.bet_count = bet_count
        self.aggressor = self.spared = NOBODY
        self.capped = self.max_bets > 0 and (self.live > 2 or self.heads_up_limit)
        pending = self.able
        if pending < 2 and not (pending and self._faces_a_bet(self._alone())):
            self.pending = 0
            self.actor = NOBODY
            return False
        self.actor = opener - 1
        self._pass_turn(pending)
        return True

    def _alone(self) -> int:
        """The only player still in with chips behind."""
        return next(i for i in range(self.n) if self.stacks[i] and not self.folded[i])

    def _faces_a_bet(self, player: int) -> bool:
        """Whether the only player with chips left still has to match what somebody else has in front."""
        bets = self.bets
        return any(bets[i] > bets[player] for i in range(self.n) if not self.folded[i])

    def _pass_turn(self, pending: int) -> None:
        """The turn passes on while so many are left to act; the round is over without them, or when the last of them
        has nobody to bet against."""
        self.pending = pending
        if not pending:
            self.actor = NOBODY
            return
        i, n = self.actor + 1, self.n
        stacks, folded = self.stacks, self.folded
        while i >= n or folded[i] or not stacks[i]:
            i = i + 1 if i < n else 0
        self.actor = i
        if pending == 1 and self.able == 1 and not self._faces_a_bet(i):
            self.spared = i
            self.pending = 0
            self.actor = NOBODY

    # The three actions. The caller has checked the turn.

    def call(self, player: int, paid: int | None = None) -> None:
        """Checks or calls, all-in when the stack is short of the price; ``paid`` is one of :meth:`call_costs`."""
        need = self.price - self.bets[player] if paid is None else paid
        if need:
            stack = self.stacks[player]
            if need >= stack:
                need = stack
                self.able -= 1
            self.stacks[player] = stack - need
            self.bets[player] += need
            self.entered |= 1 << player
        self.acted[player] = self.price
        self._pass_turn(self.pending - 1)

    def fold(self, player: int) -> None:
        """Gives up the hand; the chips stay in the pots that they reached."""
        self.folded[player] = True
        self.live -= 1
        self.able -= 1
        if self.live > 1:
            self._pass_turn(self.pending - 1)
        else:
            self.pending = 0
            self.actor = NOBODY

    def give_up(self, player: int) -> None:
        """An all-in player gives up the hand out of turn."""
        self.folded[player] = True
        self.live -= 1
        if self.live == 1:
            self.pending = 0
            self.actor = NOBODY

    def raise_to(self, player: int, total: int) -> None:
        """Bets or raises to a street total that :meth:`check_raise` allows."""
        price = self.price
        if total >= self.full_raise():
            self.full = total
            self.bet_count += 1
        elif not self.complete and total - price >= self._reopening():
            self.bet_count += 1
        stack = self.stacks[player] = self.stacks[player] + self.bets[player] - total
        self.bets[player] = self.price = self.acted[player] = total
        self.aggressor = player
        self.raisers |= 1 << player
        if stack:
            self._pass_turn(self.able - 1)
        else:
            self.able -= 1
            self._pass_turn(self.able)

    # What is allowed

    def to_call(self, player: int) -> int:
        """What a call costs the player, no more than the stack."""
        return min(self.price - self.bets[player], self.stacks[player])

    def call_costs(self, player: int) -> set[int]:
        """The amounts that a source may print for the call.

        The price is nominal. Where everybody else is all-in for less, what nobody can match comes back at once, and a
        source may as well print only the part that is matched: then that is what is paid, and nothing comes back.
        """
        nominal = self.to_call(player)
        others = [i for i in range(self.n) if i != player and not self.folded[i]]
        if any(self.stacks[i] for i in others):
            return {nominal}
        matched = max(self.bets[i] for i in others) - self.bets[player]
        return {nominal, max(0, min(nominal, matched))}

    def full_raise(self) -> int:
        """The street total of the next full bet or raise.

        After a short all-in it completes to the full size (``short_raise: complete``) or adds a full one (``add``).
        """
        return (self.full if self.complete else self.price) + self.size

    def _reopening(self) -> int:
        """By how much the price must have gone up since a player acted for that player to raise again."""
        return (self.size + 1) // 2 if self.reopen_half else self.size

    def check_raise(self, player: int, total: int) -> Finding | None:
        """Why a bet or raise to this total is against the rules, or None. Source: docs/rules.md, section 4."""
        price, own, stack = self.price, self.bets[player], self.stacks[player]
        most = own + stack
        target = (self.full if self.complete else price) + self.size
        if (
            (total == target or (total == most and price < total < target))
            and total <= most
            and not (self.capped and self.bet_count >= self.max_bets)
            and (self.acted[player] < 0 or price - self.acted[player] >= self._reopening())
            and self.able > 1
        ):
            return None
        return self._why_no_raise(player, total)

    def _why_no_raise(self, player: int, total: int) -> Finding:
        price, most = self.price, self.bets[player] + self.stacks[player]
        number = player + 1
        found = amount(total, self.decimals)
        target = self.full_raise()
        if total > most:
            return findings.MORE_THAN_STACK(
                player=number, found=found, expected=words.at_most(amount(most, self.decimals))
            )
        if self.capped and self.bet_count >= self.max_bets:
            return findings.TOO_MANY_RAISES(player=number, found=found, expected=words.bets_a_round(self.max_bets))
        call = words.call_or_fold(amount(self.to_call(player), self.decimals))
        if self.acted[player] >= 0 and price - self.acted[player] < self._reopening():
            return findings.NOT_REOPENED(player=number, found=found, expected=call)
        if self.able == 1:
            return findings.BET_AMOUNT(player=number, found=found, expected=words.because(call, words.NOBODY_CAN_CALL))
        expected = amount(min(target, most), self.decimals)
        return findings.BET_AMOUNT(
            player=number,
            found=found,
            expected=expected if price < most else words.because(call, words.STACK_TOO_SHORT),
        )

    def may_raise_to(self, player: int) -> int | None:
        """The street total of the one raise that a table offers to the player, or None.

        It is not offered where nobody has the chips to match any of it; in a history such a raise is no fault, since
        what is not matched comes back.
        """
        price = self.price
        total = min(self.full_raise(), self.bets[player] + self.stacks[player])
        matched = any(
            self.bets[i] + self.stacks[i] > price for i in range(self.n) if i != player and not self.folded[i]
        )
        return total if matched and self.check_raise(player, total) is None else None
