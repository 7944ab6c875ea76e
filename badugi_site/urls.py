from django.urls import include, path
from django.views.generic import TemplateView

from badugi_site.api.views import NothingHere
from badugi_site.health import healthz

urlpatterns = [
    path("", TemplateView.as_view(template_name="badugi_site/home.html"), name="home"),
    path("healthz", healthz, name="healthz"),
    path("language/", include("django.conf.urls.i18n")),
    path("", include("hands.pages.urls")),
    path("api/v1/", include("hands.api.urls")),
    path("api/v1/", include("badugi_site.api.urls")),
    # Without its slash it would be redirected to where nothing is.
    path("api/v1", NothingHere.as_view()),
]

handler400 = "badugi_site.api.errors.bad_request"
handler403 = "badugi_site.api.errors.permission_denied"
handler404 = "badugi_site.api.errors.page_not_found"
handler500 = "badugi_site.api.errors.server_error"
