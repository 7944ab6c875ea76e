"""The script `run`, in a copy of its own, with a stand-in for uv that installs nothing and writes down its orders.

The stand-in makes an environment whose python does the same, so that each test takes moments.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent

UV = """#!/bin/sh
echo "uv $*" >>"$LOG"
case $1 in
    venv) mkdir -p .venv/bin && cp bin/environment-python .venv/bin/python ;;
    pip) sleep "${INSTALL_TAKES:-0}"; exit "${INSTALL_STATUS:-0}" ;;
esac
"""
PYTHON = """#!/bin/sh
[ "$1" = -c ] || echo "python $*" >>"$LOG"
"""


class Copy:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        (folder / "run").write_bytes((PROJECT / "run").read_bytes())
        (folder / "run").chmod(0o755)
        for lock in ("requirements.lock", "requirements-dev.lock"):
            (folder / lock).write_text(f"{lock} 1\n")
        (folder / "bin").mkdir()
        self.tool("uv", UV)
        self.tool("environment-python", PYTHON)
        (folder / "bin" / "python3").symlink_to(sys.executable)

    def tool(self, name: str, script: str) -> None:
        path = self.folder / "bin" / name
        path.unlink(missing_ok=True)
        path.write_text(script)
        path.chmod(0o755)

    def start(self, *arguments: str, **variables: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [self.folder / "run", *arguments],
            env={"PATH": f"{self.folder / 'bin'}:{os.defpath}", "LOG": str(self.log), **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments, **variables)
        stdout, stderr = process.communicate(timeout=60)
        return subprocess.CompletedProcess(arguments, process.returncode, stdout, stderr)

    def done(self) -> list[str]:
        """What the tools were asked since the last time, without the installer's own options."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        shorter = []
        for line in lines:
            if line.startswith("uv pip install"):
                assert "--require-hashes" in line
                line = f"install {line.split()[-1]}"
            elif line.startswith("uv venv"):
                line = "venv"
            shorter.append(line)
        return shorter


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path)


def test_the_first_call_makes_the_environment_and_the_next_one_does_not(copy: Copy) -> None:
    result = copy.run("club")
    assert (result.returncode, result.stdout) == (0, "")
    assert "Installing" in result.stderr
    assert copy.done() == ["venv", "install requirements.lock", "python manage.py club"]
    assert copy.run("club").stderr == ""
    assert copy.done() == ["python manage.py club"]


def test_what_develops_is_added_once_and_kept_by_the_club(copy: Copy) -> None:
    copy.run("club")
    copy.done()
    copy.run("test", "-k", "two words")
    assert copy.done() == ["install requirements-dev.lock", "python -m pytest -n auto -k two words"]
    copy.run("club")
    copy.run("test")
    assert copy.done() == ["python manage.py club", "python -m pytest -n auto"]


@pytest.mark.parametrize("command", ["club", "test"])
def test_a_lock_that_changed_is_installed_again(copy: Copy, command: str) -> None:
    copy.run("test")
    copy.done()
    (copy.folder / "requirements.lock").write_text("requirements.lock 2\n")
    copy.run(command)
    assert [line for line in copy.done() if line.startswith("install")] == [
        "install requirements.lock" if command == "club" else "install requirements-dev.lock"
    ]


def test_a_failed_installation_is_said_and_made_anew(copy: Copy) -> None:
    result = copy.run("club", INSTALL_STATUS="1")
    assert result.returncode == 1
    assert "installation failed" in result.stderr
    assert copy.done() == ["venv", "install requirements.lock"]
    assert copy.run("club").returncode == 0
    assert copy.done() == ["venv", "install requirements.lock", "python manage.py club"]


def test_an_installation_that_was_killed_is_made_anew(copy: Copy) -> None:
    process = copy.start("club", INSTALL_TAKES="2")
    wait_for_line(copy, "uv pip")
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    copy.done()
    assert copy.run("club").returncode == 0
    assert copy.done() == ["venv", "install requirements.lock", "python manage.py club"]


def test_two_at_once_install_once(copy: Copy) -> None:
    first = copy.start("club", INSTALL_TAKES="1")
    wait_for_line(copy, "uv pip")
    second = copy.start("club", INSTALL_TAKES="1")
    for process in (first, second):
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert copy.done() == ["venv", "install requirements.lock", "python manage.py club", "python manage.py club"]


def test_an_environment_whose_python_is_gone_is_made_anew(copy: Copy) -> None:
    copy.run("club")
    copy.done()
    (copy.folder / ".venv" / "bin" / "python").unlink()
    copy.run("club")
    assert copy.done() == ["venv", "install requirements.lock", "python manage.py club"]


def test_without_a_python_that_is_new_enough_it_says_what_to_install(copy: Copy) -> None:
    for name in ("python3", "python3.14", "python3.13", "python3.12", "python3.11", "python", "uv"):
        copy.tool(name, "#!/bin/sh\nexit 1\n")
    result = copy.run("club")
    assert result.returncode == 1
    assert "Python 3.11 or newer is needed" in result.stderr
    assert not (copy.folder / ".venv").exists()


def test_it_works_from_any_directory(copy: Copy, tmp_path_factory: pytest.TempPathFactory, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    assert copy.run("manage", "check").returncode == 0
    assert copy.done()[-1] == "python manage.py check"


def test_a_benchmark_is_run_by_its_name_and_all_without_one(copy: Copy) -> None:
    (copy.folder / "benchmarks").mkdir()
    for name in ("first", "second"):
        (copy.folder / "benchmarks" / f"{name}.py").touch()
    copy.run("bench", "first", "--hands", "10")
    assert copy.done()[-1] == "python benchmarks/first.py --hands 10"
    copy.run("bench")
    assert copy.done() == ["python benchmarks/first.py", "python benchmarks/second.py"]
    unknown = copy.run("bench", "third")
    assert unknown.returncode == 2
    assert unknown.stderr.split() == ["There", "is", "no", "benchmark", "third.", "There", "are:", "first", "second"]


def test_help_lists_every_command_and_an_unknown_one_is_refused_with_it(copy: Copy) -> None:
    listed = copy.run("help").stdout
    for command in ("club", "test", "lint", "bench", "messages", "manage", "help"):
        assert f"./run {command}" in listed
    unknown = copy.run("clubs")
    assert (unknown.returncode, unknown.stderr) == (2, listed)
    assert copy.done() == []


def wait_for_line(copy: Copy, words: str) -> None:
    deadline = time.monotonic() + 10
    while not (copy.log.exists() and words in copy.log.read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
