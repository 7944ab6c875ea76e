"""Nobody sees a card that was neither theirs nor shown, and nothing that a source told is lost."""

import dataclasses
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hands.combining import Statement, combine, digest_of, number_of
from hands.formats import phh, read
from hands.formats.document import to_dict
from hands.formats.draws import in_phases
from hands.formats.stored import from_stored
from hands.privacy import PUBLIC, PUBLIC_RECORD, SPLIT, SPLIT_RECORD, Overlay, document_for, split
from hands.rules.document import Collected, Document, Record
from hands.rules.generate import random_hand
from hands.rules.replay import Replay, play

CARD = re.compile(r"[2-9TJQKA][cdhs]")
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "cuts": st.integers(0, 4),
        "max_bets": st.integers(0, 6),
        "own_discards": st.sampled_from(["this-draw", "never"]),
        "deck_rule": st.sampled_from(["reshuffle", "no-card"]),
        "tie_rule": st.sampled_from(["split", "suit"]),
        "first_bet": st.booleans(),
        "last_bet": st.booleans(),
        "burn": st.booleans(),
    },
)


@st.composite
def replays(draw: Any) -> Replay:
    """A random hand with its record, all cards known, everything that can be private filled in."""
    random = Random(draw(st.integers(0, 2**32)))
    document = random_hand(
        random,
        options=draw(OPTIONS),
        decimals=draw(st.sampled_from([0, 2])),
        show=draw(st.booleans()),
    )
    replay = play(document)
    assert replay.ledger is not None and replay.table is not None
    n = len(document.stacks)
    document.players = [f"Player{i}" for i in range(n)]
    document.hand, document.venue = "77", "Club Han"
    document.extra = {"_note": "p1 had AsKsQsJs", "author": "AsKs"}
    if draw(st.booleans()):
        folded = replay.table.betting.folded
        document.record = Record(
            collected=[Collected(line.player, line.won) for line in replay.ledger.players if line.won],
            labels={line.player: "AsKsQsJs" for line in replay.ledger.players},
            mucked={
                line.player: line.final_cards
                for line in replay.ledger.players
                if not folded[line.player - 1] and line.player - 1 not in replay.table.show_order
            },
        )
    replay = play(document)
    assert replay.accepted, [finding.message() for finding in replay.findings]
    return replay


def money(replay: Replay) -> Any:
    return replay.ledger and [(line.put_in, line.returned, line.won) for line in replay.ledger.players]


def shown(document: Document) -> set[str]:
    return {card for action in document.actions if " sm " in action for card in CARD.findall(action)}


def own(document: Document, player: int) -> set[str]:
    actions = (action for action in document.actions if f"p{player} " in action)
    cards = {card for action in actions for card in CARD.findall(action)}
    return cards | {*CARD.findall((document.record or Record()).mucked.get(player, ""))}


def test_it_is_decided_for_every_field_who_may_see_it() -> None:
    """A new field of the document stays with nobody until it stands in one of these lists."""
    assert {field.name for field in dataclasses.fields(Document)} == {*PUBLIC, *SPLIT}
    assert {field.name for field in dataclasses.fields(Record)} == {*PUBLIC_RECORD, *SPLIT_RECORD}
    assert not {*PUBLIC} & {*SPLIT} and not {*PUBLIC_RECORD} & {*SPLIT_RECORD}


@given(replays())
@settings(max_examples=150, deadline=None)
def test_the_public_document_has_no_card_but_the_shown_ones_and_replays(replay: Replay) -> None:
    public, _ = split(replay)
    text = json.dumps(to_dict(public))
    labels = {card for label in (public.record or Record()).labels.values() for card in CARD.findall(label)}
    assert {*CARD.findall(text)} - labels <= shown(public)
    assert "had" not in text and "author" not in text
    again = play(public)
    assert again.accepted, [finding.message() for finding in again.findings]
    if again.ledger is not None:
        assert money(again) == money(replay)


