from collections.abc import Callable, Iterator

import pytest

from badugi_site.jobs import work


@pytest.fixture
def handlers(monkeypatch: pytest.MonkeyPatch) -> dict[str, work.Handler]:
    """The kinds of work that there are for the time of the test: none yet."""
    found: dict[str, work.Handler] = {}
    monkeypatch.setattr(work, "_handlers", found)
    return found


@pytest.fixture
def kind(handlers: dict[str, work.Handler]) -> Callable[..., str]:
    """Register a function as the kind of work that has its name."""

    def register(function: work.Handler) -> str:
        work.handler(function.__name__)(function)
        return function.__name__

    return register


@pytest.fixture(autouse=True)
def not_stopping() -> Iterator[None]:
    yield
    work.stopping.clear()
