"""What facts add up to: in Python for the hands that change, in the database for all of a club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import BigIntegerField, Count, F, Q, QuerySet, Sum, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast

from badugi_site.clubs.models import Club
from hands.models import CUTS, ClubSums, Fact, Hand, PendingSums, PlayerSums, Stakes, Status, Sums
from hands.rows import FactRow, HandRow

# The player, None for the club; the game and its stakes; the month.
Key = tuple[int | None, str, str, int, int, int, str]
GROUP: tuple[str, ...] = ("player", *Stakes.STAKES, "month")

# What is added up, in this order. The sums of players have those of the facts alone.
Amounts = list[int]
OF_FACTS: tuple[str, ...] = Sums.ADDITIVE
COLUMNS: tuple[str, ...] = ClubSums.ADDITIVE
OF_HANDS = COLUMNS[len(OF_FACTS) :]
_NO_FACT, _NO_HAND = [0] * len(OF_FACTS), [0] * len(OF_HANDS)


def counts(hand: Hand | HandRow) -> bool:
    """Whether a hand counts in statistics: neither disputed nor cancelled, and somebody can tell who won."""
    return not hand.is_disputed and hand.status != Status.CANCELLED and hand.ledger is not None


def _that_count(club: Club, of: str = "") -> Q:
    """The same in the database; ``of`` leads to the hand (``hand__``)."""
    settled = Q(**{f"{of}club": club, f"{of}is_disputed": False, f"{of}ledger__isnull": False})
    return settled & ~Q(**{f"{of}status": Status.CANCELLED})


def month_of(at: datetime | None, zone: ZoneInfo) -> str:
    """The month of :class:`Hand`: ``2010-09`` in the zone of the club, empty without a time."""
    if at is None:
        return ""
    local = at.astimezone(zone)
    return f"{local.year:04}-{local.month:02}"


class Totals:
    """Amounts by key."""

    def __init__(self) -> None:
        # All that was added, which is added up at the end at once.
        self._rows: dict[Key, list[Iterable[int]]] = {}

    def add(self, key: Key, amounts: Sequence[int], times: int = 1) -> None:
        """Adds one amount for each of COLUMNS, or takes them away (``times`` -1)."""
        row = amounts if times > 0 else [-amount for amount in amounts]
        rows = self._rows.get(key)
        if rows is None:
            self._rows[key] = [row]
        else:
            rows.append(row)

    def add_hand(self, hand: Hand | HandRow, facts: Sequence[Fact | FactRow], times: int) -> None:
        """A hand with its facts, for the club and for every player."""
        group = (hand.game, hand.currency, hand.decimals, hand.small_bet, hand.big_bet, hand.month)
        club = (None, *group)
        for fact in facts:
            amounts = _amounts_of(fact)
            if fact.player_id is not None:
                self.add((fact.player_id, *group), amounts, times)
            self.add(club, amounts, times)
        self.add(club, (*_NO_FACT, 1, hand.pot, hand.rake), times)

    def in_order(self) -> Iterator[tuple[Key, Amounts]]:
        """What is not nothing, sorted: whoever locks rows does it in this order."""
        for key in sorted(self._rows, key=lambda key: (key[0] or 0, *key[1:])):
            amounts = list(map(sum, zip(*self._rows[key], strict=True)))
            if any(amounts):
                yield key, amounts


def _amounts_of(fact: Fact | FactRow) -> Amounts:
    """One fact in the order of COLUMNS. The database does the same by :data:`_EXPRESSIONS`."""
    first, second, third, fourth = fact.drawn_1, fact.drawn_2, fact.drawn_3, fact.drawn_4
    return [
        *(1, fact.put_in, fact.won, fact.vpip, fact.raised),
        *(first is not None, second is not None, third is not None, fourth is not None),
        *(first or 0, second or 0, third or 0, fourth or 0),
        *(first == 0, second == 0, third == 0, fourth == 0),
        *(fact.made is True, fact.made is not None),
        *(fact.showdown, fact.showdown and first is not None, fact.showdown_won),
        *_NO_HAND,
    ]


# What each column of OF_FACTS counts or adds up.
_EXPRESSIONS: dict[str, Q | str] = {
    "hands": Q(),
    "put_in": "put_in",
    "won": "won",
    "vpip": Q(vpip=True),
    "raised": Q(raised=True),
    **{f"saw_{cut}": Q(**{f"drawn_{cut}__isnull": False}) for cut in CUTS},
    **{f"drawn_{cut}": f"drawn_{cut}" for cut in CUTS},
    **{f"pat_{cut}": Q(**{f"drawn_{cut}": 0}) for cut in CUTS},
    "made": Q(made=True),
    "made_known": Q(made__isnull=False),
    "showdowns": Q(showdown=True),
    "showdowns_drawn": Q(showdown=True, drawn_1__isnull=False),
    "showdowns_won": Q(showdown_won=True),
}

_NOBODY = Cast(Value(None), BigIntegerField())


def differences(club: Club) -> dict[Key, Amounts]:
    """What the facts of a club give beyond its sums and what is pending, by key: nothing when all is right.

    One statement sees all of it at one moment, whoever writes meanwhile.
    """
    totals = Totals()
    given = [_of_facts(club), _of_hands(club)]
    kept = [_kept(rows.filter(club=club)) for rows in (PlayerSums.objects, ClubSums.objects, PendingSums.objects)]
    for times, *row in given[0].union(given[1], *kept, all=True).iterator():
        key, amounts = (*row[: len(GROUP)],), [int(amount or 0) for amount in row[len(GROUP) :]]
        totals.add(key, amounts, times)
        if times > 0 and key[0] is not None:
            totals.add((None, *key[1:]), amounts)
    return dict(totals.in_order())


def _of_facts(club: Club) -> Any:
    """The sums of each player, and of everybody without a name, from the facts that count."""
    counted = Fact.objects.filter(_that_count(club, "hand__"))
    group = ("player_id", *(f"hand__{name}" for name in GROUP[1:]))
    sums = {
        f"sum_{name}": Sum(what) if isinstance(what, str) else Count("pk", filter=what)
        for name, what in _EXPRESSIONS.items()
    }
    rows = counted.order_by().values(*group).annotate(times=Value(1), **sums, **_nothing(OF_HANDS))
    return rows.values_list("times", *group, *(f"sum_{name}" for name in COLUMNS))


def _of_hands(club: Club) -> Any:
    """How many hands count, their pots and rake."""
    rows = Hand.objects.filter(_that_count(club)).order_by().values(*GROUP[1:])
    rows = rows.annotate(
        times=Value(1),
        player=_NOBODY,
        **_nothing(OF_FACTS),
        sum_deals=Count("pk"),
        sum_pot=Sum("pot"),
        sum_rake=Sum("rake"),
    )
    return rows.values_list("times", *GROUP, *(f"sum_{name}" for name in COLUMNS))


def _kept(sums: QuerySet[Any]) -> Any:
    """Rows of sums, to be taken away."""
    model = sums.model
    player: Combinable = _NOBODY if model is ClubSums else F("player_id")
    missing = OF_HANDS if model is PlayerSums else ()
    rows = sums.order_by().annotate(times=Value(-1), of=player, **_nothing(missing))
    columns = (f"sum_{name}" if name in missing else name for name in COLUMNS)
    return rows.values_list("times", "of", *GROUP[1:], *columns)


def _nothing(names: Iterable[str]) -> dict[str, Value]:
    return {f"sum_{name}": Value(0) for name in names}
