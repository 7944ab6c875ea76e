"""The files of a request, stored as they arrive: whatever their size, a chunk of them is in memory."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest

from badugi_site.api.bodies import Body, content_type_of, require_content_type
from badugi_site.api.file_names import FILE_NAME, decoded, file_name, parameters
from badugi_site.api.multipart import CHUNK, parts
from badugi_site.api.problems import EMPTY_BODY, INVALID_BODY, STORAGE_FULL, TOO_LARGE, Problem, kind
from badugi_site.api.text import Text
from hands.api.bodies import CONTENT_TYPES
from hands.files import FileTooLargeError, NoSpaceError, keep
from hands.uploads import BODY_LIMIT, FILE_LIMIT, MOST_FILES, KeptFile

MULTIPART = "multipart/form-data"
FIELD = "file"
# What a single file may be sent as. Its content tells what it is; only a form is surely none.
UPLOAD_TYPES = (
    MULTIPART,
    *CONTENT_TYPES,
    "application/x-ndjson",
    "application/zip",
    "application/gzip",
)

NO_FILE = kind("no_file", 422, "There is no file in the body", "본문에 파일이 없습니다")
TOO_MANY_FILES = kind("too_many_files", 413, "Too many files at once", "한 번에 보낸 파일이 너무 많습니다")

_HOW = Text(
    "Send each as a part named file, with curl: -F file=@hands.txt",
    "파일마다 이름이 file인 파트로 보내세요. curl에서는 -F file=@hands.txt",
)


def received_files(request: HttpRequest) -> list[KeptFile]:
    """Stores the files of a body, each a part of a form or the body as it is, and says what they are called.

    Raises the problems of a body that holds none, too much or too many; what was stored by then is cleared away later.
    """
    require_content_type(request, (*UPLOAD_TYPES, ""), MULTIPART)
    body = Body(request, BODY_LIMIT)
    if content_type_of(request) == MULTIPART:
        return _files_of_a_form(request, body)
    name = _name_of_the_body(request)
    kept = _kept(name, iter(lambda: body.read(CHUNK), b""))
    if not kept.size:
        raise Problem(EMPTY_BODY, Text("The body is empty.", "본문이 비어 있습니다."))
    return [kept]


def _files_of_a_form(request: HttpRequest, body: Body) -> list[KeptFile]:
    kept: list[KeptFile] = []
    for part in parts(request, body.read):
        if part.name != FIELD:
            raise _unknown(part.name)
        if "filename" not in part.disposition and "filename*" not in part.disposition:
            text = Text("The part file is a text and no file. {}", "file 파트가 파일이 아닌 텍스트입니다. {}")
            raise Problem(NO_FILE, Text(text.en.format(_HOW.en), text.ko.format(_HOW.ko)))
        if len(kept) == MOST_FILES:
            detail = Text(
                "At most {} files at once; an archive counts as one.",
                "한 번에 최대 {}개입니다. 압축 파일은 하나로 셉니다.",
            )
            raise Problem(TOO_MANY_FILES, detail.format(MOST_FILES), limit=MOST_FILES)
        kept.append(_kept(file_name(part.disposition) or f"file {len(kept) + 1}", part.chunks))
        if not kept[-1].size and not part.disposition.get("filename", "x"):
            # What a browser sends for a field in which no file was chosen.
            kept.pop()
    if not kept:
        raise Problem(NO_FILE, Text(f"The body has no part with a file. {_HOW.en}", f"파일 파트가 없습니다. {_HOW.ko}"))
    return kept


def _unknown(name: str) -> Problem:
    message = Text("There is no such part; files are named file.", "없는 파트입니다. 파일 파트의 이름은 file입니다.")
    detail = Text("A part of the body is not known; see errors.", "알 수 없는 파트가 있습니다. errors를 보세요.")
    return Problem(
        INVALID_BODY, detail, errors=[{"field": name[:60], "code": "unknown_field", "message": message.both()}]
    )


def _name_of_the_body(request: HttpRequest) -> str:
    # WSGI hands on the bytes of a header as Latin-1.
    header = decoded(request.headers.get("Content-Disposition", "").encode("latin-1", "replace"))
    try:
        return file_name(parameters(header)[1]) or "file"
    except ValueError:
        text = Text("Content-Disposition is written {}.", "Content-Disposition은 {}처럼 적습니다.")
        raise Problem(FILE_NAME, text.format('attachment; filename="hands.txt"')) from None


def _kept(name: str, chunks: Iterable[bytes]) -> KeptFile:
    try:
        digest, size = keep(chunks, FILE_LIMIT)
    except NoSpaceError:
        text = Text("The service cannot store the file now.", "지금은 파일을 저장할 수 없습니다.")
        raise Problem(STORAGE_FULL, text) from None
    except FileTooLargeError:
        text = Text("A file has at most {:,} bytes: {}.", "파일은 최대 {:,}바이트입니다: {}.")
        raise Problem(TOO_LARGE, text.format(FILE_LIMIT, name), limit=FILE_LIMIT) from None
    return KeptFile(name, digest, size)
