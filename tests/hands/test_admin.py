"""The admin of hands, uploads and sums: what an operator sees, corrects, and does not get to see."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from badugi_site.clubs.models import Alias, Club, Player, User
from badugi_site.clubs.people import add_member, create_club, create_user
from badugi_site.clubs.permissions import Role
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import work
from hands.admin import common, uploads
from hands.admin import hands as hands_admin
from hands.demo.histories import file_of, histories
from hands.demo.people import PEOPLE
from hands.demo.sessions import Wanted, deal_sessions
from hands.files import keep
from hands.ingest import Sender
from hands.models import ClubSums, Hand, PlayerSums, Rank, Source, Upload, UploadResult
from hands.sums import differences
from hands.uploads import KeptFile, start_upload
from tests.cast import signed_in

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 7, 1, 12, tzinfo=ZoneInfo("Asia/Seoul"))
SERVER = Sender(None, Rank.SERVER)
INLINE = r'<style|<script(?![^>]* (src=|type="application/json"))| style=| on[a-z]+='
LISTS = ("hand", "upload", "uploadresult", "playersums", "clubsums")
CARDS = re.compile(r'class="card (?:spade|heart|diamond|club)')


@pytest.fixture(autouse=True)
def data_dir(settings: Any, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def operator() -> Client:
    user, _password = create_user(username="operator", is_operator=True)
    return signed_in(user)


@pytest.fixture
def club() -> Club:
    return create_club(name="Moonlight", slug="moonlight", language="ko", time_zone="Asia/Seoul")


def send(club: Club, *files: tuple[str, bytes], sender: Sender = SERVER, do: bool = True) -> Upload:
    kept = [KeptFile(name, *keep([data], 10**9)) for name, data in files]
    upload = start_upload(club=club, sender=sender, files=kept, at=NOW)
    if do:
        work()
        upload.refresh_from_db()
    return upload


def hands_of(count: int, seed: int = 5) -> bytes:
    return file_of(hand for evening in deal_sessions(Wanted(count, PEOPLE[:6], seed), NOW) for hand in evening)


@pytest.fixture
def stored(club: Club) -> Club:
    """With 30 hands of a house and two players, of which some are merged, refused and disputed."""
    member = User.objects.create_user("seoyeon")
    player = Player.objects.create(club=club, name="이서연", user=member)
    Alias.objects.create(player=player, site="Demo", name=PEOPLE[1].nick)
    evenings = list(deal_sessions(Wanted(30, PEOPLE[:6], 5), NOW))
    files = histories(evenings, owner=PEOPLE[0], member=PEOPLE[1])
    send(club, *files.of_house)
    send(club, *files.of_member, sender=Sender(member, Rank.MEMBER))
    return club


def act(client: Client, model: str, action: str, *rows: Any, **fields: Any) -> str:
    """The page after an action."""
    address = reverse(f"admin:{model}_changelist")
    chosen = {"action": action, "_selected_action": [row.pk for row in rows]}
    response = client.post(address, chosen | fields, follow=True)
    assert response.status_code == 200
    return response.text


def staff(role: Role | None, club: Club, name: str = "clerk") -> Client:
    """Somebody who may look at everything here, and is this in the club."""
    user = User.objects.create_user(name, is_staff=True)
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="hands", codename__startswith="view_"))
    if role is not None:
        add_member(club=club, user=user, role=role)
    return signed_in(user)


# Lists


def many(count: int) -> Club:
    """A club with so many of everything that is listed, each with others behind it."""
    club = create_club(name=f"Club {count}", slug=f"club-{count}")
    send(club, ("b.phhs", hands_of(count, seed=count)))
    for number in range(count):
        sender = Sender(User.objects.create_user(f"user-{count}-{number}"), Rank.SERVER)
        send(club, ("a.phhs", hands_of(1, seed=1000 * count + number)), sender=sender)
        month = f"20{number:02d}-01"
        ClubSums.objects.create(club=club, month=month)
        player = Player.objects.create(club=club, name=f"player {number}")
        PlayerSums.objects.create(club=club, player=player, month=month)
    return club


def test_a_list_costs_the_same_queries_however_long(operator: Client) -> None:
    queries: dict[str, list[int]] = {model: [] for model in LISTS}
    for count in (3, 30):
        club = many(count)
        for model in LISTS:
            chosen = {"club__id__exact": club.pk}
            if model == "uploadresult":
                chosen = {"upload__id__exact": Upload.objects.get(club=club, found=count).pk}
            with CaptureQueriesContext(connection) as captured:
                response = operator.get(reverse(f"admin:hands_{model}_changelist"), chosen)
            assert response.context["cl"].result_count >= count, model
            queries[model].append(len(captured))
    assert all(few == lots for few, lots in queries.values()), queries


def test_a_hand_costs_the_same_queries_whoever_sat_there_and_told_of_it(operator: Client, stored: Club) -> None:
    hands = Hand.objects.order_by("table_size", "pk")
    small, large, told_twice = hands[0], hands.reverse()[0], hands.get(is_disputed=True)
    assert (small.table_size, small.sources.count()) < (large.table_size, told_twice.sources.count())
    queries = []
    ContentType.objects.get_for_model(Hand)  # is remembered from the first time on
    for hand in (small, large, told_twice):
        with CaptureQueriesContext(connection) as captured:
            assert operator.get(reverse("admin:hands_hand_change", args=[hand.pk])).status_code == 200
        queries.append(len(captured))
    assert len({*queries}) == 1, queries


def shown(page: str) -> set[str]:
    """The numbers of the hands in a list."""
    return {*re.findall(r"field-__str__\"><a [^>]*>Demo #([^<]+)<", page)}


def test_hands_are_searched_by_whole_values(operator: Client, stored: Club) -> None:
    address = reverse("admin:hands_hand_changelist")
    hand = Hand.objects.latest("pk")
    assert shown(operator.get(address, {"q": f" {hand.number} "}).text) == {hand.number}
    assert shown(operator.get(address, {"q": hand.number[:-1]}).text) == set()
    assert len(shown(operator.get(address, {"q": "Demo"}).text)) == 30
    for name in (PEOPLE[1].nick, "이서연"):
        of_player = Hand.objects.filter(facts__player__name="이서연").values_list("number", flat=True)
        assert shown(operator.get(address, {"q": name}).text) == {*of_player}


@pytest.mark.parametrize(
    ("chosen", "counted"),
    [
        ({"game": "badugi"}, 30),
        ({"game": "badugi-high"}, 0),
        ({"is_disputed__exact": "1"}, 1),
        ({"month": "2026-06"}, 15),
        ({"month": "none"}, 0),
        ({"status__exact": "verified"}, 30),
    ],
)
def test_hands_are_filtered(operator: Client, stored: Club, chosen: dict[str, str], counted: int) -> None:
    page = operator.get(reverse("admin:hands_hand_changelist"), chosen)
    assert page.context["cl"].result_count == counted


def test_a_long_list_is_counted_no_further_than_needed(operator: Client, stored: Club) -> None:
    with patch.object(common, "MOST_COUNTED", 7):
        page = operator.get(reverse("admin:hands_hand_changelist"))
    assert page.context["cl"].result_count == 7


def test_a_list_reads_no_documents(operator: Client, stored: Club) -> None:
    with CaptureQueriesContext(connection) as captured:
        operator.get(reverse("admin:hands_hand_changelist"))
    assert not [query for query in captured.captured_queries if '"document"' in query["sql"]]


# One hand


def test_a_hand_is_told_street_by_street_with_its_ledger(operator: Client, stored: Club) -> None:
    hand = Hand.objects.filter(facts__showdown=True, is_disputed=False).latest("pk")
    assert hand.ledger is not None
    page = operator.get(reverse("admin:hands_hand_change", args=[hand.pk]), headers={"Accept-Language": "en"}).text
    for fact in hand.facts.select_related("player"):
        assert fact.player is not None
        assert fact.player.name in page
        assert f"{fact.put_in:,}" in page
    assert "Showdown" in page
    assert f"{hand.pot:,}" in page
    assert "&quot;variant&quot;" in page
    assert 'name="_save"' not in page


def test_what_is_stored_is_not_edited(operator: Client, stored: Club) -> None:
    rows: list[Any] = [Hand.objects.latest("pk"), Upload.objects.latest("pk"), UploadResult.objects.latest("pk")]
    rows += [PlayerSums.objects.latest("pk"), ClubSums.objects.latest("pk")]
    for row in rows:
        model = row._meta.model_name
        assert operator.get(reverse(f"admin:hands_{model}_add")).status_code == 403
        change = reverse(f"admin:hands_{model}_change", args=[row.pk])
        assert operator.get(change).status_code == 200
        assert operator.post(change, {"number": "x"}).status_code == 403
    for model in ("uploadresult", "playersums", "clubsums"):
        assert not admin.site.get_model_admin(apps.get_model("hands", model)).has_delete_permission(None)


@pytest.mark.parametrize("address", ["x", "0", "00000000-0000-0000-0000-000000000000"])
def test_a_hand_that_is_not_there_is_told_so(operator: Client, stored: Club, address: str) -> None:
    response = operator.get(f"/admin/hands/hand/{address}/change/", follow=True)
    assert response.status_code == 200
    assert response.redirect_chain


def cards_on(client: Client, hand: Hand) -> int:
    page = client.get(reverse("admin:hands_hand_change", args=[hand.pk]))
    assert page.status_code == 200
    return len(CARDS.findall(page.text))


def test_who_is_not_of_the_club_sees_in_the_admin_no_card_that_was_not_shown(operator: Client, stored: Club) -> None:
    # Nobody showed: whatever card there is, is private.
    hand = Hand.objects.exclude(facts__showdown=True).filter(facts__player__user__username="seoyeon").latest("pk")
    assert cards_on(operator, hand) > 0
    assert cards_on(staff(Role.DIRECTOR, stored, "director"), hand) == cards_on(operator, hand)
    assert cards_on(staff(None, stored, "outsider"), hand) == 0
    assert cards_on(staff(Role.MEMBER, stored, "member"), hand) == 0
    for place in hand.document["actions"]:
        assert "sm" not in place
    player = User.objects.get(username="seoyeon")
    player.is_staff = True
    player.save()
    player.user_permissions.set(Permission.objects.filter(codename="view_hand"))
    add_member(club=stored, user=player, role=Role.MEMBER)
    assert cards_on(signed_in(player), hand) > 0


def test_no_page_tells_of_private_cards_to_who_is_not_of_the_club(stored: Club) -> None:
    client, director = staff(None, stored), staff(Role.DIRECTOR, stored, "director")
    hand = Hand.objects.exclude(facts__showdown=True).latest("pk")
    page = client.get(reverse("admin:hands_hand_change", args=[hand.pk])).text
    assert not re.search(r"d dh p\d+ [2-9TJQKA][cdhs]", page)
    results = f"{reverse('admin:hands_uploadresult_changelist')}?outcome__exact=refused"
    refused = UploadResult.objects.filter(outcome="refused").first()
    assert refused is not None
    told = refused.findings[0]["message"]["en"]
    for address in (results, reverse("admin:hands_uploadresult_change", args=[refused.pk])):
        assert escape(told) not in client.get(address, headers={"Accept-Language": "en"}).text
        assert escape(told) in director.get(address, headers={"Accept-Language": "en"}).text


# Corrections of hands


def test_hands_are_validated_again_and_what_changed_is_stored(operator: Client, stored: Club) -> None:
    hands = list(Hand.objects.filter(is_disputed=False))[:3]
    Hand.objects.filter(pk=hands[0].pk).update(pot=1, rake=0)
    page = act(operator, "hands_hand", "revalidate", *hands)
    assert "3 hands are right by the rules of today; 1 changed." in page
    assert Hand.objects.get(pk=hands[0].pk).pot == hands[0].pot
    assert "3 hands are right by the rules of today; 0 changed." in act(operator, "hands_hand", "revalidate", *hands)


def test_a_hand_that_the_rules_refuse_now_or_that_fails_stops_no_other(operator: Client, stored: Club) -> None:
    refused, broken, right = Hand.objects.filter(is_disputed=False, sources__public__isnull=True)[:3]
    refused.document["actions"][-1] = "p1 cbr 7"
    refused.save()
    Hand.objects.filter(pk=broken.pk).update(document={})
    page = act(operator, "hands_hand", "revalidate", refused, broken, right)
    assert "1 hand is right by the rules of today; 0 changed." in page
    assert f"1 hand is refused now, and disputed: {refused}" in page
    assert "1 hand could not be replayed and is as it was" in page
    assert Hand.objects.get(pk=refused.pk).is_disputed
    work()
    assert not differences(stored)


def test_too_many_hands_at_once_are_refused(operator: Client, stored: Club) -> None:
    hands = list(Hand.objects.all())
    with patch.object(hands_admin, "MOST_AT_ONCE", 5), patch.object(common, "MOST_AT_ONCE", 5):
        page = act(operator, "hands_hand", "revalidate", *hands[:6])
        assert "Choose at most 5 hands" in page
        assert "more than 5 at once" in act(operator, "hands_hand", "delete_selected", *hands[:6], post="yes")
    assert Hand.objects.count() == 30


def test_deleted_hands_leave_no_sums_and_no_results_without_an_upload(operator: Client, stored: Club) -> None:
    hands = list(Hand.objects.filter(is_disputed=False).order_by("pk"))
    results = UploadResult.objects.count()
    question = act(operator, "hands_hand", "delete_selected", *hands[:5])
    assert all(str(hand) in question for hand in hands[:5])
    assert Hand.objects.count() == 30
    act(operator, "hands_hand", "delete_selected", *hands[:5], post="yes")
    delete = reverse("admin:hands_hand_delete", args=[hands[5].pk])
    assert operator.get(delete).status_code == 200
    assert operator.post(delete, {"post": "yes"}).status_code == 302
    assert Hand.objects.count() == 24
    work()
    assert not differences(stored)
    assert sum(ClubSums.objects.values_list("deals", flat=True)) == 23
    assert not Source.objects.exclude(hand__in=Hand.objects.all()).exists()
    assert UploadResult.objects.count() == results
    assert UploadResult.objects.filter(hand=None, outcome="accepted").count() == 6


# Uploads


def test_an_upload_is_shown_with_its_files_counts_and_results(operator: Client, stored: Club) -> None:
    upload = Upload.objects.get(rank=Rank.MEMBER)
    page = operator.get(reverse("admin:hands_upload_change", args=[upload.pk])).text
    assert "notes.txt" in page
    address = f"{reverse('admin:hands_uploadresult_changelist')}?upload__id__exact={upload.pk}"
    assert address in page
    results = operator.get(address, headers={"Accept-Language": "en"})
    assert results.context["cl"].result_count == upload.found + upload.unread
    assert results.text.count("/admin/hands/hand/") > 0
    refused = operator.get(f"{address}&outcome__exact=refused")
    assert refused.context["cl"].result_count == 3
    number = UploadResult.objects.filter(upload=upload, outcome="refused")[0].number
    assert operator.get(address, {"q": number}).context["cl"].result_count >= 1
    korean = operator.get(f"{address}&outcome__exact=refused", headers={"Accept-Language": "ko"}).text
    assert UploadResult.objects.filter(outcome="refused")[0].findings[0]["message"]["ko"].split("<")[0][:5] in korean


def test_uploads_are_cancelled_and_go_on(operator: Client, club: Club) -> None:
    upload = send(club, ("a.phhs", hands_of(5)), do=False)
    assert "1 upload is cancelled." in act(operator, "hands_upload", "cancel", upload)
    work()
    assert not Hand.objects.exists()
    assert "1 was finished already." in act(operator, "hands_upload", "cancel", upload)
    assert "1 upload goes on." in act(operator, "hands_upload", "do_again", upload)
    work()
    assert Hand.objects.count() == 5
    assert "1 was neither given up nor cancelled." in act(operator, "hands_upload", "do_again", upload)


def test_a_deleted_upload_takes_what_only_it_knew(operator: Client, club: Club) -> None:
    both, own = hands_of(10), hands_of(4, seed=9)
    send(club, ("a.phhs", both))
    upload = send(club, ("b.phhs", both + b"\n" + own))
    assert Hand.objects.count() == 14
    delete = reverse("admin:hands_upload_delete", args=[upload.pk])
    assert str(upload.pk) in operator.get(delete).text
    operator.post(delete, {"post": "yes"})
    assert Hand.objects.count() == 10
    work()
    assert not differences(club)
    act(operator, "hands_upload", "delete_selected", *Upload.objects.all(), post="yes")
    assert not Hand.objects.exists()
    work()
    assert not ClubSums.objects.exists()


def test_a_large_upload_is_deleted_in_the_background(operator: Client, club: Club) -> None:
    large, small = send(club, ("a.phhs", hands_of(8))), send(club, ("b.phhs", hands_of(2, seed=9)))
    with patch.object(uploads, "LARGE", 5), patch("hands.uploads.LARGE", 5):
        together = act(operator, "hands_upload", "delete_selected", large, small, post="yes")
        assert "more than 5 hands at once" in together
        delete = reverse("admin:hands_upload_delete", args=[large.pk])
        page = operator.post(delete, {"post": "yes"}, follow=True, headers={"Accept-Language": "en"}).text
    assert "it is being deleted in the background" in page
    assert "was deleted successfully" not in page
    assert Upload.objects.count() == 2
    work()
    assert list(Upload.objects.all()) == [small]
    assert Hand.objects.count() == 2
    assert not differences(club)


# Statistics


def test_the_statistics_of_clubs_are_built_anew(operator: Client, stored: Club) -> None:
    ClubSums.objects.update(pot=7)
    PlayerSums.objects.all().delete()
    Hand.objects.update(month="1999-01")
    for _ in range(2):
        page = act(operator, "clubs_club", "rebuild_statistics", stored)
        assert "The statistics of 1 club are built anew in the background." in page
    assert Job.objects.filter(kind="recount_club").count() == 1
    work()
    assert not Job.objects.exclude(state=State.DONE).exists()
    assert not differences(stored)
    assert not Hand.objects.filter(month="1999-01").exists()


# Permissions and style


def test_who_may_only_look_finds_no_action_and_deletes_nothing(stored: Club) -> None:
    client = staff(Role.OWNER, stored)
    hand, upload = Hand.objects.latest("pk"), Upload.objects.latest("pk")
    for model, action, row in (
        ("hands_hand", "revalidate", hand),
        ("hands_hand", "delete_selected", hand),
        ("hands_upload", "cancel", upload),
        ("hands_upload", "do_again", upload),
        ("hands_upload", "delete_selected", upload),
    ):
        page = act(client, model, action, row, post="yes")
        assert f'value="{action}"' not in page
    assert client.post(reverse("admin:hands_hand_delete", args=[hand.pk]), {"post": "yes"}).status_code == 403
    assert Hand.objects.count() == 30
    assert Upload.objects.count() == 2


def test_members_of_a_club_have_no_admin(stored: Club) -> None:
    client = signed_in(User.objects.get(username="seoyeon"))
    for model in LISTS:
        assert client.get(reverse(f"admin:hands_{model}_changelist")).status_code == 302


@pytest.mark.parametrize("language", ["ko", "en"])
def test_pages_have_nothing_inline(operator: Client, stored: Club, language: str) -> None:
    addresses = [reverse(f"admin:hands_{model}_changelist") for model in LISTS]
    for model in LISTS:
        row = apps.get_model("hands", model).objects.latest("pk")
        addresses.append(reverse(f"admin:hands_{model}_change", args=[row.pk]))
    disputed = Hand.objects.get(is_disputed=True)
    addresses.append(reverse("admin:hands_hand_change", args=[disputed.pk]))
    for address in addresses:
        page = operator.get(address, headers={"Accept-Language": language}).text
        assert not re.search(INLINE, page), address


def test_pages_are_called_what_they_show(operator: Client, stored: Club) -> None:
    hand = Hand.objects.latest("pk")
    for address, title in (
        (reverse("admin:hands_hand_changelist"), "<h1>핸드</h1>"),
        (reverse("admin:hands_hand_change", args=[hand.pk]), "<h1>핸드</h1>"),
        (reverse("admin:jobs_job_changelist"), "<h1>작업</h1>"),
    ):
        assert title in operator.get(address, headers={"Accept-Language": "ko"}).text
