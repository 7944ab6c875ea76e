"""Settings read from environment variables, each refused by name when it makes no sense.

An empty variable counts as one that is not set, so that `VARIABLE=` in a service file means the default.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

TRUE = ("true", "on", "yes", "1")
FALSE = ("false", "off", "no", "0")
DATABASE_SCHEMES = ("postgres", "postgresql", "sqlite")
NO_BROKER = "memory://"
BROKER_SCHEMES = ("redis", "rediss", "amqp", "amqps")


class BadSetting(ImproperlyConfigured):
    """An environment variable whose value cannot be used; the message names it and says what is expected."""

    def __init__(self, name: str, expected: str) -> None:
        self.name = name
        super().__init__(f"The environment variable {name} is malformed: expected {expected}.")


class Environment:
    """Typed readers over a mapping of variables. `names` collects every variable asked for."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self.names: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        self.names.add(name)
        return self._variables.get(name, "").strip() or default

    def switch(self, name: str, default: bool) -> bool:
        value = self.text(name, TRUE[0] if default else FALSE[0]).lower()
        if value not in TRUE + FALSE:
            raise BadSetting(name, f"one of {', '.join(TRUE + FALSE)}, not {value!r}")
        return value in TRUE

    def number(self, name: str, default: int, *, least: int, most: int) -> int:
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdigit()) or not least <= int(value) <= most:
            raise BadSetting(name, f"a whole number from {least} to {most}, not {value!r}")
        return int(value)

    def choice(self, name: str, default: str, *, among: Collection[str]) -> str:
        value = self.text(name, default)
        if value not in among:
            raise BadSetting(name, f"one of {', '.join(among)}, not {value!r}")
        return value

    def items(self, name: str, default: Collection[str] = ()) -> list[str]:
        """A list separated by commas; spaces around an item do not count."""
        items = [item.strip() for item in self.text(name).split(",")]
        return [item for item in items if item] or list(default)

    def hosts(self, name: str, default: Collection[str]) -> list[str]:
        hosts = self.items(name, default)
        for host in hosts:
            if "/" in host or (":" in host and not (host.startswith("[") and host.endswith("]"))):
                raise BadSetting(
                    name, f"host names without scheme or port, separated by commas (IPv6 in brackets), not {host!r}"
                )
        return hosts

    def origins(self, name: str) -> list[str]:
        origins = self.items(name)
        for origin in origins:
            if not origin.startswith(("https://", "http://")):
                raise BadSetting(name, f"origins such as https://club.example.org, separated by commas, not {origin!r}")
        return origins

    def directory(self, name: str, default: Path) -> Path:
        path = Path(self.text(name, str(default))).expanduser()
        if not path.is_absolute():
            path = Path.cwd() / path
        if path.exists() and not path.is_dir():
            raise BadSetting(name, f"a directory, and {str(path)!r} is none")
        return path

    def database(self, name: str, default: Path) -> dict[str, Any]:
        """Django's description of one database, from a URL. The URL may hold a password: no message repeats it."""
        expected = "postgres://USER:PASSWORD@HOST:PORT/NAME or sqlite:////absolute/path/of/the/file"
        url = self.text(name)
        if not url:
            return {"ENGINE": "django.db.backends.sqlite3", "NAME": str(default)}
        try:
            parts = urlsplit(url)
            if parts.scheme not in DATABASE_SCHEMES or (parts.scheme == "sqlite" and parts.netloc):
                raise BadSetting(name, expected)
            database: dict[str, Any] = environ.Env.db_url_config(url)
        except ValueError:
            # Without `from None` the traceback would show the URL and the password in it.
            raise BadSetting(name, expected) from None
        if database["NAME"] in ("", ":memory:"):
            raise BadSetting(name, expected)
        return database

    def broker(self, name: str) -> str:
        """The URL of Celery's broker, or `NO_BROKER`. The URL may hold a password: no message repeats it."""
        expected = (
            f"redis://:PASSWORD@HOST:PORT/NUMBER, amqp://USER:PASSWORD@HOST:PORT/VHOST "
            f"(rediss:// and amqps:// with TLS), or {NO_BROKER} for none"
        )
        url = self.text(name, NO_BROKER)
        if url == NO_BROKER:
            return url
        try:
            parts = urlsplit(url)
            usable = parts.scheme in BROKER_SCHEMES and bool(parts.hostname) and parts.port != 0
            if parts.scheme.startswith("redis") and (number := parts.path.strip("/")):
                usable = usable and number.isascii() and number.isdigit()
        except ValueError:
            usable = False
        if not usable:
            raise BadSetting(name, expected)
        return url
