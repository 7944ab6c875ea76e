"""The table: a state machine that walks through the phases of a game and takes one action at a time.

It knows seats, chips and cards as plain integers and asks the rules what comes next, never which game it is. Each
action has one place where its rule stands. Players are counted from 0 here; findings and documents count from 1.
"""

from __future__ import annotations

from collections.abc import Callable

from hands.rules import findings
from hands.rules.betting import NOBODY, Betting
from hands.rules.cards import CardError, cards_in, format_cards, known_set
from hands.rules.deck import Deck
from hands.rules.document import AmountError, Document, amount, units
from hands.rules.findings import Finding
from hands.rules.games import BET, DEAL, DRAW, SHOW, Rules
from hands.rules.setup import big_blind_of

_PLAYERS = {f"p{number}": number - 1 for number in range(1, 23)}
# An unknown stack (PHH's inf) never runs out.
ENDLESS = 1 << 62


class Table:
    """A hand in progress.

    ``held`` are each player's known cards as a set, ``unknown`` how many more there are, ``unsure`` known cards that
    may have been among discards of which only the count is known. ``dead`` are chips of a player that nobody has to
    match. In a draw ``drawer`` is who exchanges next, ``owed`` the cards that each still gets and ``thrown_now`` what is
    known of the discards of this cut. ``shown`` maps players to what they showed, ``mucked`` are those who gave up at the showdown, in order.
    ``finished`` when no action is needed any more.
    """

    __slots__ = (
        "_big_blind",
        "_cut",
        "_in_pile",
        "_opened",
        "_opener",
        "_opening_bets",
        "_opening_price",
        "_pat",
        "_phase_index",
        "_reshuffled_here",
        "_sizes",
        "betting",
        "dead",
        "decimals",
        "deck",
        "drawer",
        "finished",
        "held",
        "mucked",
        "n",
        "owed",
        "rules",
        "show_order",
        "shown",
        "start",
        "thrown",
        "thrown_now",
        "unknown",
        "unsure",
        "warnings",
    )

    def __init__(self, rules: Rules, document: Document) -> None:
        n = self.n = len(document.stacks)
        self.rules = rules
        self.decimals = document.decimals
        self.start = [ENDLESS if stack is None else stack for stack in document.stacks]
        self.betting = Betting(rules, self.start.copy(), document.decimals)
        self.deck = Deck()
        self.held = [0] * n
        self.unknown = [0] * n
        self.unsure = [0] * n
        self.thrown = [0] * n
        self.dead = [0] * n
        self.owed = [0] * n
        self.thrown_now = [0] * n
        self._in_pile = [0] * n
        self._pat = [False] * n
        self._cut = 0
        self.drawer = NOBODY
        self._reshuffled_here = False
        self.shown: dict[int, int] = {}
        self.mucked: list[int] = []
        self.show_order: list[int] = []
        self.warnings: list[Finding] = []
        self.finished = False
        self._phase_index = NOBODY
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
        if any(blinds):
            big = big_blind_of(document) or 0
            last = max(i for i in range(n) if blinds[i])
            # A big blind or straddle that is short of its amount lowers nobody's price (C04).
            bet = self._big_blind = self._sizes[0]
            self._opening_bets = 1 + last - big
            self._opening_price = self._opening_bets * bet
            self._opener = last + 1
        if n == 2:
            blinds = blinds[::-1]
            self._opener = 1 if self._opening_price else 0
        if any(document.antes):
            self._post_antes(document, blinds)
        for player, blind in enumerate(blinds):
            if blind and not betting.bets[player]:
                betting.post(player, blind)

    def _post_antes(self, document: Document, blinds: list[int]) -> None:
        """Uniform antes are contributions that others match; button and big-blind antes are dead (PHH says which)."""
        antes = document.antes
        matched = document.ante_trimming
        if matched is None:
            matched = min(antes) == max(antes)
        big_blind = self._big_blind
        for player, ante in enumerate(antes):
            if big_blind and blinds[player] and not self.rules.ante_first:
                self.betting.post(player, blinds[player])
            paid = min(ante, self.betting.stacks[player])
            self.betting.stacks[player] -= paid
            if not matched:
                self.dead[player] += paid

    def _post(self, player: int, words: list[str]) -> Finding | None:
        """A blind posted out of position, with a dead part: ``p4 post 10 dead 5``."""
        number = player + 1
        if self._phase_index or self.deck.stub < 52:
            return findings.POST_NOT_POSSIBLE(
                player=number, found=" ".join(words[2:]), expected="posts before the cards are dealt"
            )
        if not (len(words) == 3 or (len(words) == 5 and words[3] == "dead")):
            return findings.SYNTAX(player=number, found=" ".join(words), expected="post AMOUNT [dead AMOUNT]")
        try:
            live = units(words[2], self.decimals)
            dead = units(words[4], self.decimals) if len(words) == 5 else 0
        except AmountError as error:
            return self._bad_amount(number, error)
        betting = self.betting
        stack = betting.stacks[player]
        text = amount(live, self.decimals)
        if not self._big_blind or betting.bets[player]:
            return findings.POST_NOT_POSSIBLE(player=number, found=text, expected="one blind a player")
        if live + dead > stack:
            return findings.MORE_THAN_STACK(
                player=number,
                found=amount(live + dead, self.decimals),
                expected=f"at most {amount(stack, self.decimals)}",
            )
        if live != self._big_blind and live + dead < stack:
            return findings.BLIND_AMOUNT(player=number, found=text, expected=amount(self._big_blind, self.decimals))
        betting.post(player, live)
        betting.stacks[player] -= dead
        self.dead[player] += dead
        return None

    # The walk through the phases

    @property
    def street(self) -> str:
        return self.rules.phases[max(0, self._phase_index)].street

    @property
    def phase(self) -> int:
        """DEAL, DRAW, BET or SHOW."""
        return self.rules.phases[max(0, self._phase_index)].kind

    def _advance(self) -> None:
        """Goes on to the next phase in which somebody has to do something."""
        betting = self.betting
        while betting.live > 1:
            self._phase_index += 1
            phase = self.rules.phases[self._phase_index]
            if phase.kind == BET:
                if not self._opened:
                    self._opened = True
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
            elif phase.kind == DRAW:
                self._cut += 1
                if self.rules.burn and self.deck.stub:
                    self.deck.stub -= 1
                self.thrown_now = [0] * self.n
                self._pat = [False] * self.n
                self.drawer = NOBODY
                self._next_drawer()
                return
            elif phase.kind == DEAL:
                self.owed = [phase.count] * self.n
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

    def apply(self, action: str) -> Finding | None:
        """Does one action of the document, or says why it is against the rules and changes nothing."""
        words = action.split(" ")
        if words[0] == "d":
            return self._deal(words)
        player = _PLAYERS.get(words[0], self.n)
        do = _ACTIONS.get(words[1]) if len(words) > 1 else None
        if player >= self.n or do is None:
            return findings.SYNTAX(found=action, expected="an action such as 'p1 cc' of a player at the table")
        return do(self, player, words)

    # Dealing

    def _deal(self, words: list[str]) -> Finding | None:
        if len(words) == 4 and words[1] == "dh":
            player = _PLAYERS.get(words[2], self.n)
            if player < self.n:
                try:
                    cards, count = known_set(words[3])
                except CardError as error:
                    return self._bad_cards(player + 1, error)
                return self._deal_to(player, cards, count)
        elif words == ["d", "rs"]:
            return self._mark_reshuffle()
        return findings.SYNTAX(found=" ".join(words), expected="d dh pN CARDS for a player at the table")

    def _deal_to(self, player: int, cards: int, count: int) -> Finding | None:
        owed = self.owed[player]
        if count != owed:
            return self._wrong_deal(player, cards, count)
        deck = self.deck
        drawing = self._cut > 0
        if count > deck.stub:
            finding = self._run_out(player, count)
            if finding is not None:
                return finding
        elif self._reshuffled_here:
            return findings.RESHUFFLE(
                player=player + 1, found="d rs", expected=f"none, {deck.stub} cards are left for {count}"
            )
        if drawing and cards & self.thrown[player]:
            finding = self._own_discard(player, cards)
            if finding is not None:
                return finding
        if cards & deck.out:
            return self._duplicate(cards & deck.out)
        deck.stub -= count
        deck.out |= cards
        self._reshuffled_here = False
        self.owed[player] = 0
        self.held[player] |= cards
        self.unknown[player] += count - cards.bit_count()
        if not any(self.owed) and (not drawing or self.drawer == NOBODY):
            self._advance()
        return None

    def _wrong_deal(self, player: int, cards: int, count: int) -> Finding:
        number, owed = player + 1, self.owed[player]
        if self.betting.folded[player]:
            return findings.ACTION_FOLDED(player=number, found="cards", expected="no cards")
        if self._pat[player] and not self.finished:
            return findings.PAT_BUT_DREW(player=number, found=_text(cards) or f"{count} cards", expected="no cards")
        if self.finished or self.phase not in (DEAL, DRAW):
            return findings.ACTION_NOT_NOW(player=number, found="a deal", expected=self.expected())
        if not owed:
            return findings.ACTION_NOT_NOW(player=number, found="a deal", expected=self.expected())
        kind = findings.DRAW_COUNT if self.phase == DRAW else findings.DEAL_COUNT
        return kind(player=number, found=count, expected=owed)

    def _run_out(self, player: int, count: int) -> Finding | None:
        """The stub is smaller than the draw: a new one is made of the rest and the discards (rules.md 3).

        Held out are the discards of this cut of everybody who still waits for cards, and with ``own_discards: never``
        all that the drawer threw in the hand.
        """
        deck = self.deck
        if self.rules.no_card or self._cut == 0:
            return findings.DECK_EXHAUSTED(
                player=player + 1, found=count, expected=f"at most the {deck.stub} cards that are left"
            )
        held_out = sum(self.owed)
        held_cards = 0
        for i, owed in enumerate(self.owed):
            if owed:
                held_cards |= self.thrown_now[i]
        if self.rules.keep_own_out:
            held_out += self._in_pile[player] - self.owed[player]
            held_cards |= self.thrown[player]
        if count > deck.stub + deck.pile - held_out:
            return findings.DECK_EXHAUSTED(
                player=player + 1,
                found=count,
                expected=f"at most the {deck.stub + deck.pile - held_out} cards that are left after a reshuffle",
            )
        deck.reshuffle(held_out, held_cards)
        own = self._in_pile[player] if self.rules.keep_own_out else self.owed[player]
        self._in_pile = self.owed.copy()
        self._in_pile[player] = own
        return None

    def _mark_reshuffle(self) -> Finding | None:
        """``d rs``: the source says that the deck was reshuffled here. The count says whether it can be."""
        if self.phase != DRAW or not any(self.owed):
            return findings.RESHUFFLE(found="d rs", expected="a reshuffle between a discard and its replacement")
        self._reshuffled_here = True
        return None

    def _own_discard(self, player: int, cards: int) -> Finding | None:
        now = cards & self.thrown_now[player]
        before = cards & self.thrown[player]
        if now or self.rules.keep_own_out:
            return findings.OWN_DISCARD_RETURNED(
                player=player + 1, found=_text(now or before), expected="a card not thrown by this player"
            )
        if not before & self.deck.out:
            self.warnings.append(
                self.at(findings.OWN_DISCARD_SEEN_AGAIN(player=player + 1, found=_text(before)))
            )
        return None

    def _duplicate(self, cards: int) -> Finding:
        """Which card is there twice, and where it was seen first."""
        card = next(cards_in(cards))
        bit = 1 << card
        holders = [f"p{i + 1}" for i in range(self.n) if (self.held[i] | self.unsure[i]) & bit]
        throwers = [f"p{i + 1}" for i in range(self.n) if self.thrown[i] & bit]
        where = f"held by {holders[0]}" if holders else f"thrown by {throwers[0]}" if throwers else "dealt before"
        return findings.DUPLICATE_CARD(found=format_cards([card]), expected=f"{where}, and the deck did not run out")

    # Drawing

    def _discard(self, player: int, words: list[str]) -> Finding | None:
        if player != self.drawer or self.phase != DRAW or self.finished:
            return self._no_discard(player, words)
        if len(words) == 2:
            self._pat[player] = True
            self._next_drawer()
            if self.drawer == NOBODY and not any(self.owed):
                self._advance()
            return None
        try:
            cards, count = known_set(words[2])
        except CardError as error:
            return self._bad_cards(player + 1, error)
        finding = self.check_discard(player, cards, count)
        if finding is not None:
            return finding
        self._throw(player, cards, count)
        self.owed[player] = count
        self._next_drawer()
        return None

    def check_discard(self, player: int, cards: int, count: int) -> Finding | None:
        """Why this discard is against the rules, or None.

        Known cards that the hand is not known to hold must be among its unknown ones. Source: rules.md 3.
        """
        limit = self.rules.phases[self._phase_index].limit
        if count > limit:
            held = self.held[player].bit_count() + self.unknown[player]
            return findings.DISCARD_TOO_MANY(
                player=player + 1,
                found=f"{count} cards",
                expected=f"at most {limit}" if limit < held else f"at most the {held} cards of the hand",
            )
        if self.rules.no_card and count > self.deck.stub - sum(self.owed):
            return findings.DECK_EXHAUSTED(
                player=player + 1, found=count, expected="no cards: the deck cannot serve the draw whole"
            )
        new = cards & ~self.held[player]
        if new:
            if new.bit_count() > self.unknown[player]:
                return findings.DISCARD_NOT_HELD(
                    player=player + 1, found=_text(new), expected=f"one of {self.hand_text(player)}"
                )
            if new & self.deck.out & ~self.unsure[player]:
                return self._duplicate(new & self.deck.out & ~self.unsure[player])
        return None

    def _throw(self, player: int, cards: int, count: int) -> None:
        """Moves discards from the hand to the pile."""
        held = self.held[player]
        new = cards & ~held
        if new:
            self.unknown[player] -= new.bit_count()
            self.unsure[player] &= ~new
            self.deck.out |= new
        held &= ~cards
        blind = count - cards.bit_count()
        if blind:
            total = held.bit_count() + self.unknown[player]
            if blind >= total:
                cards |= held
                held = 0
            elif held:
                # Any of the known cards may be among them: from here on the hand only may hold them.
                self.unsure[player] |= held
                held = 0
            self.unknown[player] = total - blind
        self.held[player] = held
        self.thrown[player] |= cards
        self.thrown_now[player] = cards
        self._in_pile[player] += count
        self.deck.throw(count, cards)

    def _no_discard(self, player: int, words: list[str]) -> Finding:
        number = player + 1
        found = f"discards {words[2]}" if len(words) > 2 else "stands pat"
        if self.betting.folded[player]:
            return findings.ACTION_FOLDED(player=number, found=found, expected="no draw")
        if self._cut >= self.rules.draws and (self.phase != DRAW or self.finished):
            return findings.TOO_MANY_DRAWS(
                player=number, found=found, expected=f"{self.rules.draws} draws, then {self.expected()}"
            )
        if self.phase != DRAW or self.finished:
            return findings.ACTION_NOT_NOW(player=number, found=found, expected=self.expected())
        return findings.OUT_OF_TURN(player=number, found=found, expected=self.expected())

    # Betting

    def _check_or_call(self, player: int, words: list[str]) -> Finding | None:
        betting = self.betting
        if player != betting.actor:
            if player == betting.spared and words[2:] in ([], ["0"]) and self.phase != BET:
                # Some sources print the check of a player who had nobody left to bet against.
                betting.spared = NOBODY
                return None
            return self._not_to_act(player, "checks or calls")
        if len(words) > 2:
            finding = self._check_call_amount(player, words[2])
            if finding is not None:
                return finding
        betting.call(player)
        if betting.actor == NOBODY:
            self._advance()
        return None

    def _check_call_amount(self, player: int, text: str) -> Finding | None:
        """``p2 cc 0.25``: the source prints what the call cost, 0 for a check."""
        try:
            paid = units(text, self.decimals)
        except AmountError as error:
            return self._bad_amount(player + 1, error)
        costs = self.betting.call_costs(player)
        if paid in costs:
            return None
        expected = amount(max(costs), self.decimals)
        if not paid:
            return findings.CHECK_NOT_POSSIBLE(player=player + 1, found="check", expected=f"call {expected} or fold")
        if paid > self.betting.stacks[player]:
            return findings.MORE_THAN_STACK(
                player=player + 1,
                found=amount(paid, self.decimals),
                expected=f"at most {amount(self.betting.stacks[player], self.decimals)}",
            )
        return findings.CALL_AMOUNT(player=player + 1, found=amount(paid, self.decimals), expected=expected)

    def _fold(self, player: int, words: list[str]) -> Finding | None:
        betting = self.betting
        if player != betting.actor:
            return self._not_to_act(player, "folds")
        if betting.price == betting.bets[player]:
            self.warnings.append(self.at(findings.UNNEEDED_FOLD(player=player + 1)))
        betting.fold(player)
        if betting.actor == NOBODY:
            self._advance()
        return None

    def _bet_or_raise(self, player: int, words: list[str]) -> Finding | None:
        betting = self.betting
        text = words[2] if len(words) == 3 else ""
        if player != betting.actor:
            return self._not_to_act(player, f"bets or raises to {text}")
        try:
            total = units(text, self.decimals)
        except AmountError as error:
            return self._bad_amount(player + 1, error)
        finding = betting.check_raise(player, total)
        if finding is not None:
            return finding
        betting.raise_to(player, total)
        if betting.actor == NOBODY:
            self._advance()
        return None

    def _not_to_act(self, player: int, found: str) -> Finding:
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

    def _show_or_muck(self, player: int, words: list[str]) -> Finding | None:
        """Shows (``p1 sm As2d3c4h``, ``p1 sm -`` what is known) or mucks (``p1 sm``).

        A hand shown after everybody else folded, or by a player who folded, decides nothing but must be possible.
        """
        if not self.finished:
            return findings.ACTION_NOT_NOW(player=player + 1, found="a showdown", expected=self.expected())
        if player in self.shown or player in self.mucked:
            return findings.ACTION_NOT_NOW(player=player + 1, found="a second show", expected="one a player")
        if len(words) == 2:
            self.mucked.append(player)
            self.show_order.append(player)
            return None
        try:
            cards, count = (self.held[player], self.rules.hand_size) if words[2] == "-" else known_set(words[2])
        except CardError as error:
            return self._bad_cards(player + 1, error)
        finding = self.check_shown(player, cards, count)
        if finding is not None:
            return finding
        self.reveal(player, cards)
        self.shown[player] = cards
        self.show_order.append(player)
        return None

    def check_shown(self, player: int, cards: int, count: int) -> Finding | None:
        """Why this player cannot have held these cards at the end, or None."""
        held, size = self.held[player], self.rules.hand_size
        new = cards & ~held
        differs = count != size or new.bit_count() > self.unknown[player]
        if differs or (cards.bit_count() == size and held & ~cards):
            return findings.SHOWN_DIFFERS(player=player + 1, found=_text(cards), expected=self.hand_text(player))
        clash = new & self.deck.out & ~self.unsure[player]
        return self._duplicate(clash) if clash else None

    def reveal(self, player: int, cards: int) -> None:
        """Takes cards into a hand that :meth:`check_shown` allows."""
        new = cards & ~self.held[player]
        self.held[player] |= cards
        self.unknown[player] -= new.bit_count()
        self.deck.out |= new

    # For people

    def expected(self) -> str:
        """What the rules expect next, in words."""
        if self.finished:
            return "the showdown" if self.betting.live > 1 else "the end of the hand"
        if self.phase == BET:
            player = self.betting.actor
            call = self.betting.to_call(player)
            what = f"call {amount(call, self.decimals)}" if call else "check"
            return f"p{player + 1} to {what}, bet, raise or fold" if call else f"p{player + 1} to check or bet"
        waiting = [f"p{i + 1} to get {owed} cards" for i, owed in enumerate(self.owed) if owed]
        if self.phase == DRAW and self.drawer != NOBODY:
            waiting.append(f"p{self.drawer + 1} to draw")
        return " or ".join(waiting)

    def at(self, finding: Finding) -> Finding:
        """The finding with the street of this moment."""
        finding.place.street = finding.place.street or self.street
        return finding

    def hand_text(self, player: int) -> str:
        """A hand in words: known cards, unknown ones as ``??``."""
        return format_cards([*cards_in(self.held[player]), *[-1] * self.unknown[player]])

    def _bad_cards(self, number: int, error: CardError) -> Finding:
        return findings.CARD(player=number, found=error.token, expected="cards such as As, Td or ??")

    def _bad_amount(self, number: int, error: AmountError) -> Finding:
        if error.too_fine:
            return findings.TOO_MANY_DECIMALS(player=number, found=error.text, expected=error.decimals)
        return findings.AMOUNT(player=number, found=error.text, expected="an amount such as 40 or 0.50")


def _text(cards: int) -> str:
    return format_cards(cards_in(cards))


_ACTIONS: dict[str, Callable[[Table, int, list[str]], Finding | None]] = {
    "cc": Table._check_or_call,
    "f": Table._fold,
    "cbr": Table._bet_or_raise,
    "sd": Table._discard,
    "sm": Table._show_or_muck,
    "post": Table._post,
}
