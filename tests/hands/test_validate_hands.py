"""manage.py validate_hands: findings like a compiler's."""

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from hands.management.lines import printable

PROJECT = Path(__file__).resolve().parents[2]
EXAMPLES = PROJECT / "docs" / "examples"
HAND = (EXAMPLES / "hand.txt").read_bytes()
FAULTY = (EXAMPLES / "hand-with-a-fault.txt").read_bytes()


def run(*paths: object, **options: Any) -> tuple[int, list[str], list[str]]:
    """The exit status and the lines of standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("validate_hands", *map(str, paths), stdout=out, stderr=err, **options)
    except SystemExit as exit:
        status = exit.code if isinstance(exit.code, int) else 1
    return status, out.getvalue().splitlines(), err.getvalue().splitlines()


def test_hands_in_order_say_nothing_but_their_number(tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_bytes(HAND + b"\n\n" + HAND.replace(b"700000101", b"700000102"))
    assert run(tmp_path / "two.txt") == (0, ["2 hands: 2 accepted, 0 refused"], [])


def test_every_finding_is_a_line_with_path_and_line(tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_bytes(HAND + b"\n\n" + FAULTY)
    status, lines, _ = run(path)
    offset = HAND.count(b"\n") + 2
    assert status == 1
    assert lines[0].startswith(f"{path}:{offset + 15}: error discard_not_held: Areum (p3) discards Kd, ")
    assert lines[1:] == ["2 hands: 1 accepted, 1 refused"]


def test_warnings_refuse_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(HAND.replace(b"(Badugi: 8,6,4,A)", b"(Badugi: 8,6,4,2)"))
    status, lines, _ = run(tmp_path / "a.txt")
    assert (status, lines[-1]) == (0, "1 hand: 1 accepted, 0 refused")
    assert "warning label_disagrees: " in lines[0]


def test_messages_are_korean_when_asked_for() -> None:
    _, lines, _ = run(EXAMPLES / "hand-with-a-fault.txt", language="ko")
    assert "discard_not_held: Areum(p3)님이" in lines[0]


def test_folders_and_archives_are_read(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("inner/hand.txt", FAULTY)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "hand.txt").write_bytes(HAND)
    status, lines, _ = run(tmp_path)
    assert status == 1
    assert lines[0].startswith(f"{tmp_path}/a.zip!inner/hand.txt:15: error discard_not_held: ")
    assert lines[1] == "2 hands: 1 accepted, 1 refused"


@pytest.mark.parametrize(
    ("data", "code"),
    [(b"Dear all,", "unknown_format"), (b"", "unknown_format"), (b"\x00\x01\x02\xff" * 9, "unreadable")],
)
def test_a_file_of_something_else_is_an_error_and_the_next_is_read(tmp_path: Path, data: bytes, code: str) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    (tmp_path / "b.txt").write_bytes(HAND)
    status, lines, _ = run(tmp_path)
    assert status == 1
    assert lines[0].startswith(f"{tmp_path}/a.txt:1: error {code}: ")
    assert lines[1:] == ["1 file not read", "1 hand: 1 accepted, 0 refused"]


def test_json_is_the_object_of_the_api_one_a_line(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(HAND + b"\n\n" + FAULTY)
    (tmp_path / "b.txt").write_bytes(b"Dear all,")
    status, lines, errors = run(tmp_path, json=True)
    first, second, third = map(json.loads, lines)
    assert status == 1
    assert (first["path"], first["line"], first["number"]) == (f"{tmp_path}/a.txt", 1, "700000101")
    assert (first["accepted"], first["status"], first["settlement"]["rake"]) == (True, "verified", "0.35")
    assert (second["accepted"], second["findings"][0]["code"]) == (False, "discard_not_held")
    assert (third["accepted"], third["findings"][0]["code"], third["hand"]) == (False, "unknown_format", None)
    assert first.keys() == second.keys() == third.keys()
    assert errors[-1] == "2 hands: 1 accepted, 1 refused"


def test_a_path_that_is_not_there_is_a_wrong_call_and_nothing_is_checked(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("validate_hands", str(EXAMPLES), str(tmp_path / "nothing"))
    assert caught.value.returncode == 2


def test_what_a_terminal_would_obey_is_written_out(tmp_path: Path) -> None:
    assert printable("a\x1b[2Jb\udc80 바둑이") == "a\\x1b[2Jb\\udc80 바둑이"
    (tmp_path / "a\x1b[31m.txt").write_bytes(b"Dear all,")
    _, lines, _ = run(tmp_path)
    assert "\x1b" not in "".join(lines)


def test_as_a_program_it_reads_standard_input_and_says_how_it_went_by_its_status(
    python: Callable[..., subprocess.CompletedProcess[str]], environment: dict[str, str], tmp_path: Path
) -> None:
    assert python("manage.py", "validate_hands", str(EXAMPLES / "hand.txt")).returncode == 0
    assert python("manage.py", "validate_hands", str(EXAMPLES)).returncode == 1
    assert python("manage.py", "validate_hands", str(tmp_path / "nothing")).returncode == 2
    assert python("manage.py", "validate_hands").returncode == 2
    for data in (HAND, FAULTY):
        result = subprocess.run(
            [sys.executable, "manage.py", "validate_hands", "-"],
            cwd=PROJECT,
            env=environment,
            input=data,
            capture_output=True,
            check=False,
        )
        assert result.returncode == (data == FAULTY)
        assert result.stderr == b""
        if data == FAULTY:
            assert result.stdout.startswith(b"-:15: error discard_not_held: ")


def test_the_real_files_are_checked(corpus: Path) -> None:
    status, lines, _ = run(corpus / "pokerstars" / "illegal-badugi.txt")
    assert status == 1
    assert lines[-1] == "1 hand: 0 accepted, 1 refused"
