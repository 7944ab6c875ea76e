"""Names in English and Korean: of games, streets and hands.

The Korean terms are the card rooms' own (docs/rules.md, section 1): 메이드, 베이스, 투베이스, 무탑; 골프, 세컨드, 서드.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Names(NamedTuple):
    """One thing's name in both languages."""

    en: str
    ko: str


_LOW_RANKS = "A23456789TJQK"
_TOPS = {"T": "텐탑", "J": "자탑", "Q": "마탑", "K": "카탑"}
_MADE_ALIASES = {"A234": "골프", "A235": "세컨드", "A245": "서드"}
_BASE_ALIASES = {"A23": "엠비씨"}


def low_badugi_name(ranks: str) -> Names:
    """The name of a low badugi hand by its counting ranks, lowest first (ace low): ``A348`` is an 8-high badugi."""
    falling = "-".join(reversed(ranks))
    top = ranks[-1]
    if len(ranks) == 4:
        alias = _MADE_ALIASES.get(ranks)
        ko = f"메이드 {_TOPS.get(top, top + '탑')}" + (f" ({alias})" if alias else "")
        return Names(f"{top}-high badugi ({falling})", ko)
    if len(ranks) == 3:
        alias = _BASE_ALIASES.get(ranks)
        return Names(f"three-card {falling}", f"{ranks} 베이스" + (f" ({alias})" if alias else ""))
    if len(ranks) == 2:
        return Names(f"two-card {falling}", f"{ranks} 투베이스")
    return Names(f"no hand ({top})", f"무탑 ({top})")


def low_ranks(cards: Sequence[int]) -> str:
    """The ranks of cards as text, lowest first, the ace low: of Kd, 4h, As it is ``A4K``."""
    return "".join(sorted((_LOW_RANKS[(card // 4 + 1) % 13] for card in cards), key=_LOW_RANKS.index))
