"""How clubs, members and tokens come about, by function and by command."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from badugi_site.clubs.first_start import language_of, time_zone_of, welcome
from badugi_site.clubs.models import ApiToken, Club, Membership, User
from badugi_site.clubs.people import (
    add_member,
    create_club,
    create_token,
    first_owner,
    found_club,
    readable_password,
)
from badugi_site.clubs.permissions import Role, Scope
from tests.cast import Cast
from tests.started import PROJECT, soon
from tests.started import Club as Started

pytestmark = pytest.mark.django_db

Spoken = tuple[str, str]


def called(command: str, *arguments: str) -> Spoken:
    """What the command says on standard output and on standard error."""
    out, err = io.StringIO(), io.StringIO()
    call_command(command, *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def opens(clear: str) -> ApiToken:
    return ApiToken.objects.get(token_key=clear[:15])


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"slug": "with blank"}, "slug"),
        ({"slug": "클럽"}, "slug"),
        ({"slug": ""}, "slug"),
        ({"slug": "moonlight"}, "slug"),
        ({"slug": "x" * 51}, "slug"),
        ({"name": ""}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"language": "fr"}, "language"),
        ({"time_zone": "Seoul"}, "time_zone"),
        ({"time_zone": "../../etc/passwd"}, "time_zone"),
    ],
)
def test_a_club_that_cannot_be_is_refused_by_field(cast: Cast, wrong: dict[str, str], field: str) -> None:
    fields = {"name": "New", "slug": "new"} | wrong
    with pytest.raises(ValidationError) as refused:
        create_club(**fields)
    assert list(refused.value.message_dict) == [field]
    assert Club.objects.count() == 2


def test_who_is_a_member_already_gets_the_role(cast: Cast) -> None:
    membership = add_member(club=cast.club, user=cast.member, role=Role.DIRECTOR)
    assert Membership.objects.get(club=cast.club, user=cast.member) == membership
    assert membership.role == "director"


def test_a_token_is_stored_as_its_digest_alone(cast: Cast) -> None:
    token, clear = create_token(user=cast.member, name="server", scope=Scope.READ, expires_in=timedelta(days=2))
    assert re.fullmatch("[0-9a-f]{64}", clear)
    token.refresh_from_db()
    assert clear not in {str(value) for value in vars(token).values()}
    assert token.expiry is not None
    assert timedelta(days=1) < token.expiry - timezone.now() <= timedelta(days=2)
    assert create_token(user=cast.member, name="server", scope=Scope.READ)[1] != clear


@pytest.mark.parametrize("name", ["", "x" * 101])
def test_a_token_needs_a_name(cast: Cast, name: str) -> None:
    with pytest.raises(ValidationError):
        create_token(user=cast.member, name=name, scope=Scope.READ)


def test_passwords_are_read_and_typed_without_mistakes() -> None:
    passwords = {readable_password() for _each in range(200)}
    assert len(passwords) == 200
    assert all(re.fullmatch("([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}", password) for password in passwords)


def test_the_first_start_makes_a_club_its_owner_and_a_token_and_only_the_first(db: None) -> None:
    made = first_owner(language="ko", time_zone="Asia/Seoul")
    assert made is not None
    club = Club.objects.get()
    assert (club.slug, club.name, club.language, club.time_zone) == ("club", "우리 클럽", "ko", "Asia/Seoul")
    owner = User.objects.get()
    assert owner.is_superuser and owner.is_staff
    assert owner.check_password(made.password)
    assert Membership.objects.get().role == "owner"
    token = opens(made.token)
    assert (token.user, token.club, token.scope, token.expiry) == (owner, club, "upload", None)
    client = Client()
    assert client.post("/sign-in/", {"username": "owner", "password": made.password}).status_code == 302
    assert client.get("/admin/").status_code == 200
    assert first_owner() is None
    assert (Club.objects.count(), User.objects.count(), ApiToken.objects.count()) == (1, 1, 1)


def test_nothing_is_made_where_somebody_or_some_club_is(db: None) -> None:
    user = User.objects.create_user("somebody")
    assert first_owner() is None
    user.delete()
    create_club(name="Some", slug="some")
    assert first_owner() is None
    assert User.objects.count() == 0


def test_a_failure_in_the_middle_leaves_nothing(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**values: object) -> None:
        raise ValidationError("no")

    monkeypatch.setattr("badugi_site.clubs.people.create_token", fail)
    with pytest.raises(ValidationError):
        first_owner()
    assert (Club.objects.count(), User.objects.count()) == (0, 0)
    monkeypatch.undo()
    assert first_owner() is not None


# Waits until both may start, then makes the first owner, and says whether it did.
START_AT = """
import sys, time, django
django.setup()
from badugi_site.clubs.people import first_owner
time.sleep(max(0, float(sys.argv[1]) - time.time()))
print(first_owner() is not None)
"""


def made_by_four_processes(environment: dict[str, str]) -> list[str]:
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=PROJECT, env=environment, check=True)
    command = [sys.executable, "-c", START_AT, str(time.time() + 4)]
    running = [subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE) for _ in range(4)]
    return sorted(process.communicate(timeout=60)[0].decode().strip() for process in running)


def test_of_several_first_starts_at_once_one_makes_it(environment: dict[str, str]) -> None:
    assert made_by_four_processes(environment) == ["False", "False", "False", "True"]


def test_of_several_first_starts_at_once_one_makes_it_on_postgresql(
    environment: dict[str, str], postgresql_url: str
) -> None:
    assert made_by_four_processes(environment | {"DATABASE_URL": postgresql_url}) == ["False", "False", "False", "True"]


def test_the_welcome_speaks_the_language_of_the_club(db: None) -> None:
    made = first_owner(language="ko")
    assert made is not None
    told = welcome(made, "http://127.0.0.1:8000/")
    for part in ("http://127.0.0.1:8000/sign-in/", "owner", made.password, made.token, "create_token", "클럽"):
        assert part in told
    made.club.language = "en"
    assert "first start" in welcome(made, "http://127.0.0.1:8000/")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "ko_KR.UTF-8"}, "ko"),
        ({"LANG": "ko_KR.UTF-8", "LC_ALL": ""}, "ko"),
    ],
)
def test_the_language_is_that_of_the_terminal(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_the_time_zone_is_that_of_the_computer(tmp_path: Path) -> None:
    clock = tmp_path / "localtime"
    assert time_zone_of({}, clock) == "UTC"
    clock.symlink_to("/usr/share/zoneinfo/Asia/Seoul")
    assert time_zone_of({}, clock) == "Asia/Seoul"
    assert time_zone_of({"TZ": ":Europe/Madrid"}, clock) == "Europe/Madrid"
    assert time_zone_of({"TZ": "KST-9"}, clock) == "Asia/Seoul"


def test_a_token_is_printed_alone_and_what_it_is_beside_it(cast: Cast) -> None:
    out, err = called("create_token", "--user", "gaya")
    assert re.fullmatch("[0-9a-f]{64}\n", out)
    token = opens(out)
    assert (token.user, token.club, token.scope, token.expiry) == (cast.member, None, "upload", None)
    assert "gaya" in err
    assert out.strip() not in err
    out, err = called(
        "create_token", *("--user", "gaya", "--club", "moonlight", "--scope", "read", "--name", "x", "--days", "3")
    )
    token = opens(out)
    assert (token.club, token.scope, token.name) == (cast.club, "read", "x")
    assert token.expiry is not None
    assert f"{token.expiry:%Y-%m-%d}" in err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("--user nobody-at-all", "There is no user nobody-at-all."),
        ("--user gaya --club nowhere", "There is no club nowhere."),
        ("--user gaya --club elsewhere", "gaya is not in this club."),
        ("--user gaya --days 0", "--days is a number from 1 to 36500."),
        ("--user gaya --days 99999999999", "--days is a number from 1 to 36500."),
        ("--user gaya --name=", "The name of a token has 1 to 100 characters."),
        ("--user gaya --scope everything", "invalid choice: 'everything'"),
        ("--user idle", "The user idle is not active"),
        ("", "--user"),
    ],
)
def test_a_token_that_cannot_be_is_refused(cast: Cast, arguments: str, complaint: str) -> None:
    User.objects.create_user("idle", is_active=False)
    with pytest.raises(CommandError, match=re.escape(complaint)):
        called("create_token", *arguments.split())
    assert not ApiToken.objects.exists()


def test_a_club_is_made_with_an_owner_who_is_new(db: None) -> None:
    arguments = ["--name", "달빛 클럽", "--slug", "moon", "--owner", "danbi", "--language", "ko"]
    out, err = called("create_club", *arguments, "--time-zone", "Asia/Seoul")
    owner = User.objects.get()
    assert owner.check_password(out.strip())
    assert not owner.is_staff
    assert out.strip() not in err
    club = Club.objects.get()
    assert (club.name, club.language, club.time_zone) == ("달빛 클럽", "ko", "Asia/Seoul")
    assert Membership.objects.get(club=club, user=owner).role == "owner"


def test_a_club_is_made_for_somebody_who_is_there(cast: Cast) -> None:
    out, err = called("create_club", "--name", "Third", "--slug", "third", "--owner", "gaya")
    assert out == ""
    assert "owned by gaya" in err
    assert Membership.objects.get(club__slug="third").user == cast.member


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--slug", "moonlight", "--owner", "new"], "slug: "),
        (["--slug", "no good", "--owner", "new"], "slug: "),
        (["--slug", "third", "--owner", "no good"], "username: "),
        (["--slug", "third", "--owner", "new", "--time-zone", "Seoul"], "time_zone: There is no time zone Seoul."),
    ],
)
def test_a_club_that_cannot_be_leaves_nothing(cast: Cast, arguments: list[str], complaint: str) -> None:
    people = User.objects.count()
    with pytest.raises(CommandError, match=re.escape(complaint)):
        called("create_club", "--name", "Third", *arguments)
    assert (Club.objects.count(), User.objects.count()) == (2, people)


def test_found_club_is_one_transaction(cast: Cast) -> None:
    with pytest.raises(ValidationError):
        found_club(name="Third", slug="third", owner="")
    assert not Club.objects.filter(slug="third").exists()


def test_the_first_start_is_told_once_on_standard_error(start: Callable[..., Started]) -> None:
    club = start(LANG="en_US.UTF-8", TZ="Asia/Seoul")
    address = club.ready()
    said = club.errors.read_text
    assert soon(lambda: "create_token --user owner" in said(), within=5)
    (password,) = re.findall(r"Password +(\S+)", said())
    (clear,) = re.findall(r"Token +([0-9a-f]{64})", said())
    assert f"http://{address}/sign-in/" in said()
    assert said().rstrip().endswith("create_token --user owner --club club")
    for secret in (password, clear):
        assert said().count(secret) == 1
    assert club.end(signal.SIGINT) == 0
    assert club.rest_of_output() == ""
    again = start()
    again.ready()
    assert again.end(signal.SIGINT) == 0
    assert "Password" not in again.errors.read_text()
