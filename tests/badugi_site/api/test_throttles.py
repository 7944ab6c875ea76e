"""Rate limits: by user or address, over all processes, told in headers."""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import DatabaseError
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from badugi_site.api import throttles
from badugi_site.api.models import RateCounter
from badugi_site.api.throttles import RateLimit, network
from badugi_site.api.views import OpenView

PROJECT = Path(__file__).resolve().parents[3]
NOON = 1_700_000_040  # 0 seconds into a window


@pytest.fixture
def limited(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    settings.RATE_LIMITS = True
    settings.RATE_LIMIT_ANONYMOUS = 3
    settings.RATE_LIMIT_USER = 5
    at(monkeypatch, NOON)
    return settings


def at(monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    monkeypatch.setattr(RateLimit, "now", staticmethod(lambda: now))


@pytest.mark.django_db
def test_what_is_left_is_told_and_too_much_is_429(
    client: Client, limited: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    at(monkeypatch, NOON + 12.9)
    for left in ("2", "1", "0"):
        response = client.get("/api/v1/games/")
        assert response.status_code == 200
        assert (response["RateLimit-Limit"], response["RateLimit-Remaining"]) == ("3", left)
        assert response["RateLimit-Reset"] == "48"
    response = client.get("/api/v1/games/")
    assert response.status_code == 429
    assert response.json()["code"] == "rate_limited"
    assert (response["Retry-After"], response["RateLimit-Remaining"]) == ("48", "0")
    at(monkeypatch, NOON + 60)
    assert client.get("/api/v1/games/").status_code == 200


@pytest.mark.django_db
def test_errors_count_and_carry_the_headers(client: Client, limited: Settings) -> None:
    assert client.get("/api/v1/evaluate/")["RateLimit-Remaining"] == "2"
    assert client.post("/api/v1/hands/validate/")["RateLimit-Remaining"] == "1"
    assert client.get("/api/v1/nothing/")["RateLimit-Remaining"] == "0"
    assert client.get("/api/v1/nothing/").status_code == 429


@pytest.mark.django_db
def test_addresses_are_counted_apart_and_headers_of_clients_do_not_count(client: Client, limited: Settings) -> None:
    for i in range(3):
        client.get("/api/v1/games/", headers={"X-Forwarded-For": f"10.0.0.{i}"})
    assert client.get("/api/v1/games/", headers={"X-Forwarded-For": "10.0.0.9"}).status_code == 429
    assert client.get("/api/v1/games/", REMOTE_ADDR="10.0.0.1").status_code == 200


@pytest.mark.django_db
def test_a_user_has_a_count_and_a_limit_of_their_own(limited: Settings) -> None:
    request = Request(APIRequestFactory().get("/"))
    request.user = SimpleNamespace(is_authenticated=True, pk=7)  # type: ignore[assignment]
    throttle = RateLimit()
    allowed = [throttle.allow_request(request, OpenView()) for _ in range(6)]
    assert allowed == [True] * 5 + [False]
    assert RateCounter.objects.get().client == "user 7"


@pytest.mark.django_db
def test_a_request_costs_one_query(
    client: Client,
    limited: Settings,
    django_assert_num_queries: DjangoAssertNumQueries,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throttles.random, "randrange", lambda most: 1)
    with django_assert_num_queries(1):
        client.get("/api/v1/games/")


@pytest.mark.django_db
def test_counters_of_long_ago_are_cleared_away(
    client: Client, limited: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    RateCounter.count("address 192.0.2.1", NOON // 60 - 2)
    RateCounter.count("address 192.0.2.2", NOON // 60 - 1)
    monkeypatch.setattr(throttles.random, "randrange", lambda most: 0)
    client.get("/api/v1/games/")
    clients = set(RateCounter.objects.values_list("client", flat=True))
    assert clients == {"address 192.0.2.2", "address 127.0.0.1"}


def test_without_limits_there_are_no_headers_and_no_queries(client: Client) -> None:
    assert "RateLimit-Limit" not in client.get("/api/v1/games/")


def test_a_database_that_cannot_count_stops_nobody(
    client: Client, limited: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any) -> int:
        raise DatabaseError("locked")

    monkeypatch.setattr(RateCounter, "count", fail)
    assert client.get("/api/v1/games/").status_code == 200


COUNT_FIFTY = """
import django
django.setup()
from badugi_site.api.models import RateCounter
for _ in range(50):
    print(RateCounter.count("address 192.0.2.1", 1))
"""


def counts_of_four_processes(environment: dict[str, str]) -> list[int]:
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity=0"], cwd=PROJECT, env=environment, check=True)
    running = [
        subprocess.Popen([sys.executable, "-c", COUNT_FIFTY], cwd=PROJECT, env=environment, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    return sorted(int(line) for process in running for line in process.communicate(timeout=60)[0].split())


def test_several_processes_count_together(environment: dict[str, str]) -> None:
    assert counts_of_four_processes(environment) == list(range(1, 201))


def test_several_processes_count_together_on_postgresql(environment: dict[str, str], postgresql_url: str) -> None:
    assert counts_of_four_processes(environment | {"DATABASE_URL": postgresql_url}) == list(range(1, 201))


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        (" 192.0.2.1 ", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("nonsense", "unknown"),
        (None, "unknown"),
    ],
)
def test_what_counts_as_one_address(address: str | None, counted: str) -> None:
    assert network(address) == counted
