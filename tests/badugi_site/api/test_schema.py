"""The description of the API and the page that shows it."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from jsonschema import Draft202012Validator

DESCRIBED_ELSEWHERE = {"api/v1/docs/", "api/v1/schema/", "api/v1/", "api/v1"}


@pytest.fixture
def description(client: Client) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/schema/?format=json").json()
    return document


def addresses(resolver: URLResolver, start: str = "") -> set[str]:
    found = set()
    for pattern in resolver.url_patterns:
        here = start + re.sub(r"<\w+:(\w+)>", r"{\1}", str(pattern.pattern))
        found |= {here} if isinstance(pattern, URLPattern) else addresses(pattern, here)
    return found


def said(node: Any) -> Iterator[str]:
    """Every text that a person reads, wherever it stands; not the fields of these names in examples and properties."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if key in ("description", "summary") and isinstance(value, str):
            yield value
        elif isinstance(value, (dict, list)):
            yield from said(value)


def test_it_is_openapi_31_as_yaml_and_as_json(client: Client, description: dict[str, Any]) -> None:
    response = client.get("/api/v1/schema/")
    assert response["Content-Type"].startswith("application/vnd.oai.openapi")
    assert yaml.safe_load(response.content) == description
    assert description["openapi"] == "3.1.0"
    assert client.get("/api/v1/schema/", headers={"Accept": "application/json"}).json() == description


def test_a_format_that_it_has_not_is_406_and_the_others_are_named(client: Client) -> None:
    response = client.get("/api/v1/schema/?format=xml")
    assert (response.status_code, response.json()["code"]) == (406, "not_acceptable")
    assert response.json()["detail"] == "The format xml is not available; available: yaml, json."


def test_every_address_is_described(description: dict[str, Any]) -> None:
    described = {path.lstrip("/") for path in description["paths"]}
    served = {address for address in addresses(get_resolver()) if address.startswith("api/")}
    assert served - DESCRIBED_ELSEWHERE == described


def test_every_schema_is_one_and_every_reference_leads_somewhere(description: dict[str, Any]) -> None:
    for schema in description["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for reference in set(re.findall(r"'\$ref': '#/([^']+)'", str(description))):
        place: Any = description
        for part in reference.split("/"):
            place = place[part]


def test_every_operation_tells_its_problems_with_examples_and_the_limits(description: dict[str, Any]) -> None:
    for path in description["paths"].values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]
            assert {"406", "429", "500"} <= operation["responses"].keys()
            assert {"200", "201", "202", "204"} & operation["responses"].keys()
            for status, response in operation["responses"].items():
                if "$ref" in response:
                    response = description["components"]["responses"][response["$ref"].rpartition("/")[2]]
                else:
                    assert "RateLimit-Limit" in response["headers"]
                if int(status) >= 400:
                    assert response["content"]["application/problem+json"]["examples"]


def test_every_example_fits_its_schema(description: dict[str, Any]) -> None:
    checked = 0
    for path in description["paths"].values():
        for operation in path.values():
            contents = [operation.get("requestBody", {}), *operation["responses"].values()]
            for content in (part for holder in contents for part in holder.get("content", {}).values()):
                for example in content.get("examples", {}).values():
                    schema = content["schema"] | {"components": description["components"]}
                    Draft202012Validator(schema).validate(example["value"])
                    checked += 1
    assert checked > 10


@pytest.mark.parametrize("ask", ["?format=json&lang=ko", "?format=json"])
def test_it_is_there_in_korean(client: Client, ask: str) -> None:
    headers = {} if "lang" in ask else {"Accept-Language": "ko"}
    document = client.get(f"/api/v1/schema/{ask}", headers=headers).json()
    assert document["info"]["title"] == "바둑이 클럽"
    found = list(said(document))
    assert len(found) > 100
    assert [text for text in found if not re.search("[가-힣]", text)] == []


def test_it_is_in_english_otherwise(description: dict[str, Any]) -> None:
    assert [text for text in said(description) if re.search("[가-힣]", text)] == []


def test_the_page_brings_nothing_from_elsewhere_and_nothing_inline(client: Client) -> None:
    response = client.get("/api/v1/docs/", headers={"Accept": "text/html"})
    page = response.content.decode()
    assert response.status_code == 200
    sources = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert len(sources) == 8
    for source in sources:
        assert source.startswith("/")
        assert source == "/" or source.startswith("/api/v1/docs/") or finders.find(source.removeprefix("/static/"))
    assert "<style" not in page
    assert " style=" not in page
    assert not re.search(r"<script(?![^>]* src=)", page)
    policy = response["Content-Security-Policy"]
    assert "script-src 'self';" in policy + ";"
    assert "style-src 'self';" in policy + ";"
    assert "img-src 'self' data:" in policy
    assert "unsafe" not in policy


def test_the_page_leads_home_and_is_dark_where_the_system_is(client: Client) -> None:
    page = client.get("/api/v1/docs/", headers={"Accept-Language": "ko"}).content.decode()
    assert '<a href="/">바둑이 클럽</a>' in page
    assert '<meta name="color-scheme" content="light dark">' in page
    script = Path(str(finders.find("api/docs.js"))).read_text()
    (dark,) = re.findall(r'classList\.toggle\("([\w-]+)"', script)
    # The name is Swagger UI's: its sheet, which may change with its version, and ours have to know it.
    for sheet in ("drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css", "api/docs.css"):
        assert f".{dark}" in Path(str(finders.find(sheet))).read_text()


def test_the_script_of_the_page_is_served_apart(client: Client) -> None:
    response = client.get("/api/v1/docs/?script=")
    assert response["Content-Type"].startswith("application/javascript")
    assert "/api/v1/schema/" in response.content.decode()


def test_only_the_page_may_show_pictures_from_data(client: Client) -> None:
    assert "data:" not in client.get("/api/v1/games/")["Content-Security-Policy"]
