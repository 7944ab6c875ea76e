"""The files of the demonstration: who tells of which hands, and how much of each they saw."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from hands.demo.people import Person
from hands.formats import phh
from hands.privacy import document_for, split
from hands.rules.cards import RANKS, SUITS
from hands.rules.document import Document
from hands.rules.replay import play

# So many hands that the house tells of as well are in the member's file.
_KNOWN_ALREADY = 8
_CARDS = f"(?:[{RANKS}][{SUITS}])+"
NOTES = ("notes.txt", "다음 주 금요일 7시, 송파 1번 테이블\n".encode())
"""A file without any hand, sent by mistake."""


@dataclass(frozen=True, slots=True)
class Histories:
    """``of_house`` are the owner's files, one a month; ``of_member`` those of one player, sent together.

    Of the last session the owner and the member each tell what they saw themselves, which is less than all; and they
    disagree about one hand.
    """

    of_house: list[tuple[str, bytes]]
    of_member: list[tuple[str, bytes]]


def histories(sessions: Sequence[Sequence[Document]], *, owner: Person, member: Person) -> Histories:
    """The files of these sessions, the last of which both people sat in."""
    *before, last = sessions
    told = [hand for session in before for hand in session]
    told += [seen_by(owner, hand) if _sits(owner, hand) else hand for hand in last]
    months = groupby(told, key=lambda hand: f"{hand.year}-{hand.month:02d}")
    own = [seen_by(member, hand) for hand in last if _sits(member, hand)]
    known = [seen_by(member, hand) for session in before for hand in session if _sits(member, hand)][-_KNOWN_ALREADY:]
    told_by_member = [*known, *_disagreeing(own, owner, member), *faulty(own)]
    return Histories(
        [(f"house-{month}.phhs", file_of(hands)) for month, hands in months],
        [(f"{member.elsewhere}.phhs", file_of(told_by_member)), NOTES],
    )


def file_of(hands: Iterable[Document]) -> bytes:
    """A file of many hands in the Poker Hand History format."""
    return "\n".join(f"[{index}]\n{phh.dumps(hand)}" for index, hand in enumerate(hands, 1)).encode()


def _sits(person: Person, hand: Document) -> bool:
    return person.nick in (hand.players or ())


def seen_by(person: Person, hand: Document) -> Document:
    """The hand with the cards that one of its players knew."""
    public, overlay = split(play(hand))
    return document_for(public, [overlay], {(hand.players or []).index(person.nick) + 1})


def _disagreeing(own: Sequence[Document], owner: Person, member: Person) -> list[Document]:
    """The member's hands, one of them with other chips than the owner says there were."""
    hands = list(own)
    for index, hand in enumerate(hands):
        place = (hand.players or []).index(member.nick)
        stacks = [stack + (hand.big_bet or 0) if i == place and stack else stack for i, stack in enumerate(hand.stacks)]
        changed = replace(hand, stacks=stacks)
        if _sits(owner, hand) and play(changed).accepted:
            hands[index] = changed
            break
    return hands


# Faults that real histories have


def faulty(hands: Sequence[Document]) -> Iterator[Document]:
    """Hands that the rules refuse, each for another reason, under numbers of their own."""
    for index, spoil in enumerate((_wrong_bet, _foreign_discard, _too_much_collected), 1):
        for hand in hands:
            spoilt = spoil(hand)
            if spoilt is not None and not play(spoilt).accepted:
                yield replace(spoilt, hand=f"{hand.hand}-{index}")
                break


def _changed(hand: Document, pattern: str, change: Callable[[re.Match[str]], str | None]) -> Document | None:
    """The hand with the first action that has the pattern changed."""
    for index, action in enumerate(hand.actions):
        found = re.fullmatch(pattern, action)
        new = change(found) if found else None
        if new is not None:
            return replace(hand, actions=[*hand.actions[:index], new, *hand.actions[index + 1 :]])
    return None


def _wrong_bet(hand: Document) -> Document | None:
    """A bet of another size than the limit."""
    more = (hand.small_bet or 0) // 4
    return _changed(hand, r"(p\d+ cbr) (\d+)", lambda found: f"{found[1]} {int(found[2]) + more}")


def _foreign_discard(hand: Document) -> Document | None:
    """A card thrown that somebody else showed in the end."""
    shown = [found.groups() for action in hand.actions if (found := re.fullmatch(rf"(p\d+) sm ({_CARDS})", action))]

    def change(found: re.Match[str]) -> str | None:
        others = [cards for player, cards in shown if player != found[1]]
        return f"{found[1]} sd {others[0][:2]}{found[2][2:]}" if others else None

    return _changed(hand, rf"(p\d+) sd ({_CARDS})", change)


def _too_much_collected(hand: Document) -> Document | None:
    """More taken from the pot than was in it."""
    record = hand.record
    if record is None or not record.collected or record.pot is None:
        return None
    first, *others = record.collected
    more = replace(first, amount=first.amount + record.pot)
    return replace(hand, record=replace(record, collected=[more, *others]))
