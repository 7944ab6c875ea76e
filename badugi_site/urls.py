from django.urls import include, path
from django.views.generic import TemplateView

from badugi_site.health import healthz

urlpatterns = [
    path("", TemplateView.as_view(template_name="badugi_site/home.html"), name="home"),
    path("healthz", healthz, name="healthz"),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("badugi_site.api.urls")),
]
