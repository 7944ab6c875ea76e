"""Whether this process is asked to stop: work then ends before its next step, and is carried on later."""

from __future__ import annotations

import mmap


class SharedFlag:
    """A flag that a process has in common with those it forks: a worker is told to stop once, for all its children."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, 1)

    def set(self) -> None:
        self._memory[0] = 1

    def clear(self) -> None:
        self._memory[0] = 0

    def is_set(self) -> bool:
        return self._memory[0] == 1


stopping = SharedFlag()