@given(replays())
@settings(max_examples=150, deadline=None)
def test_public_document_and_overlay_together_are_the_hand_again(replay: Replay) -> None:
    public, overlay = split(replay)
    full = document_for(
        from_stored(json.loads(json.dumps(to_dict(public)))), [Overlay.from_dict(overlay.to_dict())], None
    )
    again = play(full)
    assert money(again) == money(replay)
    assert (again.status, again.unproved) == (replay.status, replay.unproved)
    assert [line.final_cards for line in again.ledger.players] == [line.final_cards for line in replay.ledger.players]
    assert full.extra == replay.document.extra
    assert split(again) == (public, overlay)


@given(replays(), st.integers(1, 8))
@settings(max_examples=150, deadline=None)
def test_a_player_sees_their_own_cards_and_what_was_shown(replay: Replay, seat: int) -> None:
    player = (seat - 1) % len(replay.document.stacks) + 1
    public, overlay = split(replay)
    document = document_for(public, [overlay], {player})
    data = to_dict(document)
    seen = {card for action in document.actions for card in CARD.findall(action)}
    seen |= {*CARD.findall(json.dumps((data.get("results") or {}).get("mucked", [])))}
    assert own(replay.document, player) <= seen <= own(replay.document, player) | shown(public)
    assert "_note" not in data and "author" not in data
    labels = (document.record or Record()).labels
    showed = {int(action[1:].split()[0]) for action in public.actions if " sm " in action}
    assert labels.keys() <= showed | {player}
    again = play(document)
    assert again.accepted, [finding.message() for finding in again.findings]


def spelled_differently(document: Document) -> Document:
    """The same hand as other programs write it: draws in phases, calls with amounts left out, cards in lower case."""
    actions = [action.replace("As", "as").replace("Td", "10d") for action in in_phases(document.actions)]
    return dataclasses.replace(document, actions=actions, variant="FB" if document.variant == "badugi" else "badugi")


@given(replays())
@settings(max_examples=100, deadline=None)
def test_the_order_of_the_draws_and_the_spelling_make_no_other_hand(replay: Replay) -> None:
    public, overlay = split(replay)
    other = play(spelled_differently(replay.document))
    if not other.accepted:
        # Whoever draws last from a stub that runs out gets other cards in the other order.
        assert replay.table.holdings.deck.shuffles
        return
    public_2, overlay_2 = split(other)
    if replay.table.holdings.deck.shuffles and public_2.actions != public.actions:
        return
    assert digest_of(public_2, overlay_2) == digest_of(public, overlay)
    assert number_of(dataclasses.replace(public_2, hand=None)) == number_of(dataclasses.replace(public, hand=None))


@given(replays(), st.data())
@settings(max_examples=100, deadline=None)
def test_statements_combine_in_any_order_to_the_same(replay: Replay, data: Any) -> None:
    """Each player's own history, some with another rake or another card: the result is that of the set."""
    n = len(replay.document.stacks)
    public, overlay = split(replay)
    statements = []
    for player in data.draw(st.lists(st.integers(1, n), min_size=1, max_size=4, unique=True)):
        document = document_for(public, [overlay], {player})
        if data.draw(st.integers(0, 4)) == 0:
            document = dataclasses.replace(document, table="another table")
        if data.draw(st.integers(0, 4)) == 0:
            document = dataclasses.replace(document, players=None, record=None)
        seen = play(document)
        if not seen.accepted:
            continue
        part, cards = split(seen)
        if data.draw(st.integers(0, 3)) == 0:
            taken = data.draw(st.sampled_from(["As", "Kd"]))
            cards.cards = {index: re.sub("^..", taken, text) for index, text in cards.cards.items()}
        statements.append(Statement(part, cards, (data.draw(st.integers(1, 3)), digest_of(part, cards))))
    if not statements:
        return
    first = combine(statements)
    shuffled = data.draw(st.permutations(statements))
    again = combine(shuffled)
    assert again.public == first.public
    assert money(again.replay) == money(first.replay)
    by_digest = {one.weight: found for one, found in zip(statements, first.conflicts, strict=True)}
    assert {one.weight: found for one, found in zip(shuffled, again.conflicts, strict=True)} == by_digest
    # What agreed, combined once more with its own result, changes nothing.
    agreeing = [one for one, found in zip(statements, first.conflicts, strict=True) if not found]
    twice = combine([*agreeing, Statement(first.public, Overlay(), (9, ""))])
    assert twice.public == first.public
    assert not any(twice.conflicts)


