"""A word to a worker that there is something to do. It may be lost, late or doubled: the rows are the truth."""


def wake() -> None:
    """Sends the word, if there is a broker to take it."""
