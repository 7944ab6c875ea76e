"""The pages of hands."""

from django.urls import path

from hands.pages.views import check_page

urlpatterns = [
    path("check/", check_page, name="check"),
]
