"""Validates and settles fixed-limit badugi ``.phh`` files, text in and settlement out, beside PokerKit.

Both get the same generated hands in one process, in turns, so that a busy machine slows both. The last line is the
ratio of the medians. ``--profile`` says where our time goes instead.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import statistics
import time
import warnings
from collections.abc import Callable, Sequence

from pokerkit import HandHistory

from hands.formats import phh, read
from hands.formats.draws import in_phases
from hands.rules.generate import random_hand
from hands.rules.replay import play

# What PokerKit plays without an option: see docs/rules.md on the differences.
OPTIONS = {"short_raise": "add", "reopen": "full", "heads_up_limit": True, "ante_first": True}


def generated(count: int, seed: int) -> list[str]:
    """Texts of hands that PokerKit replays too: no reshuffle, nobody short of a blind."""
    texts = []
    source = random.Random(seed)
    while len(texts) < count:
        hand = random_hand(source, variant="FB", options=OPTIONS, short_stacks=False)
        hand.options = {}
        hand.actions = in_phases(hand.actions)
        text = phh.dumps(hand)
        if peer(text):
            texts.append(text)
    return texts


def ours(text: str) -> bool:
    (hand,) = read(text.encode())
    return hand.document is not None and play(hand.document).ledger is not None


def peer(text: str) -> bool:
    try:
        *_, state = HandHistory.loads(text)
    except ValueError:
        return False
    return not state.status


def seconds(run: Callable[[str], bool], texts: Sequence[str]) -> float:
    start = time.perf_counter()
    if not all(map(run, texts)):
        raise SystemExit("a hand was refused")
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=200, help="hands a round (default 200)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds (default 7)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profile", action="store_true", help="profile our side instead")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    texts = generated(arguments.hands, arguments.seed)
    seconds(ours, texts[:10])  # the rank table is built on first use
    if arguments.profile:
        with cProfile.Profile() as profile:
            seconds(ours, texts * arguments.rounds)
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)
        return
    mine, theirs = [], []
    for _ in range(arguments.rounds):
        mine.append(seconds(ours, texts) / len(texts))
        theirs.append(seconds(peer, texts) / len(texts))
    fast, slow = statistics.median(mine), statistics.median(theirs)
    print(f"hands: {len(texts)}, rounds: {arguments.rounds}, characters a hand: {sum(map(len, texts)) // len(texts)}")
    print(f"ours:     {1 / fast:9.0f} hands/s ({fast * 1e6:.0f} µs a hand)")
    print(f"PokerKit: {1 / slow:9.0f} hands/s ({slow * 1e6:.0f} µs a hand)")
    print(f"ratio: {slow / fast:.1f}")


if __name__ == "__main__":
    main()
