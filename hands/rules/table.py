"""The table: a state machine that walks through the phases of a game and takes one action at a time.

It knows seats, chips and cards as plain integers and asks the rules what comes next, never which game it is. Each
action has one place where its rule stands. Players are counted from 0 here; findings and documents count from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hands.rules import findings, words
from hands.rules.actions import Action, ActionError, actions_in
from hands.rules.betting import NOBODY, Betting
from hands.rules.cards import DECK_SIZE, set_text
from hands.rules.document import Document, amount
from hands.rules.findings import Finding
from hands.rules.games import BET, DEAL, DRAW, SHOW, Rules
from hands.rules.holdings import Holdings
from hands.rules.names import Names
from hands.rules.setup import big_blind_of, has_uniform_antes

# An unknown stack (PHH's inf) never runs out.
ENDLESS = 1 << 62


class Table:
    """A hand in progress.

    ``phase`` is DEAL, DRAW, BET or SHOW, on the ``street``. ``betting`` has the chips, ``holdings`` the cards;
    ``steps`` counts the actions done. ``antes``, ``blinds`` and ``dead_blinds`` are what each player was forced to put
    in, ``dead`` the part of it that nobody has to match. In a draw ``drawer`` is who exchanges next, at most ``limit``
    cards. ``show_order`` has those who showed or mucked at the showdown, ``show_steps`` at which action, ``mucked``
    those who gave up. ``finished`` when no action is needed any more. ``cut`` counts the cuts begun, and
    ``entered_before_draw`` and ``raised_before_draw`` keep the sets of :class:`Betting` as they were at the first.
    """

    __slots__ = (
        "_big_blind",
        "_opened",
        "_opener",
        "_opening_bets",
        "_opening_price",
        "_pat",
        "_phase_index",
        "_reshuffled_here",
        "_sizes",
        "antes",
        "betting",
        "blinds",
        "cut",
        "dead",
        "dead_blinds",
        "decimals",
        "drawer",
        "entered_before_draw",
        "finished",
        "holdings",
        "limit",
        "mucked",
        "n",
        "phase",
        "raised_before_draw",
        "rules",
        "show_order",
        "show_steps",
        "start",
        "steps",
        "street",
        "warnings",
    )

    def __init__(self, rules: Rules, document: Document) -> None:
        n = self.n = len(document.stacks)
        self.rules = rules
        self.decimals = document.decimals
        self.start = [ENDLESS if stack is None else stack for stack in document.stacks]
        self.betting = Betting(rules, self.start.copy(), document.decimals)
        self.holdings = Holdings(rules, n)
        self.dead = [0] * n
        self.antes = [0] * n
        self.blinds = [0] * n
        self.dead_blinds = [0] * n
        self._pat = [False] * n
        self.cut = 0
        self.entered_before_draw = self.raised_before_draw = 0
        self.limit = 0
        self.drawer = NOBODY
        self._reshuffled_here = False
        self.mucked: list[int] = []
        self.show_order: list[int] = []
        self.show_steps: list[int] = []
        self.warnings: list[Finding] = []
        self.finished = False
        self.steps = 0
        self._phase_index = NOBODY
        self.phase = DEAL
        self.street = rules.phases[0].street
        self._opened = False
        self._sizes = (document.small_bet or 0, document.big_bet or 0)
        self._big_blind = 0
        self._opener = 0
        self._opening_price = 0
        self._opening_bets = 0
        self._post_forced(document)
        self._advance()

    # Forced bets

    def _post_forced(self, document: Document) -> None:
        """Antes and blinds, for less by a short stack. The document's numbers were checked before."""
        n, betting = self.n, self.betting
        blinds = document.blinds
        big_player = NOBODY
        big = big_blind_of(document)
        if big is not None:
            last = n - 1
            while last > big and not blinds[last]:
                last -= 1
            # A big blind or straddle that is short of its amount lowers nobody's price.
            bet = self._big_blind = self._sizes[0]
            self._opening_bets = 1 + last - big
            self._opening_price = self._opening_bets * bet
            self._opener = last + 1
            big_player = 1 - big if n == 2 else big
        if n == 2:
            blinds = blinds[::-1]
            self._opener = 1 if self._opening_price else 0
        if any(document.antes):
            if big_player != NOBODY and not self.rules.ante_first:
                betting.post(big_player, blinds[big_player])
            self._post_antes(document)
        for player, blind in enumerate(blinds):
            if blind and not betting.bets[player]:
                betting.post(player, blind)
        self.blinds = betting.bets.copy()

    def _post_antes(self, document: Document) -> None:
        """Uniform antes are contributions that others match; button and big-blind antes are dead (PHH says which).

        Source: docs/rules.md, section 4. A short big blind has paid its blind before, unless the option says otherwise.
        """
        antes = document.antes
        matched = document.ante_trimming
        if matched is None:
            matched = has_uniform_antes(document)
        for player, owed in enumerate(antes):
            paid = self.antes[player] = min(owed, self.betting.stacks[player])
            self.betting.stacks[player] -= paid
            if not matched:
                self.dead[player] += paid

    def _post(self, action: Action) -> Finding | None:
        """A blind posted out of position: live, with a dead part, or a dead part alone (a missed small blind)."""
        betting, player = self.betting, action.player
        number, live, dead = player + 1, action.total or 0, action.dead
        stack = betting.stacks[player]
        found = amount(live, self.decimals)
        if self._phase_index or self.holdings.deck.stub < DECK_SIZE:
            return findings.POST_NOT_POSSIBLE(player=number, found=found, expected=words.BEFORE_THE_DEAL)
        if betting.bets[player] or self.dead_blinds[player] or (live and not self._big_blind):
            return findings.POST_NOT_POSSIBLE(player=number, found=found, expected=words.ONE_BLIND)
        if live + dead > stack:
            return findings.MORE_THAN_STACK(
                player=number,
                found=amount(live + dead, self.decimals),
                expected=words.at_most(amount(stack, self.decimals)),
            )
        if dead > self._sizes[0]:
            most = amount(self._sizes[0], self.decimals)
            return findings.BLIND_AMOUNT(player=number, found=amount(dead, self.decimals), expected=words.at_most(most))
        if live not in (0 if dead else NOBODY, self._big_blind) and not live == stack < self._big_blind:
            return findings.BLIND_AMOUNT(player=number, found=found, expected=amount(self._big_blind, self.decimals))
        self.blinds[player] += betting.post(player, live)
        betting.stacks[player] -= dead
        self.dead[player] += dead
        self.dead_blinds[player] += dead
        return None

    # The walk through the phases

    def _advance(self) -> None:
        """Goes on to the next phase in which somebody has to do something."""
        betting, phases = self.betting, self.rules.phases
        while betting.live > 1:
            self._phase_index += 1
            phase = phases[self._phase_index]
            kind = self.phase = phase.kind
            if kind != SHOW:
                self.street = phase.street
            if kind == BET:
                if not self._opened:
                    self._opened = True
                    betting.count_able()
                    started = betting.start(
                        self._sizes[phase.size],
                        self._opener,
                        price=self._opening_price,
                        bet_count=self._opening_bets,
                    )
                else:
                    started = betting.start(self._sizes[phase.size], 0)
                if started:
                    return
            elif kind == DRAW:
                self.cut += 1
                if self.cut == 1:
                    self.entered_before_draw, self.raised_before_draw = betting.entered, betting.raisers
                self.limit = phase.limit
                self.holdings.start_cut()
                self._pat = [False] * self.n
                self.drawer = NOBODY
                self._next_drawer()
                return
            elif kind == DEAL:
                self.holdings.owed = [phase.count] * self.n
                return
            else:
                self.finished = True
                return
        self.finished = True

    def _next_drawer(self) -> None:
        folded = self.betting.folded
        i = self.drawer + 1
        while i < self.n and folded[i]:
            i += 1
        self.drawer = i if i < self.n else NOBODY

    def apply(self, text: str) -> Finding | None:
        """Does one action of the document, or says why it is against the rules and changes nothing."""
        return self.run((text,))

    def run(self, actions: Sequence[str]) -> Finding | None:
        """Does actions one after the other up to the first that is against the rules, and says why; None at the end."""
        n, action_of = self.n, actions_in(self.decimals)
        for text in actions:
            try:
                action = action_of[text]
            except ActionError as error:
                return self.at(error.finding)
            if action.player < n:
                finding = _DO[action.verb](self, action)
            else:
                finding = findings.PLAYER_UNKNOWN(found=f"p{action.player + 1}", expected=words.players_to(n))
            if finding is not None:
                return self.at(finding)
            self.steps += 1
        return None

    # Dealing

    def _deal(self, action: Action) -> Finding | None:
        player, count, holdings = action.player, action.count, self.holdings
        owed = holdings.owed
        if count != owed[player] or not count:
            return self._wrong_deal(player, action.cards, count)
        if self._reshuffled_here and count <= holdings.deck.stub:
            return findings.RESHUFFLE(
                player=player + 1, found="d rs", expected=words.enough_left(holdings.deck.stub, count)
            )
        finding = holdings.deal(player, action.cards, count)
        if finding is not None:
            if finding.kind.severity == "error":
                return finding
            self.warnings.append(self.at(finding))
        self._reshuffled_here = False
        if self.drawer == NOBODY and not any(owed):
            self._advance()
        return None

    def _wrong_deal(self, player: int, cards: int, count: int) -> Finding:
        number, owed = player + 1, self.holdings.owed[player]
        if self.betting.folded[player]:
            return findings.ACTION_FOLDED(player=number, found=words.CARDS, expected=words.NO_CARDS)
        if self._pat[player]:
            return findings.PAT_BUT_DREW(
                player=number, found=set_text(cards) or words.cards(count), expected=words.NO_CARDS
            )
        if self.finished or self.phase not in (DEAL, DRAW):
            return findings.ACTION_NOT_NOW(player=number, found=words.A_DEAL, expected=self.expected())
        if not owed:
            return findings.ACTION_NOT_NOW(player=number, found=words.A_DEAL, expected=self.expected())
        kind = findings.DRAW_COUNT if self.phase == DRAW else findings.DEAL_COUNT
        return kind(player=number, found=count, expected=owed)

    def _mark_reshuffle(self, action: Action) -> Finding | None:
        """``d rs``: the source says that the deck was reshuffled here. The count says whether it can be."""
        if self.phase != DRAW or not any(self.holdings.owed):
            return findings.RESHUFFLE(found="d rs", expected=words.RESHUFFLE_PLACE)
        self._reshuffled_here = True
        return None

    # Drawing

    def _discard(self, action: Action) -> Finding | None:
        player, count = action.player, action.count
        if player != self.drawer:
            return self._no_discard(player, action.cards, count)
        if count:
            finding = self.holdings.throw(player, action.cards, count, self.limit)
            if finding is None:
                self._next_drawer()
            return finding
        self._pat[player] = True
        self._next_drawer()
        if self.drawer == NOBODY and not any(self.holdings.owed):
            self._advance()
        return None

    def _no_discard(self, player: int, cards: int, count: int) -> Finding:
        number = player + 1
        found = words.discards(set_text(cards) or words.cards(count)) if count else words.STANDS_PAT
        if self.betting.folded[player]:
            return findings.ACTION_FOLDED(player=number, found=found, expected=words.NO_DRAW)
        if self.cut >= self.rules.draws and (self.phase != DRAW or self.finished):
            return findings.TOO_MANY_DRAWS(
                player=number, found=found, expected=words.draws_then(self.rules.draws, self.expected())
            )
        if self.phase != DRAW or self.finished:
            return findings.ACTION_NOT_NOW(player=number, found=found, expected=self.expected())
        return findings.OUT_OF_TURN(player=number, found=found, expected=self.expected())

    # Betting

    def _check_or_call(self, action: Action) -> Finding | None:
        betting = self.betting
        player = action.player
        if player != betting.actor:
            if player == betting.spared and not action.total and self.phase != BET:
                # Some sources print the check of a player who had nobody left to bet against.
                betting.spared = NOBODY
                return None
            return self._not_to_act(player, words.CHECKS_OR_CALLS)
        if action.total is not None and action.total != betting.to_call(player):
            finding = self._check_call_amount(player, action.total)
            if finding is not None:
                return finding
        betting.call(player, action.total)
        if betting.actor == NOBODY:
            self._advance()
        return None

    def _check_call_amount(self, player: int, paid: int) -> Finding | None:
        """``p2 cc 0.25``: the source prints what the call cost, 0 for a check."""
        costs = self.betting.call_costs(player)
        if paid in costs:
            return None
        expected = amount(max(costs), self.decimals)
        if not paid:
            return findings.CHECK_NOT_POSSIBLE(
                player=player + 1, found=words.CHECK, expected=words.call_or_fold(expected)
            )
        if paid > self.betting.stacks[player]:
            return findings.MORE_THAN_STACK(
                player=player + 1,
                found=amount(paid, self.decimals),
                expected=words.at_most(amount(self.betting.stacks[player], self.decimals)),
            )
        return findings.CALL_AMOUNT(player=player + 1, found=amount(paid, self.decimals), expected=expected)

    def _fold(self, action: Action) -> Finding | None:
        betting = self.betting
        player = action.player
        owes = betting.price > betting.bets[player]
        unneeded = not owes or not betting.stacks[player]
        if player == betting.actor:
            betting.fold(player)
        elif betting.actor != NOBODY and owes and self._all_in_by_force(player):
            # Rooms fold players who sit out, also one whose blind was all there was.
            betting.give_up(player)
        else:
            return self._not_to_act(player, words.FOLDS)
        if unneeded:
            self.warnings.append(self.at(findings.UNNEEDED_FOLD(player=player + 1)))
        if betting.actor == NOBODY:
            self._advance()
        return None

    def _all_in_by_force(self, player: int) -> bool:
        """Whether antes and blinds took all that a player had, who did nothing since."""
        betting = self.betting
        return (
            not betting.stacks[player]
            and not betting.folded[player]
            and self.cut == 0
            and betting.acted[player] == NOBODY
        )

    def _bet_or_raise(self, action: Action) -> Finding | None:
        betting = self.betting
        player, total = action.player, action.total or 0
        if player != betting.actor:
            return self._not_to_act(player, words.bets(amount(total, self.decimals)))
        finding = betting.check_raise(player, total)
        if finding is not None:
            return finding
        betting.raise_to(player, total)
        if betting.actor == NOBODY:
            self._advance()
        return None

    def _not_to_act(self, player: int, found: Names) -> Finding:
        number = player + 1
        expected = self.expected()
        if self.betting.folded[player]:
            return findings.ACTION_FOLDED(player=number, found=found, expected=expected)
        if not self.betting.stacks[player] and self.phase in (BET, SHOW):
            return findings.ACTION_ALL_IN(player=number, found=found, expected=expected)
        if self.phase == BET and not self.finished:
            return findings.OUT_OF_TURN(player=number, found=found, expected=expected)
        return findings.ACTION_NOT_NOW(player=number, found=found, expected=expected)

    # The showdown

    def _show_or_muck(self, action: Action) -> Finding | None:
        """Shows (``p1 sm As2d3c4h``, ``p1 sm -`` what is known) or mucks (``p1 sm``).

        A hand shown after everybody else folded, or by a player who folded, decides nothing but must be possible.
        """
        player, holdings = action.player, self.holdings
        if not self.finished:
            return findings.ACTION_NOT_NOW(player=player + 1, found=words.A_SHOWDOWN, expected=self.expected())
        if player in self.show_order:
            return findings.ACTION_NOT_NOW(player=player + 1, found=words.A_SECOND_SHOW, expected=words.ONE_SHOW)
        if action.count or action.known:
            cards = holdings.held[player] if action.known else action.cards
            finding = holdings.check_shown(player, cards, action.count or self.rules.hand_size)
            if finding is not None:
                finding.place.street = "showdown"
                return finding
            holdings.reveal(player, cards)
        else:
            self.mucked.append(player)
        self.show_order.append(player)
        self.show_steps.append(self.steps)
        return None

    # For people

    def expected(self) -> Names:
        """What the rules expect next, in words."""
        if self.finished:
            return words.THE_SHOWDOWN if self.betting.live > 1 else words.THE_END
        if self.phase == BET:
            player = self.betting.actor
            call = self.betting.to_call(player)
            return words.to_act(player + 1, amount(call, self.decimals) if call else None)
        waiting = [words.to_get(i + 1, owed) for i, owed in enumerate(self.holdings.owed) if owed]
        if self.phase == DRAW and self.drawer != NOBODY:
            waiting.append(words.to_draw(self.drawer + 1))
        return words.either(waiting)

    def at(self, finding: Finding) -> Finding:
        """The finding with the place of this moment: the street and the action in turn."""
        place = finding.place
        place.street = place.street or self.street
        if place.action is None:
            place.action = self.steps
        return finding


_DO: dict[str, Callable[[Table, Action], Finding | None]] = {
    "dh": Table._deal,
    "rs": Table._mark_reshuffle,
    "sd": Table._discard,
    "cc": Table._check_or_call,
    "cbr": Table._bet_or_raise,
    "f": Table._fold,
    "sm": Table._show_or_muck,
    "post": Table._post,
}
