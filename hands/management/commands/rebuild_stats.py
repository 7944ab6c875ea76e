"""`manage.py rebuild_stats`: the sums of statistics built anew from the facts, or checked against them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from badugi_site.clubs.models import Club, Player
from hands.models import Hand
from hands.months import count_misplaced, move_all_months
from hands.stats import rebuild
from hands.sums import COLUMNS, Amounts, Key, differences

USAGE_ERROR = 2


class Command(BaseCommand):
    help = (
        "Makes the statistics of all clubs, or of some, what their hands give; with --check only says what differs. "
        "The club may go on meanwhile. Exit status: 0, or 1 when --check finds a difference, 2 for a wrong call."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--club", action="append", metavar="SLUG", help="only this club; may be given several times"
        )
        parser.add_argument("--check", action="store_true", help="change nothing and say what differs")

    def handle(self, *args: Any, club: list[str] | None, check: bool, **options: Any) -> None:
        clubs = list(Club.objects.order_by("slug"))
        if club:
            missing = sorted({*club} - {one.slug for one in clubs})
            if missing:
                raise CommandError(f"There is no club {', '.join(missing)}", returncode=USAGE_ERROR)
            clubs = [one for one in clubs if one.slug in club]
        wrong = False
        for one in clubs:
            self.stdout.write(f"{one.slug}: hands {Hand.objects.filter(club=one).count()}, ", ending="")
            self.stdout.flush()
            if check:
                found = list(what_differs(one))
                wrong = wrong or bool(found)
                self.stdout.write(f"differences {len(found)}" if found else "nothing differs")
                for line in found:
                    self.stdout.write(f"  {line}")
            else:
                move_all_months(one)
                mended = rebuild(one)
                self.stdout.write(f"sums mended {mended}" if mended else "nothing differed")
        if wrong:
            sys.exit(1)


def what_differs(club: Club) -> Iterator[str]:
    """A line for each key of the sums that is not what the facts give, and one for hands in a wrong month."""
    misplaced = count_misplaced(club)
    if misplaced:
        yield f"hands whose month is not that of the time zone {club.time_zone}: {misplaced}"
    found = differences(club)
    names = dict(Player.objects.filter(pk__in={key[0] for key in found}).values_list("pk", "name"))
    for key, amounts in found.items():
        yield f"{_name(key, names)}: {_missing(amounts)}"


def _name(key: Key, names: dict[int, str]) -> str:
    player, game, currency, decimals, small_bet, big_bet, month = key
    who = "all players" if player is None else f"player {player} ({names.get(player, 'gone')})"
    money = f"{currency or 'chips'} with {decimals} decimals, bets {small_bet}/{big_bet}"
    return f"{who}, {game}, {money}, {month or 'no month'}"


def _missing(amounts: Amounts) -> str:
    """What has to be added for the sums to be right."""
    return ", ".join(f"{name} {amount:+d}" for name, amount in zip(COLUMNS, amounts, strict=True) if amount)
