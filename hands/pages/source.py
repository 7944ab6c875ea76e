"""The lines of a source with what was found in each, cut to what a page can hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from hands.formats import ReadHand
from hands.rules.findings import Finding, Language, Severity

# What a page shows of one hand, whatever is pasted. The lines at fault are shown wherever they are.
MOST_LINES = 300
MOST_FINDINGS = 100
MOST_CHARACTERS = 5000
_AROUND = 2


@dataclass(frozen=True, slots=True)
class Note:
    """A finding in the words of the reader."""

    severity: Severity
    message: str


@dataclass(slots=True)
class Line:
    """A line of the source; ``left_out`` lines before it are not shown."""

    number: int
    text: str
    notes: list[Note] = field(default_factory=list)
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """``left_out`` lines behind the last are not shown, nor are ``more`` findings."""

    lines: list[Line]
    left_out: int
    more: int

    @property
    def faulty(self) -> list[int]:
        """The numbers of the lines with findings."""
        return [line.number for line in self.lines if line.notes]


def source_of(
    hand: ReadHand, findings: Sequence[Finding], text: Sequence[str], players: Sequence[str] | None, language: Language
) -> Source:
    """The lines of a hand out of those of the whole ``text``, with the findings at theirs."""
    notes: dict[int, list[Note]] = defaultdict(list)
    for finding in findings[:MOST_FINDINGS]:
        number = min(max(finding.place.line or hand.line, hand.line), hand.end_line)
        notes[number].append(Note(finding.severity, finding.message(language, players)))
    lines: list[Line] = []
    last = hand.line - 1
    for number in _shown(hand, notes):
        shown = text[number - 1]
        if len(shown) > MOST_CHARACTERS:
            shown = shown[:MOST_CHARACTERS] + "…"
        lines.append(Line(number, shown, notes.get(number, []), number - last - 1))
        last = number
    return Source(lines, hand.end_line - last, max(0, len(findings) - MOST_FINDINGS))


def _shown(hand: ReadHand, faulty: Iterable[int]) -> list[int]:
    numbers = set(range(hand.line, min(hand.end_line, hand.line + MOST_LINES - 1) + 1))
    for number in faulty:
        numbers.update(range(max(hand.line, number - _AROUND), min(hand.end_line, number + _AROUND) + 1))
    return sorted(numbers)
