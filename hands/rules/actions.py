"""The actions of a hand document: PHH's strings, and the extensions where PHH has no word (docs/formats.md).

========================  ==================================================================
``d dh p1 As2d3c4h``      p1 is dealt cards; unknown ones are ``??``
``d rs``                  the deck is reshuffled here (extension)
``p1 sd KdQc``, ``p1 sd``  p1 discards, or stands pat; ``????`` when only the count is known
``p2 cc``, ``p2 cc 20``   p2 checks or calls; with what the source prints for it (extension)
``p3 cbr 40``             p3 bets or raises to this total on the street
``p2 f``                  p2 folds
``p4 post 10 dead 5``     p4 posts a blind out of position, with a dead part (extension)
``p1 sm As2d3c4h``        p1 shows; ``p1 sm -`` what is known, ``p2 sm`` mucks
========================  ==================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from hands.rules import findings, words
from hands.rules.cards import CardError, known_set
from hands.rules.document import AmountError, units
from hands.rules.findings import Finding

# Most actions are short and come again and again: these are kept. Longer ones are whole hands, which seldom do.
_KEPT_LENGTH = 14
_MOST_KEPT = 1 << 16


@dataclass(slots=True)
class Action:
    """One action, parsed. ``player`` counts from 0, -1 for the dealer; ``cards`` are the known cards of ``count``;
    ``total`` is the amount in the smallest unit, None where none is written, ``dead`` the dead part of a post."""

    verb: str
    player: int
    cards: int = 0
    count: int = 0
    total: int | None = None
    dead: int = 0
    known: bool = False


class ActionError(ValueError):
    """A text that is no action; ``finding`` says what is wrong with it."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message())
        self.finding = finding


_PLAYERS = {f"p{number}": number - 1 for number in range(1, 23)}
_DEALT_TO = {f"d dh {name}": player for name, player in _PLAYERS.items()}


def parse_action(text: str, decimals: int) -> Action:
    """The action of a text, its amounts in units of ``10 ** -decimals``. Raises :class:`ActionError`."""
    before, _, last = text.rpartition(" ")
    player = _DEALT_TO.get(before)
    try:
        if player is not None:
            return Action("dh", player, *known_set(last))
        match text.split(" "):
            case [name, "cc" | "f" | "sd" | "sm" as verb] if (player := _PLAYERS.get(name)) is not None:
                return Action(verb, player)
            case [name, "cbr" | "cc" as verb, total] if (player := _PLAYERS.get(name)) is not None:
                return Action(verb, player, total=units(total, decimals))
            case [name, "sd", cards] if (player := _PLAYERS.get(name)) is not None:
                return Action("sd", player, *known_set(cards))
            case [name, "sm", "-"] if (player := _PLAYERS.get(name)) is not None:
                return Action("sm", player, known=True)
            case [name, "sm", cards] if (player := _PLAYERS.get(name)) is not None:
                return Action("sm", player, *known_set(cards))
            case [name, "post", total] if (player := _PLAYERS.get(name)) is not None:
                return Action("post", player, total=units(total, decimals))
            case [name, "post", total, "dead", dead] if (player := _PLAYERS.get(name)) is not None:
                return Action("post", player, total=units(total, decimals), dead=units(dead, decimals))
            case ["d", "rs"]:
                return Action("rs", -1)
    except CardError as error:
        raise ActionError(_bad_cards(error, player)) from error
    except AmountError as error:
        raise ActionError(_bad_amount(error, player)) from error
    raise ActionError(findings.SYNTAX(found=text, expected=words.AN_ACTION))


class Actions(dict[str, Action]):
    """The actions by their texts: what :func:`parse_action` makes of them, the short ones only once."""

    def __init__(self, decimals: int) -> None:
        self.decimals = decimals

    def __missing__(self, text: str) -> Action:
        action = parse_action(text, self.decimals)
        if len(text) <= _KEPT_LENGTH:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[text] = action
        return action


actions_in = lru_cache(maxsize=16)(Actions)


def _bad_cards(error: CardError, player: int | None) -> Finding:
    number = None if player is None else player + 1
    if error.twice:
        return findings.DUPLICATE_CARD(player=number, found=error.token, expected=words.DIFFERENT_CARDS)
    return findings.CARD(player=number, found=error.token, expected=words.CARD_EXAMPLES)


def _bad_amount(error: AmountError, player: int | None) -> Finding:
    number = None if player is None else player + 1
    if error.too_fine:
        return findings.TOO_MANY_DECIMALS(player=number, found=error.text, expected=error.decimals)
    return findings.AMOUNT(player=number, found=error.text, expected=words.AMOUNT_EXAMPLES)
