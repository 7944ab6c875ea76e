"""`manage.py demo`: the club to look around in is played by the rules and stored like any other's."""

from __future__ import annotations

import io
from collections import Counter
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from badugi_site.clubs.access import Viewer
from badugi_site.clubs.models import Alias, Club, Membership, Player, User
from badugi_site.clubs.people import add_member, create_club
from badugi_site.clubs.permissions import Role
from hands.check import check
from hands.demo.histories import file_of, histories, seen_by
from hands.demo.people import FEWEST, PEOPLE
from hands.demo.sessions import DAYS, Wanted, deal_sessions
from hands.facts import facts_of
from hands.formats import read
from hands.models import ClubSums, Fact, Hand, Outcome, PendingSums, PlayerSums, Source, Upload, UploadResult
from hands.rules.document import Document
from hands.rules.replay import play
from hands.viewing import view

BEFORE = datetime(2026, 7, 1, 3, tzinfo=ZoneInfo("Asia/Seoul"))
FEW = Wanted(60, PEOPLE[:6], 7)


@pytest.fixture(autouse=True)
def data_dir(settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


def demo(*arguments: str) -> str:
    """What it prints."""
    out = io.StringIO()
    call_command("demo", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def sessions(wanted: Wanted = FEW) -> list[list[Document]]:
    return list(deal_sessions(wanted, BEFORE))


def played_on(hand: Document) -> datetime:
    return datetime.fromisoformat(f"{hand.year}-{hand.month:02d}-{hand.day:02d}T{hand.time}")


def test_the_same_seed_gives_the_same_hands_and_another_one_others() -> None:
    assert sessions() == sessions()
    other = sessions(Wanted(60, PEOPLE[:6], 8))
    numbers = {hand.hand for session in sessions() for hand in session}
    assert len(numbers) == 60
    assert not numbers & {hand.hand for session in other for hand in session}
    assert sessions()[0][0].actions != other[0][0].actions


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 80), st.integers(FEWEST, len(PEOPLE)), st.integers(0, 10**6))
def test_every_hand_is_by_the_rules_with_chips_that_go_on_from_hand_to_hand(hands: int, people: int, seed: int) -> None:
    evenings = sessions(Wanted(hands, PEOPLE[:people], seed))
    assert sum(map(len, evenings)) == hands
    for evening in evenings:
        stacks: dict[str, int | None] = {}
        for hand in evening:
            replay = play(hand)
            assert (replay.status, replay.findings) == ("verified", [])
            assert replay.ledger is not None
            for name, stack in zip(hand.players or [], hand.stacks, strict=True):
                small = stacks.get(name, 0) or 0
                assert stack == stacks.get(name) or small < 6 * (hand.small_bet or 0)
            stacks |= {
                name: line.finishing_stack for name, line in zip(hand.players or [], replay.ledger.players, strict=True)
            }


def test_the_hands_are_of_evenings_of_the_last_half_year() -> None:
    evenings = sessions(Wanted(200, PEOPLE[:9], 1))
    hands = [hand for evening in evenings for hand in evening]
    assert all(earlier < later for earlier, later in pairwise(map(played_on, hands)))
    first, last = played_on(hands[0]), played_on(hands[-1])
    end = BEFORE.replace(tzinfo=None)
    assert end - timedelta(days=DAYS + 1) < first < end - timedelta(days=DAYS - 2)
    assert end - timedelta(days=2) < last < end
    assert {hand.small_bet for hand in hands} == {2_000, 10_000}
    assert {hand.currency for hand in hands} == {"KRW"}


def test_people_play_sensibly_each_in_their_own_way() -> None:
    counts: dict[str, Counter[str]] = {}
    for evening in sessions(Wanted(600, PEOPLE[:6], 3)):
        for hand in evening:
            for name, fact in zip(hand.players or [], facts_of(play(hand)), strict=True):
                count = counts.setdefault(name, Counter())
                count.update(
                    hands=1,
                    vpip=fact.vpip,
                    raised=fact.raised,
                    pat=fact.drawn[:1] == (0,),
                    shown=fact.showdown,
                    made=fact.showdown and fact.made is True,
                )
    shares = {name: count["vpip"] / count["hands"] for name, count in counts.items()}
    assert all(0.2 < share < 0.8 for share in shares.values())
    assert shares["도윤"] > shares["서연"] + 0.1
    together = sum(counts.values(), Counter())
    assert together["raised"] < together["vpip"] * 0.6
    # Of all deals 6 % are badugis; whoever stays to the end has mostly made one.
    assert 0 < together["pat"] < together["hands"] * 0.15
    assert together["made"] > together["shown"] * 0.4


def test_a_player_tells_only_what_that_player_saw() -> None:
    member = PEOPLE[1]
    hand = next(hand for hand in sessions()[-1] if member.nick in (hand.players or ()))
    place = (hand.players or []).index(member.nick) + 1
    seen = seen_by(member, hand)
    for action in seen.actions:
        if action.startswith("d dh "):
            assert ("??" not in action) == action.startswith(f"d dh p{place} ")


