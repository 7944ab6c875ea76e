"""What the API says of itself: its description, the page that shows it, its kinds of problems."""

from __future__ import annotations

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.response import Response

from badugi_site.api import problems
from badugi_site.api.errors import NOTHING_HERE
from badugi_site.api.negotiation import FormatNegotiation
from badugi_site.api.problems import PROBLEMS, Problem
from badugi_site.api.schema import ProblemKindListSerializer, ProblemKindSerializer, problem_responses, said, success
from badugi_site.api.views import OpenView


class SchemaView(OpenView, SpectacularAPIView):
    """OpenAPI 3.1, as YAML or, with ``?format=json`` or by Accept, as JSON; ``?lang=ko`` in Korean."""

    content_negotiation_class = FormatNegotiation
    query_parameters = frozenset({"format", "lang"})


# The sheet of Swagger UI draws arrows and marks with pictures of its own in data: addresses.
@method_decorator(csp_update({"img-src": [SELF, "data:"]}), name="dispatch")
class DocsView(OpenView, SpectacularSwaggerSplitView):
    template_name = "api/docs.html"
    query_parameters = frozenset({"lang", "script"})


class ProblemList(OpenView):
    @extend_schema(
        operation_id="list_problems",
        tags=["problems"],
        summary=said("The kinds of problems", "문제 종류"),
        description=said(
            "Every kind of problem that the API answers with: its stable code, its status and its title.",
            "API가 답하는 모든 문제의 코드, 상태, 제목입니다.",
        ),
        responses=success(ProblemKindListSerializer, "All kinds.", "모든 종류입니다."),
    )
    def get(self, request: Request) -> Response:
        return Response({"next": None, "previous": None, "results": [render_problem(code) for code in PROBLEMS]})


class ProblemDetail(OpenView):
    @extend_schema(
        operation_id="get_problem",
        tags=["problems"],
        summary=said("One kind of problem", "문제 하나"),
        description=said(
            "What a code means; the `type` of every problem document leads here.",
            "코드의 뜻입니다. 모든 문제 문서의 `type`이 여기를 가리킵니다.",
        ),
        responses=success(ProblemKindSerializer, "The kind.", "해당 종류입니다.")
        | problem_responses(problems.NOT_FOUND),
    )
    def get(self, request: Request, code: str) -> Response:
        if code not in PROBLEMS:
            raise Problem(problems.NOT_FOUND, NOTHING_HERE)
        return Response(render_problem(code))


def render_problem(code: str) -> dict[str, Any]:
    kind = PROBLEMS[code]
    return {"code": kind.code, "status": kind.status, "title": kind.title.both()}
