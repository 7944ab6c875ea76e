from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_lazy as _


class JobsConfig(AppConfig):
    name = "badugi_site.jobs"
    verbose_name = _("Work in the background")

    def ready(self) -> None:
        # Each room registers its kinds of work in its module tasks.
        autodiscover_modules("tasks")
