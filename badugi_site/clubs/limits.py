"""How often one may try to sign in."""

from __future__ import annotations

import logging

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest

from badugi_site.api.models import RateCounter
from badugi_site.api.throttles import WINDOW, RateLimit, network

logger = logging.getLogger(__name__)

# From one address in a minute: more than a club room of people needs, and far too few to guess a password.
SIGN_INS = 20


def wait_before_signing_in(request: HttpRequest) -> int:
    """Counts an attempt. Seconds to wait when there were too many from this address, else 0."""
    if not settings.RATE_LIMITS:
        return 0
    address = RateLimit().get_ident(request)  # type: ignore[arg-type]  # Django's request is all it needs
    window, passed = divmod(int(RateLimit.now()), WINDOW)
    try:
        count = RateCounter.count(f"sign-in {network(address)}", window)
    except DatabaseError:
        logger.exception("An attempt to sign in could not be counted")
        return 0
    return 0 if count <= SIGN_INS else WINDOW - passed
