"""Who asks the API: the user of a token, or of the browser's session."""

from __future__ import annotations

import logging
from copy import copy
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q
from django.http import QueryDict
from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from knox.crypto import hash_token
from rest_framework import authentication
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from badugi_site.api import problems
from badugi_site.api.problems import Problem
from badugi_site.api.schema import said
from badugi_site.api.text import Text
from badugi_site.clubs.models import ApiToken, User

logger = logging.getLogger(__name__)

# How exactly the last use of a token is noted: one write in so long, however often it is used.
NOTED_EVERY = timedelta(minutes=1)

CSRF_FAILED = Text(
    "A browser's session may change something only with the CSRF token of its page: send it as X-CSRFToken. "
    "Programs send a token of the API instead.",
    "브라우저 세션으로 변경하려면 페이지의 CSRF 토큰이 필요합니다. X-CSRFToken 헤더로 보내세요. "
    "프로그램에서는 API 토큰을 사용하세요.",
)


class TokenAuthentication(KnoxTokenAuthentication):
    """``Authorization: Token …``: the user of a token that is known, has not expired, and whose user is active.

    Tokens that have expired are left where they are, for the admin to show; knox's own would delete them here.
    """

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() != b"token":
            return None
        if len(parts) != 2 or not parts[1].isascii():
            raise AuthenticationFailed
        return self.authenticate_credentials(parts[1])

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        now = timezone.now()
        # The digest of something so random is found by itself: how long that takes tells nothing of the token.
        found: ApiToken | None = (
            ApiToken.objects.select_related("user").filter(digest=hash_token(token.decode("ascii"))).first()
        )
        if found is None or not found.user.is_active or (found.expiry is not None and found.expiry <= now):
            raise AuthenticationFailed
        note_use(found, now)
        return found.user, found


def note_use(token: ApiToken, now: datetime) -> None:
    """Writes down that the token is used, unless that was done a moment ago, here or elsewhere."""
    stale = now - NOTED_EVERY
    if token.last_used_at is not None and token.last_used_at > stale:
        return
    due = ApiToken.objects.filter(Q(last_used_at=None) | Q(last_used_at__lte=stale), pk=token.pk)
    try:
        due.update(last_used_at=now)
    except DatabaseError:
        # A database that is busy writing is no reason to refuse who only reads.
        logger.exception("The use of a token could not be noted")


class SessionAuthentication(authentication.SessionAuthentication):
    """The user who is signed in on the pages; whoever rides on the session from another site is refused."""

    def enforce_csrf(self, request: Request) -> None:
        # Django looks for the token among the fields of a form first, and would read the whole body for that, before
        # any view has bounded it. Here it is only ever in the header.
        without_form = copy(request._request)
        without_form.POST = QueryDict()
        try:
            super().enforce_csrf(without_form)  # type: ignore[arg-type]  # Django's request is all it needs
        except PermissionDenied:
            raise Problem(problems.FORBIDDEN, CSRF_FAILED) from None


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": str(
                said(
                    "`Token …`, with a token of the scope that the operation needs.",
                    "`Token …`. 작업에 필요한 범위의 토큰을 적습니다.",
                )
            ),
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = SessionAuthentication
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": settings.SESSION_COOKIE_NAME,
            "description": str(
                said(
                    "The session of a browser that is signed in; changes need `X-CSRFToken`.",
                    "로그인한 브라우저의 세션. 변경할 때는 `X-CSRFToken`이 필요합니다.",
                )
            ),
        }
