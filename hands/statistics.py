"""Every statistic, declared once: its definition, what is counted among what, and its names.

The API, the pages and docs/statistics.md read these declarations. Everything is computed from integers without an
error; a figure is rounded once, when it becomes text, and halves go away from zero (0.25 to one decimal is 0.3).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any, ClassVar

from hands.rules.document import amount
from hands.rules.games import BADUGI
from hands.rules.names import Names

# The quantile of the normal distribution for an interval that misses in five of a hundred cases.
_Z = Decimal("1.959963984540054")
_MONEY = ("put_in", "won", "net", "pot", "rake")


@dataclass(slots=True)
class Total:
    """Facts added up: ``sums`` by column, and apart by currency and decimals in ``money``, since those do not mix.

    The columns are those of :class:`hands.models.ClubSums`, and ``net`` is what was won less what was put in.
    ``big_bets`` is the net in big bets over the ``big_bet_hands`` that were played with a big bet.
    """

    sums: dict[str, int] = field(default_factory=dict)
    money: dict[tuple[str, int], dict[str, int]] = field(default_factory=dict)
    big_bets: Fraction = Fraction()
    big_bet_hands: int = 0

    def add(self, sums: Mapping[str, int], *, currency: str, decimals: int, big_bet: int) -> None:
        """Adds sums that were played for one kind of money and one big bet, 0 for none."""
        purse = self.money.setdefault((currency, decimals), {})
        net = sums["won"] - sums["put_in"]
        for column, more in (*sums.items(), ("net", net)):
            self.sums[column] = self.sums.get(column, 0) + more
            purse[column] = purse.get(column, 0) + more
        if big_bet:
            self.big_bets += Fraction(net, big_bet)
            self.big_bet_hands += sums["hands"]

    def __getitem__(self, column: str) -> int:
        return self.sums.get(column, 0)

    def by_currency(self) -> list[tuple[str, dict[str, int], int]]:
        """The sums of each currency, chips first, with the most decimals that it was played with."""
        found: dict[str, tuple[str, dict[str, int], int]] = {}
        for (currency, decimals), sums in sorted(self.money.items()):
            _, before, fewer = found.get(currency, (currency, {}, decimals))
            finer = {column: n * 10 ** (decimals - fewer) if column in _MONEY else n for column, n in before.items()}
            added = {column: n + finer.get(column, 0) for column, n in sums.items()}
            found[currency] = (currency, added, decimals)
        return list(found.values())


def rounded(value: Fraction, places: int) -> str:
    """The text of a figure, halves away from zero: ``rounded(Fraction(-1, 8), 2)`` is ``-0.13``."""
    size = int(abs(value) * 10**places + Fraction(1, 2))
    return amount(-size if value < 0 else size, places)


def wilson(count: int, among: int) -> tuple[Fraction, Fraction]:
    """Wilson's score interval at 95 % of a share: between what ends the true one lies in 95 of 100 cases.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference, 1927.
    """
    with localcontext() as context:
        context.prec = 40
        n, k, square = Decimal(among), Decimal(count), _Z * _Z
        middle = (k + square / 2) / (n + square)
        half = _Z / (n + square) * (k * (n - k) / n + square / 4).sqrt()
        low, high = max(middle - half, Decimal(0)), min(middle + half, Decimal(1))
    return Fraction(low), Fraction(high)


@dataclass(frozen=True, slots=True)
class Statistic(ABC):
    """A figure: ``kind`` says in which shape :meth:`render` gives it, ``formula`` what it is made of.

    What is ``private`` rests on cards that others have not seen: only the player and the club's staff see it.
    """

    code: str
    names: Names
    meaning: Names
    private: bool = field(default=False, kw_only=True)

    kind: ClassVar[str]

    @property
    @abstractmethod
    def formula(self) -> str: ...

    @abstractmethod
    def render(self, total: Total) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Count(Statistic):
    """``{"count": 12}``."""

    column: str

    kind = "count"

    @property
    def formula(self) -> str:
        return f"`{self.column}`"

    def render(self, total: Total) -> dict[str, Any]:
        return {"count": total[self.column]}


@dataclass(frozen=True, slots=True)
class Money(Statistic):
    """``{"amounts": [{"currency": "USD", "amount": "-1.50", "hands": 12}]}``: one for each currency, None for chips.

    With ``per`` it is the average of so many hands, with two decimals at least.
    """

    column: str
    per: int = 0
    among: str = "hands"

    kind = "money"

    @property
    def formula(self) -> str:
        return f"{self.per} × `{self.column}` / `{self.among}`" if self.per else f"`{self.column}`"

    def render(self, total: Total) -> dict[str, Any]:
        amounts = []
        for currency, sums, decimals in total.by_currency():
            hands = sums[self.among]
            if hands:
                value, places = Fraction(sums[self.column], 10**decimals), decimals
                if self.per:
                    value, places = value * self.per / hands, max(decimals, 2)
                amounts.append({"currency": currency or None, "amount": rounded(value, places), "hands": hands})
        return {"amounts": amounts}


@dataclass(frozen=True, slots=True)
class BigBets(Statistic):
    """``{"big_bets": "-1.25", "hands": 12}``: None without such hands. With ``per`` the average of so many hands."""

    per: int = 0

    kind = "big_bets"

    @property
    def formula(self) -> str:
        return f"{self.per} × (`net` / big bet) / `hands`" if self.per else "`net` / big bet"

    def render(self, total: Total) -> dict[str, Any]:
        hands = total.big_bet_hands
        value = total.big_bets * self.per / hands if self.per and hands else total.big_bets
        return {"big_bets": rounded(value, 2) if hands else None, "hands": hands}


@dataclass(frozen=True, slots=True)
class Share(Statistic):
    """``{"count": 1, "among": 4, "percent": "25.0", "low": "4.6", "high": "69.9"}``: in percent with the ends of its
    interval; None among nothing."""

    of: str
    among: str

    kind = "share"

    @property
    def formula(self) -> str:
        return f"`{self.of}` / `{self.among}`"

    def render(self, total: Total) -> dict[str, Any]:
        count, among = total[self.of], total[self.among]
        found: dict[str, Any] = {"count": count, "among": among, "percent": None, "low": None, "high": None}
        if among:
            low, high = wilson(count, among)
            for name, value in (("percent", Fraction(count, among)), ("low", low), ("high", high)):
                found[name] = rounded(value * 100, 1)
        return found


@dataclass(frozen=True, slots=True)
class Average(Statistic):
    """``{"total": 5, "among": 3, "average": "1.67"}``: None among nothing."""

    of: str
    among: str

    kind = "average"

    @property
    def formula(self) -> str:
        return f"`{self.of}` / `{self.among}`"

    def render(self, total: Total) -> dict[str, Any]:
        of, among = total[self.of], total[self.among]
        return {"total": of, "among": among, "average": rounded(Fraction(of, among), 2) if among else None}


HANDS = Count(
    "hands",
    Names("Hands", "핸드"),
    Names(
        "Hands dealt in. A walk, which everybody folds to the big blind, counts; disputed and cancelled hands do not, "
        "nor do those whose winner nobody can tell.",
        "카드를 받은 핸드 수입니다. 모두 폴드해서 빅블라인드가 그대로 이긴 핸드도 셉니다. "
        "기록이 엇갈리는 핸드, 취소된 핸드, 승자를 알 수 없는 핸드는 세지 않습니다.",
    ),
    "hands",
)
NET = Money(
    "net",
    Names("Net", "손익"),
    Names(
        "What was won, after rake, less what was put in.",
        "레이크를 떼고 가져간 금액에서 낸 금액을 뺀 값입니다.",
    ),
    "net",
)
NET_PER_HUNDRED = Money(
    "net_per_hundred",
    Names("Net per 100 hands", "100핸드당 손익"),
    Names("The net of a hundred hands on average.", "100핸드에 평균 얼마를 따고 잃었는지입니다."),
    "net",
    100,
)
BIG_BETS = BigBets(
    "big_bets",
    Names("Net in big bets", "손익(빅 베팅)"),
    Names(
        "The net of each hand in big bets of its own stakes, added up. Hands without fixed bets are left out.",
        "핸드마다 그 판의 빅 베팅 단위로 손익을 계산해 더한 값입니다. 베팅 금액이 정해지지 않은 핸드는 뺍니다.",
    ),
)
BIG_BETS_PER_HUNDRED = BigBets(
    "big_bets_per_hundred",
    Names("Big bets per 100 hands", "100핸드당 빅 베팅"),
    Names("The same of a hundred hands on average.", "빅 베팅 단위 손익의 100핸드 평균입니다."),
    100,
)
VPIP = Share(
    "vpip",
    Names("VPIP", "자발적 참여율(VPIP)"),
    Names(
        "Hands in which the player put in chips by choice before the first draw: called, bet or raised, once a hand. "
        "Antes, blinds, straddles and posts are forced, and a check costs nothing: neither counts.",
        "첫 컷 전에 스스로 칩을 낸 핸드의 비율입니다. 콜, 베팅, 레이즈를 한 핸드에 한 번만 셉니다. "
        "앤티, 블라인드, 스트래들, 포스트는 의무로 내는 칩이고 체크는 칩이 들지 않으므로 세지 않습니다.",
    ),
    "vpip",
    "hands",
)
RAISED = Share(
    "raised_before_draw",
    Names("Raised before the draw", "첫 컷 전 레이즈"),
    Names(
        "Hands in which the player bet or raised before the first draw.",
        "첫 컷 전에 베팅하거나 레이즈한 핸드의 비율입니다.",
    ),
    "raised",
    "hands",
)
DRAWN = tuple(
    Average(
        f"drawn_{cut}",
        Names(f"Cards drawn, {street.names.en}", f"{street.names.ko}에 바꾼 장수"),
        Names(
            "Cards exchanged there on average, a pat hand as 0, by players still in.",
            f"{street.names.ko}까지 남은 플레이어가 바꾼 카드 수의 평균입니다. 패스는 0장입니다.",
        ),
        f"drawn_{cut}",
        f"saw_{cut}",
    )
    for cut, street in enumerate(BADUGI.cuts, 1)
)
PAT = tuple(
    Share(
        f"pat_{cut}",
        Names(f"Pat, {street.names.en}", f"{street.names.ko} 패스"),
        Names(
            "Of the hands in which the player was still in there, those in which no card was exchanged.",
            f"{street.names.ko}까지 남은 핸드 중 카드를 바꾸지 않은 핸드의 비율입니다.",
        ),
        f"pat_{cut}",
        f"saw_{cut}",
    )
    for cut, street in enumerate(BADUGI.cuts, 1)
)
MADE = Share(
    "made",
    Names("Made by the last cut", "마지막 컷까지 메이드"),
    Names(
        "Hands of which every card counts after the last cut, of those in which the player was still in and whose "
        "cards the stored histories tell. All of a player's are known only if the player or the club's server sends "
        "them; otherwise they are those that were shown.",
        "마지막 컷이 끝났을 때 메이드인 핸드의 비율입니다. 마지막 컷까지 남았고 카드가 기록에 있는 핸드만 봅니다. "
        "본인이나 클럽 서버가 기록을 올려야 카드를 모두 알 수 있고, 아니면 공개된 핸드만 셉니다.",
    ),
    "made",
    "made_known",
    private=True,
)
WENT_TO_SHOWDOWN = Share(
    "went_to_showdown",
    Names("Went to showdown", "쇼다운까지 간 비율"),
    Names(
        "Of the hands in which the player saw the first draw, those that came to a showdown with the player still in.",
        "첫 컷을 본 핸드 중 쇼다운까지 남은 핸드의 비율입니다.",
    ),
    "showdowns_drawn",
    "saw_1",
)
WON_AT_SHOWDOWN = Share(
    "won_at_showdown",
    Names("Won at showdown", "쇼다운 승률"),
    Names(
        "Of the player's showdowns, those with at least a share of a pot that somebody else there could have won.",
        "쇼다운까지 간 핸드 중 다른 플레이어와 겨룬 팟을 전부 또는 일부라도 가져간 핸드의 비율입니다.",
    ),
    "showdowns_won",
    "showdowns",
)
DEALS = Count(
    "deals",
    Names("Hands", "핸드"),
    Names(
        "Hands played in the club: disputed and cancelled ones, and those whose winner nobody can tell, left out.",
        "클럽에서 진행된 핸드 수입니다. 기록이 엇갈리는 핸드, 취소된 핸드, 승자를 알 수 없는 핸드는 뺍니다.",
    ),
    "deals",
)
POT = Money(
    "pot",
    Names("Pots", "팟 합계"),
    Names("All pots, before rake.", "레이크를 떼기 전 모든 팟의 합계입니다."),
    "pot",
    among="deals",
)
RAKE = Money(
    "rake",
    Names("Rake", "레이크"),
    Names("All rake that was taken.", "뗀 레이크의 합계입니다."),
    "rake",
    among="deals",
)

PLAY: tuple[Statistic, ...] = (VPIP, RAISED, *DRAWN, *PAT, MADE, WENT_TO_SHOWDOWN, WON_AT_SHOWDOWN)
OF_PLAYERS: tuple[Statistic, ...] = (HANDS, NET, NET_PER_HUNDRED, BIG_BETS, BIG_BETS_PER_HUNDRED, *PLAY)
# Of a club: those of play are over all of its players together.
OF_CLUBS: tuple[Statistic, ...] = (DEALS, POT, RAKE, *PLAY)


def render(statistics: Iterable[Statistic], total: Total, *, private: bool) -> dict[str, dict[str, Any]]:
    """The figures by their codes; private ones only for those who may see them."""
    return {one.code: one.render(total) for one in statistics if private or not one.private}
