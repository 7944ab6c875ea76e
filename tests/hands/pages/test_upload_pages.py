"""Sending files and what becomes of them: the form, the progress, the results, and the end of an upload."""

import re
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import work
from hands.files import path_of
from hands.models import Hand, Rank, Upload, UploadResult
from hands.pages import receiving, uploads
from hands.pages.examples import EXAMPLES
from hands.uploads import delete_upload
from tests.cast import Cast, signed_in
from tests.hands.histories import DURI, HANA, history
from tests.hands.pages.page import Page, faults
from tests.hands.pages.room import DURIS_CARDS, Room, get, statuses, upload

LIST = "/clubs/moonlight/uploads/"
HAND, FAULT = EXAMPLES["1"].encode(), EXAMPLES["fault"].encode()


def page_of(one: Upload, rest: str = "") -> str:
    return f"{LIST}{one.pk}/{rest}"


def send(client: Client, *files: tuple[str, bytes], **fields: str) -> HttpResponse:
    """Posts the form as a browser does, which writes a part without a name where nothing was chosen."""
    sent = [SimpleUploadedFile(name, data) for name, data in files]
    response: HttpResponse = client.post(
        LIST, {"csrfmiddlewaretoken": "", **fields, "files": sent or [""]}, headers={"accept-language": "en"}
    )
    return response


def test_the_pages_are_for_those_who_may_see_the_upload(cast: Cast) -> None:
    one = upload(cast.club, cast.member, {"a.txt": HAND}, rank=Rank.MEMBER)
    insiders = [signed_in(user) for user in (cast.member, cast.owner, cast.director)]
    outsiders = [signed_in(user) for user in (cast.stranger, cast.nobody)]
    mate = signed_in(cast.director)
    for address in (page_of(one), page_of(one, "progress/"), page_of(one, "delete/")):
        assert statuses(insiders, address) == [200, 200, 200]
        assert statuses(outsiders, address) == [404, 404]
        assert Client().get(address)["Location"] == f"/sign-in/?next={address}"
    others = upload(cast.club, cast.owner, {"a.txt": HAND})
    for address in (page_of(others), page_of(others, "progress/"), page_of(others, "delete/")):
        assert get(signed_in(cast.member), address).status_code == 404
        assert get(mate, address).status_code == 200
        assert get(mate, address.replace("moonlight", "elsewhere")).status_code == 404
    for rest in ("cancel/", "delete/"):
        assert signed_in(cast.member).post(page_of(others, rest)).status_code == 404
        assert signed_in(cast.stranger).post(page_of(others, rest)).status_code == 404
    assert Upload.objects.count() == 2


def test_members_see_their_own_uploads_in_the_list_and_staff_everybodys(cast: Cast) -> None:
    upload(cast.club, cast.member, {"mine.txt": HAND}, rank=Rank.MEMBER)
    upload(cast.club, cast.owner, {"theirs.txt": HAND, "more.txt": HAND})
    member, owner = (get(signed_in(user), LIST).text for user in (cast.member, cast.owner))
    assert "mine.txt" in member and "theirs.txt" not in member
    assert "mine.txt" in owner and "theirs.txt" in owner and "and 1 more" in owner


def test_the_empty_list_says_how_to_fill_it(cast: Cast) -> None:
    response = get(signed_in(cast.member), LIST)
    assert Page(response).words(".empty")[0].startswith("Nothing has been sent yet.")
    assert Page(response).having(type="file", multiple="")
    assert faults(response) == []


def test_files_are_sent_kept_and_worked_through_without_a_script(cast: Cast) -> None:
    client = signed_in(cast.director)
    response = send(client, ("a.txt", HAND), ("b.txt", FAULT))
    one = Upload.objects.get()
    assert (response.status_code, response["Location"]) == (302, page_of(one))
    assert (one.user, one.rank, one.bytes) == (cast.director, Rank.DIRECTOR, len(HAND) + len(FAULT))
    assert [(file.name, file.size) for file in one.files.order_by("index")] == [
        ("a.txt", len(HAND)),
        ("b.txt", len(FAULT)),
    ]
    assert path_of(one.files.get(index=0).digest).read_bytes() == HAND
    waiting = Page(get(client, page_of(one)))
    assert waiting.words(".state") == ["Waiting for its turn"]
    assert waiting.having(href=page_of(one))  # to look again
    work()
    done = Page(get(client, page_of(one)))
    assert done.words(".state") == ["Finished"]
    assert not [found for _, found in done.tags if "hx-get" in found or "src" in found]


def test_what_a_member_sends_has_the_weight_of_a_member(room: Room) -> None:
    send(signed_in(room.hana), ("a.txt", history(HANA, number="501")))
    assert Upload.objects.get().rank == Rank.MEMBER


