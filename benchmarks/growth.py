"""Whether cost follows new work or history: the same upload, list and figures with few hands stored and with many.

In a database of its own on the server of ``DATABASE_URL``, or a SQLite file. Few is ``--few`` hands and many is
``--many``; medians of ``--rounds``. The last line is the ratio of the times of an upload, which should stay below 1.25;
those of the pages should stay below 1.5.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from _importing import Text, imported, own_database
from django.db import connection
from django.test import Client

from badugi_site.clubs.models import Club, Membership, User
from badugi_site.clubs.permissions import Role
from hands.models import Fact, Hand


def milliseconds(run: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def measured(club: Club, text: Text, client: Client, rounds: int) -> dict[str, float]:
    """The times in milliseconds, by what was done."""
    player = Fact.objects.filter(player__isnull=False).values_list("player_id", flat=True)[0]

    def get(address: str) -> None:
        assert client.get(address).status_code == 200

    pages = {
        "hand list": f"/clubs/{club.slug}/hands/",
        "hand list of a player": f"/api/v1/hands/?player={player}",
        "player page": f"/clubs/{club.slug}/players/{player}/",
        "club page": f"/clubs/{club.slug}/",
    }
    files = [text.copy() for _ in range(rounds)]
    return {"upload": milliseconds(lambda: imported(club, files.pop()), rounds)} | {
        name: milliseconds(lambda address=address: get(address), rounds + 2) for name, address in pages.items()
    }


def fill(club: Club, text: Text, hands: int) -> None:
    while Hand.objects.count() < hands:
        imported(club, text.copy())
    with connection.cursor() as cursor:
        # A server does that by itself within a minute; until then it plans for the tables that there were.
        cursor.execute("ANALYZE")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="hands of an upload (default 1000)")
    parser.add_argument("--few", type=int, default=10_000)
    parser.add_argument("--many", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    arguments = parser.parse_args()
    with own_database() as club:
        owner = User.objects.create_user("owner")
        Membership.objects.create(club=club, user=owner, role=Role.OWNER)
        client = Client(headers={"Host": "localhost"})
        client.force_login(owner)
        text = Text(arguments.hands, seed=1)
        fill(club, text, arguments.few)
        few = measured(club, text, client, arguments.rounds)
        fill(club, text, arguments.many)
        many = measured(club, text, client, arguments.rounds)
        print(f"{'':24}{arguments.few:>10}{Hand.objects.count():>10}   times")
    for name in few:
        print(f"{name:24}{few[name]:8.1f}ms{many[name]:8.1f}ms{many[name] / few[name]:8.2f}")
    print(f"ratio: {many['upload'] / few['upload']:.1f}")


if __name__ == "__main__":
    main()
