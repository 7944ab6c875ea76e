"""Every code of the catalogue can be raised: none is promised in vain."""

import re
from pathlib import Path

from hands.rules import findings
from hands.rules.findings import CATALOGUE

PROJECT = Path(__file__).resolve().parents[3]


def test_every_kind_is_used_somewhere() -> None:
    names = {name: kind for name, kind in vars(findings).items() if name.isupper() and name != "CATALOGUE"}
    assert len(names) == len(CATALOGUE)
    sources = [path for path in (PROJECT / "hands").rglob("*.py") if path.name != "findings.py"]
    used = set(re.findall(r"\b[A-Z][A-Z_]+\b", "\n".join(path.read_text() for path in sources)))
    assert not names.keys() - used
