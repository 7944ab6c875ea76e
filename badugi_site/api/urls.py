"""The routes below /api/v1/."""

from django.urls import URLPattern, URLResolver, include, path, re_path

from badugi_site.api.pages import DocsView, ProblemDetail, ProblemList, SchemaView
from badugi_site.api.views import NothingHere

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("hands.api.urls")),
    path("docs/", DocsView.as_view(), name="docs"),
    path("problems/", ProblemList.as_view(), name="problems"),
    path("problems/<str:code>/", ProblemDetail.as_view(), name="problem"),
    path("schema/", SchemaView.as_view(), name="schema"),
    # Last: whatever else is asked for gets a problem document, whether or not DEBUG is on.
    re_path("", NothingHere.as_view()),
]
