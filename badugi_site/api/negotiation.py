"""In which form an answer is given, where a view has several."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from django.http import Http404
from rest_framework.negotiation import DefaultContentNegotiation

from badugi_site.api import problems
from badugi_site.api.problems import Problem
from badugi_site.api.text import Text


class FormatNegotiation(DefaultContentNegotiation):
    """Reads ``?format=`` beside the header Accept, for those who open an address in a browser."""

    settings = SimpleNamespace(URL_FORMAT_OVERRIDE="format")  # type: ignore[assignment]

    def filter_renderers(self, renderers: Any, format: str) -> Any:
        try:
            return super().filter_renderers(renderers, format)
        except Http404:
            text = Text("The format {} is not available; available: {}.", "{} 형식은 없습니다. 가능한 형식: {}.")
            known = ", ".join(dict.fromkeys(renderer.format for renderer in renderers))
            raise Problem(problems.NOT_ACCEPTABLE, text.format(format[:60], known)) from None
