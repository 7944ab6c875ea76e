"""Whether this process and its database answer."""

import logging

from django.db import Error, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

logger = logging.getLogger(__name__)


@csrf_exempt  # so that a method it does not take is told as that
@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error:
        # The driver's message may name hosts and users: it is for the log only.
        logger.exception("The database does not answer")
        return JsonResponse({"status": "unavailable", "reason": "The database does not answer."}, status=503)
    return JsonResponse({"status": "ok"})
