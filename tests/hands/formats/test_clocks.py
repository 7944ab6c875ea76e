"""The clocks of headers."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from hands.formats.clocks import read_moment
from hands.formats.fields import WrongValueError


@pytest.mark.parametrize(
    ("text", "utc"),
    [
        ("2025/08/02 11:24:53 CET [2025/08/02 5:24:53 ET]", "2025-08-02T09:24:53"),
        ("2025/12/24 18:13:43 ET", "2025-12-24T23:13:43"),
        ("2025/04/24 17:21:34 CET [2025/04/24 11:21:34 ET]", "2025-04-24T15:21:34"),
        ("2026/02/03 20:15:01 EET [2026/02/03 13:15:01 ET]", "2026-02-03T18:15:01"),
        ("2010/02/03 20:15:01 BRT [2010/02/03 17:15:01 ET]", "2010-02-03T22:15:01"),
        ("2008/01/12 - 18:30:00 (ET)", "2008-01-12T23:30:00"),
    ],
)
def test_the_letters_of_a_zone_mean_its_daylight_saving_too(text: str, utc: str) -> None:
    moment = read_moment(text, 1)
    assert moment.findings == ()
    assert moment.local.replace(tzinfo=ZoneInfo(moment.zone or "")).astimezone(UTC).isoformat() == utc + "+00:00"


def test_two_clocks_that_disagree_are_told_and_the_bracketed_one_is_taken() -> None:
    moment = read_moment("2025/08/02 12:24:53 CET [2025/08/02 5:24:53 ET]", 7)
    assert [finding.code for finding in moment.findings] == ["clocks_disagree"]
    assert moment.findings[0].place.line == 7
    assert (moment.local, moment.zone) == (datetime(2025, 8, 2, 5, 24, 53), "America/New_York")


@pytest.mark.parametrize("text", ["2025/11/02 1:30:00 ET", "2025/03/09 2:30:00 ET"])
def test_an_hour_that_happens_twice_or_never_is_kept_and_told(text: str) -> None:
    moment = read_moment(text, 1)
    assert [finding.code for finding in moment.findings] == ["clock_ambiguous"]
    assert moment.zone == "America/New_York"


@pytest.mark.parametrize(
    "text", ["", "yesterday", "2025/13/01 1:00:00 ET", "2025/02/30 1:00:00 ET", "0001/01/01 0:00:00 ET"]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(WrongValueError):
        read_moment(text, 1)


def test_a_zone_that_nobody_knows_leaves_the_local_time() -> None:
    assert read_moment("2025/12/24 18:13:43 XYZ", 1).zone is None
