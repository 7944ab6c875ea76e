"""Every setting that may differ between two clubs is read from an environment variable; docs/settings.md lists them.

With none set, the club runs for one computer: SQLite and a generated secret key in `data/`, reachable as localhost.
`badugi_site.checks` refuses the combinations that are unsafe.
"""

import os
import ssl
from datetime import timedelta
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from badugi_site.environment import Environment
from badugi_site.secret_key import kept_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent

env = Environment(os.environ)

# Where this runs

DEBUG = env.switch("DEBUG", default=False)
DEFAULT_EXCEPTION_REPORTER_FILTER = "badugi_site.debugging.HideAddresses"
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
DATA_DIR = env.directory("DATA_DIR", default=BASE_DIR / "data")
PORT = env.number("PORT", default=8000, least=0, most=65535)
WEB_WORKERS = env.number("WEB_WORKERS", default=2, least=1, most=64)

SECRET_KEY = env.text("SECRET_KEY")
SECRET_KEY_IS_GENERATED = not SECRET_KEY
if SECRET_KEY_IS_GENERATED:
    SECRET_KEY = kept_secret_key(DATA_DIR)

# Database

DATABASES: dict[str, dict[str, Any]] = {"default": env.database("DATABASE_URL", default=DATA_DIR / "club.sqlite3")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Immediate transactions wait for their turn at the start; deferred ones fail when they turn from reading to writing
    # while another writes. The write-ahead log lets readers go on meanwhile.
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }
    Path(DATABASES["default"]["NAME"]).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
else:
    DATABASES["default"].update(CONN_MAX_AGE=60, CONN_HEALTH_CHECKS=True)
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("connect_timeout", 5)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Work in the background: the rows of badugi_site.jobs are the truth, a message of Celery only wakes a worker.

# How long one who took up work may be silent before another takes it over.
JOB_LEASE = timedelta(seconds=env.number("JOB_LEASE_SECONDS", default=30, least=1, most=3600))

CELERY_BROKER_URL = env.broker("CELERY_BROKER_URL")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A web request that sends a message does not wait longer for a broker that does not answer.
CELERY_BROKER_CONNECTION_TIMEOUT = 1.5
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {"max_retries": 1, "interval_start": 0, "interval_max": 0}
CELERY_BROKER_USE_SSL: dict[str, Any] | None = None
match CELERY_BROKER_URL.partition("://")[0]:
    case "memory":
        CELERY_BROKER_TRANSPORT_OPTIONS["polling_interval"] = 0.1
    case "redis" | "rediss" as scheme:
        CELERY_BROKER_TRANSPORT_OPTIONS |= {
            "socket_connect_timeout": 1.5,
            "socket_timeout": 1.5,
            "socket_keepalive": True,
            "retry_on_timeout": False,
        }
        if scheme == "rediss":
            CELERY_BROKER_USE_SSL = {"ssl_cert_reqs": ssl.CERT_REQUIRED}
    case "amqp" | "amqps" as scheme:
        CELERY_BROKER_TRANSPORT_OPTIONS |= {"read_timeout": 10, "write_timeout": 10}
        if scheme == "amqps":
            CELERY_BROKER_USE_SSL = {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": None}
CELERY_TASK_DEFAULT_QUEUE = "badugi"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# One message starts long work: those that follow are for whoever is free.
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
# Old messages say nothing new: where no worker takes them they do not heap up.
MESSAGES_EXPIRE_SECONDS = 600
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"  # remembers nothing, so that it needs no file
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "badugi_site.jobs.sweep", "schedule": 5.0, "options": {"expires": MESSAGES_EXPIRE_SECONDS}},
    "clear": {"task": "badugi_site.jobs.clear", "schedule": 600.0, "options": {"expires": MESSAGES_EXPIRE_SECONDS}},
}

# Application

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "badugi_site",
    "badugi_site.api",
    "badugi_site.clubs",
    "badugi_site.jobs",
    "hands",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "badugi_site.urls"
WSGI_APPLICATION = "badugi_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "badugi_site.clubs.pages.signed_in",
            ],
            "libraries": {"hands_pages": "hands.pages.tags"},
        },
    },
]

# People

AUTH_USER_MODEL = "clubs.User"
KNOX_TOKEN_MODEL = "clubs.ApiToken"
MIGRATION_MODULES = {"knox": None}  # they would make a table for the model that is replaced, which nothing ever fills
REST_KNOX = {"TOKEN_MODEL": KNOX_TOKEN_MODEL, "TOKEN_TTL": None}
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# Languages and time

LANGUAGE_CODE = "en"
LANGUAGES = [("ko", _("Korean")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Static files: served as they lie in the folders of the project and its apps; nothing has to be collected first.

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_ALLOW_ALL_ORIGINS = False

# Browsers: everything from this site, nothing inline, no frames.

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"

HTTPS = env.switch("HTTPS", default=False)
BEHIND_PROXY = env.switch("BEHIND_PROXY", default=False)
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS")
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked from inside, past the proxy that speaks HTTPS
SECURE_HSTS_SECONDS = env.number("HSTS_SECONDS", default=30 * 24 * 3600, least=0, most=10 * 365 * 24 * 3600) * HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
# Whether the other hosts of a domain speak HTTPS is not for this service to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# API: REST_FRAMEWORK and SPECTACULAR_SETTINGS belong to badugi_site.api.

RATE_LIMITS = env.switch("RATE_LIMITS", default=True)

# Requests a minute of one user, or of one address where nobody is logged in.
RATE_LIMIT_USER = env.number("RATE_LIMIT_USER", default=1200, least=1, most=1_000_000)
RATE_LIMIT_ANONYMOUS = env.number("RATE_LIMIT_ANONYMOUS", default=600, least=1, most=1_000_000)

REST_FRAMEWORK: dict[str, Any] = {
    # A view is for those who are signed in unless it says otherwise (badugi_site.api.views.OpenView).
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "badugi_site.clubs.authentication.TokenAuthentication",
        "badugi_site.clubs.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["badugi_site.api.throttles.RateLimit"],
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "badugi_site.api.errors.handle_exception",
    "URL_FORMAT_OVERRIDE": None,
    # The address that a rate limit counts: the one the proxy saw, or the one that connected. A header of the client's
    # own making is never believed.
    "NUM_PROXIES": 1 if BEHIND_PROXY else 0,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Badugi Club",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "hands.api.schema.add_hand_document",
        "badugi_site.api.schema.complete",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "tryItOutEnabled": True, "displayRequestDuration": True},
}

# Logs: plain lines on standard error.

LOG_LEVEL = env.choice("LOG_LEVEL", default="INFO", among=["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"])
# Each message of Celery would be lines that say nothing; what was done is told by badugi_site.jobs.
CELERY_LOG_LEVEL = {"DEBUG": "DEBUG", "INFO": "WARNING"}.get(LOG_LEVEL, LOG_LEVEL)
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "plain"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # Django's own handlers would print the same lines once more, or mail them.
    "loggers": {
        "django": {"handlers": [], "level": LOG_LEVEL, "propagate": True},
        "celery.app.trace": {"level": CELERY_LOG_LEVEL},
        "celery.beat": {"level": CELERY_LOG_LEVEL},
        "celery.worker.strategy": {"level": CELERY_LOG_LEVEL},
    },
}
