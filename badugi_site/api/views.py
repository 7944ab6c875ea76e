"""What the views of every room inherit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.cache import patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from badugi_site.api import problems
from badugi_site.api.errors import NOTHING_HERE
from badugi_site.api.parameters import Parameter, read_parameters
from badugi_site.api.problems import Problem
from badugi_site.api.text import Text
from badugi_site.api.throttles import RateLimit

SLASH_MISSING = Text(
    "There is nothing at this address. Addresses end with a slash.",
    "해당 주소가 없습니다. 주소는 슬래시로 끝납니다.",
)


class ApiView(APIView):
    """A view of the API: limited, and strict about its query parameters."""

    throttle_classes: Any = [RateLimit]
    # The query parameters that the view reads, by method, and the names of those that something else reads for it. Any
    # other is refused, for it would be a spelling mistake.
    parameters: Mapping[str, Sequence[Parameter]] = {}
    query_parameters: frozenset[str] = frozenset()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        known = self.query_parameters | {parameter.name for parameter in self._parameters_of(request)}
        if unknown := sorted(set(request.query_params) - known):
            raise Problem(
                problems.UNKNOWN_PARAMETER,
                Text("Query parameters that are not known here: {}.", "알 수 없는 쿼리 매개변수: {}.").format(
                    ", ".join(unknown)[:200]
                ),
                known=sorted(known),
            )

    def given(self, request: Request) -> dict[str, Any]:
        """The values of the query parameters of this method, None for those that are not given."""
        return read_parameters(request.query_params, self._parameters_of(request))

    def _parameters_of(self, request: Request) -> Sequence[Parameter]:
        method = (request.method or "").lower()
        return self.parameters.get("get" if method == "head" else method, ())

    def get_throttles(self) -> list[BaseThrottle]:
        self.throttles = super().get_throttles()
        return self.throttles

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "throttles", []):
            if isinstance(throttle, RateLimit):
                for name, value in throttle.headers().items():
                    response[name] = value
        patch_vary_headers(response, ["Accept", "Accept-Language"])
        return response

    def options(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Response:
        """Which methods there are stands in the header Allow."""
        return Response(status=204)


class OpenView(ApiView):
    """For anyone, stores nothing: nobody is authenticated, so there is no session that another site could ride on."""

    authentication_classes: Any = ()
    permission_classes: Any = ()


class NothingHere(OpenView):
    """Every other address below /api/v1/."""

    schema = None

    @property
    def default_response_headers(self) -> dict[str, str]:
        """No Allow: no method is possible where nothing is."""
        return {}

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise Problem(problems.NOT_FOUND, SLASH_MISSING if _is_served(f"{request.path_info}/") else NOTHING_HERE)


def _is_served(path: str) -> bool:
    try:
        view = resolve(path).func
    except Resolver404:
        return False
    return getattr(view, "cls", None) is not NothingHere
