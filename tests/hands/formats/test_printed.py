"""Amounts as sites print them."""

import pytest

from hands.formats.fields import WrongValueError
from hands.formats.printed import printed


@pytest.mark.parametrize(
    ("text", "decimals", "units"),
    [
        ("$0.25", 2, 25),
        ("$5", 2, 500),
        ("€1.5", 2, 150),
        ("$1,234.50", 2, 123450),
        ("1.234,50", 2, 123450),
        ("1 430", 0, 1430),
        ("1\u00a0430", 2, 143000),
        ("1\u202f430,5", 2, 143050),
        ("1'000", 0, 1000),
        ("1’000’000.25", 2, 100000025),
        ("368,55", 2, 36855),
        ("1,234,567", 2, 123456700),
        ("1,234", 0, 1234),
        ("1.234", 0, 1234),
        ("0.10", 2, 10),
    ],
)
def test_separators_are_read_as_the_source_writes_them(text: str, decimals: int, units: int) -> None:
    assert printed(text, decimals) == units


@pytest.mark.parametrize("text", ["$1,234", "1.234", "€999,999"])
def test_what_can_be_read_in_two_ways_is_never_guessed(text: str) -> None:
    with pytest.raises(WrongValueError) as wrong:
        printed(text, 2)
    assert wrong.value.kind.code == "amount_ambiguous"


@pytest.mark.parametrize(
    "text", ["", "$", "-5", "1,23,456", "12,34,5", "1,234,567,89", "1 43", "0x10", "١٢", "1e3", "1" * 50]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(WrongValueError) as wrong:
        printed(text, 2)
    assert wrong.value.kind.code == "amount"


@pytest.mark.parametrize(("text", "decimals"), [("0.12345", 2), ("1.5", 0), ("0.125", 2)])
def test_an_amount_finer_than_its_currency_is_refused(text: str, decimals: int) -> None:
    with pytest.raises(WrongValueError) as wrong:
        printed(text, decimals)
    assert wrong.value.kind.code == "too_many_decimals"
