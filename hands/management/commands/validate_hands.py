"""`manage.py validate_hands`: the check of files of hands, with findings like a compiler's."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, TextIO

from django.core.management.base import BaseCommand

from hands.check import Checked, check
from hands.management.lines import check_paths, counted, finding_line, printable
from hands.rendering import render, render_finding
from hands.rules.findings import Finding
from hands.sources import Source, hands_of, sources


class Command(BaseCommand):
    help = (
        "Checks every hand of files, folders, .zip and .gz archives or standard input (-) and stores nothing. "
        "Exit status: 0 when all are accepted, 1 when any is refused or a file cannot be read, 2 for a wrong call."
    )
    # It needs no database, and answers fast.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, an archive, or -")
        parser.add_argument("--json", action="store_true", help="one object a hand, as the API answers, a line")
        parser.add_argument("--language", choices=("en", "ko"), default="en", help="of the messages")

    def handle(self, *args: Any, paths: list[str], json: bool, language: Any, **options: Any) -> None:
        check_paths(paths)
        progress = Progress(sys.stderr)
        accepted = refused = unread = 0
        try:
            for source in (source for path in paths for source in sources(path)):
                for result in results(source):
                    if isinstance(result, Finding):
                        unread += 1
                    elif result.accepted:
                        accepted += 1
                    else:
                        refused += 1
                    lines = json_lines if json else text_lines
                    for line in lines(source.name, result, language):
                        progress.clear()
                        self.stdout.write(line)
                    progress.show(accepted + refused, source.name)
        except BrokenPipeError:
            # Whoever read the lines has seen enough; what is left in the buffer has nowhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)
        progress.clear()
        summary = f"{counted(accepted + refused, 'hand')}: {accepted} accepted, {refused} refused"
        if unread:
            summary = f"{counted(unread, 'file')} not read\n{summary}"
        (self.stderr if json else self.stdout).write(summary, self.style.SUCCESS if json else None)
        if refused or unread:
            sys.exit(1)


def results(source: Source) -> Iterator[Checked | Finding]:
    """What came of each hand of a file, or the finding that the file held none."""
    for hand in hands_of(source):
        yield hand if isinstance(hand, Finding) else check(hand)


def text_lines(name: str, result: Checked | Finding, language: Any) -> Iterator[str]:
    """A line a finding: ``path:line: error discard_not_held: …``."""
    findings, players = ([result], None) if isinstance(result, Finding) else (result.findings, result.players)
    for finding in findings:
        message = finding.message(language, players)
        yield finding_line(name, finding.place.line, finding.severity, finding.code, message)


def json_lines(name: str, result: Checked | Finding, language: Any) -> Iterator[str]:
    """One object a line, in both languages: that of the API with the path and the lines of the hand."""
    if isinstance(result, Finding):
        place = {"path": printable(name), "line": result.place.line, "end_line": None, "number": None}
        rendered = NOTHING | {"findings": [render_finding(result)]}
    else:
        hand = result.read
        place = {"path": printable(name), "line": hand.line, "end_line": hand.end_line, "number": hand.number}
        rendered = render(result)
    yield json.dumps(place | rendered, ensure_ascii=False)


NOTHING: dict[str, Any] = {
    "accepted": False,
    "status": None,
    "unproved": [],
    "findings": [],
    "hand": None,
    "settlement": None,
    "jackpots": [],
}


class Progress:
    """One line on a terminal that says how far the work is; nothing elsewhere."""

    def __init__(self, terminal: TextIO) -> None:
        self.terminal = terminal
        self.shown = False
        self.next = 0.0 if terminal.isatty() else float("inf")

    def show(self, hands: int, name: str) -> None:
        now = time.monotonic()
        if now < self.next:
            return
        self.next = now + 0.2
        self.shown = True
        self.terminal.write(f"\r\x1b[K{counted(hands, 'hand')}, {printable(name)[-60:]}")
        self.terminal.flush()

    def clear(self) -> None:
        if self.shown:
            self.shown = False
            self.terminal.write("\r\x1b[K")
            self.terminal.flush()
