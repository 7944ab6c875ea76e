"""The routes of hands below /api/v1/."""

from django.urls import path

from hands.api.views import EvaluateView, GameDetailView, GameListView, HandValidateView

urlpatterns = [
    path("evaluate/", EvaluateView.as_view(), name="evaluate"),
    path("games/", GameListView.as_view(), name="games"),
    path("games/<str:code>/", GameDetailView.as_view(), name="game"),
    path("hands/validate/", HandValidateView.as_view(), name="validate"),
]
