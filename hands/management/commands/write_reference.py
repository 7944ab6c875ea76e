"""`manage.py write_reference`: the documents that are made from the code."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer

from badugi_site.clubs.reference import permissions_page
from hands.reference import findings_document, statistics_document


def documents() -> dict[str, str]:
    """The text of each document by its name in `docs/`."""
    with translation.override("en"):
        schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    openapi = OpenApiYamlRenderer().render(schema).decode()  # type: ignore[no-untyped-call]
    return {
        "findings.md": findings_document(),
        "openapi.yaml": openapi,
        "permissions.md": permissions_page(),
        "statistics.md": statistics_document(),
    }


class Command(BaseCommand):
    help = "Writes the documents in docs/ that are made from the code anew."

    def handle(self, *args: Any, **options: Any) -> None:
        for name, text in documents().items():
            Path(settings.BASE_DIR, "docs", name).write_text(text, encoding="utf-8")
            self.stdout.write(f"docs/{name}")
