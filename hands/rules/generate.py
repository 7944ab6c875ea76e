"""Random legal hands of any game: for tests, benchmarks and demonstrations.

The generator asks the table what is possible and never decides a rule itself; a policy says what the players would
like to do. All cards are known in what it makes.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Literal, Protocol

from hands.rules.betting import NOBODY
from hands.rules.cards import DECK_SIZE, cards_in, format_cards, mask_of
from hands.rules.document import Document, amount
from hands.rules.games import BET, BY_VARIANT, DEAL, DRAW, Game, Rules, rules_for
from hands.rules.table import Table

Wish = Literal["raise", "call", "fold"]


class Policy(Protocol):
    """What a player would like to do; the table decides what becomes of it. Players are counted from 0."""

    def bet(self, table: Table, player: int) -> Wish:
        """A raise where none is possible is a call, a fold where nothing is to be called is a check."""

    def discard(self, table: Table, player: int) -> list[int]:
        """The cards to throw, fewer where the rules or the stub do not allow so many: the last ones stay."""


class AtRandom:
    """Everybody does anything: the widest variety of legal hands."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def bet(self, table: Table, player: int) -> Wish:
        chance = self.random.random()
        return "raise" if chance < 0.25 else "fold" if chance > 0.8 else "call"

    def discard(self, table: Table, player: int) -> list[int]:
        """What does not count in the hand, now and then something else."""
        random = self.random
        held = list(cards_in(table.holdings.held[player]))
        if random.random() < 0.8:
            used = table.rules.sides[0].evaluation.best(held).used
            return [card for card in held if card not in used]
        return random.sample(held, random.randint(0, len(held)))


def random_hand(
    random: Random,
    *,
    variant: str = "badugi",
    options: Mapping[str, Any] | None = None,
    players: int | None = None,
    decimals: int = 0,
    short_stacks: bool = True,
    show: bool = True,
) -> Document:
    """A hand played at random by the rules, to its end.

    ``short_stacks`` makes about half of the stacks so small that they go all-in. With ``show`` every hand that reaches
    the showdown is shown, in order. Raises ValueError for an unknown variant.
    """
    game = BY_VARIANT.get(variant)
    if game is None:
        raise ValueError(f"unknown variant {variant!r}")
    rules = rules_for(game, options or {})
    document = _start(random, game, rules, variant, dict(options or {}), players, decimals, short_stacks)
    play_out(random, document, AtRandom(random), show=show)
    return document


def play_out(random: Random, document: Document, policy: Policy, *, show: bool = True) -> None:
    """Deals and plays a document without actions to its end: adds the actions. ``show`` as in :func:`random_hand`."""
    table = Table(rules_for(BY_VARIANT[document.variant], document.options), document)
    dealer = _Dealer(random, table, document.actions, policy)
    two_phase = random.random() < 0.3
    while not table.finished:
        if table.phase == BET:
            _bet(policy, table, document)
        elif table.phase == DEAL:
            for player in range(table.n):
                dealer.deal(player)
        elif table.phase == DRAW:
            if table.drawer != NOBODY:
                drawer = table.drawer
                dealer.discard(drawer)
                if not two_phase and not table.finished and table.holdings.owed[drawer]:
                    dealer.deal(drawer)
            else:
                dealer.deal(next(player for player, owed in enumerate(table.holdings.owed) if owed))
    if show and table.betting.live > 1:
        first = max(0, table.betting.aggressor)
        for i in range(table.n):
            player = (first + i) % table.n
            if not table.betting.folded[player]:
                _do(table, document.actions, f"p{player + 1} sm {table.holdings.text(player)}")


def _start(
    random: Random,
    game: Game,
    rules: Rules,
    variant: str,
    options: dict[str, Any],
    players: int | None,
    decimals: int,
    short_stacks: bool,
) -> Document:
    n = players or random.randint(2, min(8, game.max_players))
    unit = 10**decimals
    bet = 2 * random.choice((1, 5, 10, 50)) * unit
    stacks: list[int | None] = [
        random.randint(1, 8 * bet) if short_stacks and random.random() < 0.5 else random.randint(30, 100) * bet
        for _ in range(n)
    ]
    blinds = rules.phases[1].kind == BET and random.random() < 0.9
    ante = 0 if blinds and random.random() < 0.7 else max(1, bet // 4)
    return Document(
        variant=variant,
        options=options,
        antes=[ante] * n,
        blinds=[bet // 2, bet, *[0] * (n - 2)] if blinds else [0] * n,
        small_bet=bet,
        big_bet=2 * bet,
        stacks=stacks,
        actions=[],
        decimals=decimals,
        ante_trimming=True,
    )


def _do(table: Table, actions: list[str], action: str) -> None:
    finding = table.apply(action)
    if finding is not None:
        raise AssertionError(f"the generator made an illegal action {action}: {finding.message()}")
    actions.append(action)


def _bet(policy: Policy, table: Table, document: Document) -> None:
    betting = table.betting
    player = betting.actor
    total = betting.may_raise_to(player)
    wish = policy.bet(table, player)
    if wish == "raise" and total is not None:
        action = f"cbr {amount(total, document.decimals)}"
    elif wish == "fold" and betting.to_call(player):
        action = "f"
    else:
        action = "cc"
    _do(table, document.actions, f"p{player + 1} {action}")


class _Dealer:
    """A shuffled deck that follows the table's rules for a stub that runs out."""

    def __init__(self, random: Random, table: Table, actions: list[str], policy: Policy) -> None:
        self.random = random
        self.table = table
        self.actions = actions
        self.policy = policy
        self.stub = list(range(DECK_SIZE))
        random.shuffle(self.stub)

    def deal(self, player: int) -> None:
        """Deals what the player is owed."""
        table = self.table
        count = table.holdings.owed[player]
        # Burnt cards are out of the game.
        del self.stub[table.holdings.deck.stub :]
        if count > table.holdings.deck.stub:
            self._reshuffle(player)
        never = table.holdings.thrown[player] if table.rules.keep_own_out else table.holdings.thrown_now[player]
        cards = [card for card in self.stub if not never >> card & 1][:count]
        self.stub = [card for card in self.stub if card not in cards]
        _do(table, self.actions, f"d dh p{player + 1} {format_cards(cards)}")

    def _reshuffle(self, player: int) -> None:
        back = self.table.holdings.shuffle_for(player).back
        self.stub += [card for card in cards_in(back) if card not in self.stub]
        self.random.shuffle(self.stub)

    def discard(self, player: int) -> None:
        """Throws what the policy would like to, as far as the rules let it."""
        table = self.table
        thrown = self.policy.discard(table, player)
        while thrown and table.holdings.check_discard(player, mask_of(thrown), len(thrown), table.limit) is not None:
            thrown.pop()
        if thrown and not self._can_be_served(player, thrown):
            thrown = []
        _do(table, self.actions, f"p{player + 1} sd {format_cards(thrown)}".rstrip())

    def _can_be_served(self, player: int, thrown: list[int]) -> bool:
        """Whether there will be enough cards for this draw and those before it that are still to be served."""
        table, holdings = self.table, self.table.holdings
        waiting = sum(holdings.owed) + len(thrown)
        never = mask_of(thrown)
        for i, owed in enumerate(holdings.owed):
            if owed or i == player:
                never |= holdings.thrown[i] if table.rules.keep_own_out else holdings.thrown_now[i]
        left = mask_of(self.stub[: holdings.deck.stub])
        if waiting > holdings.deck.stub:
            left |= holdings.deck.pile_cards
        return (left & ~never).bit_count() >= waiting
