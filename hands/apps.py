from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class HandsConfig(AppConfig):
    name = "hands"
    verbose_name = _("Hands")

    def ready(self) -> None:
        from hands.months import follow_zones

        follow_zones()
