"""Work that is done ahead, in a thread of its own, while the caller waits for the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from queue import Full, Queue
from threading import Event, Thread
from typing import TypeVar

T = TypeVar("T")

_LOOK_AGAIN = 0.1


@contextmanager
def ahead(items: Iterable[T]) -> Iterator[Iterator[T]]:
    """The same items, each made while the caller is still at the one before, and never further ahead than that.

    What making them raises is raised where the item would have come. Making them must not ask the database, where a
    thread would have a connection of its own. At the end, however it comes, the thread has ended too.
    """
    queue: Queue[tuple[T | None, BaseException | None]] = Queue(maxsize=1)
    unwanted = Event()

    def hand_over(item: T | None, error: BaseException | None = None) -> bool:
        while not unwanted.is_set():
            try:
                queue.put((item, error), timeout=_LOOK_AGAIN)
                return True
            except Full:
                continue
        return False

    def make() -> None:
        try:
            for item in items:
                if not hand_over(item):
                    return
        except BaseException as error:
            hand_over(None, error)
        else:
            hand_over(None, StopIteration())

    def made() -> Iterator[T]:
        while True:
            item, error = queue.get()
            if isinstance(error, StopIteration):
                return
            if error is not None:
                raise error
            yield item  # type: ignore[misc]

    thread = Thread(target=make, name="ahead", daemon=True)
    thread.start()
    try:
        yield made()
    finally:
        unwanted.set()
        thread.join()
