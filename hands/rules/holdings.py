"""Who holds which cards: hands, discards and the deck, seen or not (docs/rules.md, section 3).

Known cards are sets, unknown ones are counted and never guessed. Players are counted from 0 here, from 1 in findings.
"""

from __future__ import annotations

from typing import NamedTuple

from hands.rules import findings, words
from hands.rules.cards import FULL_DECK, cards_in, format_cards, set_text
from hands.rules.deck import Deck
from hands.rules.findings import Finding
from hands.rules.games import Rules


class Shuffle(NamedTuple):
    """A reshuffle to come: how many discards are held out, which known cards come ``back``, and what stays in the pile
    of each player: how many, and the known ones."""

    held_out: int
    back: int
    in_pile: list[int]
    pile_cards: list[int]


class Holdings:
    """The cards of a hand in progress.

    ``held`` are each player's known cards, ``unknown`` how many more there are. After discards of which only the count
    is known, the cards that may have been among them are ``unsure``: the unknown cards are some of these, but for at
    most ``fresh`` others. ``thrown`` are the known discards of the hand, ``thrown_now`` those of this cut; ``owed`` how
    many cards each player is still to get. ``drawing`` after the first cut began.
    """

    __slots__ = (
        "_in_pile",
        "_pile_cards",
        "deck",
        "drawing",
        "fresh",
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
        self.fresh = [0] * n
        self.thrown = [0] * n
        self.thrown_now = [0] * n
        self.owed = [0] * n
        self._in_pile = [0] * n
        self._pile_cards = [0] * n

    def start_cut(self) -> None:
        """A cut begins: the discards of the last one are no longer of this draw."""
        self.drawing = True
        self.thrown_now = [0] * len(self.held)
        if self.rules.burn and self.deck.stub:
            self.deck.stub -= 1

    def deal(self, player: int, cards: int, count: int) -> Finding | None:
        """Gives a player what is owed, ``count`` cards of which ``cards`` are known; or says why these cannot be.

        The finding is only a warning when the cards are odd, but possible. Nothing has changed after an error.
        """
        deck = self.deck
        warning = None
        if count > deck.stub or cards & (self.thrown[player] | deck.out):
            warning = self._check_deal(player, cards, count)
            if warning is not None and warning.severity == "error":
                return warning
        deck.stub -= count
        deck.out |= cards
        self.owed[player] = 0
        self.held[player] |= cards
        more = count - cards.bit_count()
        if more:
            self.unknown[player] += more
            self.fresh[player] += more
        if deck.shuffles:
            # What comes from a new stub was thrown before, whoever may have held it.
            self.unsure = [unsure & ~cards for unsure in self.unsure]
        return warning

    def _check_deal(self, player: int, cards: int, count: int) -> Finding | None:
        """Why these cards cannot be dealt, or are odd. Where nothing is wrong, the reshuffle that they need is done."""
        deck = self.deck
        shuffle = self.shuffle_for(player) if count > deck.stub else None
        out = deck.out
        if shuffle is not None:
            finding = self._why_no_shuffle(player, cards, count, shuffle)
            if finding is not None:
                return finding
            out &= ~shuffle.back
        warning = self._own_discard(player, cards, out) if cards & self.thrown[player] else None
        if warning is not None and warning.severity == "error":
            return warning
        if cards & out:
            return self.duplicate(cards & out)
        if shuffle is not None:
            deck.reshuffle(shuffle.held_out, shuffle.back)
            self._in_pile = shuffle.in_pile
            self._pile_cards = shuffle.pile_cards
        return warning

    def shuffle_for(self, player: int) -> Shuffle:
        """The reshuffle that a draw of the player needs (docs/rules.md, section 3).

        Held out are the discards of this cut of everybody who still waits for cards, and with ``own_discards: never``
        all that the drawer threw in the hand.
        """
        held_out = sum(self.owed)
        in_pile = self.owed.copy()
        pile_cards = [cards if owed else 0 for cards, owed in zip(self.thrown_now, self.owed, strict=True)]
        if self.rules.keep_own_out:
            held_out += self._in_pile[player] - self.owed[player]
            in_pile[player] = self._in_pile[player]
            pile_cards[player] = self._pile_cards[player]
        back = self.deck.pile_cards
        for i, owed in enumerate(self.owed):
            back &= ~pile_cards[i]
            if self._in_pile[i] > owed:
                # Somebody's unseen discards are shuffled in: each card that may be among them may come.
                back |= self.unsure[i]
        return Shuffle(held_out, back, in_pile, pile_cards)

    def _why_no_shuffle(self, player: int, cards: int, count: int, shuffle: Shuffle) -> Finding | None:
        deck, number = self.deck, player + 1
        if self.rules.no_card or not self.drawing:
            return findings.DECK_EXHAUSTED(player=number, found=count, expected=words.cards_left(deck.stub))
        left = deck.stub + deck.pile - shuffle.held_out
        if count > left:
            return findings.DECK_EXHAUSTED(player=number, found=count, expected=words.cards_left_after_reshuffle(left))
        rest = FULL_DECK & ~deck.out
        if self.rules.stub_first and rest.bit_count() == deck.stub:
            missing = rest & ~cards
            if missing.bit_count() > count - cards.bit_count():
                return findings.RESHUFFLE(
                    player=number, found=set_text(cards), expected=words.rest_of_the_stub(set_text(missing))
                )
        return None

    def _own_discard(self, player: int, cards: int, out: int) -> Finding | None:
        now = cards & self.thrown_now[player]
        before = cards & self.thrown[player]
        if now or self.rules.keep_own_out:
            return findings.OWN_DISCARD_RETURNED(
                player=player + 1, found=set_text(now or before), expected=words.NOT_AN_OWN_DISCARD
            )
        if before & out:
            return None
        return findings.OWN_DISCARD_SEEN_AGAIN(player=player + 1, found=set_text(before))

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

    def throw(self, player: int, cards: int, count: int, limit: int) -> Finding | None:
        """Moves discards, at most ``limit``, from the hand to the pile, and as many cards are owed; or says why the
        rules forbid it, and nothing has changed."""
        held = self.held[player]
        if count > limit or cards & ~held or self.rules.no_card:
            finding = self.check_discard(player, cards, count, limit)
            if finding is not None:
                return finding
            self.reveal(player, cards)
            held = self.held[player]
        held &= ~cards
        unseen = count - cards.bit_count()
        if unseen:
            kept = held.bit_count() + self.unknown[player] - unseen
            if not kept:
                # Nothing is left of what the hand may have held.
                cards |= held | self.unsure[player]
                self.unsure[player] = 0
            elif held or self.unsure[player]:
                # Any of the known cards may be among them: from here on the hand only may hold them.
                self.unsure[player] |= held
            held = 0
            self.unknown[player] = kept
            self.fresh[player] = min(self.fresh[player], kept)
        self.held[player] = held
        self.thrown[player] |= cards
        self.thrown_now[player] = cards
        self.owed[player] = count
        self._in_pile[player] += count
        self._pile_cards[player] |= cards
        deck = self.deck
        deck.pile += count
        deck.pile_cards |= cards
        return None

    def check_discard(self, player: int, cards: int, count: int, limit: int) -> Finding | None:
        """Why this discard is against the rules, or None.

        Known cards that the hand is not known to hold must be among its unknown ones. Source: docs/rules.md, section 3.
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
            if not self._may_hold(player, new):
                return findings.DISCARD_NOT_HELD(
                    player=player + 1, found=set_text(new), expected=words.one_of(self.text(player))
                )
            if new & self.deck.out & ~self.unsure[player]:
                return self.duplicate(new & self.deck.out & ~self.unsure[player])
        return None

    def _may_hold(self, player: int, new: int) -> bool:
        """Whether these cards may be among the unknown ones of the hand."""
        others = new & ~self.unsure[player]
        return new.bit_count() <= self.unknown[player] and others.bit_count() <= self.fresh[player]

    def _take_in(self, player: int, new: int) -> None:
        """Cards that :meth:`_may_hold` allows are known from here on."""
        self.fresh[player] -= (new & ~self.unsure[player]).bit_count()
        self.unsure[player] &= ~new
        self.unknown[player] -= new.bit_count()
        self.fresh[player] = min(self.fresh[player], self.unknown[player])
        self.held[player] |= new
        self.deck.out |= new

    def check_shown(self, player: int, cards: int, count: int) -> Finding | None:
        """Why this player cannot have held these cards at the end, or None."""
        held, size = self.held[player], self.rules.hand_size
        new = cards & ~held
        if count != size or not self._may_hold(player, new) or (cards.bit_count() == size and held & ~cards):
            return findings.SHOWN_DIFFERS(player=player + 1, found=set_text(cards), expected=self.text(player))
        clash = new & self.deck.out & ~self.unsure[player]
        return self.duplicate(clash) if clash else None

    def reveal(self, player: int, cards: int) -> None:
        """Takes cards into a hand that :meth:`check_shown` or a discard allows."""
        if cards & ~self.held[player]:
            self._take_in(player, cards & ~self.held[player])

    def text(self, player: int) -> str:
        """A hand in words: known cards, unknown ones as ``??``."""
        return set_text(self.held[player], self.unknown[player])
