"""The routes below /api/v1/ that belong to no room; they come after those of the rooms, for the last takes the rest."""

from django.urls import path, re_path

from badugi_site.api.about import DocsView, ProblemDetail, ProblemList, SchemaView
from badugi_site.api.views import NothingHere

urlpatterns = [
    path("docs/", DocsView.as_view(), name="docs"),
    path("problems/", ProblemList.as_view(), name="problems"),
    path("problems/<str:code>/", ProblemDetail.as_view(), name="problem"),
    path("schema/", SchemaView.as_view(), name="schema"),
    # Last: whatever else is asked for gets a problem document, whether or not DEBUG is on.
    re_path("", NothingHere.as_view()),
]
