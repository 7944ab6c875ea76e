"""The catalogue of games, as the API shows it: everything in :mod:`hands.rules.games`, with defaults worked out."""

from __future__ import annotations

from typing import Any

from hands.rendering import render_names
from hands.rules.games import BET, BY_VARIANT, Game, Option, Rules, Street, rules_for

_CARDS = {"d": "down", "u": "up"}


def find_game(code: str) -> Game | None:
    """A game by its code, or by its code in PHH."""
    return BY_VARIANT.get(code)


def render_game(game: Game) -> dict[str, Any]:
    rules = rules_for(game, {})
    bets = {phase.street: ("small", "big")[phase.size] for phase in rules.phases if phase.kind == BET}
    streets = game.streets + game.cuts[: rules.draws]
    return {
        "code": game.code,
        "phh": game.phh,
        "names": render_names(game.names),
        "sides": [
            {
                "side": side.name,
                "evaluation": side.evaluation.code,
                "names": render_names(side.evaluation.names),
            }
            for side in game.sides
        ],
        "players": {"least": 2, "most": game.max_players},
        "hand_size": game.hand_size,
        "streets": [_street(street) | {"bet": bets.get(street.code)} for street in streets],
        "cuts": [_street(street) for street in game.cuts],
        "betting": game.betting,
        "options": [_option(option, rules) for option in game.options],
        "source": game.source,
    }


def _street(street: Street) -> dict[str, Any]:
    return {
        "code": street.code,
        "names": render_names(street.names),
        "deal": [_CARDS[letter] for letter in street.deal],
        "draw": street.draw,
    }


def _option(option: Option, rules: Rules) -> dict[str, Any]:
    """``default`` is what a hand without the option is played with."""
    numbers = option.kind in ("integer", "list")
    return {
        "code": option.code,
        "names": render_names(option.names),
        "type": option.kind,
        "default": rules.options[option.code],
        "choices": list(option.choices) if option.kind == "choice" else None,
        "least": option.least if numbers else None,
        "most": option.most if numbers else None,
    }
