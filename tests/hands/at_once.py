"""Many at the same hands at the same moment, in a process of its own with a database like a real club's.

``python -m tests.hands.at_once SCENARIO`` prints what came of it as JSON; the database is empty and migrated.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from threading import Barrier, Thread
from typing import Any

import django

django.setup()

from django.db import connection, transaction  # noqa: E402

from badugi_site.clubs.models import Club, Player  # noqa: E402
from badugi_site.jobs.models import Job  # noqa: E402
from badugi_site.jobs.work import claim_next, run, work  # noqa: E402
from hands.check import check  # noqa: E402
from hands.files import keep  # noqa: E402
from hands.formats import read  # noqa: E402
from hands.ingest import Sender, store_hands  # noqa: E402
from hands.models import Fact, Hand, PlayerSums, Rank, Source, Upload, UploadResult  # noqa: E402
from hands.sums import differences  # noqa: E402
from hands.uploads import KeptFile, delete_upload, start_upload  # noqa: E402
from tests.hands.histories import DURI, HANA, history  # noqa: E402

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SERVER = Sender(None, Rank.SERVER)


def at_once(jobs: Sequence[Callable[[], Any]]) -> list[str]:
    """Runs each in a thread with a connection of its own, all from the same moment on; what they raised."""
    barrier, raised = Barrier(len(jobs)), []

    def start(job: Callable[[], Any]) -> None:
        try:
            barrier.wait()
            job()
        except BaseException as error:
            raised.append(repr(error))
        finally:
            connection.close()

    threads = [Thread(target=start, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


def counts(club: Club) -> dict[str, Any]:
    return {
        "hands": Hand.objects.count(),
        "sources": Source.objects.count(),
        "facts": Fact.objects.count(),
        "players": sorted(Player.objects.values_list("name", flat=True)),
        "sums_are_right": not differences(club),
        "hands_of": dict(PlayerSums.objects.values_list("player__name", "hands")),
    }


def send(club: Club, *files: tuple[str, bytes]) -> Upload:
    kept = [KeptFile(name, *keep([data], 10**9)) for name, data in files]
    return start_upload(club=club, sender=SERVER, files=kept, at=NOW)


def texts(of: str, numbers: Sequence[int]) -> bytes:
    return b"\n\n".join(history(of, number=str(number)) for number in numbers)


def same_hands(club: Club) -> dict[str, Any]:
    """Eight store the same ten hands, each in another order, half of them as one player tells them."""
    found: Counter[str] = Counter()
    numbers = list(range(500, 510))

    def store(turn: int) -> None:
        data = texts((HANA, DURI)[turn % 2], numbers[turn:] + numbers[:turn])
        checked = [check(hand) for hand in read(data)]
        with transaction.atomic():
            stored = store_hands(checked, club=club, sender=SERVER, posted=True, at=NOW)
        found.update(str(one.outcome) for one in stored)

    raised = at_once([lambda turn=turn: store(turn) for turn in range(8)])
    work()
    return {"raised": raised, "outcomes": found, **counts(club)}


def uploads(club: Club) -> dict[str, Any]:
    """Twenty uploads of fifty hands, sent at once and worked off by three, while somebody reads."""
    done = False

    def look() -> None:
        while not done:
            list(Hand.objects.order_by("-pk").values_list("pk", "document")[:50])
            list(PlayerSums.objects.values())
            time.sleep(0.01)

    def all_work() -> None:
        nonlocal done
        while Upload.objects.count() < 20 or Job.objects.filter(state__in=["waiting", "running"]).exists():
            work()
            time.sleep(0.02)
        done = True

    senders = [lambda i=i: send(club, ("hands.txt", texts(HANA, range(1000 * i, 1000 * i + 50)))) for i in range(20)]
    raised = at_once([*senders, all_work, all_work, all_work, look])
    found = Upload.objects.values_list("found", "accepted", "job__state").distinct()
    return {"raised": raised, "uploads": [list(row) for row in found], **counts(club)}


def twice(club: Club) -> dict[str, Any]:
    """The same work done twice: by one who is too slow to keep it, and at the same moment by who took it over."""
    upload = send(club, ("hands.txt", texts(HANA, range(50)) + b"\n\n" + texts(DURI, range(50))))
    first = claim_next()
    assert first is not None
    Job.objects.filter(pk=upload.job_id).update(leased_until=NOW)
    second = claim_next()
    assert second is not None
    raised = at_once([lambda: run(first), lambda: run(second)])
    run(second)
    work()
    upload.refresh_from_db()
    results = UploadResult.objects.count()
    return {"raised": raised, "results": results, "found": upload.found, **counts(club)}


def deleting(club: Club) -> dict[str, Any]:
    """An upload is deleted while another one of the same hands is worked off."""
    first = send(club, ("hands.txt", texts(HANA, range(300))))
    work()
    second = send(club, ("hands.txt", texts(DURI, range(300))))

    def remove() -> None:
        time.sleep(0.05)
        delete_upload(first.pk, at=NOW)

    raised = at_once([work, remove])
    while Job.objects.filter(state="waiting").exists():
        Job.objects.filter(state="waiting").update(run_after=NOW)
        work()
    second.refresh_from_db()
    assert not Upload.objects.filter(pk=first.pk).exists()
    return {"raised": raised, "found": second.found, "state": second.state, **counts(club)}


if __name__ == "__main__":
    scenario = {one.__name__: one for one in (same_hands, uploads, twice, deleting)}[sys.argv[1]]
    print(json.dumps(scenario(Club.objects.create(name="Club Han", slug="han"))))  # noqa: T201
