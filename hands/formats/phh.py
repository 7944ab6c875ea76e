"""PHH, the open poker hand history standard in TOML: ``.phh`` (one hand) and ``.phhs`` (many, in sections ``[1]`` …).

Most files have the plain shape that other programs write, one ``key = value`` a line; that is read without a TOML
parser, an order of magnitude faster. Whatever is not plain goes through ``tomllib`` with the same result.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from typing import Any

from hands.formats.document import describe, from_dict, number_of, to_dict
from hands.formats.draws import in_phases, in_sequence
from hands.formats.fields import MAX_ACTION, MAX_ACTIONS, MAX_PLAYERS, Collector, number_or_text, show
from hands.formats.money import exact
from hands.formats.parsers import toml_fault
from hands.formats.reading import Lines, ReadHand
from hands.rules import findings
from hands.rules.document import Document
from hands.rules.findings import Finding
from hands.rules.games import GAMES
from hands.rules.names import Names

NAME = "phh"

_NAME = r"[A-Za-z0-9-][A-Za-z0-9_-]*"
# What follows a section is a key, another section or nothing; behind a list inside a list comes a comma or the end of
# the outer one. So a hand that was cut inside a list does not take the next with it.
_SECTION = re.compile(
    rf"""^[ \t]*\[[ \t]*(?:{_NAME}|"{_NAME}"|'{_NAME}')[ \t]*\][ \t]*(?:#.*)?$"""
    r"""(?=\s*+(?:#.*\s*+)*+(?:[A-Za-z0-9_-]+[ \t]*=|["'\[]|\Z))""",
    re.MULTILINE,
)
_LONG_STRING = re.compile(
    r""""{3}(?:[^"\\]|\\.|"(?!""))*+"{3}|'{3}(?:[^']|'(?!''))*+'{3}|""" r"""#.*|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'"""
)
_KEYS = ("variant", "antes", "starting_stacks", "actions")
_KEY = re.compile(rf"^[ \t]*(?:{'|'.join(_KEYS)})[ \t]*=", re.MULTILINE)
_NUMBERS_LIST = re.compile(r"\[(?:(?:0|[1-9][0-9]{0,14})(?:, |(?=\])))+\]")
_COMMENTS = r"[ \t\n]*(?:#[^\x00-\x08\x0a-\x1f\x7f]*\n[ \t\n]*)*"
_BLANK = re.compile(_COMMENTS)
_BETWEEN = re.compile(f"{_COMMENTS},{_COMMENTS}")
_TOKENS = re.compile(r"""#[^\n]*|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[\n\]\[{}]""")
_ANY_KEY = re.compile(r"^[ \t]*([A-Za-z0-9_-]+)[ \t]*=", re.MULTILINE)
# tomllib takes time by the square of the parts of a key; PHH has keys of one part.
_LONG_DOTTED_KEY = re.compile(r"""(?:\.[ \t]*(?:[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+){20}""")
_ERROR_LINE = re.compile(r"\(at line (\d+), column \d+\)$")

_SEQUENCE = "_draws_in_sequence"
_EXTENDED = frozenset(("dc", "op", "post", "rs"))
"""Verbs that PHH does not know."""


def recognises(text: str) -> bool:
    """Whether the text has the keys of a PHH file."""
    # Most other texts hold none of the words, which is found sooner than that none of them is a key.
    return any(key in text for key in _KEYS) and _KEY.search(text) is not None


def read(text: str) -> Iterator[ReadHand]:
    """Each hand of a file whose lines end in ``\\n``."""
    sections = _sections(text)
    if not sections:
        yield read_hand(text)
        return
    # Above the first section there may be a hand of its own, or mere commentary.
    before = text[: sections[0]]
    if _BLANK.fullmatch(before) is None:
        yield read_hand(before)
    line = 1 + before.count("\n")
    for at, end in pairwise((*sections, len(text))):
        part = text[at:end]
        yield read_hand(part, line)
        line += part.count("\n")


def _sections(text: str) -> list[int]:
    """Where the sections of a file begin."""
    # One hand alone has brackets behind its keys only.
    if text.count("[") == text.count("= ["):
        return []
    found = [match.start() for match in _SECTION.finditer(text)]
    if found and ('"""' in text or "'''" in text):
        strings = [match.span() for match in _LONG_STRING.finditer(text)]
        begins = [begin for begin, _ in strings]
        found = [at for at in found if not (i := bisect_right(begins, at)) or strings[i - 1][1] <= at]
    return found


def read_hand(text: str, line: int = 1) -> ReadHand:
    """The one hand of a text that begins at this line of its source."""
    document, found = _plain(text), list[Finding]()
    number = document.hand if document is not None else None
    if document is None:
        document, found, number = _toml(text, line)
    lines = partial(find_lines, text, line)
    if document is not None and document.extra and document.extra.pop(_SEQUENCE, None) is True:
        order = in_sequence(document.actions)
        document.actions = [document.actions[i] for i in order]
        lines = partial(_find_lines_in, order, text, line)
    hand = ReadHand(
        NAME,
        document,
        found,
        number,
        line,
        line + text.rstrip("\n").count("\n"),
        lines,
    )
    for finding in found:
        hand.locate(finding)
    return hand


