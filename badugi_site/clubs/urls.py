"""The pages of people and clubs. Those of a club are below its address, also the ones that rooms bring."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from badugi_site.clubs import pages

urlpatterns = [
    path("", pages.home, name="home"),
    path("sign-in/", pages.SignIn.as_view(), name="sign-in"),
    path("sign-out/", LogoutView.as_view(), name="sign-out"),
    path("password/", pages.ChangePassword.as_view(), name="password"),
    path("clubs/<slug:slug>/", pages.show_club, name="club"),
]
