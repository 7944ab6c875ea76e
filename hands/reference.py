"""The parts of the documents that are made from the code: the catalogue of findings."""

from __future__ import annotations

from hands.rules.findings import CATALOGUE, Kind, Language

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
