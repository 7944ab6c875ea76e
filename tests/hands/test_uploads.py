"""Files of many hands: worked through in the background, in steps that each leave everything consistent (C29, C32)."""

import gzip
import io
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from badugi_site.clubs.models import Club
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import LEASE, Lease, claim_next, run, work
from hands import uploads
from hands.check import check
from hands.files import clear_unwanted, keep, path_of
from hands.formats import read
from hands.ingest import Sender, store_hands
from hands.models import Fact, Hand, Outcome, PlayerSums, Rank, Source, Upload, UploadResult
from hands.sums import differences
from hands.uploads import KeptFile, cancel_upload, delete_upload, have_upload_deleted, present, start_upload
from tests.hands.histories import DURI, HANA, history

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SERVER = Sender(None, Rank.SERVER)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def data_dir(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Club Han", slug="han", time_zone="Asia/Seoul")


def texts(numbers: range, of: str = HANA) -> bytes:
    return b"\n\n".join(history(of, number=str(number)) for number in numbers)


def start(club: Club, *files: tuple[str, bytes], sender: Sender = SERVER) -> Upload:
    kept = [KeptFile(name, *keep([data], 10**9)) for name, data in files]
    return start_upload(club=club, sender=sender, files=kept, at=NOW)


def send(club: Club, *files: tuple[str, bytes], sender: Sender = SERVER) -> Upload:
    upload = start(club, *files, sender=sender)
    work()
    return Upload.objects.select_related("job").get(pk=upload.pk)


def results(upload: Upload) -> list[tuple[Any, ...]]:
    return list(upload.results.order_by("index").values_list("index", "file", "line", "outcome"))


def test_a_file_that_ends_in_the_middle_of_a_hand(club: Club) -> None:
    whole = texts(range(1, 4))
    cut = whole[: whole.rindex(b"*** SECOND DRAW ***") + 20]
    first = send(club, ("hands.txt", cut))
    assert (first.state, first.found, first.accepted, first.refused) == ("done", 3, 2, 1)
    (refused,) = first.results.filter(outcome=Outcome.REFUSED)
    assert (refused.number, refused.hand, refused.findings[0]["code"]) == ("3", None, "truncated")
    assert refused.line == cut[: cut.index(b"#3:")].count(b"\n") + 1
    assert refused.findings[0]["line"] == refused.end_line == cut.count(b"\n")
    assert PlayerSums.objects.get(player__name=HANA).hands == 2
    second = send(club, ("hands.txt", whole))
    assert (second.accepted, second.duplicate, Hand.objects.count()) == (1, 2, 3)
    assert PlayerSums.objects.get(player__name=HANA).hands == 3
    assert not differences(club)


def test_every_hand_and_every_file_has_a_result_where_it_stands(club: Club) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner/one.txt", history(HANA) + b"\n\n" + history(HANA, number="501", rake="0.50"))
        archive.writestr("two.txt", "Dear all,")
        archive.writestr("three.txt.gz", gzip.compress(history(DURI)))
    upload = send(club, ("a.zip", packed.getvalue()), ("empty.txt", b""), ("b.txt", history(DURI)))
    first = history(HANA).count(b"\n") + 3
    assert results(upload) == [
        (0, "a.zip!inner/one.txt", 1, "accepted"),
        (1, "a.zip!inner/one.txt", first, "refused"),
        (2, "a.zip!two.txt", 1, "unread"),
        (3, "a.zip!three.txt.gz", 1, "merged"),
        (4, "empty.txt", 1, "unread"),
        (5, "b.txt", 1, "duplicate"),
    ]
    assert (upload.found, upload.unread, upload.bytes_done) == (4, 2, upload.bytes)
    assert {result.hand_id for result in upload.results.exclude(hand=None)} == {Hand.objects.get().pk}
    assert set(upload.results.exclude(source=None).values_list("source", flat=True)) == set(
        Source.objects.values_list("pk", flat=True)
    )


def test_warnings_are_kept_with_hands_that_are_stored(club: Club) -> None:
    upload = send(club, ("a.txt", history(HANA).replace(b"(Badugi: 4,3,2,A)", b"(Badugi: 5,3,2,A)")))
    (result,) = upload.results.all()
    assert result.outcome == Outcome.ACCEPTED
    assert {(finding["code"], finding["severity"]) for finding in result.findings} >= {("label_disagrees", "warning")}


@contextmanager
def steps_of(hands: int) -> Iterator[list[int]]:
    """Steps of so many hands; the bytes done after each."""
    before, seen = uploads.STEP_HANDS, []
    uploads.STEP_HANDS = hands
    original = Lease.step

    @contextmanager
    def step(lease: Lease) -> Iterator[None]:
        with original(lease):
            yield
        seen.extend(Upload.objects.filter(job=lease.job).values_list("bytes_done", flat=True))

    Lease.step = step  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        uploads.STEP_HANDS, Lease.step = before, original  # type: ignore[method-assign]


def test_progress_only_grows_and_ends_with_all(club: Club) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for i in range(3):
            archive.writestr(f"{i}.txt", texts(range(100 * i, 100 * i + 10)))
    with steps_of(4) as seen:
        upload = send(club, ("a.txt", texts(range(1000, 1010))), ("b.zip", packed.getvalue()))
    assert seen == sorted(seen) and len({*seen}) == 10
    assert upload.bytes_done == upload.bytes and 0 < seen[0] < seen[-1] <= upload.bytes


class Killed(BaseException):
    """What ends a worker without a word."""


@pytest.mark.parametrize("after", [0, 1, 3])
@pytest.mark.parametrize("inside", [True, False])
def test_whoever_goes_on_after_a_killed_worker_doubles_nothing(
    club: Club, monkeypatch: pytest.MonkeyPatch, after: int, inside: bool
) -> None:
    data = texts(range(20)) + b"\n\nDear all,\n\n" + texts(range(20), DURI)
    upload = start(club, ("letter.txt", b"Dear all,"), ("a.txt", data), ("b.txt", texts(range(20, 30))))
    left = after
    original = uploads.insert_rows

    def dying(*arguments: Any) -> None:
        nonlocal left
        if not left and inside:
            raise Killed
        original(*arguments)
        left -= 1
        if left < 0:
            raise Killed

    with steps_of(7):
        monkeypatch.setattr(uploads, "insert_rows", dying)
        lease = claim_next()
        assert lease is not None
        with pytest.raises(Killed):
            uploads.import_upload(lease)
        stored = Upload.objects.get()
        assert UploadResult.objects.count() == stored.found + stored.unread
        monkeypatch.setattr(uploads, "insert_rows", original)
        Job.objects.filter(pk=upload.job_id).update(leased_until=NOW)
        work()
    upload = Upload.objects.select_related("job").get()
    assert (upload.state, upload.found, upload.accepted, upload.merged, upload.unread) == ("done", 50, 30, 20, 1)
    assert [index for index, *_ in results(upload)] == list(range(51))
    assert (Hand.objects.count(), Source.objects.count(), Fact.objects.count()) == (30, 50, 60)
    assert not differences(club)


def test_the_rate_is_that_of_the_run_that_goes_on(club: Club) -> None:
    upload = start(club, ("a.txt", texts(range(30))))
    with steps_of(10):
        lease = claim_next()
        assert lease is not None
        files = list(upload.files.all())
        uploads._store(next(uploads._batches(files, 0)), upload, lease)
        upload.refresh_from_db()
        assert (upload.found, upload.found_before, upload.bytes_before) == (10, 0, 0)
        Job.objects.filter(pk=upload.job_id).update(leased_until=NOW)
        work()
    upload = Upload.objects.select_related("job").get()
    assert (upload.found, upload.found_before) == (30, 10)
    assert 0 < upload.bytes_before < upload.bytes
    began = upload.job.started_at
    assert began is not None
    upload.job.finished_at = began + timedelta(seconds=4)
    assert uploads.progress(upload) == {"rate": 5.0, "eta_seconds": 0}
    upload.job.finished_at, upload.job.leased_until = None, began + timedelta(seconds=4) + LEASE
    upload.bytes, upload.bytes_done, upload.bytes_before = 1000, 700, 500
    assert uploads.progress(upload) == {"rate": 5.0, "eta_seconds": 6}


def test_a_cancelled_upload_keeps_what_is_stored_and_goes_no_further(club: Club) -> None:
    upload = start(club, ("a.txt", texts(range(20))))
    lease = claim_next()
    assert lease is not None
    original = lease.step
    steps = 0

    @contextmanager
    def step() -> Iterator[None]:
        nonlocal steps
        with original():
            yield
        steps += 1
        assert cancel_upload(upload.pk) is (steps == 1)

    with steps_of(5):
        lease.step = step  # type: ignore[method-assign]
        run(lease)
    upload = Upload.objects.select_related("job").get()
    assert (upload.state, upload.found, Hand.objects.count()) == ("cancelled", 5, 5)
    assert cancel_upload(upload.pk) is False


def test_a_deleted_upload_takes_what_only_it_knew(club: Club, data_dir: Path) -> None:
    first = send(club, ("a.txt", texts(range(1, 4))))
    second = send(club, ("b.txt", texts(range(3, 5), DURI) + b"\n\n" + texts(range(2, 3))))
    (checked,) = map(check, read(history(HANA, number="1")))
    store_hands([checked], club=club, sender=SERVER, posted=True, at=NOW)
    delete_upload(first.pk, at=NOW)
    work()
    # Hand 1 was sent by itself too, hand 2 is in the other upload, 3 is known to Duri alone now.
    assert set(Hand.objects.values_list("number", flat=True)) == {"1", "2", "3", "4"}
    assert list(Source.objects.order_by("hand__number").values_list("hand__number", flat=True)) == ["1", "2", "3", "4"]
    assert "As2h3dKc" not in str(list(Source.objects.filter(hand__number="3").values_list("private", flat=True)))
    assert not differences(club)
    delete_upload(second.pk, at=NOW)
    work()
    assert list(Hand.objects.values_list("number", flat=True)) == ["1"]
    assert not Upload.objects.exists() and not UploadResult.objects.exists()
    assert not differences(club)
    assert Job.objects.filter(kind="clear_files", state=State.DONE).exists()


def test_a_large_upload_is_deleted_in_the_background_and_no_more_present(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "LARGE", 3)
    large, small = send(club, ("a.txt", texts(range(4)))), send(club, ("b.txt", texts(range(10, 13))))
    assert have_upload_deleted(small.pk, at=NOW) is True
    assert not Upload.objects.filter(pk=small.pk).exists()
    for _twice in range(2):
        assert have_upload_deleted(large.pk, at=NOW) is False
    assert list(Upload.objects.all()) == [large] and not present(Upload.objects.all())
    work()
    assert not Upload.objects.exists() and not Hand.objects.exists() and not differences(club)


@pytest.mark.parametrize(("state", "is_there"), [(State.RUNNING, False), (State.DEAD, True), (State.CANCELLED, True)])
def test_an_upload_whose_deleting_was_given_up_is_there_again(
    club: Club, monkeypatch: pytest.MonkeyPatch, state: State, *, is_there: bool
) -> None:
    monkeypatch.setattr(uploads, "LARGE", 1)
    upload = send(club, ("a.txt", texts(range(2))))
    have_upload_deleted(upload.pk, at=NOW)
    job = Job.objects.filter(kind="delete_upload")
    if state == State.RUNNING:
        job.update(state=state, lease=uuid4(), leased_until=NOW)
    else:
        job.update(state=state, finished_at=NOW)
    assert present(Upload.objects.all()).exists() is is_there


def test_the_files_of_a_deleted_upload_go_when_they_are_old(club: Club) -> None:

    upload = send(club, ("a.txt", texts(range(2))))
    (file,) = upload.files.all()
    delete_upload(upload.pk, at=NOW)
    assert clear_unwanted() == 0
    os.utime(path_of(file.digest), (0, 0))
    assert clear_unwanted() == 1


def test_a_second_run_of_work_that_is_done_changes_nothing(club: Club) -> None:
    upload = send(club, ("a.txt", texts(range(3))))
    Job.objects.filter(pk=upload.job_id).update(state=State.WAITING, finished_at=None)
    work()
    again = Upload.objects.select_related("job").get()
    assert (again.state, again.found, UploadResult.objects.count(), Hand.objects.count()) == ("done", 3, 3, 3)


def test_work_whose_upload_was_never_committed_ends_quietly(club: Club) -> None:
    upload = start(club, ("a.txt", texts(range(3))))
    Upload.objects.filter(pk=upload.pk).delete()
    work()
    assert Job.objects.get(pk=upload.job_id).state == State.DONE
