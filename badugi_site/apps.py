from django.apps import AppConfig
from django.core.checks import register

from badugi_site.checks import check_broker, check_safety


class BadugiSiteConfig(AppConfig):
    name = "badugi_site"

    def ready(self) -> None:
        register(check_safety)
        register(check_broker, deploy=True)
