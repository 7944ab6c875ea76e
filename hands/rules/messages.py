"""How a finding speaks: its kind, its place, and its sentence in English and Korean."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from hands.rules.names import Names

Severity = Literal["error", "warning"]
Language = Literal["en", "ko"]
Text = str | Names


@dataclass(frozen=True, slots=True)
class Kind:
    """One code of the catalogue; calling it makes a finding of it.

    The sentences may use ``{player}``, ``{found}`` and ``{expected}``; in Korean with both forms of the particle that
    follows: ``{found:을/를}``.
    """

    code: str
    severity: Severity
    en: str
    ko: str

    def sentence(self, language: Language, *, player: str, found: str, expected: str) -> str:
        """The sentence with these words in it."""
        sentence = self.ko if language == "ko" else self.en
        return _FORMATTER.format(sentence, player=player, found=found, expected=expected)

    def __call__(
        self,
        *,
        player: int | None = None,
        found: Text | int | None = None,
        expected: Text | int | None = None,
        action: int | None = None,
        street: str | None = None,
        field: str | None = None,
        line: int | None = None,
    ) -> Finding:
        return Finding(
            self,
            Place(line=line, action=action, street=street, player=player, field=field),
            str(found) if isinstance(found, int) else found,
            str(expected) if isinstance(expected, int) else expected,
        )


@dataclass(slots=True)
class Place:
    """Where: ``line`` of the source (from 1), ``action`` index of the document (from 0), ``street`` code, ``player``
    (p1 is 1), ``field`` of the document (``antes``, ``results.collected.0``)."""

    line: int | None = None
    action: int | None = None
    street: str | None = None
    player: int | None = None
    field: str | None = None


@dataclass(slots=True)
class Finding:
    """One thing that is wrong (an error refuses the hand) or odd (a warning does not).

    What was found and expected is the same in both languages (amounts, cards, what a source says) or a pair of names;
    ``found`` and ``expected`` are the English texts.
    """

    kind: Kind
    place: Place = field(default_factory=Place)
    found_text: Text | None = None
    expected_text: Text | None = None

    @property
    def code(self) -> str:
        return self.kind.code

    @property
    def severity(self) -> Severity:
        return self.kind.severity

    @property
    def found(self) -> str | None:
        return _in("en", self.found_text)

    @property
    def expected(self) -> str | None:
        return _in("en", self.expected_text)

    def message(self, language: Language = "en", players: Sequence[str] | None = None) -> str:
        """The sentence; with the names of the players of the document, in its order, where they are known."""
        number = self.place.player
        return self.kind.sentence(
            language,
            player="?" if number is None else _named(number, language, players),
            found=_said(self.found_text, language, players) or "-",
            expected=_said(self.expected_text, language, players) or "-",
        )


def errors(found: Iterable[Finding]) -> Iterator[Finding]:
    """Those of the findings that refuse the hand."""
    return (finding for finding in found if finding.severity == "error")


def _in(language: Language, text: Text | None) -> str | None:
    """A text in one language."""
    return (text.ko if language == "ko" else text.en) if isinstance(text, Names) else text


_PLAYER = re.compile(r"(?<![0-9A-Za-z])p([1-9][0-9]?)(?![0-9A-Za-z])")


def _said(text: Text | None, language: Language, players: Sequence[str] | None) -> str | None:
    """A text in one language; players that our own words number are called by their names, never those of a source."""
    said = _in(language, text)
    if players is None or said is None or not isinstance(text, Names):
        return said
    return _PLAYER.sub(lambda match: _named(int(match[1]), language, players), said)


def _named(number: int, language: Language, players: Sequence[str] | None) -> str:
    if players is None or number > len(players):
        return f"p{number}"
    return f"{players[number - 1]}{'' if language == 'ko' else ' '}(p{number})"


class _Formatter(string.Formatter):
    """Puts values into sentences, and a Korean particle behind them where the sentence gives both of its forms."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if "/" not in format_spec:
            return str(super().format_field(value, format_spec))
        return f"{value}{particle(str(value), format_spec)}"


_FORMATTER = _Formatter()
# Digits and letters as they are read: 일, 칠, 팔, 엘 and 알 end in ㄹ, 영, 삼, 육, 엠 and 엔 in another consonant.
_ENDS_IN_L = frozenset("178lrLR")
_ENDS_IN_CONSONANT = frozenset("036mnMN")


def particle(word: str, forms: str) -> str:
    """The form of a Korean particle that follows a word: of ``을/를`` the first behind a consonant, else the second.

    ``으로/로`` takes the second behind ㄹ too. Only the last letter or digit counts; where there is none, both forms
    are written.
    """
    behind_consonant, behind_vowel = forms.split("/")
    last = next((letter for letter in reversed(word) if letter.isalnum()), "")
    if not last:
        return f"{behind_consonant}({behind_vowel})"
    final = (ord(last) - 0xAC00) % 28 if "가" <= last <= "힣" else 8 if last in _ENDS_IN_L else 0
    if final == 8 and behind_vowel == "로":
        return behind_vowel
    return behind_consonant if final or last in _ENDS_IN_CONSONANT else behind_vowel
