"""The translations are whole: nothing to translate is missing, and what is compiled is what is written."""

import io

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from django.utils import translation

from badugi_site.management.commands import messages

PATHS = messages.catalogue_paths()
LANGUAGES = [path.parent.parent.name for path in PATHS]


def test_every_language_but_that_of_the_texts_has_a_catalogue() -> None:
    assert LANGUAGES == ["ko"]


@pytest.mark.parametrize("path", PATHS, ids=LANGUAGES)
def test_every_text_of_code_and_templates_is_translated(path) -> None:
    catalogue = messages.read_catalogue(path)
    for _place, text, context in messages.texts():
        message = catalogue.get(text[0] if isinstance(text, tuple) else text, context)
        assert message is not None, f"{text!r} is not in {path.name}: ./run messages"
        assert messages.is_translated(message.string), f"{text!r} has no translation in {path.name}"
        assert not message.fuzzy, f"{text!r} is fuzzy in {path.name}"


@pytest.mark.parametrize("path", PATHS, ids=LANGUAGES)
def test_the_catalogue_is_as_the_command_writes_it(path) -> None:
    catalogue = messages.read_catalogue(path)
    messages.update(catalogue)
    assert messages.as_po(catalogue).decode() == path.read_text(), "./run messages"


@pytest.mark.parametrize("path", PATHS, ids=LANGUAGES)
def test_placeholders_are_the_same_in_text_and_translation(path) -> None:
    for message in messages.read_catalogue(path):
        assert not list(message.check()), message.id


@pytest.mark.parametrize("path", PATHS, ids=LANGUAGES)
def test_what_is_compiled_is_what_is_written(path) -> None:
    written = read_mo(io.BytesIO(messages.as_mo(messages.read_catalogue(path))))
    compiled = read_mo(io.BytesIO(path.with_suffix(".mo").read_bytes()))
    assert translations(compiled) == translations(written), "./run messages"


def translations(catalogue: Catalog) -> set[tuple[str, ...]]:
    """Each text with its context and translation; one with a plural is a text of several parts."""
    return {tuple(map(repr, (m.id, m.context, m.string))) for m in catalogue if m.id}


def test_texts_are_found_in_templates_and_code() -> None:
    places = {(text, place) for place, text, _context in messages.texts()}
    assert ("Skip to the content", "templates/base.html") in places
    assert ("Korean", "badugi_site/settings.py") in places


def test_a_new_text_is_added_empty_and_an_old_one_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = messages.read_catalogue(PATHS[0])
    monkeypatch.setattr(messages, "texts", lambda: iter([("a.py", "Language", None), ("a.py", "Languages", None)]))
    messages.update(catalogue)
    assert {message.id: message.string or "" for message in catalogue if message.id} == {
        "Language": "언어",
        "Languages": "",
    }


def test_django_uses_the_compiled_catalogue() -> None:
    with translation.override("ko"):
        assert translation.gettext("Read on") == "더 보기"