@pytest.mark.parametrize("files", [[], [("empty.txt", b"")]])
def test_a_form_without_anything_in_it_is_told_so(cast: Cast, files: list[tuple[str, bytes]]) -> None:
    response = send(signed_in(cast.member), *files)
    assert response.status_code == 422
    assert Page(response).words("#problem")[0].startswith("There was nothing in this.")
    assert Page(response).having(role="alert")
    assert not Upload.objects.exists()
    assert faults(response) == []


def test_too_much_too_many_and_too_large_are_refused(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    client = signed_in(cast.member)
    monkeypatch.setattr(receiving, "FILE_LIMIT", 1_000_000)
    response = send(client, ("large.txt", b"x" * 1_000_001))
    assert (response.status_code, Page(response).words("#problem")) == (
        413,
        ["large.txt is larger than 1 MB. Split it, or pack it into an archive."],
    )
    monkeypatch.setattr(receiving, "MOST_FILES", 2)
    response = send(client, *((f"{i}.txt", HAND) for i in range(3)))
    assert response.status_code == 413
    assert "At most 2 files at once" in response.text
    monkeypatch.setattr(receiving, "BODY_LIMIT", 1000)
    response = send(client, ("a.txt", HAND))
    assert (response.status_code, Page(response).words("#problem")) == (413, ["A body here has at most 1,000 bytes."])
    assert not Upload.objects.exists()


def test_a_body_that_is_no_form_is_refused(cast: Cast) -> None:
    client = signed_in(cast.member)
    for body, content_type in ((b"x", "text/plain"), (b"--x\r\nbroken", "multipart/form-data; boundary=x"), (b"", "")):
        assert client.generic("POST", LIST, body, content_type=content_type).status_code == 400


def test_the_form_needs_its_token_before_anything_is_kept(cast: Cast, settings: Settings) -> None:
    client = signed_in(cast.member, csrf=True)
    assert send(client, ("a.txt", HAND)).status_code == 403
    assert send(client, ("a.txt", HAND), csrfmiddlewaretoken="x" * 64).status_code == 403
    assert send(client, ("a.txt", HAND), csrfmiddlewaretoken="x" * 100_000).status_code == 403
    assert not list(settings.DATA_DIR.rglob("*"))
    token = Page(get(client, LIST)).having(name="csrfmiddlewaretoken")[0]["value"]
    assert send(client, ("a.txt", HAND), csrfmiddlewaretoken=token).status_code == 302


@pytest.mark.parametrize("rest", ["cancel/", "delete/"])
def test_ending_an_upload_needs_the_token_too(cast: Cast, rest: str) -> None:
    one = upload(cast.club, cast.member, {"a.txt": HAND})
    assert signed_in(cast.member, csrf=True).post(page_of(one, rest)).status_code == 403


def test_progress_is_asked_for_while_the_work_runs_and_then_no_more(cast: Cast) -> None:
    client = signed_in(cast.director)
    one = upload(cast.club, cast.director, {"a.txt": HAND})
    page = Page(get(client, page_of(one)))
    assert page.having(hx_trigger="every 1s", hx_get=page_of(one, "progress/?told=0"))
    (config,) = page.having(name="htmx-config")
    assert '"includeIndicatorStyles": false' in config["content"] and '"allowEval": false' in config["content"]
    Upload.objects.update(bytes_done=one.bytes * 3 // 5)
    fragment = get(client, page_of(one, "progress/?told=0"))
    part = Page(fragment)
    assert part.having(max="100", value="59") or part.having(max="100", value="60")
    assert part.having(hx_get=page_of(one, "progress/?told=2"), id="progress")
    assert part.words("#told")[0].endswith("0 hands so far")
    assert not part.words("html") and not part.words("#results")
    # Spoken once for each quarter.
    assert not Page(get(client, page_of(one, "progress/?told=2"))).words("#told")
    work()
    last = Page(get(client, page_of(one, "progress/?told=2")))
    assert not [found for _, found in last.tags if "hx-get" in found]
    assert last.words("#told") == ["Finished: 1 hand, 0 refused"]
    assert last.having(id="results", hx_swap_oob="true")


@pytest.mark.parametrize("told", ["", "x", "-1", "9", "²"])
def test_what_was_told_before_may_be_anything(cast: Cast, told: str) -> None:
    one = upload(cast.club, cast.director, {"a.txt": HAND})
    assert get(signed_in(cast.director), page_of(one, f"progress/?told={told}")).status_code == 200


def test_the_progress_of_somebody_who_was_signed_out_leads_to_sign_in(cast: Cast) -> None:
    one = upload(cast.club, cast.director, {"a.txt": HAND})
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{page_of(one)}"}
    response = Client().get(page_of(one, "progress/"), headers=headers)
    assert urlsplit(response["HX-Redirect"]).path == "/sign-in/"


def test_an_open_page_of_a_deleted_upload_is_told_so_and_asks_no_more(cast: Cast) -> None:
    client = signed_in(cast.director)
    one = upload(cast.club, cast.director, {"a.txt": HAND})
    address = page_of(one, "progress/?told=0")
    delete_upload(one.pk, at=timezone.now())
    assert get(client, address).status_code == 404
    answer = client.get(address, headers={"HX-Request": "true", "accept-language": "en"})
    part = Page(answer)
    assert answer.status_code == 286  # at which htmx stops to ask
    assert part.words("#progress")[0].startswith("Progress This upload is not there any more")
    assert part.words("#told") == ["This upload is not there any more: it was deleted."]
    assert not [found for _, found in part.tags if "hx-get" in found]
    assert part.having(href=LIST)
    assert {found["id"] for found in part.having(hx_swap_oob="delete")} == {"results", "ends"}


def test_what_is_said_of_a_deleted_upload_says_nothing_of_those_of_others(cast: Cast) -> None:
    others = upload(cast.club, cast.owner, {"a.txt": HAND})
    client, headers = signed_in(cast.member), {"HX-Request": "true"}
    found = client.get(page_of(others, "progress/"), headers=headers)
    Upload.objects.all().delete()
    assert client.get(page_of(others, "progress/"), headers=headers).content == found.content
    assert signed_in(cast.stranger).get(page_of(others, "progress/"), headers=headers).status_code == 404


def test_results_tell_each_hand_with_its_lines_and_what_was_found_beside_them(cast: Cast) -> None:
    one = upload(cast.club, cast.director, {"two.txt": HAND + b"\n\n" + FAULT.replace(b"700000201", b"700000202")})
    work()
    hand = Hand.objects.get()
    response = get(signed_in(cast.director), page_of(one))
    page = Page(response)
    good, bad = (words for words in page.words(".panel"))
    assert good.startswith("accepted Hand #700000201 two.txt, lines 1 to 63")
    assert page.having(href=f"/clubs/moonlight/hands/{hand.pk}/")
    assert bad.startswith("refused Hand #700000202 two.txt, lines 66 to 128")
    assert "86Areum: discards 1 card [Kd] Error Areum (p5) discards Kd, which is not held" in bad
    assert "84Bora: discards 1 card" in bad and bad.endswith("88Dasom: checks") and "83Dasom" not in bad
    korean = Page(get(signed_in(cast.director), page_of(one), "ko"))
    assert "Areum(p5)님이 가지고 있지 않은 카드를 버렸습니다" in korean.words(".panel")[1]
    assert faults(response) == []


def test_results_are_filtered_by_outcome_and_come_in_parts(cast: Cast) -> None:
    texts = [HAND.replace(b"700000201", str(800_000_000 + i).encode()) for i in range(uploads.RESULTS_SHOWN + 3)]
    one = upload(cast.club, cast.director, {"many.txt": b"\n\n".join([*texts, FAULT])})
    work()
    client = signed_in(cast.director)
    first = Page(get(client, page_of(one)))
    assert len(first.words(".panel")) == uploads.RESULTS_SHOWN
    (further,) = first.having(rel="next")
    assert further["href"].endswith("#results")
    assert len(Page(get(client, further["href"])).words(".panel")) == 4
    refused = Page(get(client, page_of(one, "?outcome=refused")))
    assert len(refused.words(".panel")) == 1
    assert refused.having(aria_current="true", href=f"{page_of(one)}?outcome=refused#results")
    assert Page(get(client, page_of(one, "?outcome=merged"))).words(".empty") == ["No hand came out like that."]
    assert get(client, page_of(one, "?outcome=lost")).status_code == 404
    assert get(client, page_of(one, "?cursor=x")).status_code == 404


def test_results_cost_the_same_queries_however_many(cast: Cast) -> None:
    """Also of histories that disagree in cards alone, whose public document is that of the hand."""
    other = HAND.replace(b"Kc]", b"Kd]")
    costs = []
    for count in (2, 8):
        texts = [
            text.replace(b"700000201", str(900_000_000 + i).encode()) for text in (HAND, other) for i in range(count)
        ]
        one = upload(cast.club, cast.director, {"many.txt": b"\n\n".join(texts)})
        work()
        results = UploadResult.objects.filter(upload=one, outcome="conflict")
        assert results.filter(source__public__isnull=True).count() == count
        client = signed_in(cast.director)
        with CaptureQueriesContext(connection) as queries:
            assert get(client, page_of(one, "?outcome=conflict")).status_code == 200
        costs.append(len(queries))
        delete_upload(one.pk, at=timezone.now())
    assert costs[0] == costs[1]


def test_a_file_that_cannot_be_read_is_told(cast: Cast) -> None:
    one = upload(cast.club, cast.director, {"picture.bin": bytes(range(256)), "<b>.txt": b"hello"})
    work()
    response = get(signed_in(cast.director), page_of(one))
    assert "not read" in Page(response).words(".panel")[0]
    assert "<b>.txt" not in response.text and "&lt;b&gt;.txt" in response.text


def test_an_upload_without_a_hand_says_so(cast: Cast) -> None:
    one = upload(cast.club, cast.director, {})
    work()
    assert "No hand was found" in get(signed_in(cast.director), page_of(one)).text


def test_results_tell_no_card_that_the_sender_does_not_know(room: Room) -> None:
    elsewhere = history(HANA).replace(b"Haeundae", b"Gwangalli")
    one = upload(room.club, room.hana, {"again.txt": history(HANA), "other.txt": elsewhere}, rank=Rank.MEMBER)
    work()
    assert UploadResult.objects.filter(upload=one).count() == 2
    text = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|value=\"\w+\"", "", get(signed_in(room.hana), page_of(one)).text)
    assert not [card for card in DURIS_CARDS if re.search(rf"(?<!\w){card}(?!\w)", text)]


def test_a_conflict_says_in_what_the_histories_disagree(cast: Cast) -> None:
    upload(cast.club, cast.director, {"a.txt": history(HANA)})
    one = upload(cast.club, cast.owner, {"b.txt": history("", rake="0.20", won="2.80"), "c.txt": history(DURI)})
    work()
    for told in Page(get(signed_in(cast.owner), page_of(one))).words(".panel"):
        assert told.startswith("conflict Hand #500")
        assert "This history disagrees with what is stored of the hand." in told
    assert "rake results.rake" in told


def test_a_hand_that_the_sender_may_not_see_is_not_linked(cast: Cast, room: Room) -> None:
    room.club.hands_open_to = "players"
    room.club.save()
    one = upload(room.club, cast.member, {"a.txt": history(DURI)}, rank=Rank.MEMBER)
    UploadResult.objects.create(upload=one, index=0, file="a.txt", number="500", outcome="duplicate", hand=room.hand)
    assert not Page(get(signed_in(cast.member), page_of(one))).having(href=room.hand_page)
    assert Page(get(signed_in(cast.owner), page_of(one))).having(href=room.hand_page)


def test_an_upload_is_cancelled_and_what_is_stored_stays(cast: Cast) -> None:
    client = signed_in(cast.member)
    one = upload(cast.club, cast.member, {"a.txt": HAND})
    assert Page(get(client, page_of(one))).having(action=page_of(one, "cancel/"), method="post")
    assert client.post(page_of(one, "cancel/"))["Location"] == page_of(one)
    assert Job.objects.get(pk=one.job_id).state == State.CANCELLED
    page = get(client, page_of(one))
    assert Page(page).words(".state") == ["Cancelled: what was stored by then stays"]
    assert not Page(page).having(action=page_of(one, "cancel/"))
    assert client.get(page_of(one, "cancel/")).status_code == 405
    client.post(page_of(one, "cancel/"))
    assert "The upload was finished already." in get(client, page_of(one)).text


def test_an_upload_is_deleted_after_a_question_with_all_that_only_it_knew(cast: Cast) -> None:
    client = signed_in(cast.director)
    one = upload(cast.club, cast.director, {"a.txt": HAND})
    work()
    question = get(client, page_of(one, "delete/"))
    assert "This cannot be undone" in question.text and Hand.objects.exists()
    assert faults(question) == []
    response = client.post(page_of(one, "delete/"), follow=True, headers={"accept-language": "en"})
    assert "The upload is deleted" in response.text
    assert not Upload.objects.exists() and not Hand.objects.exists()


def test_a_large_upload_is_not_there_any_more_while_it_is_deleted_in_the_background(cast: Cast) -> None:
    client = signed_in(cast.director)
    one = upload(cast.club, cast.director, {"a.txt": HAND + b"\n\n" + FAULT})
    work()
    with patch("hands.uploads.LARGE", 1):
        response = client.post(page_of(one, "delete/"), follow=True, headers={"accept-language": "en"})
    assert "it is being deleted in the background" in response.text
    assert str(one.pk) not in response.text and Upload.objects.exists() and Hand.objects.exists()
    assert str(one.pk) not in get(client, "/clubs/moonlight/").text
    for rest in ("", "progress/", "delete/"):
        assert get(client, page_of(one, rest)).status_code == 404
    work()
    assert not Upload.objects.exists() and not Hand.objects.exists()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_everything_on_the_pages_is_labelled_and_nothing_is_inline(cast: Cast, language: str) -> None:
    one = upload(cast.club, cast.director, {"a.txt": HAND + b"\n\n" + FAULT, "b.bin": b"\0" * 10})
    client = signed_in(cast.director)
    for _before_and_after in range(2):
        for address in (LIST, page_of(one), page_of(one, "?outcome=refused")):
            assert faults(get(client, address, language)) == []
        work()
