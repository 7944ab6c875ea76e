"""Games and what they are played for, in a few words."""

from __future__ import annotations

from hands.figures import Stake
from hands.models import Stakes
from hands.pages.settlement import money
from hands.rules.findings import Language
from hands.rules.games import BY_VARIANT


def game_name(code: str, language: Language) -> str:
    """The name of a game, or its code where nobody here knows it (any more)."""
    game = BY_VARIANT.get(code)
    if game is None:
        return code
    return game.names.ko if language == "ko" else game.names.en


def stakes_text(stakes: Stakes | Stake) -> str:
    """``0.50/1.00 USD``, or as much of it as there is."""
    bets = [money(bet, stakes.decimals) for bet in (stakes.small_bet, stakes.big_bet) if bet]
    return " ".join(part for part in ("/".join(bets), stakes.currency) if part)