def _toml(text: str, line: int) -> tuple[Document | None, list[Finding], str | None]:
    if dotted := _LONG_DOTTED_KEY.search(text):
        at = line + text.count("\n", 0, dotted.start())
        return None, [findings.SYNTAX(line=at, found=show(dotted[0]), expected="key = value")], None
    try:
        data: Any = tomllib.loads(text, parse_float=_float)
    except (ValueError, RecursionError) as error:
        where = _ERROR_LINE.search(str(error))
        at = line + int(where[1]) - 1 if where else line + text.rstrip("\n").count("\n")
        return None, [findings.MALFORMED(line=at, found=toml_fault(str(error)), expected="TOML")], None
    inside = next(iter(data.values())) if len(data) == 1 else None
    if text.lstrip(" \t").startswith("[") and isinstance(inside, dict):
        data = inside
    return *from_dict(data), number_of(data)


def _float(text: str) -> Any:
    """PHH writes an unknown stack as ``inf``; every other number is exact."""
    return "inf" if text in ("inf", "+inf") else exact(text.replace("_", ""))


# The plain shape


class _NotPlainError(ValueError):
    """The text needs a TOML parser."""


def _plain(text: str) -> Document | None:
    """The document of a text in the plain shape; None when it is not plain, or when anything is wrong with it."""
    try:
        return _read_plain(text)
    except (ValueError, KeyError):
        return None


def _read_plain(text: str) -> Document:
    start = text.find("actions = [")
    stop = text.find("]", start)
    if start < 0 or stop < 0 or (start and text[start - 1] != "\n") or text[stop + 1 : stop + 2] not in ("", "\n"):
        raise _NotPlainError
    actions = _strings(text[start + 11 : stop])
    lines = text[:start].split("\n") + text[stop + 2 :].split("\n")
    rest = {}
    for line in lines:
        if line:
            key, equals, value = line.partition(" = ")
            if not equals or key in rest:
                raise _NotPlainError
            rest[key] = value
    stacks = _whole_numbers(rest.pop("starting_stacks", ""))
    antes = [*_forced_bets(rest.pop("antes", ""))]
    blinds = [*_forced_bets(rest.pop("blinds_or_straddles", ""))]
    if len(stacks) < 2 or not len(stacks) == len(antes) == len(blinds):
        raise _NotPlainError
    document = Document(_string(rest.pop("variant", "")), antes, blinds, stacks, actions)  # type: ignore[arg-type]
    if "small_bet" in rest:
        document.small_bet = _whole_number(rest.pop("small_bet"))
    if "big_bet" in rest:
        document.big_bet = _whole_number(rest.pop("big_bet"))
    if "min_bet" in rest:
        document.min_bet = _whole_number(rest.pop("min_bet"))
    if "ante_trimming_status" in rest:
        document.ante_trimming = _TRUTH[rest.pop("ante_trimming_status")]
    if rest.get(_SEQUENCE) == "true":
        document.extra[_SEQUENCE] = True
        del rest[_SEQUENCE]
    if rest:
        _describe_plainly(document, rest)
    return document


_TRUTH = {"true": True, "false": False}
_WORDS = frozenset(("author", "event", "city", "region", "country", "venue", "table", "hand", "level"))
_NUMBERS = frozenset(("day", "month", "year", "seat_count", "hand", "level"))


def _describe_plainly(document: Document, rest: dict[str, str]) -> None:
    data: dict[str, object] = {}
    for key, value in rest.items():
        if key in _NUMBERS and value.isdecimal():
            data[key] = _whole_number(value)
        elif key in _WORDS:
            data[key] = _string(value)
        else:
            raise _NotPlainError
    collector = Collector()
    describe(document, data, collector)
    if collector.findings:
        raise _NotPlainError


def _strings(body: str) -> list[str]:
    """The strings of the inside of a list; all in the same quotes, without escapes or odd blanks."""
    quote = "'" if '"' not in body else '"'
    parts = body.split(quote)
    strings = parts[1::2]
    if len(parts) % 2 == 0 or "\\" in body or len(strings) > MAX_ACTIONS or _BLANK.fullmatch(parts[0]) is None:
        raise _NotPlainError
    for between in {*parts[2:-1:2]}:
        if between != ", " and _BETWEEN.fullmatch(between) is None:
            raise _NotPlainError
    if strings and _BLANK.fullmatch(parts[-1]) is None and _BETWEEN.fullmatch(parts[-1]) is None:
        raise _NotPlainError
    joined = "|".join(strings)
    if not joined.isprintable() or "#" in joined or "." in joined or "  " in joined or " |" in joined or "| " in joined:
        raise _NotPlainError
    if strings and ("" in strings or joined[0] == " " or joined[-1] == " " or max(map(len, strings)) > MAX_ACTION):
        raise _NotPlainError
    return strings


def _whole_numbers(value: str) -> list[int]:
    """A list of whole amounts, one a player, with single blanks between them."""
    if _NUMBERS_LIST.fullmatch(value) is None or value.count(",") >= MAX_PLAYERS:
        raise _NotPlainError
    return [*map(int, value[1:-1].split(", "))]


