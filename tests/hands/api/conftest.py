import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def no_rate_limits(settings: Settings) -> None:
    """Without limits no view of these tests touches the database, which pytest-django refuses them."""
    settings.RATE_LIMITS = False