def badugi_hands(corpus: Path) -> list[Document]:
    files = [corpus / "pokerstars" / f"badugi-{name}.txt" for name in ("cash-2010", "sng-2010")]
    files += sorted((corpus / "phh").glob("badugi-*.phh"))
    return [hand.document for file in files for hand in read(file.read_bytes())]


def test_every_real_hand_splits_and_comes_back(corpus: Path) -> None:
    for document in badugi_hands(corpus):
        replay = play(document)
        public, overlay = split(replay)
        alone = play(public)
        assert alone.accepted, document.hand
        assert alone.ledger is None or money(alone) == money(replay)
        again = play(document_for(public, [overlay], None))
        assert (money(again), again.status) == (money(replay), replay.status), document.hand
        assert {*CARD.findall(" ".join(public.actions))} <= shown(public)


def test_the_same_hand_as_text_and_as_phh_has_the_same_digest(corpus: Path) -> None:
    for document in badugi_hands(corpus):
        (hand,) = read(phh.dumps(document).encode())
        assert digest_of(*split(play(hand.document))) == digest_of(*split(play(document))), document.hand


def short_big_blind(call: str, record: Record | None) -> Replay:
    """p1 has 1 in front and calls a big blind of 10 that had no more than 4."""
    unseen = [f"d dh p{player} ????????" for player in (1, 2, 3)]
    pats = [f"p{player} sd" for _ in range(3) for player in (1, 2)]
    actions = [*unseen, "p3 f", f"p1 {call}", *pats, "p1 sm As2h3d4c"]
    document = Document("badugi", [0] * 3, [1, 10, 0], [100, 4, 100], actions, small_bet=10, big_bet=20, record=record)
    return play(document)


def test_a_printed_call_of_the_matched_part_alone_keeps_its_amount() -> None:
    """Without it 6 would come back, and the source says that nothing did."""
    matched = short_big_blind("cc 3", Record(collected=[Collected(1, 8)], returned=[]))
    public, overlay = split(matched)
    assert "p1 cc 3" in public.actions
    assert money(play(document_for(public, [overlay], None))) == money(matched)
    nominal = short_big_blind("cc 9", Record(collected=[Collected(1, 8)], returned=[(1, 6)]))
    assert "p1 cc" in split(nominal)[0].actions


def test_a_source_that_prints_no_calls_agrees_with_one_that_does() -> None:
    matched = split(short_big_blind("cc 3", Record(collected=[Collected(1, 8)], returned=[])))
    plain = split(short_big_blind("cc", None))
    for weights in ((1, 2), (2, 1)):
        combined = combine(
            [Statement(*one, (weight, "")) for one, weight in zip((matched, plain), weights, strict=True)]
        )
        assert combined.conflicts == [[], []]
        assert "p1 cc 3" in combined.public.actions


@pytest.mark.parametrize("seed", range(3))
def test_a_card_in_two_hands_is_a_conflict_of_the_lighter_statement(seed: int) -> None:
    document = random_hand(Random(seed), players=3, short_stacks=False, show=False)
    public, overlay = split(play(document))
    first, second = (split(play(document_for(public, [overlay], {player}))) for player in (1, 2))
    stolen = first[1].cards[0]
    second[1].cards[1] = stolen[:2] + second[1].cards[1][2:]
    heavy = Statement(*first, (1, "b"))
    light = Statement(*second, (3, "a"))
    combined = combine([light, heavy])
    assert combined.conflicts[1] == [] and combined.conflicts[0]
    assert combined.overlays == [Overlay(), heavy.overlay]
    assert combined.replay.accepted
