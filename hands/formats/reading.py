"""What every reader gives back: a document, or the findings that kept a text from being one, and the lines of both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from hands.rules.document import Document
from hands.rules.findings import Finding
from hands.rules.names import Names


class UnreadableError(ValueError):
    """Bytes that are not text in any encoding that is read here; ``reason`` says why in both languages."""

    def __init__(self, reason: Names) -> None:
        super().__init__(reason.en)
        self.reason = reason


class UnknownFormatError(ValueError):
    """A text that is no hand of any known format."""


@dataclass(slots=True)
class Lines:
    """The lines (from 1, in the whole source) of the actions by index, and of the fields by name (``antes.2``)."""

    actions: Sequence[int] = ()
    fields: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A finding of a text against itself; ``since`` is the first line that it rests on.

    Which of two lines is wrong is for the rules to say: what they refuse at ``since`` or above explains the rest.
    """

    finding: Finding
    since: int


@dataclass(slots=True)
class ReadHand:
    """One hand of a source.

    ``document`` is None exactly when ``findings`` holds an error: half a hand is not trusted. ``contradictions`` are
    what a text that was read whole says against itself. ``number`` is the hand's number as far as it could be read,
    ``line`` and ``end_line`` its first and last line. ``find_lines`` is asked at most once, and only when somebody
    wants to know a line.
    """

    format: str
    document: Document | None
    findings: list[Finding]
    number: str | None
    line: int
    end_line: int
    find_lines: Callable[[], Lines] = Lines
    contradictions: Sequence[Contradiction] = ()
    _lines: Lines | None = None

    @property
    def action_lines(self) -> Sequence[int]:
        """The line of each action of the document."""
        return self._found_lines().actions

    @property
    def field_lines(self) -> Mapping[str, int]:
        """The lines of the document's fields, by their dotted names."""
        return self._found_lines().fields

    def locate(self, finding: Finding) -> Finding:
        """The same finding, with its line: that of its action, else of its field, else the first of the hand."""
        place = finding.place
        if place.line is None:
            place.line = self._line_of(place.action, place.field)
        return finding

    def _line_of(self, action: int | None, name: str | None) -> int:
        if action is not None and self.action_lines:
            return self.action_lines[action] if action < len(self.action_lines) else self.end_line
        while name:
            if name in self.field_lines:
                return self.field_lines[name]
            name = name.rpartition(".")[0]
        return self.line

    def _found_lines(self) -> Lines:
        if self._lines is None:
            self._lines = self.find_lines()
        return self._lines
