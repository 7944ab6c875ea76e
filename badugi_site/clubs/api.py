"""What every view of a club's API inherits: who asks is known, and each method says which permission it needs."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.exceptions import ImproperlyConfigured
from django.utils.cache import patch_cache_control, patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request

from badugi_site.api import problems
from badugi_site.api.errors import NOTHING_HERE
from badugi_site.api.problems import Problem, kind
from badugi_site.api.text import Text
from badugi_site.api.views import ApiView
from badugi_site.clubs.access import Access, NoClubError, SeveralClubsError, Viewer
from badugi_site.clubs.authentication import SessionAuthentication, TokenAuthentication
from badugi_site.clubs.permissions import Permission

NO_CLUB = kind("no_club", 403, "You are in no club", "가입한 클럽이 없습니다")
TOKEN_SCOPE = kind("token_scope", 403, "The token may not be used for this", "토큰의 범위를 벗어난 작업입니다")
SEVERAL_CLUBS = kind("several_clubs", 422, "Which club is meant is not said", "어느 클럽인지 알 수 없습니다")

# What every operation on a club may answer with, for its description.
CLUB_PROBLEMS = (
    problems.NOT_AUTHENTICATED,
    problems.FORBIDDEN,
    NO_CLUB,
    TOKEN_SCOPE,
    problems.NOT_FOUND,
    SEVERAL_CLUBS,
)


class ClubView(ApiView):
    """For those who are signed in, by a token or by the session of the pages.

    A view gets to a club's data by :meth:`access_to_club` or :meth:`access_to`; both check the permission of the
    method. A view without a permission for one of its methods cannot be routed.
    """

    authentication_classes: Any = (TokenAuthentication, SessionAuthentication)
    permission_classes: Any = (IsAuthenticated,)
    # By method; HEAD has that of GET.
    permissions: ClassVar[dict[str, Permission]] = {}

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        methods = {name.upper() for name in cls.http_method_names if hasattr(cls, name)} - {"HEAD", "OPTIONS"}
        if methods != cls.permissions.keys():
            raise ImproperlyConfigured(f"{cls.__name__} has {sorted(methods)}, permissions {sorted(cls.permissions)}")
        return super().as_view(**initkwargs)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        try:
            super().initial(request, *args, **kwargs)
        except (NotAuthenticated, AuthenticationFailed):
            # Those that are refused count too, by their address.
            self.check_throttles(request)
            raise

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ["Authorization", "Cookie"])
        return response

    @property
    def viewer(self) -> Viewer:
        """Who asks. Every request has its own, which keeps the clubs that it has found."""
        if not hasattr(self, "_viewer"):
            self._viewer = Viewer(self.request.user, self.request.auth)  # type: ignore[arg-type]  # IsAuthenticated
        return self._viewer

    @property
    def permission(self) -> Permission:
        """What the method of the request needs."""
        method = str(self.request.method)
        return self.permissions["GET" if method == "HEAD" else method]

    def access_to_club(self, request: Request) -> Access:
        """The access to the club that ``?club=slug`` names, or to the only one; with the permission of the method.

        Raises problems: 404 for a club that is not theirs, as for one that does not exist; 403 ``no_club`` when they
        are in none, 422 ``several_clubs`` (with ``clubs``, the slugs) when they are in several and name none; and those
        of :meth:`require`. The view has ``club`` among its ``query_parameters``.
        """
        slug = request.query_params.get("club")
        try:
            access = self.viewer.club(slug)
        except NoClubError:
            if slug is None:
                raise Problem(NO_CLUB, self._no_club()) from None
            raise Problem(problems.NOT_FOUND, NOTHING_HERE) from None
        except SeveralClubsError as error:
            text = Text("Say which club is meant with ?club=; yours: {}.", "?club=로 클럽을 지정하세요. 내 클럽: {}.")
            raise Problem(SEVERAL_CLUBS, text.format(", ".join(error.slugs)), clubs=error.slugs) from None
        return self.require(access)

    def access_to(self, club_id: int) -> Access:
        """The access to the club of an object, with the permission of the method. Raises problem 404 and those of
        :meth:`require`."""
        try:
            access = self.viewer.club_of(club_id)
        except NoClubError:
            raise Problem(problems.NOT_FOUND, NOTHING_HERE) from None
        return self.require(access)

    def require(self, access: Access, permission: Permission | None = None) -> Access:
        """The access itself. Raises a problem 403 when the permission, of the method unless given, is missing:
        ``token_scope`` (with ``scope``) when another token of the same user would do, ``forbidden`` otherwise; both
        with ``permission``, its code."""
        needed = permission or self.permission
        if access.may(needed):
            return access
        if access.role in needed.roles:
            text = Text(
                "{}: this needs a token of the scope {}; yours has {}.",
                "{}: {} 범위의 토큰이 필요합니다. 사용한 토큰의 범위: {}.",
            )
            detail = Text(
                text.en.format(needed.names.en, needed.scope, access.scope),
                text.ko.format(needed.names.ko, needed.scope, access.scope),
            )
            raise Problem(TOKEN_SCOPE, detail, permission=needed.code, scope=str(needed.scope))
        detail = Text(
            f"In this club you may not do this: {needed.names.en}.",
            f"이 클럽에서 허용되지 않은 작업입니다: {needed.names.ko}.",
        )
        raise Problem(problems.FORBIDDEN, detail, permission=needed.code)

    def _no_club(self) -> Text:
        if self.viewer.token is not None and self.viewer.token.club_id is not None:
            return Text(
                "The token is for a club that its user is no longer in.",
                "이 토큰의 클럽에 사용자가 더 이상 속해 있지 않습니다.",
            )
        return Text(
            "You are in no club. Whoever runs the service adds you to one.",
            "가입한 클럽이 없습니다. 서비스 관리자에게 등록을 요청하세요.",
        )
