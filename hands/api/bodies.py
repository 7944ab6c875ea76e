"""From the body of a request to the one hand in it."""

from __future__ import annotations

from itertools import islice

from django.http import HttpRequest

from badugi_site.api.bodies import MEGABYTE, bounded_body, content_type_of, require_content, require_content_type
from badugi_site.api.problems import Kind, Problem, kind
from badugi_site.api.strict_json import MalformedJsonError, parse_json
from badugi_site.api.text import Text
from hands.formats import ReadHand, UnknownFormatError, UnreadableError, read
from hands.rules import findings
from hands.rules.findings import Finding

HAND_LIMIT = 1 * MEGABYTE
# Beyond so many hands in one body nobody wants to know how many there are.
COUNTED = 1000

CONTENT_TYPES = (
    "application/json",
    "text/plain",
    "application/xml",
    "text/xml",
    "application/toml",
    "application/octet-stream",
)


def _refusing(finding: findings.Kind) -> Kind:
    """The problem of a body with this finding: the same code, and of the sentence what stands before the details."""
    return kind(finding.code, 422, *(text.partition(":")[0] for text in (finding.en, finding.ko)))


UNKNOWN_FORMAT = _refusing(findings.UNKNOWN_FORMAT)
UNREADABLE = _refusing(findings.UNREADABLE)
SEVERAL_HANDS = kind("several_hands", 422, "One hand at a time", "한 번에 한 핸드만 보낼 수 있습니다")


def one_hand(request: HttpRequest) -> ReadHand:
    """The hand of a body in any format; the declared type only has to be one that can hold a hand."""
    # A body without a type is told by its content, as octets are.
    require_content_type(request, (*CONTENT_TYPES, ""), "text/plain")
    content_type = content_type_of(request)
    body = bounded_body(request, HAND_LIMIT)
    require_content(body)
    malformed = _malformed(body) if content_type == "application/json" else None
    hand, count = _read(body, content_type)
    if count > 1:
        text = Text(
            "The body holds {}{} hands. One hand at a time is taken here; send files of many hands to uploads/.",
            "본문에 핸드가 {}개{} 있습니다. 여기서는 한 핸드만 받습니다. 여러 핸드는 uploads/로 보내세요.",
        )
        more = Text("at least ", " 이상") if count == COUNTED else Text("", "")
        raise Problem(
            SEVERAL_HANDS,
            Text(text.en.format(more.en, count), text.ko.format(count, more.ko)),
            hands=count,
        )
    # After the count: several documents one after the other are not a JSON text, but that is not what is wrong.
    if malformed is not None:
        raise malformed
    return hand


def _malformed(body: bytes) -> Problem | None:
    try:
        value = parse_json(body)
    except MalformedJsonError as problem:
        return problem
    if isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict)):
        return None
    return _unknown_format()


def _read(body: bytes, content_type: str) -> tuple[ReadHand, int]:
    try:
        hands = read(body, content_type)
        first = next(hands, None)
    except UnknownFormatError:
        first = None
    except UnreadableError as error:
        raise Problem(UNREADABLE, _sentence(findings.UNREADABLE(found=error.reason))) from None
    if first is None:
        raise _unknown_format()
    return first, 1 + sum(1 for _ in islice(hands, COUNTED - 1))


def _unknown_format() -> Problem:
    return Problem(UNKNOWN_FORMAT, _sentence(findings.UNKNOWN_FORMAT()))


def _sentence(finding: Finding) -> Text:
    return Text(finding.message("en"), finding.message("ko"))
