"""The club of the demonstration: made with its people, and filled by uploads like any other's."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from badugi_site.clubs.models import Alias, Club, Membership, Player, User
from badugi_site.clubs.people import add_member, create_club, create_user
from badugi_site.clubs.permissions import Role
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import work
from hands.demo.histories import histories
from hands.demo.people import Person
from hands.demo.sessions import SITE, Wanted, deal_sessions
from hands.files import keep
from hands.ingest import Sender
from hands.models import Rank, Upload
from hands.stats import COUNT_HANDS
from hands.uploads import KeptFile, start_upload

NAME, LANGUAGE, TIME_ZONE = "Demo", "ko", "Asia/Seoul"
_ELSEWHERE = "PokerStars"
_LARGEST = 10**9  # bytes of a file
_PATIENCE = 0.1  # seconds

Told = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is to do."""


class Account(NamedTuple):
    """Somebody who may sign in; the password is nowhere else in clear."""

    username: str
    password: str


class UnfinishedError(Exception):
    """Work was given up or cancelled; the message says which, and its error."""


def owner_name(slug: str) -> str:
    return f"{slug}-owner"


def member_name(slug: str) -> str:
    return f"{slug}-member"


def is_demo(club: Club) -> bool:
    """Whether :func:`make_club` made the club."""
    owned = Membership.objects.filter(club=club, role=Role.OWNER, user__username=owner_name(club.slug))
    return owned.exists() and Alias.objects.filter(club=club, site=SITE).exists()


@transaction.atomic
def make_club(*, slug: str, people: Sequence[Person]) -> tuple[Club, list[Account]]:
    """Makes the club, its owner, its member and these players, of whom the first two are the owner and the member.

    Raises ValidationError, by field, where the club or one of the users is there already.
    """
    club = create_club(name=NAME, slug=slug, language=LANGUAGE, time_zone=TIME_ZONE)
    accounts = []
    users: list[User | None] = []
    for username, role in ((owner_name(slug), Role.OWNER), (member_name(slug), Role.MEMBER)):
        user, password = create_user(username=username)
        add_member(club=club, user=user, role=role)
        users.append(user)
        accounts.append(Account(username, password))
    add_players(club, people, users)
    return club, accounts


def add_players(club: Club, people: Sequence[Person], users: Sequence[User | None] = ()) -> None:
    """Makes players of those people who are none of the club's yet. ``users`` are who the first ones are."""
    known = {*Alias.objects.filter(club=club, site=SITE).values_list("name", flat=True)}
    for index, person in enumerate(people):
        if person.nick not in known:
            user = users[index] if index < len(users) else None
            player = Player.objects.create(club=club, name=person.name, user=user)
            for site, name in ((SITE, person.nick), (_ELSEWHERE, person.elsewhere)):
                Alias.objects.create(player=player, site=site, name=name)


def fill_club(club: Club, wanted: Wanted, *, told: Told) -> list[Upload]:
    """Plays the hands of the half year before the club was made, has them stored, and counts them.

    Does the work that waits, this and any other; what another worker has taken up is waited for. The same again finds
    every hand stored. Raises UnfinishedError.
    """
    sessions = []
    dealt = 0
    for session in deal_sessions(wanted, club.created_at.astimezone(ZoneInfo(TIME_ZONE))):
        sessions.append(session)
        dealt += len(session)
        told("Playing", dealt, wanted.hands)
    owner, member, *_others = wanted.people
    files = histories(sessions, owner=owner, member=member)
    users = {user.username: user for user in User.objects.filter(memberships__club=club)}
    house = Sender(users.get(owner_name(club.slug)), Rank.DIRECTOR)
    player = Sender(users.get(member_name(club.slug)), Rank.MEMBER)
    sent = [(house, [file]) for file in files.of_house] + [(player, files.of_member)]
    uploads = []
    for index, (sender, some) in enumerate(sent, 1):
        kept = [KeptFile(name, *keep([data], _LARGEST)) for name, data in some]
        uploads.append(start_upload(club=club, sender=sender, files=kept, at=timezone.now()))
        _finish(Q(pk=uploads[-1].job_id))
        told("Storing", index, len(sent) + 1)
    _finish(Q(kind=COUNT_HANDS, arguments__club=club.pk))
    told("Storing", len(sent) + 1, len(sent) + 1)
    return uploads


def _finish(jobs: Q) -> None:
    """Works until these jobs have ended."""
    while Job.objects.filter(jobs, state__in=[State.WAITING, State.RUNNING]).exists():
        if not work(limit=1):
            time.sleep(_PATIENCE)
    for job in Job.objects.filter(jobs).exclude(state=State.DONE)[:1]:
        raise UnfinishedError(f"{job}: {job.error.strip() or job.get_state_display()}")


def outcomes(uploads: Iterable[Upload]) -> dict[str, int]:
    """What came of the hands of these uploads together, by outcome."""
    names = ("accepted", "merged", "duplicate", "refused", "conflict", "unread")
    rows = Upload.objects.filter(pk__in=[upload.pk for upload in uploads]).values(*names)
    return {name: sum(row[name] for row in rows) for name in names}
