from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

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
