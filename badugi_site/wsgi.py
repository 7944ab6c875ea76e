"""What a web server calls: `gunicorn --no-control-socket badugi_site.wsgi`."""

import os
from typing import Any

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest
from django.utils.http import parse_header_parameters

from badugi_site.checks import refuse_unsafe_settings, warn_without_worker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "badugi_site.settings")


class Request(WSGIRequest):
    """A request whose declared charset is not believed: Django would decode the query with it, too, and fails with
    a codec that is not one of text before anybody could answer."""

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))


class Handler(WSGIHandler):
    request_class = Request


django.setup(set_prefix=False)
application = Handler()
refuse_unsafe_settings()
warn_without_worker()
