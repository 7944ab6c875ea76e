"""The time of a hand, as the clocks of its header tell it.

Sites write ``ET`` or ``CET`` in summer and in winter: the letters name a place with daylight saving, not an offset.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from hands.formats import words
from hands.formats.fields import WrongValueError
from hands.rules import findings
from hands.rules.findings import Finding

ZONES = {
    "UTC": "Etc/UTC",
    "GMT": "Europe/London",
    "BST": "Europe/London",
    "WET": "Europe/Lisbon",
    "CET": "Europe/Berlin",
    "EET": "Europe/Helsinki",
    "MSK": "Europe/Moscow",
    "ET": "America/New_York",
    "CT": "America/Chicago",
    "MT": "America/Denver",
    "PT": "America/Los_Angeles",
    "AT": "America/Halifax",
    "NT": "America/St_Johns",
    "AKT": "America/Anchorage",
    "HT": "Pacific/Honolulu",
    "BRT": "America/Sao_Paulo",
    "ART": "America/Argentina/Buenos_Aires",
    "CLT": "America/Santiago",
    "COT": "America/Bogota",
    "IST": "Asia/Kolkata",
    "CCT": "Asia/Shanghai",
    "HKT": "Asia/Hong_Kong",
    "SGT": "Asia/Singapore",
    "KST": "Asia/Seoul",
    "JST": "Asia/Tokyo",
    "AWST": "Australia/Perth",
    "ACST": "Australia/Adelaide",
    "AEST": "Australia/Sydney",
    "NZT": "Pacific/Auckland",
}

_CLOCK = re.compile(
    r"([0-9]{4})[/-]([0-9]{1,2})[/-]([0-9]{1,2})(?: -)? ([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?: \(?([A-Z]{2,5})\)?)?"
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A local time and its IANA zone, None when the source names none that is known; ``clocks`` are the two that the
    source told, where they disagree."""

    local: datetime
    zone: str | None
    findings: tuple[Finding, ...] = ()
    clocks: str | None = None


def read_moment(text: str, line: int) -> Moment:
    """The time of a header such as ``2025/08/02 11:24:53 CET [2025/08/02 5:24:53 ET]``.

    Two clocks are checked against each other, and the bracketed one is taken. Raises :class:`WrongValueError`.
    """
    first, _, second = text.strip().partition("[")
    own = _clock(first.strip(), text)
    bracketed = _clock(second.strip().removesuffix("]").strip(), text) if second else None
    taken = bracketed or own
    found = []
    clocks = None
    instants = _instants(taken)
    if bracketed and own.zone and bracketed.zone and not _instants(own) & instants:
        clocks = text.strip()
        found.append(findings.CLOCKS_DISAGREE(line=line, field="time", found=clocks, expected=second.strip(" ]")))
    if taken.zone and len(instants) > 1:
        shown = f"{taken.local:%Y-%m-%d %H:%M:%S} {taken.zone}"
        found.append(findings.CLOCK_AMBIGUOUS(line=line, field="time", found=shown, expected=shown))
    return Moment(taken.local, taken.zone, tuple(found), clocks)


def _clock(text: str, whole: str) -> Moment:
    match = _CLOCK.fullmatch(text)
    if match is None:
        raise WrongValueError(whole, words.A_CLOCK)
    try:
        local = datetime(*map(int, match.groups()[:6]))  # type: ignore[arg-type]
    except ValueError as error:
        raise WrongValueError(whole, words.A_CLOCK) from error
    if not 1970 <= local.year < 2200:
        raise WrongValueError(whole, words.A_YEAR)
    return Moment(local, ZONES.get(match[7] or ""))


def _instants(moment: Moment) -> set[datetime]:
    """The times in UTC that a clock may mean: two in the hours that daylight saving repeats or leaves out."""
    zone = _zone(moment.zone or "Etc/UTC")
    offsets = [moment.local.replace(tzinfo=zone, fold=fold).utcoffset() for fold in (0, 1)]
    return {moment.local - offset for offset in offsets if offset is not None}


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
