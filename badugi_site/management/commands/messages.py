"""`manage.py messages`: the catalogues of translations, made with Babel, so that no gettext tools are needed."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

CODE = ("badugi_site", "hands")
UNDATED = datetime(2000, 1, 1, tzinfo=UTC)  # the day of a run would make every run a change
HEADER = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: {plural_forms}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}


class Command(BaseCommand):
    help = "Gather the texts of code and templates into locale/, and compile the translations found there."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        for path in catalogue_paths():
            catalogue = read_catalogue(path)
            update(catalogue)
            path.write_bytes(as_po(catalogue))
            path.with_suffix(".mo").write_bytes(as_mo(catalogue))
            open_texts = sum(not is_translated(message.string) for message in catalogue if message.id)
            self.stdout.write(
                f"{path.relative_to(settings.BASE_DIR)}: {len(catalogue)} texts, {open_texts} to translate"
            )


def catalogue_paths() -> list[Path]:
    """One .po file for each language but the one the texts are written in."""
    return [
        settings.LOCALE_PATHS[0] / language / "LC_MESSAGES" / "django.po"
        for language, _name in settings.LANGUAGES
        if language != settings.LANGUAGE_CODE
    ]


def read_catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        catalogue = read_po(file, locale=path.parent.parent.name)
    catalogue.creation_date = catalogue.revision_date = UNDATED
    return catalogue


def update(catalogue: Catalog) -> None:
    """Add new texts, drop those no longer used, keep the translations of the others; nothing is guessed."""
    found = Catalog(creation_date=UNDATED)
    for place, message, context in texts():
        found.add(message, locations=[(place, None)], context=context)  # type: ignore[list-item]
    catalogue.update(found, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()


def texts() -> Iterator[tuple[str, Any, str | None]]:
    """Yield (file, text or its singular and plural, context) for every text marked for translation."""
    root: Path = settings.BASE_DIR
    for folder in CODE:
        for path in sorted((root / folder).rglob("*.py")):
            yield from extracted("python", path.relative_to(root), path.read_text())
    for path in sorted((root / "templates").rglob("*.html")):
        # Django's own rewriting leaves calls of gettext among blanked text, which Babel's reader of JavaScript, who
        # minds neither indentation nor stray signs, can read.
        yield from extracted("javascript", path.relative_to(root), templatize(path.read_text(), origin=str(path)))


def extracted(method: str, path: Path, source: str) -> Iterator[tuple[str, Any, str | None]]:
    for _line, message, _comments, context in extract(method, io.BytesIO(source.encode()), keywords=KEYWORDS):
        yield path.as_posix(), message, context


def as_po(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_po(file, catalogue, width=0, sort_by_file=True, omit_header=True)
    header = HEADER.format(language=catalogue.locale_identifier, plural_forms=catalogue.plural_forms)
    return header.encode() + file.getvalue().strip() + b"\n"


def as_mo(catalogue: Catalog) -> bytes:
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def is_translated(translation: Any) -> bool:
    return all(translation) if isinstance(translation, (list, tuple)) else bool(translation)
