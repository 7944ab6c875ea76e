import re
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import HttpResponse
from django.test import Client
from django.urls import path

from badugi_site import urls

PAGES = ["/", "/no-such-page"]


def boom(request: object) -> None:
    raise ZeroDivisionError


def forbidden(request: object) -> None:
    raise PermissionDenied


def suspicious(request: object) -> None:
    raise SuspiciousOperation


urlpatterns = [
    *urls.urlpatterns,
    *(path(view.__name__, view) for view in (boom, forbidden, suspicious)),
]
handler400, handler403, handler404, handler500 = urls.handler400, urls.handler403, urls.handler404, urls.handler500


class Tags(HTMLParser):
    """The tags of a page with their attributes, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attributes)))


def is_ours(response: HttpResponse) -> bool:
    """Whether a page has the look of the site and obeys its own policy: one sheet, nothing inline."""
    found = Tags(response.content.decode()).found
    sheets = [attributes["href"] for tag, attributes in found if tag == "link" and attributes["rel"] == "stylesheet"]
    inline = [tag for tag, attributes in found if tag in ("style", "script") or "style" in attributes]
    return sheets == ["/static/badugi_site/site.css"] and not inline


@pytest.mark.parametrize(
    ("asked", "language", "words"),
    [
        ("ko-KR,ko;q=0.9,en;q=0.8", "ko", "핸드를 넣으면 정산이 나옵니다"),
        ("en-GB,en;q=0.9", "en", "A hand goes in, a settlement comes out"),
        ("fr", "en", "A hand goes in, a settlement comes out"),
    ],
)
def test_the_first_page_speaks_the_language_that_is_asked_for(
    client: Client, asked: str, language: str, words: str
) -> None:
    response = client.get("/", headers={"accept-language": asked})
    assert response.status_code == 200
    assert response["Content-Language"] == language
    assert f'<html lang="{language}">' in response.text
    assert words in response.text


def test_the_language_switch_is_remembered(client: Client) -> None:
    response = client.post("/language/setlang/", {"language": "ko", "next": "/"}, headers={"accept-language": "en"})
    assert (response.status_code, response["Location"]) == (302, "/")
    assert response.cookies["django_language"]["samesite"] == "Lax"
    assert '<html lang="ko">' in client.get("/", headers={"accept-language": "en"}).text


def test_the_language_switch_leads_to_no_other_site(client: Client) -> None:
    response = client.post("/language/setlang/", {"language": "ko", "next": "https://elsewhere.example/"})
    assert response["Location"] == "/"


def test_the_language_switch_needs_the_token_of_its_form() -> None:
    client = Client(enforce_csrf_checks=True)
    refused = client.post("/language/setlang/", {"language": "ko"}, headers={"accept-language": "ko"})
    assert refused.status_code == 403
    assert "쿠키" in refused.text
    assert is_ours(refused)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/").text)
    assert token is not None
    answer = client.post("/language/setlang/", {"language": "ko", "csrfmiddlewaretoken": token[1]})
    assert answer.status_code == 302


@pytest.mark.parametrize(
    ("name", "status", "english", "korean"),
    [
        ("suspicious", 400, "The request is not understood", "요청을 이해할 수 없습니다"),
        ("forbidden", 403, "Not allowed", "허용되지 않습니다"),
        ("no-such-page", 404, "Page not found", "페이지를 찾을 수 없습니다"),
        ("boom", 500, "The service failed", "서비스 오류입니다"),
    ],
)
@pytest.mark.urls(__name__)
def test_pages_of_errors_are_ours_in_both_languages(name: str, status: int, english: str, korean: str) -> None:
    client = Client(raise_request_exception=False)
    for language, words in (("en", english), ("ko", korean)):
        response = client.get(f"/{name}", headers={"accept-language": language})
        assert response.status_code == status
        assert f"<h1>{words}</h1>" in response.text
        assert is_ours(response)


def test_a_host_that_is_not_ours_gets_a_page_too(client: Client) -> None:
    response = client.get("/", headers={"host": "elsewhere.example", "accept-language": "ko"})
    assert response.status_code == 400
    assert "<h1>요청을 이해할 수 없습니다</h1>" in response.text
    assert is_ours(response)


def test_templates_write_out_no_address_of_the_api() -> None:
    for template in (settings.BASE_DIR / "templates").rglob("*.html"):
        assert "/api/" not in template.read_text().replace("/static/api/", ""), template


def test_the_first_page_names_the_address_it_was_asked_at(client: Client) -> None:
    assert "http://localhost/api/v1/evaluate/" in client.get("/", headers={"host": "localhost"}).text


@pytest.mark.parametrize("page", PAGES)
def test_pages_allow_nothing_from_elsewhere_and_nothing_inline(client: Client, page: str) -> None:
    response = client.get(page)
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    for tag, attributes in Tags(response.text).found:
        assert tag not in ("script", "style") or "src" in attributes
        assert not [name for name in attributes if name == "style" or name.startswith("on")]
        for name in ("src", "href", "action"):
            assert not (attributes.get(name) or "").startswith(("http", "//"))


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_a_title_one_heading_and_a_way_past_the_header(client: Client, page: str) -> None:
    found = Tags(client.get(page).text).found
    names = [tag for tag, _ in found]
    assert names.count("title") == names.count("h1") == names.count("main") == 1
    assert ("a", {"class": "skip", "href": "#content"}) in found
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in [
        attributes for tag, attributes in found if tag == "meta"
    ]


def test_static_files_are_served_without_being_collected(client: Client) -> None:
    found = Tags(client.get("/").text).found
    addresses = [attributes["href"] for tag, attributes in found if tag == "link"]
    assert len(addresses) == 2
    for address in addresses:
        response = client.get(address)
        assert response.status_code == 200
        assert b"".join(response)


def test_the_stylesheet_names_its_colours_once(client: Client) -> None:
    css = b"".join(client.get("/static/badugi_site/site.css")).decode()
    for line in css.splitlines():
        if re.search(r"#[0-9a-f]{3,8}\b", line):
            assert line.strip().startswith("--"), line
