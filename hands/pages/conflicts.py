"""In what the histories of a hand disagree, in words: of whom and on which street, and never which cards."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext_lazy as _

from hands.pages.course import names_of
from hands.pages.rows import reading_language
from hands.rules.document import Document
from hands.rules.games import BY_VARIANT, OptionsError, rules_for
from hands.rules.names import Names
from hands.rules.setup import check_setup
from hands.rules.table import Table

_WORDS = {
    "actions": _("what was done"),
    "ante_trimming_status": _("short antes"),
    "antes": _("ante"),
    "big_bet": _("big bet"),
    "blinds_or_straddles": _("blind"),
    "bring_in": _("bring-in"),
    "button": _("place of the button"),
    "cards": _("cards"),
    "currency": _("currency"),
    "event": _("event"),
    "finishing_stacks": _("chips at the end"),
    "hand": _("number of the hand"),
    "level": _("level"),
    "min_bet": _("smallest bet"),
    "mucked": _("mucked cards"),
    "options": _("rules of the house"),
    "players": _("names of the players"),
    "results": _("result"),
    "results.cancelled": _("whether the hand was cancelled"),
    "results.collected": _("chips collected"),
    "results.labels": _("names of the shown hands"),
    "results.pot": _("total pot"),
    "results.pots": _("main pot and side pots"),
    "results.rake": _("rake"),
    "results.returned": _("chips returned"),
    "rules": _("the rules of today refuse it"),
    "seat_count": _("number of seats"),
    "seats": _("seats"),
    "small_bet": _("small bet"),
    "starting_stacks": _("chips at the start"),
    "table": _("table"),
    "time": _("time"),
    "variant": _("game"),
    "venue": _("site"),
    "winnings": _("chips won"),
}
# The last part of these is a player, from 0 or from 1.
_BY_PLAYER = {"antes": 0, "blinds_or_straddles": 0, "finishing_stacks": 0, "starting_stacks": 0, "winnings": 0}
_BY_PLAYER |= {"mucked": 1, "results.labels": 1}
_PLAYER = re.compile(r"\bp(\d+)\b")


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field in which histories disagree: its ``code`` as the API tells it, and what that means."""

    code: str
    words: str


def conflicts_in_words(codes: Sequence[str], document: Document) -> list[Conflict]:
    """The fields in the language of the reader; places are those of a document that the reader may see."""
    places = _Places(document)
    # Behind the first action that differs the histories count differently, and nobody knows which place is meant.
    sure = min((int(index) for root, index in map(_split, codes) if root == "actions"), default=len(document.actions))
    return [Conflict(code, _in_words(code, places, sure)) for code in codes]


def _in_words(code: str, places: _Places, sure: int) -> str:
    root, index = _split(code)
    words = _WORDS.get(root)
    if words is None:
        return code
    where: Iterable[str] = ()
    if index and root in _BY_PLAYER:
        where = places.of_player(int(index) - _BY_PLAYER[root])
    elif index and root in ("actions", "cards") and int(index) <= sure:
        where = places.of_action(int(index))
    elif root == "options":
        where = places.of_option(code.partition(".")[2])
    told = ", ".join(where)
    return f"{words} ({told})" if told else str(words)


def _split(code: str) -> tuple[str, str]:
    """A field that has words and the number behind it, if there is one: ``antes.2`` is ``antes`` and ``2``."""
    root = code
    while root not in _WORDS and "." in root:
        root = root.rpartition(".")[0]
    rest = code[len(root) + 1 :]
    return root, rest if rest.isdecimal() else ""


class _Places:
    """The players of a hand, and who acted on which street."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.names = names_of(document)
        self.language = reading_language()

    def of_player(self, place: int) -> list[str]:
        """Their name, or their place where the history tells none."""
        return [self.names[place]] if 0 <= place < len(self.names) else []

    def of_action(self, index: int) -> list[str]:
        """The player and the street, as far as the hand can be replayed to there."""
        return self.actions[index] if index < len(self.actions) else []

    def of_option(self, code: str) -> list[str]:
        game = BY_VARIANT.get(self.document.variant)
        options = game.options if game is not None else ()
        return [self._named(option.names) for option in options if option.code == code]

    @cached_property
    def actions(self) -> list[list[str]]:
        document, game = self.document, BY_VARIANT.get(self.document.variant)
        found: list[list[str]] = []
        if game is None or (document.record is not None and document.record.cancelled):
            return found
        try:
            rules = rules_for(game, document.options)
        except OptionsError:
            return found
        if check_setup(document, rules):
            return found
        streets = {street.code: self._named(street.names) for street in (*rules.game.streets, *rules.game.cuts)}
        table = Table(rules, document)
        for text in document.actions:
            player = _PLAYER.search(text)
            found.append(self.of_player(int(player[1]) - 1) if player is not None else [])
            if not table.finished:
                found[-1].append(streets[table.street])
            if table.apply(text) is not None:
                break
        return found

    def _named(self, names: Names) -> str:
        return names.ko if self.language == "ko" else names.en
