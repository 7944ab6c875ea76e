"""What is made ahead comes in order, ends when nobody wants it any more, and fails where it would have come."""

import threading
import time
from collections.abc import Iterator

import pytest

from hands.ahead import ahead


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name == "ahead"]


def test_everything_comes_in_order_and_the_thread_ends() -> None:
    with ahead(range(1000)) as items:
        assert list(items) == list(range(1000))
    assert threads() == []


def test_the_next_one_is_made_meanwhile_and_no_more_than_the_one_after_it() -> None:
    made: list[int] = []

    def making() -> Iterator[int]:
        for i in range(10):
            made.append(i)
            yield i

    with ahead(making()) as items:
        assert next(items) == 0
        until = time.monotonic() + 5
        while len(made) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.2)
        # One is taken, one waits, one is in the maker's hands.
        assert made == [0, 1, 2]
    assert threads() == []
    assert made == [0, 1, 2]


def test_what_making_raises_is_raised_in_its_place() -> None:
    def making() -> Iterator[int]:
        yield 1
        raise KeyError("two")

    with ahead(making()) as items:
        assert next(items) == 1
        with pytest.raises(KeyError, match="two"):
            next(items)
    assert threads() == []


def test_whoever_leaves_early_leaves_no_thread() -> None:
    with pytest.raises(ZeroDivisionError), ahead(iter(int, 1)) as items:
        next(items)
        raise ZeroDivisionError
    assert threads() == []
