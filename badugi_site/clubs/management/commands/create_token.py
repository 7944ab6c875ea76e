"""`manage.py create_token`: a token for a program, printed once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from badugi_site.clubs.models import Club, User
from badugi_site.clubs.people import create_token
from badugi_site.clubs.permissions import Scope

# Longer than anybody plans; far enough from the end of the calendar.
MOST_DAYS = 36_500


class Command(BaseCommand):
    help = "Makes a token of the API and prints it, this once, on standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", required=True, metavar="NAME", help="whom it acts as")
        parser.add_argument("--club", metavar="SLUG", help="the only club it opens; all of the user's unless given")
        parser.add_argument(
            "--scope", choices=Scope.values, default=Scope.UPLOAD, help="what it may be used to; upload unless given"
        )
        parser.add_argument("--name", default="create_token", metavar="TEXT", help="to tell it from others")
        parser.add_argument("--days", type=int, metavar="N", help="how long it is valid; for ever unless given")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']}.")
        if not user.is_active:
            raise CommandError(f"The user {user} is not active, and so would no token be.")
        club = None
        if options["club"] is not None:
            club = Club.objects.filter(slug=options["club"]).first()
            if club is None:
                raise CommandError(f"There is no club {options['club']}.")
        days = options["days"]
        if days is not None and not 1 <= days <= MOST_DAYS:
            raise CommandError(f"--days is a number from 1 to {MOST_DAYS}.")
        try:
            token, clear = create_token(
                user=user,
                name=options["name"],
                scope=Scope(options["scope"]),
                club=club,
                expires_in=None if days is None else timedelta(days=days),
            )
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        where = club.name if club else "every club of theirs"
        until = f"until {token.expiry:%Y-%m-%d %H:%M} UTC" if token.expiry else "until it is deleted"
        self.stderr.write(
            f"It acts as {user} in {where}, may be used to {Scope(token.scope).label}, and is valid {until}. "
            "It is shown this once:",
            style_func=str,
        )
        self.stdout.write(clear)
