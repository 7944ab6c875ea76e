"""The pages of hands."""

from django.urls import path

from hands.pages import uploads
from hands.pages.hand_list import hand_list
from hands.pages.hand_view import show_hand
from hands.pages.players import player_list, player_net, show_player
from hands.pages.views import check_page

urlpatterns = [
    path("check/", check_page, name="check"),
    path("clubs/<slug:slug>/hands/", hand_list, name="hands"),
    path("clubs/<slug:slug>/hands/<uuid:hand_id>/", show_hand, name="hand-page"),
    path("clubs/<slug:slug>/uploads/", uploads.upload_list, name="uploads"),
    path("clubs/<slug:slug>/uploads/<uuid:upload_id>/", uploads.show_upload, name="upload-page"),
    path("clubs/<slug:slug>/uploads/<uuid:upload_id>/progress/", uploads.upload_progress, name="upload-progress"),
    path("clubs/<slug:slug>/uploads/<uuid:upload_id>/cancel/", uploads.cancel, name="upload-cancel"),
    path("clubs/<slug:slug>/uploads/<uuid:upload_id>/delete/", uploads.delete, name="upload-delete"),
    path("clubs/<slug:slug>/players/", player_list, name="players"),
    path("clubs/<slug:slug>/players/<int:player_id>/", show_player, name="player-page"),
    path("clubs/<slug:slug>/players/<int:player_id>/net.svg", player_net, name="player-net"),
]
