"""A sentence in both languages, for answers that carry both or the one the client reads."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import get_language


class Text(NamedTuple):
    """The same sentence in English and Korean."""

    en: str
    ko: str

    def __str__(self) -> str:
        """The one in the language of the request (``Accept-Language``)."""
        return self.ko if (get_language() or "").split("-")[0] == "ko" else self.en

    def format(self, *args: object, **values: object) -> Text:
        return Text(self.en.format(*args, **values), self.ko.format(*args, **values))

    def both(self) -> dict[str, str]:
        return {"en": self.en, "ko": self.ko}
