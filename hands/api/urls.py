"""The routes of hands below /api/v1/."""

from django.urls import path

from hands.api.people import (
    ClubDetailView,
    ClubListView,
    PlayerDetailView,
    PlayerListView,
)
from hands.api.stats import ClubStatsView, PlayerStatsView
from hands.api.stored import HandDetailView, HandExportView, HandListView, HandSourcesView
from hands.api.uploads import UploadCancelView, UploadDetailView, UploadListView, UploadResultsView
from hands.api.views import EvaluateView, GameDetailView, GameListView, HandValidateView

urlpatterns = [
    path("clubs/", ClubListView.as_view(), name="clubs"),
    path("clubs/<slug:slug>/", ClubDetailView.as_view(), name="club_detail"),
    path("clubs/<slug:slug>/stats/", ClubStatsView.as_view(), name="club_stats"),
    path("evaluate/", EvaluateView.as_view(), name="evaluate"),
    path("games/", GameListView.as_view(), name="games"),
    path("games/<str:code>/", GameDetailView.as_view(), name="game"),
    path("hands/", HandListView.as_view(), name="hands"),
    path("hands/validate/", HandValidateView.as_view(), name="validate"),
    path("hands/<uuid:hand_id>/", HandDetailView.as_view(), name="hand"),
    path("hands/<uuid:hand_id>/export/", HandExportView.as_view(), name="hand_export"),
    path("hands/<uuid:hand_id>/sources/", HandSourcesView.as_view(), name="hand_sources"),
    path("players/", PlayerListView.as_view(), name="players"),
    path("players/<int:player_id>/", PlayerDetailView.as_view(), name="player"),
    path("players/<int:player_id>/stats/", PlayerStatsView.as_view(), name="player_stats"),
    path("uploads/", UploadListView.as_view(), name="uploads"),
    path("uploads/<uuid:upload_id>/", UploadDetailView.as_view(), name="upload"),
    path("uploads/<uuid:upload_id>/cancel/", UploadCancelView.as_view(), name="upload_cancel"),
    path("uploads/<uuid:upload_id>/results/", UploadResultsView.as_view(), name="upload_results"),
]
