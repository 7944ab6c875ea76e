"""What a web server calls: `gunicorn --no-control-socket badugi_site.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from badugi_site.checks import refuse_unsafe_settings, warn_without_worker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "badugi_site.settings")

application = get_wsgi_application()
refuse_unsafe_settings()
warn_without_worker()