def test_the_files_read_back_what_was_played_and_the_faults_are_found() -> None:
    evenings = sessions()
    told = [hand for evening in evenings for hand in evening]
    again = [one.document for one in read(file_of(told))]
    assert again == told
    files = histories(evenings, owner=PEOPLE[0], member=PEOPLE[1])
    assert sum(len(list(read(data))) for _name, data in files.of_house) == len(told)
    refused = [checked for _, data in files.of_member[:1] for checked in map(check, read(data)) if not checked.accepted]
    codes = [finding.code for one in refused for finding in one.findings if finding.severity == "error"]
    assert len(refused) == 3
    assert len({*codes}) == 3, codes


@pytest.mark.django_db
def test_a_demo_has_figures_uploads_findings_and_a_merged_hand() -> None:
    printed = demo("--hands", "120")
    club = Club.objects.get(slug="demo")
    assert Hand.objects.filter(club=club).count() == 120
    outcomes = Counter(UploadResult.objects.values_list("outcome", flat=True))
    assert outcomes[Outcome.ACCEPTED] == 120
    assert outcomes[Outcome.MERGED] > 5
    assert outcomes[Outcome.DUPLICATE] > 0
    assert (outcomes[Outcome.REFUSED], outcomes[Outcome.CONFLICT], outcomes[Outcome.UNREAD]) == (3, 1, 1)
    assert {upload.state for upload in Upload.objects.select_related("job")} == {"done"}
    assert Hand.objects.filter(is_disputed=True).count() == 1
    assert not PendingSums.objects.exists()
    assert sum(ClubSums.objects.values_list("deals", flat=True)) == 119
    assert PlayerSums.objects.values("player").distinct().count() == 9
    assert len({*Hand.objects.values_list("month", flat=True)}) > 4
    out = io.StringIO()
    call_command("rebuild_stats", "--check", stdout=out)
    assert out.getvalue() == "demo: hands 120, nothing differs\n"
    for line in printed.splitlines():
        username, password = line.split()
        assert Client().login(username=username, password=password)
    assert [line.split()[0] for line in printed.splitlines()] == ["demo-owner", "demo-member"]


@pytest.mark.django_db
def test_its_people_are_players_with_names_here_and_elsewhere() -> None:
    demo("--hands", "30", "--players", "5")
    assert Player.objects.count() == 5
    assert {*Alias.objects.values_list("site", flat=True)} == {"Demo", "PokerStars"}
    assert Alias.objects.count() == 10
    assert not Fact.objects.filter(player=None).exists()
    roles = {membership.user.username: membership.role for membership in Membership.objects.select_related("user")}
    assert roles == {"demo-owner": "owner", "demo-member": "member"}
    assert Player.objects.get(user__username="demo-member").name == PEOPLE[1].name
    assert not User.objects.filter(is_staff=True).exists()


@pytest.mark.django_db
def test_of_merged_hands_owner_and_member_see_different_cards() -> None:
    demo("--hands", "60")
    owner, member = (Viewer(User.objects.get(username=f"demo-{who}")).club() for who in ("owner", "member"))
    merged = Source.objects.filter(rank=3, results__outcome=Outcome.MERGED).values_list("hand", flat=True)
    hand = Hand.objects.for_view().filter(pk__in=list(merged)).latest("pk")
    assert str(view(hand, owner).document.actions).count("??") < str(view(hand, member).document.actions).count("??")


@pytest.mark.django_db
def test_a_second_time_it_is_refused_unless_asked_for_and_then_adds_nothing_twice() -> None:
    demo("--hands", "40")

    def stored() -> list[Any]:
        rows: list[Any] = [*Hand.objects.order_by("pk").values(), *Source.objects.order_by("pk").values()]
        return [*rows, *PlayerSums.objects.order_by("pk").values(), *Player.objects.order_by("pk").values()]

    before = stored()
    with pytest.raises(CommandError, match="--again"):
        demo("--hands", "40")
    assert demo("--hands", "40", "--again") == ""
    assert stored() == before
    demo("--hands", "41", "--players", "12", "--again")
    assert Hand.objects.count() == 81
    assert Player.objects.count() == 12


@pytest.mark.django_db
def test_other_clubs_are_not_touched() -> None:
    real = create_club(name="Real", slug="demo")
    with pytest.raises(CommandError, match="no demonstration"):
        demo("--again")
    add_member(club=real, user=User.objects.create_user("demo-owner"), role=Role.OWNER)
    with pytest.raises(CommandError, match="no demonstration"):
        demo("--again")
    assert not Hand.objects.exists()
    demo("--club", "show", "--hands", "5", "--players", "3")
    assert {*Hand.objects.values_list("club__slug", flat=True)} == {"show"}
    # A user of that name may be anybody.
    User.objects.create_user("third-member")
    with pytest.raises(CommandError, match="username"):
        demo("--club", "third")
    assert not Club.objects.filter(slug="third").exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong", [("--hands", "0"), ("--hands", "100000"), ("--players", "2"), ("--players", "21"), ("--club", "a b")]
)
def test_what_cannot_be_made_is_said(wrong: tuple[str, str]) -> None:
    with pytest.raises(CommandError):
        demo(*wrong)
    assert not Club.objects.exists()
