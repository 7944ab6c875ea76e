import os
import time

from badugi_site.jobs.work import Lease, handler
from tests.badugi_site.jobs.ledger.models import Entry


@handler("write_entries")
def write_entries(lease: Lease) -> None:
    """Writes `rows` entries, a step each, from where the last step ended. Each takes `pause` seconds."""
    rows, pause = lease.job.arguments["rows"], lease.job.arguments["pause"]
    for number in range(Entry.objects.filter(job=lease.job).count(), rows):
        time.sleep(pause / 2)
        with lease.step():
            Entry.objects.create(job=lease.job, number=number, process=os.getpid())
            time.sleep(pause / 2)


@handler("kill_worker")
def kill_worker(lease: Lease) -> None:
    os.kill(os.getpid(), 9)
