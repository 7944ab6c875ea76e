from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "badugi_site.clubs"
    verbose_name = _("Clubs and people")
