from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "tests.badugi_site.jobs.ledger"
    label = "ledger"
