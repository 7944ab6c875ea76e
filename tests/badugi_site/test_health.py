import logging

import pytest
from django.db import OperationalError, connection
from django.test import Client


@pytest.mark.django_db
def test_health_is_ok_when_the_database_answers(client: Client) -> None:
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_health_answers_head_without_a_body(client: Client) -> None:
    response = client.head("/healthz")
    assert (response.status_code, response.content) == (200, b"")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_health_takes_no_other_method(method: str) -> None:
    response = getattr(Client(enforce_csrf_checks=True), method)("/healthz")
    assert (response.status_code, response["Allow"], response.content) == (405, "GET, HEAD", b"")


def test_health_says_so_when_the_database_is_gone_and_tells_no_secret(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> None:
        raise OperationalError("connection to db.example.org as club refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    with caplog.at_level(logging.ERROR):
        response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"status": "unavailable", "reason": "The database does not answer."}
    assert "no-store" in response["Cache-Control"]
    assert "db.example.org" in caplog.text


@pytest.mark.django_db
def test_health_is_not_redirected_to_https(client: Client, settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get("/").status_code == 301
    assert client.get("/healthz").status_code == 200
