"""Files of hands by the API: stored as they arrive, worked through, watched, cancelled, deleted."""

import csv
import gzip
import io
import zipfile
from pathlib import Path
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from badugi_site.clubs.models import Alias, Player
from badugi_site.clubs.permissions import Scope
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import LEASE, work
from hands.api import progress, receiving
from hands.files import path_of
from hands.models import Hand, Outcome, Rank, Upload, UploadFile, UploadResult
from tests.cast import Cast, signed_in, with_token
from tests.hands.api.histories import AREUM, ELSEWHERE, REFUSED

UPLOADS = "/api/v1/uploads/"


@pytest.fixture(autouse=True)
def data_dir(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


def answered(response: Any, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.content.decode()
    answer: dict[str, Any] = response.json()
    return answer


def hand(number: int, text: str = AREUM) -> str:
    return text.replace("#500", f"#{number}")


def send(client: Client, *files: tuple[str, str], address: str = UPLOADS) -> Any:
    return client.post(address, {"file": [SimpleUploadedFile(name, text.encode()) for name, text in files]})


def sent(client: Client, *files: tuple[str, str]) -> dict[str, Any]:
    return answered(send(client, *files), 202)


def send_body(client: Client, body: bytes, content_type: str = "text/plain", **headers: str) -> Any:
    return client.generic("POST", UPLOADS, body, content_type=content_type, headers=headers)


def test_files_are_stored_at_once_and_worked_through_afterwards(cast: Cast) -> None:
    client = signed_in(cast.owner)
    response = send(client, ("a.txt", hand(1) + "\n\n" + hand(2)), ("b.txt", hand(1) + "\n\n" + hand(3, REFUSED)))
    upload = answered(response, 202)
    assert response["Location"] == upload["url"] == f"http://testserver{UPLOADS}{upload['id']}/"
    assert (upload["state"], upload["bytes_done"], upload["finished_at"]) == ("queued", 0, None)
    assert [file["name"] for file in upload["files"]] == ["a.txt", "b.txt"]
    assert upload["bytes"] == sum(file["bytes"] for file in upload["files"]) > 2000
    assert not Hand.objects.exists()
    work()
    done = answered(client.get(upload["url"]), 200)
    assert done["hands"] == {"found": 4, "accepted": 2, "merged": 0, "duplicate": 1, "refused": 1, "conflict": 0}
    assert (done["state"], done["bytes_done"], done["eta_seconds"]) == ("done", done["bytes"], 0)
    assert done["finished_at"] is not None
    assert Hand.objects.count() == 2


def test_every_hand_has_a_result_with_its_lines_and_reasons(cast: Cast) -> None:
    client = signed_in(cast.owner)
    upload = sent(client, ("a.txt", hand(1) + "\n\n" + hand(2, REFUSED)), ("junk.bin", "\x00\x01\x02"))
    work()
    accepted, refused, unread = answered(client.get(upload["results_url"]), 200)["results"]
    assert (accepted["index"], accepted["outcome"], accepted["number"], accepted["line"]) == (0, "accepted", "1", 1)
    assert accepted["hand"] == str(Hand.objects.get().pk)
    assert (refused["index"], refused["outcome"], refused["hand"], refused["file"]) == (1, "refused", None, "a.txt")
    begin = (hand(1) + "\n\n").count("\n") + 1
    assert (refused["line"], refused["end_line"]) == (begin, begin + REFUSED.count("\n") - 1)
    (finding,) = refused["findings"]
    assert (finding["code"], finding["line"]) == ("discard_not_held", begin + 11)
    assert (unread["outcome"], unread["file"], unread["number"]) == ("unread", "junk.bin", None)
    assert unread["findings"][0]["severity"] == "error"
    only = answered(client.get(f"{upload['results_url']}?outcome=refused"), 200)["results"]
    assert only == [refused]
    first = answered(client.get(f"{upload['results_url']}?limit=1"), 200)
    assert (first["results"], first["previous"]) == ([accepted], None)
    assert answered(client.get(first["next"]), 200)["results"] == [refused]
    wrong = answered(client.get(f"{upload['results_url']}?outcome=lost"), 422)
    assert wrong["parameter"] == "outcome"
    assert "refused" in wrong["detail"]


@pytest.mark.parametrize("name", ["hands.zip", "hands.txt.gz"])
def test_archives_are_unpacked(cast: Cast, name: str) -> None:
    packed = io.BytesIO()
    if name.endswith("zip"):
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("one.txt", hand(1))
            archive.writestr("two.txt", hand(2))
    else:
        packed.write(gzip.compress((hand(1) + "\n\n" + hand(2)).encode()))
    client = signed_in(cast.owner)
    response = client.post(UPLOADS, {"file": SimpleUploadedFile(name, packed.getvalue(), "application/zip")})
    upload = answered(response, 202)
    work()
    assert answered(client.get(upload["url"]), 200)["hands"]["accepted"] == 2


@pytest.mark.parametrize(
    ("content_type", "header", "name"),
    [
        ("text/plain", 'attachment; filename="session.txt"', "session.txt"),
        ("application/octet-stream", "attachment; filename*=UTF-8''%ED%95%B8%EB%93%9C.txt", "핸드.txt"),
        ("text/plain", 'attachment; filename="/etc/passwd"', "passwd"),
        ("", "attachment", "file"),
        ("text/plain", "", "file"),
    ],
)
def test_a_single_file_may_be_the_body(cast: Cast, content_type: str, header: str, name: str) -> None:
    response = send_body(signed_in(cast.owner), hand(1).encode(), content_type, **{"Content-Disposition": header})
    upload = answered(response, 202)
    assert upload["files"] == [{"name": name, "bytes": len(hand(1).encode())}]
    work()
    assert Hand.objects.get().number == "1"


def test_the_file_is_kept_as_it_was_sent(cast: Cast) -> None:
    upload = sent(signed_in(cast.owner), ("a.txt", "anything\r\nat all"))
    file = UploadFile.objects.get(upload=upload["id"])
    assert path_of(file.digest).read_bytes() == b"anything\r\nat all"


def form(*parts: str, end: str = "--x--\r\n") -> bytes:
    return ("".join(f"--x\r\n{part}\r\n" for part in parts) + end).encode()


FILE = 'Content-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc'


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code", "says"),
    [
        (b"abc", "application/x-www-form-urlencoded", 415, "unsupported_media_type", "multipart/form-data"),
        (b"abc", "image/png", 415, "unsupported_media_type", "multipart/form-data"),
        (b"", "text/plain", 422, "empty_body", "empty"),
        (form(), "multipart/form-data; boundary=x", 422, "no_file", "-F file=@"),
        (
            form('Content-Disposition: form-data; name="file"\r\n\r\nhands.txt'),
            "multipart/form-data; boundary=x",
            *(422, "no_file", "-F file=@"),
        ),
        (
            form('Content-Disposition: form-data; name="file"; filename=""\r\n\r\n'),
            "multipart/form-data; boundary=x",
            *(422, "no_file", "-F file=@"),
        ),
        (form(FILE.replace("file", "hands", 1)), "multipart/form-data; boundary=x", 422, "invalid_body", "errors"),
        (form(FILE), "multipart/form-data", 400, "broken_multipart", "boundary"),
        (form(FILE), "multipart/form-data; boundary=y", 400, "broken_multipart", "boundary"),
        (form(FILE, end=""), "multipart/form-data; boundary=x", 400, "broken_multipart", "boundary"),
        (b"\0\xff" * 99, "multipart/form-data; boundary=x", 400, "broken_multipart", "boundary"),
        (form(FILE.replace("a.txt", "a%0Ab")), "multipart/form-data; boundary=x", 422, "file_name", "control"),
        (form(FILE, FILE, FILE, FILE), "multipart/form-data; boundary=x", 413, "too_many_files", "3"),
        (b"x" * 101, "text/plain", 413, "too_large", "100"),
        (form(FILE.replace("abc", "x" * 101)), "multipart/form-data; boundary=x", 413, "too_large", "a.txt"),
        (form(FILE.replace("abc", "x" * 2000)), "multipart/form-data; boundary=x", 413, "too_large", "1,000"),
    ],
)
def test_what_is_no_upload_is_refused_and_says_how_it_should_be(
    cast: Cast,
    monkeypatch: pytest.MonkeyPatch,
    body: bytes,
    content_type: str,
    status: int,
    code: str,
    says: str,
) -> None:
    monkeypatch.setattr(receiving, "FILE_LIMIT", 100)
    monkeypatch.setattr(receiving, "BODY_LIMIT", 1000)
    monkeypatch.setattr(receiving, "MOST_FILES", 3)
    problem = answered(send_body(signed_in(cast.owner), body, content_type), status)
    assert (problem["code"], says in problem["detail"]) == (code, True), problem["detail"]
    assert not Upload.objects.exists()
    assert not Job.objects.exists()


def test_a_header_that_names_no_file_is_refused(cast: Cast) -> None:
    response = send_body(signed_in(cast.owner), b"abc", **{"Content-Disposition": 'attachment; filename="a'})
    assert answered(response, 422)["code"] == "file_name"


def test_a_full_disk_is_said(cast: Cast, data_dir: Path) -> None:
    (data_dir / "uploads").write_text("no folder")
    problem = answered(send(signed_in(cast.owner), ("a.txt", "x")), 507)
    assert problem["code"] == "storage_full"
    assert not Upload.objects.exists()


def test_a_body_that_ends_early_is_no_upload(cast: Cast) -> None:
    response = signed_in(cast.owner).generic(
        "POST", UPLOADS, hand(1).encode(), content_type="text/plain", CONTENT_LENGTH="99999"
    )
    assert answered(response, 400)["code"] == "body_incomplete"
    assert not Upload.objects.exists()


def test_who_polls_is_sent_only_what_has_changed(cast: Cast) -> None:
    client = signed_in(cast.owner)
    upload = sent(client, ("a.txt", hand(1)))
    response = client.get(upload["url"])
    assert response["Cache-Control"] == "private, no-cache"
    same = client.get(upload["url"], headers={"If-None-Match": response["ETag"]})
    assert (same.status_code, same.content, same["ETag"]) == (304, b"", response["ETag"])
    work()
    changed = client.get(upload["url"], headers={"If-None-Match": response["ETag"]})
    assert (changed.status_code, changed.json()["state"]) == (200, "done")
    assert changed["ETag"] != response["ETag"]


def test_between_two_steps_nothing_changes(cast: Cast) -> None:
    client = signed_in(cast.owner)
    upload = Upload.objects.get(pk=sent(client, ("a.txt", hand(1)))["id"])
    now = timezone.now()
    Job.objects.filter(pk=upload.job_id).update(
        state=State.RUNNING, lease=UUID(int=1), started_at=now, leased_until=now + LEASE * 1.5
    )
    Upload.objects.update(found=30, accepted=30, bytes_done=100, bytes=300)
    response = client.get(f"{UPLOADS}{upload.pk}/")
    running = answered(response, 200)
    seconds = LEASE.total_seconds() / 2
    assert (running["state"], running["rate"]) == ("running", round(30 / seconds, 1))
    assert running["eta_seconds"] == round(2 * seconds)
    again = client.get(f"{UPLOADS}{upload.pk}/", headers={"If-None-Match": response["ETag"]})
    assert again.status_code == 304


def test_an_upload_is_cancelled_once_and_what_is_done_stays(cast: Cast) -> None:
    client = signed_in(cast.owner)
    upload = sent(client, ("a.txt", hand(1)))
    for _ in range(2):
        assert answered(client.post(f"{upload['url']}cancel/"), 200)["state"] == "cancelled"
    work()
    assert not Hand.objects.exists()
    done = sent(client, ("a.txt", hand(1)))
    work()
    assert answered(client.post(f"{done['url']}cancel/"), 200)["state"] == "done"


@pytest.mark.parametrize("finished", [True, False])
def test_an_upload_goes_with_all_that_only_it_knew(cast: Cast, finished: bool) -> None:
    client = signed_in(cast.owner)
    kept, gone = sent(client, ("a.txt", hand(1))), sent(client, ("b.txt", hand(1) + "\n\n" + hand(2)))
    if finished:
        work()
    response = client.delete(gone["url"])
    assert (response.status_code, response.content) == (204, b"")
    work()
    assert [one.number for one in Hand.objects.all()] == ["1"]
    assert client.get(gone["url"]).status_code == 404
    assert client.delete(gone["url"]).status_code == 404
    assert answered(client.get(kept["url"]), 200)["state"] == "done"


def test_a_large_upload_is_gone_at_once_and_its_hands_in_the_background(cast: Cast) -> None:
    client = signed_in(cast.owner)
    large, other = sent(client, ("a.txt", hand(1) + "\n\n" + hand(2))), sent(client, ("b.txt", hand(3)))
    work()
    with patch("hands.uploads.LARGE", 1):
        assert client.delete(large["url"]).status_code == 204
    assert Upload.objects.count() == 2
    for address in (large["url"], large["results_url"]):
        assert client.get(address).status_code == 404
    assert client.delete(large["url"]).status_code == client.post(large["url"] + "cancel/").status_code == 404
    assert [one["id"] for one in client.get(UPLOADS).json()["results"]] == [other["id"]]
    work()
    assert list(Hand.objects.values_list("number", flat=True)) == ["3"]
    assert Upload.objects.count() == 1


def test_members_see_and_delete_their_own_uploads_alone(cast: Cast) -> None:
    owner, member = signed_in(cast.owner), signed_in(cast.member)
    theirs, own = sent(owner, ("a.txt", "x")), sent(member, ("b.txt", "y"))
    ids = [upload["id"] for upload in answered(member.get(UPLOADS), 200)["results"]]
    assert ids == [own["id"]]
    assert {upload["id"] for upload in answered(owner.get(UPLOADS), 200)["results"]} == {own["id"], theirs["id"]}
    for user in (cast.member, cast.stranger, cast.nobody):
        client = signed_in(user)
        assert client.get(theirs["url"]).status_code == 404
        assert client.get(theirs["results_url"]).status_code == 404
        assert client.post(f"{theirs['url']}cancel/").status_code == 404
        assert client.delete(theirs["url"]).status_code == 404
    for address in (theirs["url"], theirs["results_url"], UPLOADS):
        assert Client().get(address).status_code == 401
    # A token that uploads does away with what its user sent, and with nobody else's.
    uploading = with_token(cast.director, Scope.UPLOAD)
    problem = answered(uploading.delete(own["url"]), 403)
    assert (problem["code"], problem["permission"]) == ("token_scope", "delete_all_uploads")
    assert with_token(cast.director, Scope.DIRECT).delete(own["url"]).status_code == 204
    assert with_token(cast.owner, Scope.READ).delete(theirs["url"]).status_code == 403
    assert with_token(cast.owner, Scope.UPLOAD).delete(theirs["url"]).status_code == 204


def test_a_member_uploads_the_hands_at_which_they_sat(cast: Cast) -> None:
    client = signed_in(cast.member)
    upload = sent(client, ("a.txt", hand(1)))
    work()
    (result,) = answered(client.get(upload["results_url"]), 200)["results"]
    assert (result["outcome"], result["findings"][-1]["code"]) == ("refused", "not_at_the_table")
    player = Player.objects.create(club=cast.club, name="Areum", user=cast.member)
    Alias.objects.create(player=player, site="PokerStars", name="Areum")
    sent(client, ("a.txt", hand(1)))
    work()
    assert Hand.objects.count() == 1
    assert {upload.rank for upload in Upload.objects.all()} == {Rank.MEMBER}


def test_a_token_of_the_club_uploads_as_its_server(cast: Cast) -> None:
    sent(with_token(cast.owner, Scope.UPLOAD, cast.club), ("a.txt", hand(1)))
    assert Upload.objects.get().rank == Rank.SERVER
    response = send(with_token(cast.owner, Scope.READ, cast.club), ("a.txt", hand(1)))
    assert answered(response, 403)["code"] == "token_scope"


def test_a_browser_needs_the_token_of_its_page_and_its_form_is_not_read_for_it(cast: Cast) -> None:
    client = signed_in(cast.owner, csrf=True)
    assert answered(send(client, ("a.txt", hand(1))), 403)["code"] == "forbidden"
    client.get("/password/")
    token = client.cookies["csrftoken"].value
    file = SimpleUploadedFile("a.txt", hand(1).encode())
    answered(client.post(UPLOADS, {"file": file}, headers={"X-CSRFToken": token}), 202)


# CSV


def rows(client: Client, address: str, **headers: str) -> list[list[str]]:
    response = client.get(address, headers=headers)
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith('attachment; filename="upload-')
    text = b"".join(response.streaming_content).decode()  # type: ignore[attr-defined]
    assert text.startswith("\ufeff")
    return list(csv.reader(io.StringIO(text[1:])))


def test_the_results_come_as_csv_a_line_a_finding(cast: Cast) -> None:
    client = signed_in(cast.owner)
    upload = sent(client, ("a.txt", hand(1) + "\n\n" + hand(2, REFUSED)))
    work()
    heading, accepted, refused = rows(client, f"{upload['results_url']}?format=csv")
    assert tuple(heading) == progress.COLUMNS
    assert accepted == ["0", "a.txt", "1", "34", "1", "accepted", str(Hand.objects.get().pk), "", "", "", ""]
    assert refused[4:9] == ["2", "refused", "", "error", "discard_not_held"]
    assert refused[10] == "Areum (p1) discards Kd, which is not held; expected one of As2d3hKc."
    assert rows(client, upload["results_url"], Accept="text/csv") == [heading, accepted, refused]
    korean = rows(client, f"{upload['results_url']}?format=csv&outcome=refused", **{"Accept-Language": "ko"})
    assert len(korean) == 2
    assert "버렸습니다" in korean[1][10]
    assert client.get(f"{upload['results_url']}?format=xml").status_code == 406


def test_a_conflict_says_in_which_fields(cast: Cast) -> None:
    server = with_token(cast.owner, Scope.UPLOAD, cast.club)
    client = signed_in(cast.director)
    sent(server, ("a.txt", AREUM))
    work()
    upload = sent(client, ("b.txt", ELSEWHERE))
    work()
    (result,) = answered(client.get(upload["results_url"]), 200)["results"]
    assert (result["outcome"], result["conflicts"], result["findings"]) == ("conflict", ["table"], [])
    assert result["hand"] == str(Hand.objects.get().pk)
    _, line = rows(client, f"{upload['results_url']}?format=csv")
    assert line[5:] == ["conflict", result["hand"], "", "conflict", "", "table"]


def test_no_cell_is_a_formula(cast: Cast) -> None:
    client = signed_in(cast.owner)
    upload = sent(client, ("a.txt", hand(1)))
    message = {"en": " @SUM(A1)", "ko": "-1"}
    finding = {"severity": "error", "code": "x", "line": None, "message": message}
    values = [("=1+1", "+1"), ("-1", "\t=1"), ("a=1", "plain")]
    for index, (file, number) in enumerate(values):
        UploadResult.objects.create(
            upload_id=upload["id"], index=index, file=file, number=number, outcome="refused", findings=[finding]
        )
    _, *found = rows(client, f"{upload['results_url']}?format=csv")
    assert [(row[1], row[4], row[10]) for row in found] == [
        ("'=1+1", "'+1", "' @SUM(A1)"),
        ("'-1", "'\t=1", "' @SUM(A1)"),
        ("a=1", "plain", "' @SUM(A1)"),
    ]


def test_many_results_are_streamed_in_parts(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_ROWS", 2)
    client = signed_in(cast.owner)
    upload = sent(client, ("a.txt", "x"))
    UploadResult.objects.bulk_create(
        UploadResult(upload_id=upload["id"], index=index, file="a", outcome=Outcome.REFUSED) for index in range(5)
    )
    assert [row[0] for row in rows(client, f"{upload['results_url']}?format=csv")[1:]] == ["0", "1", "2", "3", "4"]


# Lists


@pytest.mark.parametrize("count", [2, 50])
def test_lists_cost_the_same_queries_however_long(
    cast: Cast, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    client = signed_in(cast.owner)
    for _ in range(count):
        upload = sent(client, ("a.txt", "x"))
    UploadResult.objects.bulk_create(
        UploadResult(upload_id=upload["id"], index=index, file="a", outcome=Outcome.REFUSED) for index in range(count)
    )
    # Session and user, membership and own players, the page and its files.
    with django_assert_num_queries(7):
        assert len(answered(client.get(UPLOADS), 200)["results"]) == count
    # Session and user, membership, the upload and its files, own players, the page.
    with django_assert_num_queries(8):
        assert len(answered(client.get(upload["results_url"]), 200)["results"]) == count


def test_the_latest_upload_comes_first(cast: Cast) -> None:
    client = signed_in(cast.owner)
    ids = []
    for number in range(3):
        ids.append(sent(client, (f"{number}.txt", "x"))["id"])
    listed = [upload["id"] for upload in answered(client.get(UPLOADS), 200)["results"]]
    assert sorted(listed) == sorted(ids)
    assert listed == sorted(listed, reverse=True)
    first = answered(client.get(f"{UPLOADS}?limit=2"), 200)
    assert [upload["id"] for upload in answered(client.get(first["next"]), 200)["results"]] == listed[2:]


@pytest.mark.parametrize("identifier", ["1", "x", str(UUID(int=0))])
def test_an_upload_that_cannot_be_is_not_there(cast: Cast, identifier: str) -> None:
    client = signed_in(cast.owner)
    for address in ("", "results/"):
        assert client.get(f"{UPLOADS}{identifier}/{address}").status_code == 404
    assert client.delete(f"{UPLOADS}{identifier}/").status_code == 404
