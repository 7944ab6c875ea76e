"""Imports a PokerStars file as an upload does, checked, settled and counted, beside PokerKit's bare replay of it.

One worker, and a database of its own on the server of ``DATABASE_URL``, or a SQLite file. PokerKit gets the same hands
as parsed ``.phh`` files and does nothing but replay them. Both take turns, so that a busy machine slows both; the last
line is the ratio of the medians, which should be 2.2 on PostgreSQL. ``--profile`` says where our time goes instead.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import statistics
import time
import warnings
from collections.abc import Callable

from _importing import Text, imported, own_database
from django.db import connection

from badugi_site.clubs.models import Club
from hands.models import Hand


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def measure(club: Club, arguments: argparse.Namespace) -> None:
    warnings.simplefilter("ignore")
    text = Text(arguments.hands, arguments.seed)
    imported(club, text.copy())  # players and their sums are there, as in any club but an empty one
    if arguments.profile:
        data = text.copy()
        with cProfile.Profile() as profile:
            imported(club, data)
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)
        return
    mine, theirs = [], []
    for _ in range(arguments.rounds):
        data = text.copy()
        mine.append(seconds(lambda data=data: imported(club, data)) / arguments.hands)
        theirs.append(seconds(text.replay_peers) / arguments.hands)
    fast, slow = statistics.median(mine), statistics.median(theirs)
    what = "real hands" if text.real else "generated hands"
    print(f"{connection.vendor}, {what}: {arguments.hands} a round, {Hand.objects.count()} stored at the end")
    print(f"PokerKit replays {len(text.peers)} of {len(text.documents)} of them")
    print(f"import:   {1 / fast:9.0f} hands/s ({fast * 1e6:.0f} µs a hand)")
    print(f"PokerKit: {1 / slow:9.0f} hands/s ({slow * 1e6:.0f} µs a hand)")
    print(f"ratio: {slow / fast:.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="hands a round (default 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", action="store_true", help="profile our side instead")
    arguments = parser.parse_args()
    with own_database() as club:
        measure(club, arguments)


if __name__ == "__main__":
    main()
