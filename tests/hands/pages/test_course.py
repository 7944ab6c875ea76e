"""The course of a hand in words: forced bets, calls and raises, all-ins, cuts, cards that are not known."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from hands.pages.course import Course, StreetView, course_of
from hands.pages.settlement import money
from hands.rules.document import Document
from hands.rules.games import BADUGI, rules_for
from hands.rules.generate import random_hand
from hands.rules.replay import play
from tests.hands.rules.builder import cards, spelled_out


def course(actions: Iterable[str], *, n: int = 3, **fields: object) -> Course:
    values: dict[str, object] = {
        "variant": "badugi",
        "antes": [0] * n,
        "blinds": [5, 10, *[0] * (n - 2)],
        "stacks": [100] * n,
        "small_bet": 10,
        "big_bet": 20,
    } | fields
    document = Document(**values, actions=spelled_out(actions, n))  # type: ignore[arg-type]
    return course_of(document, rules_for(BADUGI, document.options), "en")


def told(street: StreetView) -> list[str]:
    return [f"{step.name} {step.words}".strip() for step in (*street.forced, *street.steps)]


def test_blinds_straddles_and_antes_are_told_by_their_names() -> None:
    (street,) = course(cards(4), n=4, antes=[1] * 4, blinds=[5, 10, 20, 0]).streets
    assert told(street) == [
        *(f"p{number} posts the ante, 1" for number in (1, 2, 3, 4)),
        *("p1 posts the small blind, 5", "p2 posts the big blind, 10", "p3 straddles, 20"),
    ]
    assert street.pot == "39"


def test_heads_up_the_button_posts_the_small_blind_first() -> None:
    (street,) = course(cards(2), n=2).streets
    assert told(street) == ["p2 posts the small blind, 5", "p1 posts the big blind, 10"]


def test_a_missing_small_blind_and_posts_out_of_position_are_told() -> None:
    (street,) = course(["p4 post 10 dead 5", *cards(4)], n=4, blinds=[0, 10, 0, 0]).streets
    assert told(street) == ["p2 posts the big blind, 10", "p4 posts 10, and 5 dead"]
    assert street.pot == "25"
    (street,) = course(["p4 post 10", "p3 post 0 dead 5", *cards(4)], n=4).streets
    assert told(street)[2:] == ["p4 posts 10", "p3 posts 5 dead"]


def test_calls_bets_raises_folds_and_all_ins_are_told() -> None:
    actions = [*cards(3), "p3 cbr 20", "p1 f", "p2 cc", "p2 p3 sd", "p2 cc", "p3 cbr 10", "p2 cbr 15", "p3 cc"]
    before, morning = course(actions, stacks=[100, 35, 100]).streets[:2]
    assert told(before)[2:] == ["p3 raises to 20", "p1 folds", "p2 calls 10"]
    assert told(morning) == ["p2 checks", "p3 bets 10", "p2 raises to 15, and is all-in", "p3 calls 5"]
    assert [step.is_fold for step in before.steps] == [False, True, False]
    assert (before.pot, morning.pot) == ("15", "45")


def test_without_blinds_the_first_chips_are_a_bet() -> None:
    before = course([*cards(3), "p1 cc", "p2 cbr 10"], antes=[5] * 3, blinds=[0] * 3).streets[0]
    assert told(before)[3:] == ["p1 checks", "p2 bets 10"]


def test_discards_lie_beside_their_owner_and_new_cards_are_marked() -> None:
    actions = [*cards(2), "p2 p1 cc", "p1 sd 4c3d", "d dh p1 KcQd", "p2 sd"]
    row, pat = course(actions, n=2).streets[1].cards
    assert (row.words, [tile.rank for tile in row.thrown]) == ("draws 2", ["4", "3"])
    assert [(tile.rank, tile.state) for tile in row.tiles] == [("A", ""), ("2", ""), ("Q", "drawn"), ("K", "drawn")]
    assert (pat.words, pat.thrown, len(pat.tiles)) == ("stands pat", [], 4)


def test_what_the_document_does_not_tell_is_a_back() -> None:
    actions = ["d dh p1 ????????", "d dh p2 As2h????", "p2 p1 cc", "p1 sd ????", "d dh p1 ????", "p2 sd As??"]
    before, morning = course([*actions, "d dh p2 Kc??"], n=2).streets
    assert [tile.suit for tile in before.cards[0].tiles] == ["back"] * 4
    assert [tile.suit for tile in before.cards[1].tiles] == ["spade", "heart", "back", "back"]
    assert [tile.suit for tile in morning.cards[0].thrown] == ["back"] * 2
    assert [(tile.suit, tile.state) for tile in morning.cards[1].thrown] == [("spade", "thrown"), ("back", "thrown")]


def test_those_who_fold_draw_no_more() -> None:
    actions = [*cards(3), "p3 p1 cc", "p2 cc", "pat", "p1 cbr 10", "p2 f", "p3 cc", "p1 p3 sd"]
    streets = course(actions).streets
    assert [[row.place for row in street.cards] for street in streets] == [
        ["p1", "p2", "p3"],
        ["p1", "p2", "p3"],
        ["p1", "p3"],
    ]


def test_of_a_document_that_breaks_off_as_much_is_told_as_can_be_replayed() -> None:
    streets = course([*cards(3), "p3 cbr 20", "p3 f"]).streets
    assert told(streets[0])[2:] == ["p3 raises to 20"]


def test_who_showed_and_who_mucked_stands_at_the_end() -> None:
    actions = [*cards(2), "p2 p1 cc", *["pat", "p1 p2 cc"] * 3, "p1 sm As2h3d4c", "p2 sm"]
    assert [(step.name, step.words) for step in course(actions, n=2).shown] == [("p1", "shows"), ("p2", "mucks")]


@given(st.randoms(use_true_random=False))
def test_every_hand_can_be_told_to_its_last_chip(random: object) -> None:
    document = random_hand(random)  # type: ignore[arg-type]
    replay = play(document)
    assert replay.table is not None and replay.ledger is not None
    told = course_of(document, replay.table.rules, "ko")
    codes = [street.code for street in told.streets]
    assert codes == [code for code in ("predraw", "first_draw", "second_draw", "third_draw") if code in codes]
    acts = [text for text in document.actions if text.split()[1] in ("cc", "cbr", "f")]
    assert sum(len(street.steps) for street in told.streets) == len(acts)
    thrown = sum(len(text.split()[2]) // 2 for text in document.actions if " sd " in text)
    assert sum(len(row.thrown) for street in told.streets for row in street.cards) == thrown
    put_in = sum(line.put_in + line.returned for line in replay.ledger.players)
    assert all(int(street.pot.replace(",", "")) <= put_in for street in told.streets)
    assert told.streets[0].pot == money(_forced(document), 0)


def _forced(document: Document) -> int:
    """What was forced from everybody, as far as their stacks went."""
    owed = [ante + blind for ante, blind in zip(document.antes, _blinds(document), strict=True)]
    return sum(min(each, stack or 0) for each, stack in zip(owed, document.stacks, strict=True))


def _blinds(document: Document) -> list[int]:
    return document.blinds[::-1] if len(document.stacks) == 2 else document.blinds
