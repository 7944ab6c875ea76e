"""The pages of people and clubs, and the door that every page of a club goes through."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol

from django.contrib import messages
from django.contrib.auth.views import LoginView, PasswordChangeView, redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import render, resolve_url
from django.urls import reverse_lazy
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from badugi_site.clubs.access import Access, NoClubError, Viewer
from badugi_site.clubs.limits import wait_before_signing_in
from badugi_site.clubs.models import User
from badugi_site.clubs.permissions import SEE_CLUB, Permission

P = ParamSpec("P")


class ClubPage(Protocol):
    """A view of a page of a club. ``permissions`` are by method; HEAD has that of GET."""

    permissions: dict[str, Permission]

    def __call__(self, request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponseBase: ...


def club_page(
    get: Permission | None, *, post: Permission | None = None
) -> Callable[[Callable[Concatenate[HttpRequest, Access, P], HttpResponseBase]], ClubPage]:
    """Makes a view ``(request, access, …)`` a page of the club ``slug`` for those who have the method's permission.

    Nobody signed in is sent to sign in and back; a club that is not theirs is not there (404); without the permission
    the page is refused (403). Methods without a permission are not possible. What is shown is kept by no cache, unless
    the view says how.
    """
    permissions = {method: needed for method, needed in (("GET", get), ("POST", post)) if needed is not None}

    def decorate(view: Callable[Concatenate[HttpRequest, Access, P], HttpResponseBase]) -> ClubPage:
        @wraps(view)
        def page(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            needed = permissions.get("GET" if request.method == "HEAD" else str(request.method))
            if needed is None:
                return HttpResponseNotAllowed([*permissions, *(["HEAD"] if "GET" in permissions else [])])
            if not isinstance(request.user, User):
                return ask_to_sign_in(request)
            try:
                access = Viewer(request.user).club(slug)
            except NoClubError:
                raise Http404 from None
            response = view(request, require(access, needed), *args, **kwargs)
            if not response.has_header("Cache-Control"):
                patch_cache_control(response, private=True, no_store=True)
            return response

        made: Any = page
        made.permissions = permissions
        checked: ClubPage = made
        return checked

    return decorate


def require(access: Access, permission: Permission) -> Access:
    """The access itself; without the permission, the page is refused (403)."""
    if not access.may(permission):
        raise PermissionDenied
    return access


def ask_to_sign_in(request: HttpRequest) -> HttpResponse:
    """To the page to sign in, and back. A part of a page that is asked for alone takes its whole page along."""
    htmx: HtmxDetails | None = getattr(request, "htmx", None)
    if htmx:
        back = htmx.current_url_abs_path or resolve_url("home")
        return HttpResponseClientRedirect(redirect_to_login(back).url)
    return redirect_to_login(request.get_full_path())


def signed_in(request: HttpRequest) -> dict[str, Any]:
    """For the templates: ``viewer``, whoever is signed in, with their clubs, or None."""
    user = getattr(request, "user", None)
    # Asked for when it is used: an error page that does not use it must not need the database.
    return {"viewer": SimpleLazyObject(lambda: Viewer(user) if isinstance(user, User) else None)}


def home(request: HttpRequest) -> HttpResponse:
    response = render(request, "badugi_site/home.html")
    if request.user.is_authenticated:
        patch_cache_control(response, private=True, no_store=True)
    return response


@club_page(SEE_CLUB)
def show_club(request: HttpRequest, access: Access) -> HttpResponse:
    return render(request, "clubs/club.html", {"access": access})


class SignIn(LoginView):
    template_name = "clubs/sign_in.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        wait = wait_before_signing_in(request)
        if not wait:
            return super().post(request, *args, **kwargs)
        context = self.get_context_data(form=self.get_form_class()(request), wait=wait)
        response = render(request, self.template_name, context, status=429)
        response["Retry-After"] = str(wait)
        return response


class ChangePassword(PasswordChangeView):
    template_name = "clubs/password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: Any) -> HttpResponse:
        messages.success(self.request, _("Your password is changed."))
        return super().form_valid(form)


def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """The admin has no door of its own: whoever is not signed in does so here, others need to be staff."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next") or resolve_url("admin:index"))
