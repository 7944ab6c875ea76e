"""Cards as small integers, and hands of cards as bit masks.

A card is ``4 * rank + suit`` with ranks ``2`` to ``A`` as 0 to 12 and suits ``c d h s`` as 0 to 3.
A set of cards is an integer with bit ``1 << card`` set, so that a duplicate is one ``&``.
An unknown card (``??``) is :data:`UNKNOWN` and never has a bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK_SIZE = 52
FULL_DECK = (1 << DECK_SIZE) - 1
UNKNOWN = -1

_TEXT = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARD = {text: card for card, text in enumerate(_TEXT)} | {"??": UNKNOWN}
_SIGNS = str.maketrans({"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"})
_SEPARATORS = str.maketrans({" ": None, ",": None, "\t": None, "\u00a0": None})


class CardError(ValueError):
    """A text that is no list of cards. ``token`` is the part at fault, ``index`` its place in the text; ``twice`` when
    it is a card that was there before."""

    def __init__(self, text: str, token: str, index: int, *, twice: bool = False) -> None:
        what = "is there twice" if twice else "is no card"
        super().__init__(f"{token!r} at character {index + 1} of {text!r} {what}")
        self.text, self.token, self.index, self.twice = text, token, index, twice


def parse_cards(text: str) -> list[int]:
    """The cards of a text such as ``As Td4h2c``, in its order; ``??`` is an unknown card.

    Ranks and suits are read in either case, ``10`` as ``T`` and the signs ♠♦♥♣ as suits; blanks and commas may
    stand between cards. Raises :class:`CardError` at the first token that is no card.
    """
    try:
        return [_CARD[text[i : i + 2]] for i in range(0, len(text), 2)]
    except KeyError:
        return _parse_loosely(text)


def _parse_loosely(text: str) -> list[int]:
    cards = []
    plain = text.translate(_SIGNS)
    i, end = 0, len(plain)
    while i < end:
        if plain[i].translate(_SEPARATORS) == "":
            i += 1
            continue
        width = 3 if plain.startswith("10", i) else 2
        token = plain[i : i + width]
        card = _CARD.get(("T" if width == 3 else token[0].upper()) + token[-1].lower())
        if card is None or len(token) < width:
            raise CardError(text, text[i : i + width], i)
        cards.append(card)
        i += width
    return cards


# The set of each known card and each ordered pair by its text, for known_set: most hands are one or two look-ups.
_SETS = {text: 0 if card == UNKNOWN else 1 << card for text, card in _CARD.items()}
_SETS |= {a + b: _SETS[a] | _SETS[b] for a in _SETS for b in _SETS if a != b or a == "??"}


def known_set(text: str) -> tuple[int, int]:
    """The known cards of a text as a set, and how many cards it has: of ``As??`` the ace of spades, and 2.

    Raises :class:`CardError` for what is no card and for a card that is there twice.
    """
    length = len(text)
    if length <= 4:
        found = _SETS.get(text)
        if found is not None:
            return found, length >> 1
    elif length == 8:
        left, right = _SETS.get(text[:4]), _SETS.get(text[4:])
        if left is not None and right is not None and not left & right:
            return left | right, 4
    cards = parse_cards(text)
    twice = first_duplicate(cards)
    if twice is not None:
        raise CardError(text, _TEXT[twice], max(0, text.rfind(_TEXT[twice])), twice=True)
    return mask_of(cards), len(cards)


def format_cards(cards: Iterable[int]) -> str:
    """The text of cards in their order, without blanks: the inverse of :func:`parse_cards`."""
    return "".join([_TEXT[card] if card >= 0 else "??" for card in cards])


def mask_of(cards: Iterable[int]) -> int:
    """The set of the known cards; a card given twice is there once."""
    mask = 0
    for card in cards:
        if card >= 0:
            mask |= 1 << card
    return mask


def cards_in(mask: int) -> Iterator[int]:
    """The cards of a set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def set_text(mask: int, unknown: int = 0) -> str:
    """The text of a set for people: aces first, then from the deuces up, then the unknown cards."""
    return format_cards([*sorted(cards_in(mask), key=_ace_first), *[UNKNOWN] * unknown])


def _ace_first(card: int) -> int:
    return (card + 4) % DECK_SIZE


def first_duplicate(cards: Iterable[int]) -> int | None:
    """The first known card that occurs a second time, or None."""
    seen = 0
    for card in cards:
        if card >= 0:
            bit = 1 << card
            if seen & bit:
                return card
            seen |= bit
    return None
