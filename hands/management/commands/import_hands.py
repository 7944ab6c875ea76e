"""`manage.py import_hands`: files of hands into a club, worked through at once and in sight."""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from badugi_site.clubs.models import Club, Membership
from badugi_site.clubs.permissions import Role
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import Lease, claim, logger, run
from hands.files import FileTooLargeError, NoSpaceError, keep
from hands.formats import UnreadableError
from hands.ingest import Sender
from hands.management.lines import USAGE_ERROR, check_paths, counted, finding_line, printable
from hands.models import Outcome, Rank, Upload
from hands.rules.findings import FILE_TOO_LARGE, UNKNOWN_VARIANT, UNREADABLE
from hands.senders import sender_of
from hands.sources import LIMITS, STANDARD_INPUT, files_of, open_file
from hands.stats import COUNT_HANDS
from hands.uploads import KeptFile, cancel_upload, start_upload

_CHUNK = 1 << 20
_STORED = (Outcome.ACCEPTED, Outcome.MERGED, Outcome.DUPLICATE)


class Command(BaseCommand):
    help = (
        "Stores the hands of files, folders, .zip and .gz archives or standard input (-) in a club, as an upload does. "
        "Without --user they count as the records of the club's own server; with it as that person's, who is in the "
        "club. Exit status: 0 when all hands are stored, 1 when any is refused or disputed or a file cannot be read, "
        "2 for a wrong call."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder, an archive, or -")
        parser.add_argument("--club", required=True, metavar="SLUG", help="the short name of the club")
        parser.add_argument("--user", metavar="NAME", help="whose histories these are")
        parser.add_argument("--language", choices=("en", "ko"), default="en", help="of the messages")

    def handle(self, *args: Any, paths: list[str], language: Any, **options: Any) -> None:
        check_paths(paths)
        club = club_of(options["club"])
        sender = sender_named(club, options["user"])
        files, unread = self.kept(paths, language)
        upload = self.imported(club, sender, files)
        self.tell(upload, language)
        self.summary(upload, unread + upload.unread)
        if upload.refused or upload.conflict or upload.unread or unread:
            sys.exit(1)

    def kept(self, paths: list[str], language: Any) -> tuple[list[KeptFile], int]:
        """The files of all paths, stored as they are, and how many could not be read."""
        files, unread = [], 0
        for name in (name for path in paths for name in ([path] if path == STANDARD_INPUT else files_of(path))):
            try:
                with opened(name) as file:
                    files.append(KeptFile(printable(name), *keep(chunks_of(file), LIMITS.total)))
                continue
            except UnreadableError as error:
                finding = UNREADABLE(found=error.reason, line=1)
            except FileTooLargeError:
                finding = FILE_TOO_LARGE(expected=LIMITS.total, line=1)
            except NoSpaceError as error:
                raise CommandError(f"{printable(name)} cannot be kept: {error}") from error
            unread += 1
            self.stdout.write(finding_line(name, 1, finding.severity, finding.code, finding.message(language)))
        return files, unread

    def imported(self, club: Club, sender: Sender, files: list[KeptFile]) -> Upload:
        """The upload of these files, worked through here: no worker sees it before it is taken up."""
        with transaction.atomic():
            upload = start_upload(club=club, sender=sender, files=files, at=timezone.now())
            lease = claim(upload.job_id)
        if lease is None:
            raise CommandError("The work that was just written down is not there.")
        try:
            with shown(upload) as watch, without_messages():
                run(WatchedLease(lease, watch))
        except KeyboardInterrupt:
            cancel_upload(upload.pk)
            raise CommandError("Stopped. What is stored so far stays; call it again to go on.") from None
        upload = Upload.objects.select_related("job").get(pk=upload.pk)
        if upload.job.state != State.DONE:
            raise CommandError(f"The import ended early ({upload.state}). {upload.job.error[-500:]}")
        waiting = Job.objects.filter(kind=COUNT_HANDS, arguments__club=club.pk, state=State.WAITING)
        for job_id in list(waiting.values_list("pk", flat=True)):
            if (counting := claim(job_id)) is not None:
                with without_messages():
                    run(counting)
        return upload

    def tell(self, upload: Upload, language: str) -> None:
        """A line a finding, and one for each hand that is disputed now."""
        for result in upload.results.exclude(findings=[], outcome__in=_STORED).order_by("index").iterator():
            for finding in result.findings:
                message = finding["message"][language]
                self.stdout.write(
                    finding_line(result.file, finding["line"], finding["severity"], finding["code"], message)
                )
            if result.outcome == Outcome.CONFLICT:
                message = f"hand {result.number} is stored otherwise, and disputed until the club decides"
                self.stdout.write(finding_line(result.file, result.line, "error", "conflict", message))

    def summary(self, upload: Upload, unread: int) -> None:
        """The last lines: games that are not known, files that were not read, and what came of the hands."""
        refused = upload.results.filter(outcome=Outcome.REFUSED).values_list("findings", flat=True).iterator()
        unknown = [found[0]["found"] for found in refused if found and found[0]["code"] == UNKNOWN_VARIANT.code]
        if unknown:
            games = ", ".join(sorted({printable(str(game)) for game in unknown}))
            self.stdout.write(f"{counted(len(unknown), 'hand')} of games that are not known here: {games}")
        if unread:
            self.stdout.write(f"{counted(unread, 'file')} not read")
        self.stdout.write(
            f"{counted(upload.found, 'hand')}: {upload.accepted} accepted, {upload.merged} merged, "
            f"{upload.duplicate} duplicate, {upload.refused} refused, {counted(upload.conflict, 'conflict')}"
        )


def club_of(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        slugs = ", ".join(Club.objects.order_by("slug").values_list("slug", flat=True)) or "none"
        raise CommandError(f"There is no club {printable(slug)}. There are: {slugs}", returncode=USAGE_ERROR)
    return club


def sender_named(club: Club, name: str | None) -> Sender:
    """Whose word these histories are: whoever can call this speaks for the club, unless a person is named."""
    if name is None:
        return Sender(None, Rank.SERVER)
    membership = Membership.objects.filter(club=club, user__username=name).select_related("user").first()
    if membership is None:
        raise CommandError(f"{printable(name)} is not in the club {club.slug}", returncode=USAGE_ERROR)
    return sender_of(membership.user, Role(membership.role))


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    if name == STANDARD_INPUT:
        yield sys.stdin.buffer
        return
    with open_file(name) as file:
        yield file


def chunks_of(file: IO[bytes]) -> Iterator[bytes]:
    while chunk := file.read(_CHUNK):
        yield chunk


@contextmanager
def without_messages() -> Iterator[None]:
    """A worker's words of what it has done are for its log; what fails is told all the same."""
    before = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(before)


class WatchedLease(Lease):
    """A lease that tells after each step."""

    def __init__(self, lease: Lease, watch: Callable[[], None]) -> None:
        super().__init__(lease.job, lease.token)
        self.watch = watch

    @contextmanager
    def step(self) -> Iterator[None]:
        with super().step():
            yield
        self.watch()


@contextmanager
def shown(upload: Upload) -> Iterator[Callable[[], None]]:
    """A bar on the terminal while the work goes on; nothing where standard error is none."""
    columns = (BarColumn(), DownloadColumn(), TextColumn("{task.fields[hands]} hands, {task.fields[rate]}/s"))
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=upload.bytes, hands=0, rate="…")

        def watch() -> None:
            if not progress.disable:
                found, done = Upload.objects.values_list("found", "bytes_done").get(pk=upload.pk)
                seconds = progress.tasks[0].elapsed
                progress.update(task, completed=done, hands=found, rate=round(found / seconds) if seconds else "…")

        yield watch
