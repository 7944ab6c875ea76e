from django.contrib import admin
from django.urls import include, path

from badugi_site.api.views import NothingHere
from badugi_site.clubs.pages import admin_sign_in
from badugi_site.health import healthz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("language/", include("django.conf.urls.i18n")),
    path("admin/login/", admin_sign_in),
    path("admin/", admin.site.urls),
    path("", include("badugi_site.clubs.urls")),
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
