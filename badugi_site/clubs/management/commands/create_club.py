"""`manage.py create_club`: a club and its owner, where `manage.py club` has not made the first ones."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from badugi_site.clubs.people import found_club


class Command(BaseCommand):
    help = "Makes a club and its owner. The password of a new user is printed, this once, on standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--name", required=True, help="of the club")
        parser.add_argument("--slug", required=True, help="its short name in addresses: small letters, digits, hyphens")
        parser.add_argument("--owner", required=True, metavar="USERNAME", help="who owns it; made if there is none")
        parser.add_argument("--language", default="en", choices=[code for code, _name in settings.LANGUAGES])
        parser.add_argument("--time-zone", default="UTC", metavar="ZONE", help="for example Asia/Seoul")

    def handle(self, *args: Any, **options: Any) -> None:
        names = ("name", "slug", "owner", "language", "time_zone")
        try:
            club, owner, password = found_club(**{name: options[name] for name in names})
        except ValidationError as error:
            raise CommandError(
                "\n".join(f"{field}: {' '.join(found)}" for field, found in error.message_dict.items())
            ) from error
        self.stderr.write(f"{club} is made, at /clubs/{club.slug}/, and owned by {owner}.", style_func=str)
        if password is not None:
            self.stderr.write(f"{owner} is new. The password is shown this once:", style_func=str)
            self.stdout.write(password)
