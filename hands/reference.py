"""The documents that are made from the code: the catalogue of findings, the statistics."""

from __future__ import annotations

from collections.abc import Iterable

from hands.rules.findings import CATALOGUE, Kind, Language
from hands.statistics import OF_CLUBS, OF_PLAYERS, PLAY, Statistic

_INTRODUCTION = """# Findings

Whatever is wrong or odd with a hand is a finding with a stable code. An **error** refuses the hand, a **warning** does
not. Each comes with its place (line of the source, action and street, player, field of the document), with what was
found and what was expected, and with its sentence in English and Korean. `…` stands for what was found or expected.

This file is made by `manage.py write_reference`.

| Code | Severity | English | 한국어 |
| --- | --- | --- | --- |
"""


def findings_document() -> str:
    """``docs/findings.md``: every code, errors first."""
    rows = [
        f"| `{kind.code}` | {kind.severity} | {_sentence(kind, 'en')} | {_sentence(kind, 'ko')} |\n"
        for kind in sorted(CATALOGUE.values(), key=lambda kind: (kind.severity, kind.code))
    ]
    return _INTRODUCTION + "".join(rows)


def _sentence(kind: Kind, language: Language) -> str:
    return kind.sentence(language, player="p1", found="…", expected="…").replace("|", "\\|")


_STATISTICS = """# Statistics

What the figures of a player and of a club mean, what is counted among what, and how they are rounded.

A hand counts as soon as it is stored: for every player dealt in, and for the club. It stops counting when it is deleted
or while its sources disagree. Cancelled hands, and hands whose winner nobody can tell, never count. Figures come by
game, stakes and month; the month is that of the club's time zone, and hands whose source tells no time have none.

- **Shares** are in percent with one decimal, with how many were counted among how many, and with the two ends of
  Wilson's 95 % interval: with so few hands as there are, the true share lies between them in 95 of 100 cases. Among
  nothing there is no share.
- **Money** is given for each currency by itself, in its own decimals; chips of clubs without a currency likewise.
  Averages of a hundred hands have two decimals at least.
- **Big bets** are those of the stakes of each hand. They are added up exactly and rounded to two decimals.
- Everything is computed from whole numbers and rounded once, at the end. Halves go away from zero: 7.25 with one
  decimal is 7.3, and -7.25 is -7.3.
- **Private** figures rest on cards that others have not seen: only the player and the club's staff see them.

Figures go up and down with each hand that comes and goes. `manage.py rebuild_stats` counts all of them anew, and
`manage.py rebuild_stats --check` says what differs from that: nothing ever should.

This file is made by `manage.py write_reference`.
"""

_COLUMNS = """
## What is counted

The formulas above are made of these numbers, each of which is the sum over the hands that count.

| Number | What |
| --- | --- |
| `hands` | hands dealt to a player; of a club those of all its players, so that a hand of six is six |
| `deals` | hands of the club |
| `net` | what was won less what was put in |
| `pot`, `rake` | the pots before rake, and the rake |
| `vpip` | hands with chips put in by choice before the first draw |
| `raised` | hands with a bet or raise before the first draw |
| `saw_1` … `saw_4` | hands in which the player was still in at that draw |
| `drawn_1` … `drawn_4` | cards exchanged there |
| `pat_1` … `pat_4` | hands in which none was |
| `made_known`, `made` | hands with known final cards, in at the last draw; those of them in which all count |
| `showdowns`, `showdowns_drawn` | hands that the player was in at the showdown; those of them with a draw before |
| `showdowns_won` | showdowns with a share of a pot that somebody else there could have won |
"""


def statistics_document() -> str:
    """``docs/statistics.md``: every statistic with its definition."""
    return "".join(
        [
            *(_STATISTICS, "\n## Of a player and of a club\n\nOf a club they are over all of its players together.\n"),
            *(_table(PLAY), "\n## Of a player alone\n", _table(one for one in OF_PLAYERS if one not in PLAY)),
            *("\n## Of a club alone\n", _table(one for one in OF_CLUBS if one not in PLAY), _COLUMNS),
        ]
    )


def _table(statistics: Iterable[Statistic]) -> str:
    rows = [
        f"| `{one.code}` | {one.names.en} | {one.names.ko} | {one.formula} | {one.meaning.en}"
        f"{' Private.' if one.private else ''} | {one.meaning.ko} |\n"
        for one in statistics
    ]
    return "\n| Code | English | 한국어 | Formula | Meaning | 뜻 |\n| --- | --- | --- | --- | --- | --- |\n" + "".join(
        rows
    )
