from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from tests.cast import Cast
from tests.hands.pages.room import Room, make_room

Post = Callable[..., HttpResponse]


@pytest.fixture
def post(client: Client) -> Post:
    """Posts the form as a browser does: `post("text")` or `post(file=b"…")`, in English unless told otherwise."""

    def send(text: str = "", *, file: bytes | None = None, language: str = "en") -> HttpResponse:
        data: dict[str, object] = {"text": text.replace("\n", "\r\n")}
        if file is not None:
            data["file"] = SimpleUploadedFile("hands.txt", file)
        return client.post("/check/", data, headers={"accept-language": language})

    return send


@pytest.fixture(autouse=True)
def files_here(settings: Settings, tmp_path: Path) -> None:
    """What is sent is kept in a folder of the test."""
    settings.DATA_DIR = tmp_path


@pytest.fixture
def room(cast: Cast) -> Room:
    """A club with one hand, which two of its members played and sent."""
    return make_room(cast)
