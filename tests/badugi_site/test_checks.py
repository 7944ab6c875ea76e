from collections.abc import Callable
from typing import Any

import pytest
from django.core.checks import run_checks

from badugi_site.checks import UnsafeSettings, check_safety, refuse_unsafe_settings

SettingsOf = Callable[..., list[str]]
SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"


@pytest.fixture
def settings_of(monkeypatch: pytest.MonkeyPatch, settings: Any) -> SettingsOf:
    """Set what the checks look at, and return the codes of what they find."""

    def find(
        *, hosts: list[str], debug: bool = False, generated_key: bool = False, engine: str = POSTGRESQL
    ) -> list[str]:
        settings.ALLOWED_HOSTS = hosts
        settings.DEBUG = debug
        settings.SECRET_KEY_IS_GENERATED = generated_key
        monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", engine)
        return [str(error.id) for error in check_safety()]

    return find


LOCAL = ["localhost", "127.0.0.1", "[::1]", ".localhost"]


def test_on_this_computer_alone_everything_is_allowed(settings_of: SettingsOf) -> None:
    assert settings_of(hosts=LOCAL, debug=True, generated_key=True, engine=SQLITE) == []


@pytest.mark.parametrize("host", ["club.example.org", "*", "192.168.1.5", "0.0.0.0"])
def test_debug_is_refused_with_any_host_but_localhost(settings_of: SettingsOf, host: str) -> None:
    assert settings_of(hosts=[*LOCAL, host], debug=True) == ["badugi_site.E001"]


@pytest.mark.parametrize("host", ["club.example.org", "*", "192.168.1.5"])
def test_a_generated_key_is_refused_with_any_host_but_localhost(settings_of: SettingsOf, host: str) -> None:
    assert settings_of(hosts=[*LOCAL, host], generated_key=True) == ["badugi_site.E002"]


@pytest.mark.parametrize("hosts", [["*"], [".example.org"], ["a.example.org", "b.example.org"]])
def test_sqlite_is_refused_with_several_hosts(settings_of: SettingsOf, hosts: list[str]) -> None:
    assert settings_of(hosts=[*LOCAL, *hosts], engine=SQLITE) == ["badugi_site.E003"]
    assert settings_of(hosts=[*LOCAL, *hosts], engine=POSTGRESQL) == []


def test_sqlite_may_serve_one_host(settings_of: SettingsOf) -> None:
    assert settings_of(hosts=[*LOCAL, "club.example.org"], engine=SQLITE) == []


def test_the_refusal_says_everything_that_is_wrong_and_what_to_set(settings_of: SettingsOf) -> None:
    settings_of(hosts=["*"], debug=True, generated_key=True, engine=SQLITE)
    with pytest.raises(UnsafeSettings) as caught:
        refuse_unsafe_settings()
    for words in ("Set DEBUG=off", "Set SECRET_KEY", "Set DATABASE_URL"):
        assert words in str(caught.value)


def test_safe_settings_are_not_refused(settings_of: SettingsOf) -> None:
    settings_of(hosts=LOCAL)
    refuse_unsafe_settings()


def test_the_refusals_are_among_the_system_checks(settings_of: SettingsOf) -> None:
    settings_of(hosts=["*"], debug=True)
    assert "badugi_site.E001" in [message.id for message in run_checks()]
