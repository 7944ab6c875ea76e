"""The title of each page says where one is: what stands in the tab, in the history and in a bookmark."""

import re

import pytest

from badugi_site.jobs.work import work
from hands.models import Rank
from tests.cast import signed_in
from tests.hands.histories import HANA, history
from tests.hands.pages.room import Room, get, upload


def title_of(room: Room, address: str, language: str) -> str:
    page = get(signed_in(room.hana), address, language).text
    (title,) = re.findall(r"<title>(.*?)</title>", page, re.DOTALL)
    return str(title)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        (
            "en",
            [
                "Your clubs · Badugi Club",
                "Moonlight · Badugi Club",
                "Hands · Moonlight · Badugi Club",
                "Hand #500 · Moonlight · Badugi Club",
                "Players · Moonlight · Badugi Club",
                "Hana · Players · Moonlight · Badugi Club",
                "Uploads · Moonlight · Badugi Club",
                "Delete the upload · Moonlight · Badugi Club",
                "Check a hand · Badugi Club",
                "Change the password · Badugi Club",
            ],
        ),
        (
            "ko",
            [
                "내 클럽 · 바둑이 클럽",
                "Moonlight · 바둑이 클럽",
                "핸드 · Moonlight · 바둑이 클럽",
                "핸드 #500 · Moonlight · 바둑이 클럽",
                "플레이어 · Moonlight · 바둑이 클럽",
                "Hana · 플레이어 · Moonlight · 바둑이 클럽",
                "업로드 · Moonlight · 바둑이 클럽",
                "업로드 삭제 · Moonlight · 바둑이 클럽",
                "핸드 검사 · 바둑이 클럽",
                "비밀번호 바꾸기 · 바둑이 클럽",
            ],
        ),
    ],
)
def test_every_page_has_its_own_title(room: Room, language: str, expected: list[str]) -> None:
    one = upload(room.club, room.hana, {"a.txt": history(HANA)}, rank=Rank.MEMBER)
    work()
    club = "/clubs/moonlight/"
    addresses = [
        *("/", club, f"{club}hands/", room.hand_page, f"{club}players/", f"{club}players/{room.player(room.hana).pk}/"),
        *(f"{club}uploads/", f"{club}uploads/{one.pk}/delete/", "/check/", "/password/"),
    ]
    assert [title_of(room, address, language) for address in addresses] == expected


def test_the_title_of_an_upload_says_when_it_was_sent(room: Room) -> None:
    one = upload(room.club, room.hana, {"a.txt": history(HANA)}, rank=Rank.MEMBER)
    title = title_of(room, f"/clubs/moonlight/uploads/{one.pk}/", "ko")
    assert re.fullmatch(r"업로드 \d{4}-\d{1,2}-\d{1,2}\.? \d\d:\d\d · Moonlight · 바둑이 클럽", title)
