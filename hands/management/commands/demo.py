"""`manage.py demo`: a club with people and hands that look real."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn

from badugi_site.clubs.models import Club
from hands.demo.club import Account, UnfinishedError, add_players, fill_club, is_demo, make_club, outcomes
from hands.demo.people import FEWEST, MOST, PEOPLE
from hands.demo.sessions import MOST_HANDS, Wanted
from hands.files import NoSpaceError


class Command(BaseCommand):
    help = (
        "Makes a club to look around in: players, half a year of hands, uploads, an owner and a member. Other clubs "
        "are not touched. The passwords are printed, this once, on standard output."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--club", default="demo", metavar="SLUG", help="its short name in addresses")
        parser.add_argument("--hands", type=int, default=400, metavar="N", help="how many; 400 unless given")
        parser.add_argument("--players", type=int, default=9, metavar="N", help=f"{FEWEST} to {MOST}; 9 unless given")
        parser.add_argument("--seed", type=int, default=1, metavar="S", help="another number gives other hands")
        parser.add_argument("--again", action="store_true", help="into the club that this command made before")

    def handle(self, *args: Any, **options: Any) -> None:
        if not 1 <= options["hands"] < MOST_HANDS:
            raise CommandError(f"--hands is a number from 1 to {MOST_HANDS - 1}.")
        if not FEWEST <= options["players"] <= MOST:
            raise CommandError(f"--players is a number from {FEWEST} to {MOST}.")
        wanted = Wanted(options["hands"], PEOPLE[: options["players"]], options["seed"])
        club, accounts = self._club(options["club"], wanted, again=options["again"])
        for account in accounts:
            self.stdout.write(f"{account.username} {account.password}")
        try:
            with _without_a_line_a_job(), _Bars() as bars:
                uploads = fill_club(club, wanted, told=bars.show)
        except (UnfinishedError, NoSpaceError) as error:
            raise CommandError(f"The club is made, but not all of its hands are stored: {error}") from error
        told = ", ".join(f"{count} {name}" for name, count in outcomes(uploads).items())
        self.stderr.write(f"{club} is at /clubs/{club.slug}/. Hands: {told}.", style_func=str)

    def _club(self, slug: str, wanted: Wanted, *, again: bool) -> tuple[Club, list[Account]]:
        club = Club.objects.filter(slug=slug).first()
        if club is None:
            try:
                return make_club(slug=slug, people=wanted.people)
            except ValidationError as error:
                found = "\n".join(f"{field}: {' '.join(texts)}" for field, texts in error.message_dict.items())
                raise CommandError(found) from error
        if not is_demo(club):
            raise CommandError(f"The club {slug} is no demonstration; --club takes another name.")
        if not again:
            raise CommandError(f"There is a demonstration in {slug} already; --again adds what is not there yet.")
        add_players(club, wanted.people)
        return club, []


@contextmanager
def _without_a_line_a_job() -> Iterator[None]:
    """What the work logs of itself is shown by the bars; what goes wrong is logged all the same."""
    logger = logging.getLogger("badugi_site.jobs")
    before = logger.level
    logger.setLevel(logging.WARNING)
    try:
        yield
    finally:
        logger.setLevel(before)


class _Bars(Progress):
    """A bar for each thing that is done, on a terminal."""

    def __init__(self) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        console = Console(stderr=True)
        super().__init__(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._of: dict[str, TaskID] = {}

    def show(self, what: str, done: int, total: int) -> None:
        if what not in self._of:
            self._of[what] = self.add_task(what, total=total)
        self.update(self._of[what], completed=done)
