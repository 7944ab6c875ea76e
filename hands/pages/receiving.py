"""The files of a form, stored as they arrive: whatever their size, a chunk of them is in memory."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from copy import copy

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext
from rest_framework.authentication import CSRFCheck

from badugi_site.api.bodies import MEGABYTE, Body
from badugi_site.api.file_names import file_name
from badugi_site.api.multipart import CHUNK, Part, parts
from badugi_site.api.problems import Problem
from hands.files import FileTooLargeError, NoSpaceError, keep
from hands.uploads import BODY_LIMIT, FILE_LIMIT, MOST_FILES, KeptFile

TOKEN = "csrfmiddlewaretoken"
FIELD = "files"

_LONGEST_TOKEN = 200
# Of a body that is refused so much is read and thrown away: a browser shows the answer only when it could send
# everything.
_DISCARDED = 20 * MEGABYTE


class NotReceivedError(Exception):
    """Why the files were not taken, in the words of the page, and the status of the answer."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.message, self.status = message, status


def received_files(request: HttpRequest) -> list[KeptFile]:
    """Stores the files of a form whose first field is the token against forgery, and says what they are called.

    The view is exempt from Django's own check of the token, which would read the whole body before its size is known.
    Raises NotReceivedError, and PermissionDenied without a good token; what was stored by then is cleared away later.
    """
    try:
        return _files(request)
    except Problem as problem:
        _discard(request)
        raise NotReceivedError(str(problem.detail), problem.kind.status) from None
    except (NotReceivedError, PermissionDenied):
        _discard(request)
        raise


def _files(request: HttpRequest) -> list[KeptFile]:
    body = Body(request, BODY_LIMIT)
    form = parts(request, body.read)
    first = next(form, None)
    _check_token(request, "" if first is None or first.name != TOKEN else _short_text(first))
    kept: list[KeptFile] = []
    for part in form:
        if part.name != FIELD or not (part.disposition.get("filename") or part.disposition.get("filename*")):
            continue  # what a browser sends where no file was chosen
        if len(kept) == MOST_FILES:
            message = gettext("At most %(most)d files at once; pack them into an archive, which counts as one.")
            raise NotReceivedError(message % {"most": MOST_FILES}, 413)
        kept.append(_kept(file_name(part.disposition) or f"{len(kept) + 1}", part.chunks))
    kept = [file for file in kept if file.size]
    if not kept:
        raise NotReceivedError(gettext("There was nothing in this. Choose at least one file that is not empty."))
    return kept


def _short_text(part: Part) -> str:
    text = b""
    for chunk in part.chunks:
        text += chunk
        if len(text) > _LONGEST_TOKEN:
            return ""
    return text.decode("ascii", "replace")


def _check_token(request: HttpRequest, token: str) -> None:
    form = QueryDict(mutable=True)
    form[TOKEN] = token
    with_form = copy(request)
    with_form.POST = form  # type: ignore[assignment]  # what Django would have read from the body
    check = CSRFCheck(lambda _request: None)  # type: ignore[arg-type]
    check.process_request(with_form)
    if check.process_view(with_form, None, (), {}):  # type: ignore[arg-type]
        raise PermissionDenied


def _kept(name: str, chunks: Iterable[bytes]) -> KeptFile:
    try:
        digest, size = keep(chunks, FILE_LIMIT)
    except FileTooLargeError:
        message = gettext("%(name)s is larger than %(megabytes)d MB. Split it, or pack it into an archive.")
        raise NotReceivedError(message % {"name": name, "megabytes": FILE_LIMIT // MEGABYTE}, 413) from None
    except NoSpaceError:
        raise NotReceivedError(gettext("There is no room to store this. Tell whoever runs the club."), 507) from None
    return KeptFile(name, digest, size)


def _discard(request: HttpRequest) -> None:
    left = _DISCARDED
    # Whoever hung up waits for no answer; each server has exceptions of its own for that.
    with suppress(Exception):
        while left > 0 and (chunk := request.read(CHUNK)):
            left -= len(chunk)
