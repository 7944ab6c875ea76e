"""The evenings of the demonstration: who sat where, what was dealt and played, hand by hand.

Everything follows from the seed, how much was asked for, and the day before which it was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random

from hands.demo.people import Person
from hands.demo.policy import Sensible
from hands.rules.document import Collected, Document, Record
from hands.rules.generate import play_out
from hands.rules.pots import Ledger
from hands.rules.replay import play

SITE = "Demo"
CURRENCY = "KRW"
DAYS = 182
HANDS_A_SESSION = 25
SEATS = 8
MOST_HANDS = 100_000
_TABLES = ("송파 1", "송파 2", "Moonlight")
_SMALL_BETS = (2_000, 2_000, 10_000)
_FIRST_HOUR = 19
# The house takes 3 % of a pot that saw a cut, in whole hundreds, at most half a big bet.
_RAKE_STEP = 100


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a demonstration is made of; the same again gives the same hands."""

    hands: int
    people: tuple[Person, ...]
    seed: int

    def number_of(self, index: int) -> str:
        """The number of a hand, of thirteen digits; what else is asked for has others."""
        digest = sha256(f"{self.seed} {self.hands} {len(self.people)}".encode()).digest()
        return str((10**7 + int.from_bytes(digest[:8]) % (9 * 10**7)) * MOST_HANDS + index)


@dataclass(slots=True)
class _Seat:
    """Somebody at the table. ``stack`` is theirs between the hands."""

    number: int
    person: Person
    stack: int


def deal_sessions(wanted: Wanted, before: datetime) -> Iterator[list[Document]]:
    """The sessions of the half year before a moment, in order: each the hands of one table in one evening.

    ``before`` has the zone in which the hands are dated. The first two people sit in the last session for certain.
    """
    random = Random(f"{wanted.seed} {wanted.hands} {len(wanted.people)}")
    count = -(-wanted.hands // HANDS_A_SESSION)
    for index in range(count):
        first, end = (wanted.hands * i // count for i in (index, index + 1))
        days = 1 + (DAYS - 1) * (count - 1 - index) // max(1, count - 1)
        evening = (before - timedelta(days=days)).replace(hour=_FIRST_HOUR, minute=0, second=0, microsecond=0)
        company = random.sample(wanted.people, min(len(wanted.people), random.randint(3, SEATS - 2)))
        if index == count - 1:
            company = [*wanted.people[:2], *(person for person in company if person not in wanted.people[:2])]
        numbers = [wanted.number_of(i) for i in range(first, end)]
        yield list(_session(random, company, evening + timedelta(minutes=random.randrange(120)), numbers))


def _session(random: Random, company: Sequence[Person], at: datetime, numbers: Sequence[str]) -> Iterator[Document]:
    """A hand for each of the numbers."""
    small_bet, table = random.choice(_SMALL_BETS), random.choice(_TABLES)
    buy_in = 25 * small_bet
    places = sorted(random.sample(range(1, SEATS + 1), len(company)))
    seats = [_Seat(number, person, buy_in) for number, person in zip(places, company, strict=True)]
    for index, number in enumerate(numbers):
        for seat in seats:
            if seat.stack < 6 * small_bet:
                seat.stack = buy_in
        # Somebody may take a break, as long as that leaves enough for a game.
        here = [seat for seat in seats if random.random() > 0.06]
        here = here if len(here) > 2 else seats
        turn = index % len(here)
        yield _hand(random, [*here[turn + 1 :], *here[: turn + 1]], small_bet, at, table, number)
        at += timedelta(seconds=random.randint(45, 130))


def _hand(random: Random, order: Sequence[_Seat], small_bet: int, at: datetime, table: str, number: str) -> Document:
    """A hand by these seats, the button last; their stacks are those after it."""
    document = Document(
        variant="FB",
        antes=[0] * len(order),
        blinds=[small_bet // 2, small_bet, *[0] * (len(order) - 2)],
        small_bet=small_bet,
        big_bet=2 * small_bet,
        stacks=[seat.stack for seat in order],
        actions=[],
        currency=CURRENCY,
        players=[seat.person.nick for seat in order],
        seats=[seat.number for seat in order],
        seat_count=SEATS,
        button=order[-1].number,
        table=table,
        hand=number,
        venue=SITE,
        year=at.year,
        month=at.month,
        day=at.day,
        time=at.strftime("%H:%M:%S"),
        time_zone=str(at.tzinfo),
    )
    play_out(random, document, Sensible(random, [seat.person.style for seat in order]))
    told, ledger = _told(document)
    for seat, line in zip(order, ledger.players, strict=True):
        seat.stack += line.net
    return told


def _told(document: Document) -> tuple[Document, Ledger]:
    """The hand with its results, as the house writes them down, and its settlement."""
    rake = 0
    if any(" sd" in action for action in document.actions):
        pot = sum(pot.amount for pot in _settled(document).pots)
        rake = min(pot * 3 // 100, document.small_bet or 0) // _RAKE_STEP * _RAKE_STEP
    ledger = _settled(replace(document, record=Record(rake=rake)))
    collected = [
        Collected(share.player, share.amount, index)
        for index, pot in enumerate(ledger.pots)
        for share in pot.shares
        if share.amount
    ]
    total = sum(pot.amount for pot in ledger.pots)
    return replace(document, record=Record(collected=collected, rake=rake, pot=total)), ledger


def _settled(document: Document) -> Ledger:
    ledger = play(document).ledger
    if ledger is None:
        raise AssertionError(f"the demonstration made a hand that cannot be settled: {document}")
    return ledger
