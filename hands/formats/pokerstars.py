"""PokerStars' text: cash games, tournaments, Zoom, home games and mixed games, from 2008 to today.

This module tells hands apart and reads their first line; :mod:`hands.formats.pokerstars_play` reads what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hands.formats import pokerstars_play, words
from hands.formats.clocks import Moment, read_moment
from hands.formats.fields import WrongValueError
from hands.formats.money import currency_decimals
from hands.formats.pokerstars_noise import is_chat
from hands.formats.pokerstars_parts import Game, Header
from hands.formats.printed import printed
from hands.formats.reading import ReadHand
from hands.rules import findings

NAME = "pokerstars"

GAMES = {
    "Badugi Limit": Game("FB", cards=4),
}
"""The games by the words of the header."""

_START = re.compile(r"^\ufeff?PokerStars (?:Zoom |Home Game )?(?:Game|Hand) #([0-9]{1,20}):", re.MULTILINE)
_MARKS = re.compile("\ufeff+")
_SEATED = re.compile(r"^Seat [0-9]{1,2}: (PokerStars .*) \([^()\n]* in chips", re.MULTILINE)
_CLOCK = re.compile(r" - (?=[0-9]{4}[/-][0-9])")
_TOURNAMENT = re.compile(r"Tournament #([0-9]{1,20}), ")
_LEVEL = re.compile(r" - (?:[A-Za-z ]{1,20}[IVXLC0-9]{1,8}, )?Level ([IVXLCDM]{1,12}|[0-9]{1,4})$")
_BUY_IN = re.compile(r"(?:Freeroll|[^ ]{1,40}\+[^ ]{1,40}(?: [A-Z]{3})?) +")
_STAKES = re.compile(r"([^/]{1,40})/([^/]{1,40}?)(?: ([A-Z]{3}))?")
_BY_SIGN = {"$": "USD", "€": "EUR", "£": "GBP"}


def recognises(text: str) -> bool:
    """Whether a line of the text begins a PokerStars hand."""
    return _START.search(text) is not None


def read(text: str) -> Iterator[ReadHand]:
    """Each hand of a PokerStars file, as a document with the line of every action, or the findings that kept it from
    being one."""
    text = _MARKS.sub(_without_marks, text)
    starts = _starts(text)
    line, at = 1, 0
    for i, start in enumerate(starts):
        end = starts[i + 1].start() if i + 1 < len(starts) else len(text)
        line += text.count("\n", at, start.start())
        at = start.start()
        yield _read_hand(text[at:end].rstrip().split("\n"), start[1], line)


def _without_marks(marks: re.Match[str]) -> str:
    """Nothing for byte order marks at an end of a line, where files were put one behind the other."""
    begin, end, text = marks.start(), marks.end(), marks.string
    at_an_end = begin == 0 or text[begin - 1] == "\n" or end == len(text) or text[end] == "\n"
    return "" if at_an_end else marks[0]


def _starts(text: str) -> list[re.Match[str]]:
    """The first lines of the hands; not what somebody said, nor what somebody of such a name did."""
    starts: list[re.Match[str]] = []
    names: tuple[str, ...] | None = None
    for match in _START.finditer(text):
        end = text.find("\n", match.end())
        line = text[match.start() : end if end >= 0 else len(text)]
        if is_chat(line.rstrip()):
            continue
        if starts and _CLOCK.search(line) is None:
            if names is None:
                names = tuple(seat[1] for seat in _SEATED.finditer(text, starts[-1].start(), match.start()))
            if line.startswith(names):
                continue
        starts.append(match)
        names = None
    return starts


def _read_hand(lines: list[str], number: str, line: int) -> ReadHand:
    try:
        header = _read_header(lines[0], number, line)
    except WrongValueError as wrong:
        finding = wrong.kind(line=line, found=wrong.found, expected=wrong.expected)
        return ReadHand(NAME, None, [finding], number, line, line + len(lines) - 1)
    return pokerstars_play.read_hand(NAME, header, lines, line)


@dataclass(slots=True)
class _Words:
    """What stands between the number of a hand and its clock."""

    game: str
    stakes: str
    event: list[str] = field(default_factory=list)
    level: str | None = None


def _read_header(text: str, number: str, line: int) -> Header:
    _, _, rest = text.lstrip("\ufeff").partition(":")
    rest = rest.strip()
    event = []
    if rest.startswith("{") and "}" in rest:
        # A club may have braces in its name.
        club, _, rest = rest[1:].rpartition("}")
        event.append(club.strip()[:100])
    clock = _CLOCK.search(rest)
    if clock is None:
        raise WrongValueError(
            text, words.such_as("PokerStars Game #…: Badugi Limit ($0.25/$0.50 USD) - 2010/09/05 10:32:15 ET")
        )
    told, tournament = _read_words(rest[: clock.start()].strip())
    game = GAMES.get(told.game)
    if game is None:
        raise WrongValueError(told.game, ", ".join(GAMES), findings.UNKNOWN_VARIANT)
    moment: Moment = read_moment(rest[clock.end() :], line)
    stakes = _STAKES.fullmatch(told.stakes)
    if stakes is None:
        raise WrongValueError(told.stakes, words.STAKES)
    currency = None if tournament else stakes[3] or _BY_SIGN.get(stakes[1][:1])
    decimals = currency_decimals(currency) if currency else 0
    return Header(
        game=game,
        number=number,
        tournament=tournament,
        small_bet=printed(stakes[1], decimals, currency or ""),
        big_bet=printed(stakes[2], decimals, currency or ""),
        decimals=decimals,
        currency=currency,
        event=", ".join(event + told.event) or None,
        level=told.level,
        moment=moment,
    )


def _read_words(text: str) -> tuple[_Words, bool]:
    """The words of a header, and whether it is a tournament's."""
    tournament = _TOURNAMENT.match(text)
    if tournament is None:
        before, game, stakes = _split(text)
        if not game and ", " in stakes:
            game, _, stakes = stakes.rpartition(", ")
        elif not game:
            before, game = "", before
        return _Words(game, stakes, [before] if before else []), False
    before, _, stakes = _last_parentheses(text[tournament.end() :])
    level = _LEVEL.search(before)
    if level is not None:
        before = before[: level.start()].rstrip()
    name, _, game = _last_parentheses(before)
    if not game:
        game = next((known for known in GAMES if before.endswith(known)), "") or _BUY_IN.sub("", before, count=1)
        name = before.removesuffix(game).rstrip()
    event = [f"Tournament #{tournament[1]}", *([name] if name else [])]
    return _Words(game, stakes, event, level[1] if level else None), True


def _split(text: str) -> tuple[str, str, str]:
    """``8-Game (Razz Limit) ($1/$2 USD)`` in three parts; no second when only the stakes are in parentheses."""
    before, _, stakes = _last_parentheses(text)
    name, _, game = _last_parentheses(before)
    return (name, game, stakes) if game else (before, "", stakes)


def _last_parentheses(text: str) -> tuple[str, str, str]:
    """What stands before the last parentheses, ``(``, and what is inside them; all of it before when there are none."""
    if not text.endswith(")") or "(" not in text:
        return text, "", ""
    before, mark, inside = text[:-1].rpartition("(")
    return before.rstrip(), mark, inside