# Antes and blinds come again hand after hand. The lists are shared: whoever fills a document with one copies it.
_forced_bets = lru_cache(maxsize=1024)(_whole_numbers)


def _whole_number(value: str) -> int:
    number = int(value)
    if str(number) != value or not 0 <= number < 10**15:
        raise _NotPlainError
    return number


def _string(value: str) -> str:
    inside = value[1:-1]
    if (
        value[:1] not in ("'", '"')
        or value != value[0] + inside + value[0]
        or value[0] in inside
        or not inside.strip()
        or "\\" in inside
        or len(inside) > 100
        or not inside.isprintable()
        or "\ufffd" in inside
    ):
        raise _NotPlainError
    return inside


# Lines, for findings


def find_lines(text: str, line: int = 1) -> Lines:
    """The lines of the keys and actions of a TOML text that begins at this line."""
    starts = [0, *accumulate(len(part) + 1 for part in text.split("\n"))]
    keys = {match[1]: match.start(1) for match in _ANY_KEY.finditer(text)}
    fields = {key.lstrip("_"): line + bisect_right(starts, at) - 1 for key, at in keys.items()}
    actions = find_strings(text, keys["actions"], starts) if "actions" in keys else []
    return Lines([line + at - 1 for at in actions], fields)


def _find_lines_in(order: list[int], text: str, line: int) -> Lines:
    lines = find_lines(text, line)
    return Lines([lines.actions[i] for i in order], lines.fields)


def find_strings(text: str, at: int, starts: list[int]) -> list[int]:
    """The line (from 1) of each string of the list that opens behind ``at``, but for those of mere commentary."""
    opened, found = text.find("[", at), []
    if opened < 0:
        return []
    for token in _TOKENS.finditer(text, opened + 1):
        first = token[0][0]
        if first in "]{}[":
            break
        if first in "\"'" and token[0][1:-1].partition("#")[0].strip():
            found.append(bisect_right(starts, token.start()))
    return found


# Writing


def dumps(document: Document) -> str:
    """The ``.phh`` text of a document, without the amounts that a source printed for calls: PHH has none.

    Draws are written in phases, as the programs that replay PHH expect; a mark says that they were in sequence.
    """
    data = to_dict(document)
    data["variant"] = _code(document)
    told = [_standard(action) for action in document.actions]
    actions = in_phases(told)
    lines = []
    for key in ("options", "button", "results"):
        if key in data:
            data[f"_{key}"] = data.pop(key)
    if any(_verb(action) in _EXTENDED for action in actions):
        data["_extended"] = True
    if actions != told:
        if [actions[i] for i in in_sequence(actions)] == told:
            data[_SEQUENCE] = True
        else:
            actions = told
    for key, value in data.items():
        match key:
            case "actions":
                lines.append("actions = [" + "".join(f"\n  {_quoted(action)}," for action in actions) + "\n]")
            case "antes" | "blinds_or_straddles" | "starting_stacks" | "finishing_stacks" | "winnings":
                lines.append(f"{key} = [{', '.join(_money(digits, document) for digits in value)}]")
            case "small_bet" | "big_bet" | "bring_in" | "min_bet":
                lines.append(f"{key} = {_money(value, document)}")
            case "hand" | "level":
                lines.append(f"{key} = {_value(number_or_text(value))}")
            case "time":
                lines.append(f"time = {value if value.count(':') == 2 else value + ':00'}")
            case _:
                lines.append(f"{key} = {_value(value)}")
    return "\n".join(lines) + "\n"


def beyond_the_standard(document: Document) -> Names | None:
    """What of a document a plain ``.phh`` file has no word for: its game, or an action. None when it has for all."""
    if _code(document) == document.variant and document.variant in GAMES:
        return Names(f"the game {document.variant}", f"{document.variant} 게임")
    action = next((action for action in document.actions if _verb(action) in _EXTENDED), None)
    return Names(f"the action `{action}`", f"`{action}` 액션") if action is not None else None


def _code(document: Document) -> str:
    """PHH's code of the game, where it has one, or the project's own."""
    game = GAMES.get(document.variant)
    plain = document.options.get("betting", "fixed-limit") == "fixed-limit"
    return game.phh if game is not None and game.phh and plain else document.variant


def _verb(action: str) -> str:
    words = action.split(" ", 2)
    return words[1] if len(words) > 1 else ""


def _standard(action: str) -> str:
    return action.partition(" cc ")[0] + " cc" if " cc " in action else action


def _money(digits: str, document: Document) -> str:
    """Whole amounts of a currency as integers; without one, the decimals tell the unit and stay."""
    whole, _, fraction = digits.partition(".")
    return whole if document.currency and not fraction.strip("0") else digits


def _value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case list():
            return f"[{', '.join(_value(part) for part in value if part is not None)}]"
        case dict():
            inside = ", ".join(f"{_quoted(key)} = {_value(part)}" for key, part in value.items() if part is not None)
            return f"{{{inside}}}"
        case _:
            raise TypeError(f"{value!r} is no value of a document")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("\n", "\\n") + '"'
