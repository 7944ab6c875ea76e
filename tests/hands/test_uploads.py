"""Files of many hands: worked through in the background, in steps that each leave everything consistent."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from badugi_site.clubs.models import Club
from badugi_site.jobs.work import work
from hands.files import keep
from hands.ingest import Sender
from hands.models import Rank, Upload, UploadResult
from hands.uploads import KeptFile, start_upload

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SERVER = Sender(None, Rank.SERVER)


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Club Han", slug="han", time_zone="Asia/Seoul")


def send(club: Club, *files: tuple[str, bytes], sender: Sender = SERVER) -> Upload:
    kept = [KeptFile(name, *keep([data], 10**9)) for name, data in files]
    upload = start_upload(club=club, sender=sender, files=kept, at=NOW)
    work()
    upload.refresh_from_db()
    return upload


@pytest.mark.django_db
def test_the_hands_of_a_file_are_stored(club: Club, corpus: Path) -> None:
    upload = send(club, ("sng.txt", (corpus / "pokerstars" / "badugi-sng-2010.txt").read_bytes()))
    assert (upload.found, upload.accepted, upload.state) == (104, 104, "done")
    assert upload.bytes_done == upload.bytes
    assert UploadResult.objects.filter(upload=upload, outcome="accepted").count() == 104
