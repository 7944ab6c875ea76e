"""Whatever the bytes, a reader answers: with hands, or with one of its two errors, and in linear time."""

import random
from collections.abc import Callable
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hands.check import check
from hands.formats import UnknownFormatError, UnreadableError, read
from hands.formats.document import to_dict
from hands.rules.findings import errors


def read_all(data: bytes) -> None:
    try:
        for hand in read(data):
            assert hand.end_line >= hand.line >= 1
            assert (hand.document is None) == any(finding.severity == "error" for finding in hand.findings)
            for finding in (*hand.findings, *(told.finding for told in hand.contradictions)):
                assert finding.message("ko")
                assert (finding.place.line or 0) >= hand.line
            if hand.document is not None:
                to_dict(hand.document)
                assert all(told.since <= (told.finding.place.line or 0) for told in hand.contradictions)
                checked = check(hand)
                assert all(finding.place.line for finding in checked.findings)
                assert checked.accepted != any(errors(checked.findings))
    except (UnknownFormatError, UnreadableError):
        pass


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    read_all(data)


@pytest.mark.parametrize("name", ["three-players", "heads-up", "names", "side-pot", "cancelled"])
def test_hands_with_lines_and_characters_lost_doubled_and_swapped(text: Callable[[str], str], name: str) -> None:
    source = text(name)
    for seed in range(150):
        chance = random.Random(seed)
        lines = source.split("\n")
        for _ in range(chance.randint(1, 3)):
            at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
            match chance.randrange(5):
                case 0:
                    del lines[at:other]
                    lines = lines or [""]
                case 1:
                    lines[at], lines[other] = lines[other], lines[at]
                case 2:
                    lines.insert(at, lines[other])
                case 3:
                    cut = chance.randrange(len(lines[at]) + 1)
                    lines[at] = (
                        lines[at][:cut]
                        + chance.choice(["", "\x00", "[", "((", ": ", "名", "9" * 30])
                        + lines[at][cut + 1 :]
                    )
                case _:
                    lines[at] = lines[at] + lines[other]
        read_all("\n".join(lines).encode())


@pytest.mark.parametrize("name", ["three-players", "names"])
def test_hands_with_single_bytes_changed(text: Callable[[str], str], name: str) -> None:
    source = text(name).encode()
    for seed in range(150):
        chance = random.Random(seed)
        data = bytearray(source)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        read_all(bytes(data))


HOSTILE = {
    "one long line": lambda n: "x" * n,
    "brackets": lambda n: "Dealt to Hana " + "[" * n,
    "closed brackets": lambda n: "Dealt to Hana " + "[]" * (n // 2),
    "seats": lambda n: "Seat 1: " + "( in chips" * (n // 10),
    "amount": lambda n: "Hana: calls " + "1," * (n // 2),
    "digits": lambda n: "Hana: bets " + "9" * n,
    "total": lambda n: "Total pot " + "Side pot 1. " * (n // 12),
    "won": lambda n: "Seat 1: Hana " + " and won (" * (n // 10),
    "stars": lambda n: "*" * n + "x",
    "marks": lambda n: "\ufeff" * n,
    "collected": lambda n: "Hana collected " * (n // 15),
    "said": lambda n: "Hana: " * (n // 6),
    "blank": lambda n: " " * n + "x",
    "lines": lambda n: "y\n" * (n // 2),
    "headers": lambda n: "PokerStars Hand #1: Badugi Limit (\n" * (n // 35),
    "level": lambda n: "PokerStars Hand #1: Tournament #1, " + " - Level " * (n // 9) + " - 2025/1/1",
}


@pytest.mark.parametrize("shape", HOSTILE)
@pytest.mark.parametrize("name", ["json", "phh", "pokerstars"])
def test_hostile_lines_cost_no_more_than_their_length(text: Callable[[str], str], shape: str, name: str) -> None:
    hand = text("three-players").split("\n")
    around = {
        "json": ('{"variant": "', '"}'),
        "phh": ('variant = "FB"\nactions = ["', '"]'),
        "pokerstars": ("\n".join(hand[:9]) + "\n", "\n" + "\n".join(hand[9:])),
    }[name]
    start = perf_counter()
    read_all((around[0] + HOSTILE[shape](300_000) + around[1]).encode())
    assert perf_counter() - start < 4
