from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from badugi_site.environment import NO_BROKER, BadSetting, Environment

DEFAULT = Path("/default/club.sqlite3")


def refused(read: Callable[[Environment], Any], value: str) -> str:
    with pytest.raises(BadSetting) as caught:
        read(Environment({"NAME": value}))
    return str(caught.value)


@pytest.mark.parametrize("value", ["on", "ON", "true", "True", "yes", "1", " 1 "])
def test_a_switch_is_on_by_any_of_the_usual_words(value: str) -> None:
    assert Environment({"NAME": value}).switch("NAME", default=False) is True


@pytest.mark.parametrize("value", ["off", "Off", "false", "no", "0"])
def test_a_switch_is_off_by_any_of_the_usual_words(value: str) -> None:
    assert Environment({"NAME": value}).switch("NAME", default=True) is False


@pytest.mark.parametrize("variables", [{}, {"NAME": ""}, {"NAME": "  "}])
def test_an_empty_variable_counts_as_not_set(variables: dict[str, str]) -> None:
    environment = Environment(variables)
    assert environment.switch("NAME", default=True) is True
    assert environment.number("NAME", 7, least=0, most=9) == 7
    assert environment.hosts("NAME", ["localhost"]) == ["localhost"]
    assert environment.database("NAME", DEFAULT)["NAME"] == str(DEFAULT)


@pytest.mark.parametrize("value", ["maybe", "2", "onn"])
def test_a_switch_that_is_neither_is_refused_by_name(value: str) -> None:
    message = refused(lambda environment: environment.switch("NAME", default=False), value)
    assert "NAME" in message
    assert "on" in message
    assert repr(value) in message


@pytest.mark.parametrize("value", ["http", "-1", "65536", "8000.0", "８０００", "1e3"])
def test_a_number_out_of_its_range_is_refused_by_name_with_the_range(value: str) -> None:
    message = refused(lambda environment: environment.number("NAME", 8000, least=0, most=65535), value)
    assert "NAME" in message
    assert "from 0 to 65535" in message


def test_a_choice_outside_the_list_is_refused_with_the_list() -> None:
    message = refused(lambda environment: environment.choice("NAME", "INFO", among=["INFO", "ERROR"]), "LOUD")
    assert "INFO, ERROR" in message


def test_hosts_are_separated_by_commas() -> None:
    environment = Environment({"NAME": "club.example.org, [::1],,127.0.0.1 "})
    assert environment.hosts("NAME", []) == ["club.example.org", "[::1]", "127.0.0.1"]


@pytest.mark.parametrize("value", ["https://club.example.org", "club.example.org:8000", "::1", "club.example.org/"])
def test_a_host_with_scheme_port_or_path_is_refused(value: str) -> None:
    assert "NAME" in refused(lambda environment: environment.hosts("NAME", []), value)


def test_an_origin_without_scheme_is_refused() -> None:
    assert "https://" in refused(lambda environment: environment.origins("NAME"), "club.example.org")


def test_a_data_directory_that_is_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    assert "directory" in refused(lambda environment: environment.directory("NAME", tmp_path), str(file))


def test_a_relative_data_directory_starts_where_the_process_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert Environment({"NAME": "here"}).directory("NAME", Path("/default")) == tmp_path / "here"


def test_a_postgresql_url_is_taken_apart() -> None:
    database = Environment({"NAME": "postgres://club:s%2Fcret@db.example.org:5433/hands"}).database("NAME", DEFAULT)
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"], database["NAME"]) == ("club", "s/cret", "hands")
    assert (database["HOST"], str(database["PORT"])) == ("db.example.org", "5433")


def test_an_sqlite_url_names_a_file() -> None:
    database = Environment({"NAME": "sqlite:////srv/club/hands.sqlite3"}).database("NAME", DEFAULT)
    assert database["ENGINE"] == "django.db.backends.sqlite3"
    assert database["NAME"] == "/srv/club/hands.sqlite3"


@pytest.mark.parametrize(
    "value",
    [
        "club",
        "mysql://club:secret@db/hands",
        "postgres://club:secret@db:port/hands",
        "postgres://club:secret@db/",
        "postgres://club:secret@[db/hands",
        "sqlite://secret.sqlite3",
        "sqlite://:memory:",
        "sqlite:///",
    ],
)
def test_a_malformed_database_url_is_refused_without_repeating_its_password(value: str) -> None:
    message = refused(lambda environment: environment.database("NAME", DEFAULT), value)
    assert "NAME" in message
    assert "postgres://" in message
    assert "secret" not in message


@pytest.mark.parametrize(
    "value",
    [
        "redis://127.0.0.1",
        "redis://:secret@redis.example.org:6379/15",
        "rediss://club:secret@redis.example.org/0?ssl_ca_certs=/etc/ca.pem",
        "amqp://club:secret@rabbit.example.org:5672/club",
        "amqps://rabbit.example.org//",
        "memory://",
    ],
)
def test_a_broker_is_taken_as_it_is(value: str) -> None:
    assert Environment({"NAME": value}).broker("NAME") == value


def test_no_broker_is_memory() -> None:
    assert Environment({}).broker("NAME") == NO_BROKER == "memory://"


@pytest.mark.parametrize(
    "value",
    [
        "club",
        "secret",
        "memory://secret",
        "kafka://club:secret@kafka/0",
        "filesystem:///secret",
        "redis://:secret@redis:port/0",
        "redis://:secret@redis:99999/0",
        "redis://:secret@redis:0/0",
        "redis://:secret@redis/club",
        "redis://:secret@[redis/0",
        "redis:///0",
        "amqp://:secret@",
    ],
)
def test_a_malformed_broker_is_refused_without_repeating_its_password(value: str) -> None:
    message = refused(lambda environment: environment.broker("NAME"), value)
    assert "NAME" in message
    assert "redis://" in message
    assert "amqp://" in message
    assert "secret" not in message


def test_every_variable_asked_for_is_remembered() -> None:
    environment = Environment({})
    environment.switch("DEBUG", default=False)
    environment.items("LIST")
    assert environment.names == {"DEBUG", "LIST"}
