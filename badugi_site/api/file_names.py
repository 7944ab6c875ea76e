"""What a client calls a file: the header Content-Disposition of a body or of a part of one (RFC 6266, 7578, 8187).

Names are for people to tell files apart. They are never paths: what stands before the last slash is dropped.
"""

from __future__ import annotations

import re
import unicodedata
from urllib.parse import quote, unquote_to_bytes

from badugi_site.api.problems import Problem, kind
from badugi_site.api.text import Text

FILE_NAME = kind("file_name", 422, "The name of a file cannot be used", "파일 이름을 사용할 수 없습니다")

LONGEST = 255
_PARAMETER = re.compile(r';\s*([A-Za-z*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*')
_QUOTED = re.compile(r'\\(["\\])')
_EXTENDED = {"utf-8": "utf-8", "iso-8859-1": "latin-1"}
# Characters that show nothing or turn a line around, and halves of one that is none.
_UNSEEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def parameters(header: str) -> tuple[str, dict[str, str]]:
    """The value of a header and its parameters, as they stand, quotes taken off: ``("form-data", {"name": "file"})``.

    Raises ValueError for what is not written so.
    """
    value, semicolon, rest = header.partition(";")
    found, at, rest = dict[str, str](), 0, semicolon + rest
    while at < len(rest):
        match = _PARAMETER.match(rest, at)
        if match is None:
            if rest[at:].strip("; \t"):
                raise ValueError(header)
            break
        name = match[1].lower()
        if name in found:
            raise ValueError(header)
        found[name] = match[3] if match[2] is None else _QUOTED.sub(r"\1", match[2])
        at = match.end()
    return value.strip().lower(), found


def decoded(header: bytes) -> str:
    """The text of a header: UTF-8, which clients send whatever was agreed, or else as if it were Latin-1."""
    try:
        return header.decode()
    except UnicodeDecodeError:
        return header.decode("latin-1")


def file_name(given: dict[str, str]) -> str | None:
    """The name of a file by the parameters of its header; None where none is given.

    ``filename*`` goes before ``filename``. Raises a problem 422 for a name with control characters or too long.
    """
    name = given.get("filename")
    if "filename*" in given:
        charset, _, value = given["filename*"].partition("'")
        encoding = _EXTENDED.get(charset.lower())
        if encoding is None or "'" not in value:
            raise _unusable()
        try:
            name = unquote_to_bytes(value.partition("'")[2]).decode(encoding)
        except UnicodeDecodeError:
            raise _unusable() from None
    if name is None:
        return None
    # Browsers write a quotation mark and line ends as in addresses (HTML, multipart/form-data encoding algorithm).
    name = name.replace("%22", '"').replace("%0D", "\r").replace("%0A", "\n")
    name = unicodedata.normalize("NFC", re.split(r"[/\\]", name)[-1]).strip()
    if len(name) > LONGEST or any(unicodedata.category(character) in _UNSEEN for character in name):
        raise _unusable()
    return name if name not in ("", ".", "..") else None


def attachment(name: str) -> str:
    """The header with which a browser saves an answer under this name."""
    plain = re.sub(r"[^A-Za-z0-9._-]", "-", unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode())
    extended = "" if plain == name else f"; filename*=UTF-8''{quote(name, safe='')}"
    return f'attachment; filename="{plain}"{extended}'


def _unusable() -> Problem:
    text = Text(
        "The name of a file has at most {} characters, no control characters, and is written as UTF-8.",
        "파일 이름은 최대 {}자이고 제어 문자가 없어야 하며 UTF-8이어야 합니다.",
    )
    return Problem(FILE_NAME, text.format(LONGEST))
