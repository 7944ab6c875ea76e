from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "badugi_site.api"
    label = "api"
