"""The settings as a whole, each in a process of its own, as a server would read them."""

import json
import stat
from pathlib import Path

import pytest

PRODUCTION = {
    "ALLOWED_HOSTS": "club.example.org",
    "BEHIND_PROXY": "on",
    "CELERY_BROKER_URL": "redis://:secret@127.0.0.1:1/0",
    "DATABASE_URL": "postgres://club:secret@127.0.0.1:1/club",
    "HTTPS": "on",
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
}


def shown(python, names: list[str], **variables: str) -> dict:
    """These settings, as a process with these variables sees them."""
    code = (
        f"import json; from badugi_site import settings as s; print(json.dumps({{n: getattr(s, n) for n in {names}}}))"
    )
    result = python("-c", code, **variables)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_with_nothing_set_the_checks_are_clean_and_a_key_is_kept(python, environment: dict[str, str]) -> None:
    result = python("manage.py", "check")
    assert (result.returncode, result.stderr) == (0, "")
    assert stat.S_IMODE((Path(environment["DATA_DIR"]) / "secret_key").stat().st_mode) == 0o600


def test_the_deployment_checks_are_clean_in_production(python) -> None:
    result = python("manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert result.returncode == 0, result.stderr


def test_a_deployment_without_a_broker_is_told_that_only_the_club_command_does_its_work(python) -> None:
    result = python("manage.py", "check", "--deploy", **PRODUCTION | {"CELERY_BROKER_URL": ""})
    assert "badugi_site.W001" in result.stderr
    server = python("-c", "import badugi_site.wsgi", **PRODUCTION | {"CELERY_BROKER_URL": ""})
    assert server.returncode == 0
    assert "waits for ever" in server.stderr
    assert python("-c", "import badugi_site.wsgi", **PRODUCTION).stderr == ""


def test_pages_of_errors_show_no_password(python) -> None:
    code = (
        "import django; django.setup(); from django.views.debug import get_default_exception_reporter_filter as f;"
        "print(f().get_safe_settings())"
    )
    shown = python("-c", code, **PRODUCTION).stdout
    assert "CELERY_BROKER_URL" in shown
    assert "secret@" not in shown


def test_production_keeps_no_key_of_its_own(python, environment: dict[str, str]) -> None:
    assert python("manage.py", "check", **PRODUCTION).returncode == 0
    assert not Path(environment["DATA_DIR"]).exists()


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"DEBUG": "maybe"}, "DEBUG is malformed: expected one of true, on"),
        ({"PORT": "http"}, "PORT is malformed: expected a whole number from 0 to 65535"),
        ({"DATABASE_URL": "mysql://club:secret@db/club"}, "DATABASE_URL is malformed: expected postgres://"),
        ({"CELERY_BROKER_URL": "kafka://club:secret@host"}, "CELERY_BROKER_URL is malformed: expected redis://"),
        ({"ALLOWED_HOSTS": "http://club.example.org"}, "ALLOWED_HOSTS is malformed: expected host names"),
    ],
)
def test_a_malformed_variable_stops_commands_and_servers_with_its_name(python, variables, words: str) -> None:
    command = python("manage.py", "check", **variables)
    assert command.returncode == 1
    assert words in command.stderr
    assert "Traceback" not in command.stderr
    server = python("-c", "import badugi_site.wsgi", **variables)
    assert server.returncode == 1
    assert words in server.stderr
    assert "secret" not in command.stderr + server.stderr


def test_unsafe_settings_stop_commands_and_servers(python) -> None:
    variables = {"ALLOWED_HOSTS": "*", "DEBUG": "on"}
    for arguments in (["manage.py", "check"], ["manage.py", "club"], ["-c", "import badugi_site.wsgi"]):
        result = python(*arguments, **variables)
        assert result.returncode == 1
        for words in ("Set DEBUG=off", "Set SECRET_KEY", "Set DATABASE_URL"):
            assert words in result.stderr


def test_sqlite_writes_ahead_begins_immediately_and_waits(python) -> None:
    code = """
import json, django; django.setup()
from django.db import connection, transaction
def pragma(name): return connection.cursor().execute(f"PRAGMA {name}").fetchone()[0]
print(json.dumps([pragma(name) for name in ("journal_mode", "busy_timeout", "foreign_keys")]))
with connection.execute_wrapper(lambda run, sql, *rest: (print(sql), run(sql, *rest))[1]), transaction.atomic(): pass
"""
    result = python("-c", code)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout.splitlines()[0]) == ["wal", 20000, 1]
    assert result.stdout.splitlines()[1] == "BEGIN IMMEDIATE"


def test_https_redirects_and_guards_cookies_but_only_when_switched_on(python) -> None:
    names = ["SECURE_SSL_REDIRECT", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS"]
    assert shown(python, names) == dict(zip(names, [False, False, False, 0], strict=True))
    assert shown(python, names, HTTPS="on") == dict(zip(names, [True, True, True, 2592000], strict=True))


def test_headers_of_a_proxy_are_believed_only_when_there_is_one(python) -> None:
    plain = shown(python, ["SECURE_PROXY_SSL_HEADER", "REST_FRAMEWORK"])
    assert plain["SECURE_PROXY_SSL_HEADER"] is None
    assert plain["REST_FRAMEWORK"]["NUM_PROXIES"] == 0
    behind = shown(python, ["SECURE_PROXY_SSL_HEADER", "REST_FRAMEWORK"], BEHIND_PROXY="on")
    assert behind["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]
    assert behind["REST_FRAMEWORK"]["NUM_PROXIES"] == 1
