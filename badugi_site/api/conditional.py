"""Answers that a client who polls need not be sent again."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from rest_framework.request import Request
from rest_framework.response import Response


def unless_known(request: Request, data: Any) -> HttpResponseBase:
    """The answer with its ETag, or 304 where the client names that one in ``If-None-Match``."""
    text = json.dumps(data, sort_keys=True, cls=DjangoJSONEncoder)
    etag = quote_etag(hashlib.sha256(text.encode()).hexdigest()[:32])
    response = Response(data, headers={"ETag": etag, "Cache-Control": "private, no-cache"})
    return get_conditional_response(request._request, etag=etag, response=response) or response
