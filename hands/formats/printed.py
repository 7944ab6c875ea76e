"""Amounts as sites print them: ``$1,234.50``, ``1 430``, ``1'000``, ``368,55``."""

from __future__ import annotations

import re
from functools import lru_cache

from hands.formats import words
from hands.formats.fields import WrongValueError
from hands.rules import findings
from hands.rules.document import AmountError, units
from hands.rules.words import AMOUNT_EXAMPLES

_LONGEST = 60
_MONEY = "$€£¥₩₹"
_SIGNS = f"{_MONEY} \u00a0\u202f"
_PLAIN = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,2})?")
_TWO_WAYS = re.compile(r"([1-9][0-9]{0,2})[.,]([0-9]{3})")
_WRITTEN = re.compile(
    r"(?P<whole>[0-9]{1,18}|[1-9][0-9]{0,2}(?P<group>[.,'’ \u00a0\u202f\u2009])[0-9]{3}(?:(?P=group)[0-9]{3}){0,4})"
    r"(?:(?P<point>[.,])(?P<fraction>[0-9]{1,18}))?"
)


_OWN_SIGNS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CNY": "¥", "KRW": "₩", "INR": "₹"}


@lru_cache(maxsize=4096)  # blinds and bets come again and again
def printed(text: str, decimals: int, currency: str | None = None) -> int:
    """A printed amount in the smallest unit. Raises :class:`WrongValueError`, also for what can be read in two ways.

    The sign of another currency than this is refused (of any, when it is empty: chips); None says nothing of signs.

    ``1,234`` of a currency with decimals could be a thousand or one and a bit, and is never guessed; chips, which are
    whole, leave one way only.
    """
    if len(text) > _LONGEST:
        raise WrongValueError(text, AMOUNT_EXAMPLES, findings.AMOUNT)
    if currency is not None and (other := _other_sign(text, currency)):
        raise WrongValueError(text, words.no_sign(other))
    number = text.strip(_SIGNS)
    if not _PLAIN.fullmatch(number):
        number = _without_groups(number, text, decimals)
    try:
        return units(number, decimals)
    except AmountError as error:
        kind = findings.TOO_MANY_DECIMALS if error.too_fine else findings.AMOUNT
        raise WrongValueError(text, str(decimals) if error.too_fine else AMOUNT_EXAMPLES, kind) from error


def _other_sign(text: str, currency: str) -> str:
    """A sign of a currency that this one is not written with; dollars of all countries share theirs."""
    own = _OWN_SIGNS.get(currency, _SIGNS if currency else "")
    return next((letter for letter in text if letter in _MONEY and letter not in own), "")


def _without_groups(number: str, text: str, decimals: int) -> str:
    if two := _TWO_WAYS.fullmatch(number):
        if decimals:
            raise WrongValueError(text, f"{two[1]}{two[2]}, {two[1]}.{two[2]}", findings.AMOUNT_AMBIGUOUS)
        return two[1] + two[2]
    match = _WRITTEN.fullmatch(number)
    if match is None or (match["group"] is not None and match["group"] == match["point"]):
        raise WrongValueError(text, AMOUNT_EXAMPLES, findings.AMOUNT)
    whole = "".join(digit for digit in match["whole"] if digit.isdigit())
    return f"{whole}.{match['fraction']}" if match["point"] else whole
