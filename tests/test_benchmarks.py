"""Each benchmark runs, here with a handful of hands, and ends with its ratio."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHORT = {
    "growth": ["--hands", "10", "--few", "10", "--many", "30", "--rounds", "1"],
    "import": ["--hands", "20", "--rounds", "1"],
    "validate": ["--hands", "5", "--rounds", "1"],
}


@pytest.mark.parametrize("script", sorted((ROOT / "benchmarks").glob("[a-z]*.py")), ids=lambda script: script.stem)
def test_a_benchmark_ends_with_its_ratio(script: Path) -> None:
    run = subprocess.run(
        [sys.executable, script, *SHORT[script.stem]],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    assert re.fullmatch(r"ratio: [0-9]+\.[0-9]", run.stdout.splitlines()[-1])
