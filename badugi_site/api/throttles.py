"""Rate limits: so many requests a minute, by user where one is known, else by address."""

from __future__ import annotations

import ipaddress
import logging
import random
import time
from typing import TYPE_CHECKING, Any, ClassVar

from django.conf import settings
from django.db import DatabaseError
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from badugi_site.api.models import RateCounter

if TYPE_CHECKING:
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)

WINDOW = 60
# One request of so many clears away the counters of windows long past.
CLEARING = 500


class RateLimit(BaseThrottle):
    """At most :data:`settings.RATE_LIMIT_USER` or :data:`settings.RATE_LIMIT_ANONYMOUS` requests a minute.

    Counted in fixed windows, in the database. A counter that cannot be written lets the request through: limits are
    there to keep the service up, not to take it down.
    """

    # To be set by tests.
    now: ClassVar = staticmethod(time.time)

    def __init__(self) -> None:
        self.limit = 0
        self.remaining = 0
        self.reset = 0

    def allow_request(self, request: Request, view: APIView) -> bool:
        if not settings.RATE_LIMITS:
            return True
        user: Any = getattr(request, "user", None)
        if user is not None and user.is_authenticated:
            client, limit = f"user {user.pk}", settings.RATE_LIMIT_USER
        else:
            client, limit = f"address {network(self.get_ident(request))}", settings.RATE_LIMIT_ANONYMOUS
        window, passed = divmod(int(self.now()), WINDOW)
        try:
            count = RateCounter.count(client, window)
            if random.randrange(CLEARING) == 0:
                RateCounter.objects.filter(window__lt=window - 1).delete()
        except DatabaseError:
            logger.exception("A request could not be counted")
            return True
        self.limit, self.remaining, self.reset = limit, max(0, limit - count), WINDOW - passed
        return count <= limit

    def wait(self) -> float:
        return self.reset

    def headers(self) -> dict[str, str]:
        """What a client may know to slow down in time; nothing when nothing was counted."""
        if not self.limit:
            return {}
        return {
            "RateLimit-Limit": str(self.limit),
            "RateLimit-Remaining": str(self.remaining),
            "RateLimit-Reset": str(self.reset),
        }


def network(address: str | None) -> str:
    """The address, or of an IPv6 one the /64 that a single household or machine is given."""
    try:
        parsed = ipaddress.ip_address((address or "").strip())
    except ValueError:
        return "unknown"
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return str(parsed)
