"""The page that checks what is pasted into it, and stores nothing."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from badugi_site.api.bodies import MEGABYTE
from hands.check import check
from hands.formats import UnknownFormatError, UnreadableError, read
from hands.formats.decoding import decode
from hands.pages.examples import EXAMPLES
from hands.pages.rows import hand_rows

LIMIT = 1 * MEGABYTE
MOST_HANDS = 50
# Of a body that is refused for its length so much is read and thrown away: a browser shows the answer only when it
# could send everything.
_DISCARDED = 20 * MEGABYTE
_CHUNK = 64 * 1024


@require_http_methods(["GET", "HEAD", "POST"])
@csrf_exempt  # The length comes first: the token stands in the body. Every other body is looked at under csrf_protect.
def check_page(request: HttpRequest) -> HttpResponse:
    """The form; of a POST or an example what came of its hands."""
    if request.method == "POST":
        if _declared_length(request) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            _discard(request)
            return _too_large(request, "")
        # A charset that the client makes up is no reason to decode with it.
        request.encoding = "utf-8"
    return _answer(request)


@csrf_protect
def _answer(request: HttpRequest) -> HttpResponse:
    if request.method == "POST":
        return _posted(request)
    if "example" not in request.GET:
        return _page(request)
    text = EXAMPLES.get(request.GET["example"])
    if text is None:
        raise Http404
    return _checked(request, text.encode(), text)


def _posted(request: HttpRequest) -> HttpResponse:
    """What was picked counts, else what was pasted."""
    pasted = request.POST.get("text", "").replace("\r\n", "\n")
    picked = request.FILES.get("file")
    data = picked.read(LIMIT + 1) if isinstance(picked, UploadedFile) and picked.size else pasted.encode()
    if len(data) > LIMIT:
        return _too_large(request, pasted)
    if not data.strip():
        return _page(
            request, pasted, 422, gettext("There is nothing to check yet. Paste a hand history or pick a file.")
        )
    return _checked(request, data, pasted)


def _checked(request: HttpRequest, data: bytes, pasted: str) -> HttpResponse:
    try:
        text = decode(data)
        hands = [check(hand) for hand in islice(read(data), MOST_HANDS + 1)]
    except UnreadableError:
        message = gettext(
            "This is not text. Save the history as a text file (UTF-8 or UTF-16) and try again; unpack archives first."
        )
        return _page(request, pasted, 422, message)
    except UnknownFormatError:
        hands = []
    if not hands:
        message = gettext(
            "No hand of a known format was found in this. Known are the hand histories of PokerStars, PHH and hand "
            "documents in JSON. Include the first line of the hand."
        )
        return _page(request, pasted or text, 422, message)
    return render(
        request,
        "hands/check.html",
        {
            "text": text,
            "hands": hand_rows(hands[:MOST_HANDS], text),
            "accepted": sum(hand.accepted for hand in hands[:MOST_HANDS]),
            "more": len(hands) > MOST_HANDS,
            "most": MOST_HANDS,
        },
    )


def _page(request: HttpRequest, text: str = "", status: int = 200, problem: str = "") -> HttpResponse:
    return render(request, "hands/check.html", {"text": text, "problem": problem, "status": status}, status=status)


def _too_large(request: HttpRequest, text: str) -> HttpResponse:
    message = gettext("This is more than 1 MB. Paste fewer hands, or check the whole file in a terminal:")
    return _page(request, text, 413, message)


def _declared_length(request: HttpRequest) -> int:
    """Never less than what can be read: servers and Django end the body there."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _discard(request: HttpRequest) -> None:
    left = _DISCARDED
    # Whoever hung up waits for no answer; each server has exceptions of its own for that.
    with suppress(Exception):
        while left > 0 and (chunk := request.read(_CHUNK)):
            left -= len(chunk)
