"""Who holds which cards: hands, discards and the deck, seen or not (rules.md, section 3).

Known cards are sets, unknown ones are counted and never guessed. Players are counted from 0 here, from 1 in findings.
"""

from __future__ import annotations

from hands.rules import findings, words
from hands.rules.cards import UNKNOWN, cards_in, format_cards
from hands.rules.deck import Deck
from hands.rules.findings import Finding
from hands.rules.games import Rules


class Holdings:
    """The cards of a hand in progress.

    ``held`` are each player's known cards, ``unknown`` how many more there are, ``unsure`` known cards that may have
    been among discards of which only the count is known. ``thrown`` are the known discards of the hand, ``thrown_now``
    those of this cut; ``owed`` how many cards each player is still to get. ``drawing`` after the first cut began.
    """

    __slots__ = (
        "_in_pile",
        "deck",
        "drawing",
        "held",
        "owed",
        "rules",
        "thrown",
        "thrown_now",
        "unknown",
        "unsure",
    )

    def __init__(self, rules: Rules, n: int) -> None:
        self.rules = rules
        self.deck = Deck()
        self.drawing = False
        self.held = [0] * n
        self.unknown = [0] * n
        self.unsure = [0] * n
        self.thrown = [0] * n
        self.thrown_now = [0] * n
        self.owed = [0] * n
        self._in_pile = [0] * n

    def start_cut(self) -> None:
        """A cut begins: the discards of the last one are no longer of this draw."""
        self.drawing = True
        self.thrown_now = [0] * len(self.held)
        if self.rules.burn and self.deck.stub:
            self.deck.stub -= 1

    def deal(self, player: int, cards: int, count: int) -> Finding | None:
        """Gives a player what is owed, ``count`` cards of which ``cards`` are known; or says why these cannot be.

        The finding is only a warning when the cards are odd, but possible.
        """
        deck = self.deck
        warning = None
        if count > deck.stub:
            finding = self._run_out(player, count)
            if finding is not None:
                return finding
        if cards:
            if cards & self.thrown[player]:
                warning = self._own_discard(player, cards)
                if warning is not None and warning.severity == "error":
                    return warning
            if cards & deck.out:
                return self.duplicate(cards & deck.out)
        deck.stub -= count
        deck.out |= cards
        self.owed[player] = 0
        self.held[player] |= cards
        self.unknown[player] += count - cards.bit_count()
        return warning

    def _run_out(self, player: int, count: int) -> Finding | None:
        """The stub is smaller than the draw: a new one is made of the rest and the discards (rules.md 3).

        Held out are the discards of this cut of everybody who still waits for cards, and with ``own_discards: never``
        all that the drawer threw in the hand.
        """
        deck = self.deck
        if self.rules.no_card or not self.drawing:
            return findings.DECK_EXHAUSTED(player=player + 1, found=count, expected=words.cards_left(deck.stub))
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
                expected=words.cards_left_after_reshuffle(deck.stub + deck.pile - held_out),
            )
        deck.reshuffle(held_out, held_cards)
        own = self._in_pile[player] if self.rules.keep_own_out else self.owed[player]
        self._in_pile = self.owed.copy()
        self._in_pile[player] = own
        return None

    def _own_discard(self, player: int, cards: int) -> Finding | None:
        now = cards & self.thrown_now[player]
        before = cards & self.thrown[player]
        if now or self.rules.keep_own_out:
            return findings.OWN_DISCARD_RETURNED(
                player=player + 1, found=_text(now or before), expected=words.NOT_AN_OWN_DISCARD
            )
        return (
            None if before & self.deck.out else findings.OWN_DISCARD_SEEN_AGAIN(player=player + 1, found=_text(before))
        )

    def duplicate(self, cards: int) -> Finding:
        """Which card is there twice, and where it was seen first."""
        card = next(cards_in(cards))
        bit = 1 << card
        holders = [f"p{i + 1}" for i in range(len(self.held)) if (self.held[i] | self.unsure[i]) & bit]
        throwers = [f"p{i + 1}" for i in range(len(self.held)) if self.thrown[i] & bit]
        where = (
            words.held_by(holders[0]) if holders else words.thrown_by(throwers[0]) if throwers else words.DEALT_BEFORE
        )
        return findings.DUPLICATE_CARD(found=format_cards([card]), expected=where)

    def check_discard(self, player: int, cards: int, count: int, limit: int) -> Finding | None:
        """Why this discard is against the rules, or None. ``limit`` is the most that this cut allows.

        Known cards that the hand is not known to hold must be among its unknown ones. Source: rules.md 3.
        """
        if count > limit:
            held = self.held[player].bit_count() + self.unknown[player]
            return findings.DISCARD_TOO_MANY(
                player=player + 1,
                found=words.cards(count),
                expected=words.at_most(str(limit)) if limit < held else words.cards_of_the_hand(held),
            )
        if self.rules.no_card and count > self.deck.stub - sum(self.owed):
            return findings.DECK_EXHAUSTED(player=player + 1, found=count, expected=words.DECK_CANNOT_SERVE)
        new = cards & ~self.held[player]
        if new:
            if new.bit_count() > self.unknown[player]:
                return findings.DISCARD_NOT_HELD(
                    player=player + 1, found=_text(new), expected=words.one_of(self.text(player))
                )
            if new & self.deck.out & ~self.unsure[player]:
                return self.duplicate(new & self.deck.out & ~self.unsure[player])
        return None

    def throw(self, player: int, cards: int, count: int) -> None:
        """Moves discards that :meth:`check_discard` allows from the hand to the pile; as many cards are owed."""
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
        self.owed[player] = count
        self._in_pile[player] += count
        self.deck.throw(count, cards)

    def check_shown(self, player: int, cards: int, count: int) -> Finding | None:
        """Why this player cannot have held these cards at the end, or None."""
        held, size = self.held[player], self.rules.hand_size
        new = cards & ~held
        differs = count != size or new.bit_count() > self.unknown[player]
        if differs or (cards.bit_count() == size and held & ~cards):
            return findings.SHOWN_DIFFERS(player=player + 1, found=_text(cards), expected=self.text(player))
        clash = new & self.deck.out & ~self.unsure[player]
        return self.duplicate(clash) if clash else None

    def reveal(self, player: int, cards: int) -> None:
        """Takes cards into a hand that :meth:`check_shown` allows."""
        new = cards & ~self.held[player]
        self.held[player] |= cards
        self.unknown[player] -= new.bit_count()
        self.deck.out |= new

    def text(self, player: int) -> str:
        """A hand in words: known cards, unknown ones as ``??``."""
        return format_cards([*cards_in(self.held[player]), *[UNKNOWN] * self.unknown[player]])


def _text(cards: int) -> str:
    return format_cards(cards_in(cards))
