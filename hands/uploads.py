"""Files of many hands: sent, worked through in the background, cancelled, deleted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from badugi_site.clubs.models import Club
from badugi_site.jobs.work import Lease
from hands.ingest import Sender
from hands.models import Upload

IMPORT_UPLOAD = "import_upload"


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file that :func:`hands.files.keep` has stored, and what its sender calls it."""

    name: str
    digest: str
    size: int


def start_upload(*, club: Club, sender: Sender, files: Sequence[KeptFile], at: datetime) -> Upload:
    """Records an upload of these files and asks for the work. One transaction."""
    raise NotImplementedError


def import_upload(lease: Lease) -> None:
    """The work: reads every file (archives too) from where the last step ended, a batch and its place a step."""
    raise NotImplementedError


def cancel_upload(upload_id: UUID) -> bool:
    """Stops an upload; what is stored stays. False when it was finished already."""
    raise NotImplementedError


def delete_upload(upload_id: UUID, *, at: datetime) -> None:
    """Deletes an upload with all that only it knew, in steps that each leave everything consistent."""
    raise NotImplementedError
