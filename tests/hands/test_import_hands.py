"""manage.py import_hands: files of hands into a club, with findings like a compiler's."""

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from badugi_site.clubs.models import Alias, Player, User
from badugi_site.clubs.people import add_member, create_club
from badugi_site.clubs.permissions import Role
from badugi_site.jobs.models import Job, State
from hands.models import ClubSums, PendingSums, Rank, Source
from tests.conftest import PROJECT, Process
from tests.hands.histories import DURI, HANA, history

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def club(settings: Any, tmp_path: Path) -> Any:
    settings.DATA_DIR = tmp_path / "data"
    return create_club(name="Club Han", slug="han")


def run(*paths: object, club: str = "han", **options: Any) -> tuple[int, list[str], list[str]]:
    """The exit status and the lines of standard output and standard error."""
    out, err = io.StringIO(), io.StringIO()
    status = 0
    try:
        call_command("import_hands", *map(str, paths), club=club, stdout=out, stderr=err, **options)
    except SystemExit as exit:
        status = exit.code if isinstance(exit.code, int) else 1
    return status, out.getvalue().splitlines(), err.getvalue().splitlines()


def test_real_files_go_in_once_and_the_rest_is_told(corpus: Path, tmp_path: Path) -> None:
    status, lines, _ = run(corpus / "pokerstars" / "badugi-sng-2010.txt")
    assert (status, lines[-1]) == (0, "104 hands: 104 accepted, 0 merged, 0 duplicate, 0 refused, 0 conflicts")
    folder = tmp_path / "badugi"
    folder.mkdir()
    for name in ("badugi-sng-2010.txt", "badugi-cash-2010.txt", "illegal-badugi.txt"):
        copy(corpus / "pokerstars" / name, folder)
    for name in ("badugi-known-cards.phh", "badugi-wikipedia.phh"):
        copy(corpus / "phh" / name, folder)
    status, lines, _ = run(folder)
    assert (status, lines[-1]) == (1, "111 hands: 6 accepted, 0 merged, 104 duplicate, 1 refused, 0 conflicts")
    illegal = next(line for line in lines if "illegal" in line)
    assert illegal.startswith(f"{folder}/illegal-badugi.txt:31: error action_all_in: ")
    copy(corpus / "pokerstars" / "razz-2009.txt", folder)
    status, lines, _ = run(folder / "razz-2009.txt")
    assert status == 1
    assert "error unknown_variant: " in lines[0]
    assert lines[-2:] == [
        "9 hands of games that are not known here: Razz Limit",
        "9 hands: 0 accepted, 0 merged, 0 duplicate, 9 refused, 0 conflicts",
    ]


def test_what_is_imported_is_counted_at_once(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_bytes(history(HANA))
    assert run(tmp_path / "hands.txt")[0] == 0
    assert not PendingSums.objects.exists()
    assert ClubSums.objects.get().deals == 1
    assert set(Job.objects.values_list("state", flat=True)) == {State.DONE}
    source = Source.objects.get()
    assert (source.rank, source.user) == (Rank.SERVER, None)


def test_hands_of_a_person_count_as_theirs(club: Any, tmp_path: Path) -> None:
    user = User.objects.create_user("hana")
    (tmp_path / "hands.txt").write_bytes(history(HANA))
    with pytest.raises(CommandError, match="hana is not in the club han"):
        run(tmp_path / "hands.txt", user="hana")
    add_member(club=club, user=user, role=Role.MEMBER)
    status, lines, _ = run(tmp_path / "hands.txt", user="hana")
    assert status == 1 and "not_at_the_table" in lines[0]
    Alias.objects.create(player=Player.objects.create(club=club, name="Hana", user=user), site="PokerStars", name=HANA)
    assert run(tmp_path / "hands.txt", user="hana")[0] == 0
    assert (Source.objects.get().rank, Source.objects.get().user) == (3, user)


def test_archives_and_conflicts(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("one.txt", history(HANA))
        archive.writestr("two.txt", history(DURI) + b"\n\n" + history("nobody", rake="0.20", won="2.80"))
        archive.writestr("letter.txt", "Dear all,")
    status, lines, _ = run(tmp_path / "a.zip")
    assert status == 1
    assert lines == [
        f"{tmp_path}/a.zip!two.txt:38: error conflict: hand 500 is stored otherwise, and disputed until the club "
        "decides",
        f"{tmp_path}/a.zip!letter.txt:1: error unknown_format: This is not a hand of a known format: neither a hand "
        "document nor the text of a known room.",
        "1 file not read",
        "3 hands: 1 accepted, 1 merged, 0 duplicate, 0 refused, 1 conflict",
    ]


def test_a_file_whose_name_is_no_text_is_imported(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"hand\xff\n.txt")).write_bytes(history(HANA, rake="0.50"))
    _, lines, _ = run(tmp_path)
    assert lines[0].startswith(f"{tmp_path}/hand\\udcff\\n.txt:31: error pot_mismatch: ")


def test_wrong_calls_say_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nothing does not exist"):
        run(tmp_path / "nothing")
    with pytest.raises(CommandError, match=r"There is no club moon\. There are: han"):
        run(tmp_path, club="moon")


def test_standard_input_and_what_is_no_file(
    python: Callable[..., Process], environment: dict[str, str], tmp_path: Path
) -> None:
    assert python("manage.py", "migrate").returncode == 0
    create = "from badugi_site.clubs.people import create_club; create_club(name='Club Han', slug='han')"
    assert python("manage.py", "shell", "-v0", "-c", create).returncode == 0
    result = subprocess.run(
        [sys.executable, "manage.py", "import_hands", "--club", "han", "-", "/dev/null"],
        cwd=PROJECT,
        env=environment,
        input=history(HANA),
        capture_output=True,
        check=False,
    )
    assert result.stderr == b""
    assert result.stdout.decode().splitlines() == [
        "/dev/null:1: error unreadable: This cannot be read: not a regular file.",
        "1 file not read",
        "1 hand: 1 accepted, 0 merged, 0 duplicate, 0 refused, 0 conflicts",
    ]
    assert result.returncode == 1
