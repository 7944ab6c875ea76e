"""Amounts as documents carry them: exact, never negative, at most eighteen digits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal, InvalidOperation

MAX_DIGITS = 18
MAX_DECIMALS = 8
"""The finest unit without a currency; what is finer is the noise of a binary number."""

_EXPONENTS = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}
_DECIMALS = {code: decimals for decimals, codes in _EXPONENTS.items() for code in codes.split()}
_AMOUNT = re.compile(r"([0-9]+)(?:\.([0-9]+))?")
_IN_ACTIONS = re.compile(r"\b(?:cbr|cc|post|dead|pb) [0-9]+\.([0-9]+)")


def currency_decimals(currency: str) -> int:
    """The decimals of an ISO 4217 currency: 0 of KRW, 3 of KWD, 2 of most."""
    return _DECIMALS.get(currency, 2)


def exact(text: str) -> Decimal:
    """The number of a JSON or TOML text, without binary noise; NaN for one that no decimal holds."""
    try:
        return Decimal(text)
    except InvalidOperation:
        return Decimal("NaN")


def written(value: object) -> str | None:
    """The digits of an amount as it was written (``"0.50"``), or None when it is no amount."""
    match value:
        case bool():
            return None
        case str():
            text = value
        case int():
            text = str(value) if 0 <= value < 10**MAX_DIGITS else ""
        case float():
            return written(exact(repr(value)))
        case Decimal() if value.is_finite() and value.adjusted() < MAX_DIGITS and _exponent(value) > -60:
            text = format(value, "f")
        case _:
            return None
    if len(text) > 80:
        return None
    found = _AMOUNT.fullmatch(text)
    if found is None or len((found[1] + (found[2] or "")).lstrip("0")) > MAX_DIGITS:
        return None
    return text


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def finest(amounts: Iterable[str]) -> int:
    """The most decimals that one of the amounts was written with."""
    return max((len(text.partition(".")[2]) for text in amounts), default=0)


def finest_in_actions(actions: Iterable[str]) -> int:
    """The most decimals of the amounts in action strings."""
    text = "\n".join(actions)
    return max(map(len, _IN_ACTIONS.findall(text)), default=0) if "." in text else 0
