"""Laws that hold for every hand: chips conserved, replay deterministic, and no mutation of a hand goes unseen."""

import copy
from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from hands.rules.document import Collected, Record
from hands.rules.findings import CATALOGUE
from hands.rules.games import BY_VARIANT, rules_for
from hands.rules.generate import random_hand
from hands.rules.replay import play
from hands.rules.table import Table
from tests.hands.rules.builder import english

FEW = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def option_sets(draw):
    cuts = draw(st.integers(0, 4))
    options = {
        "cuts": cuts,
        "first_bet": draw(st.booleans()),
        "last_bet": draw(st.booleans()),
        "own_discards": draw(st.sampled_from(["this-draw", "never"])),
        "deck_rule": draw(st.sampled_from(["reshuffle", "no-card"])),
        "burn": draw(st.booleans()),
        "tie_rule": draw(st.sampled_from(["split", "suit"])),
        "max_bets": draw(st.integers(0, 5)),
        "heads_up_limit": draw(st.booleans()),
        "short_raise": draw(st.sampled_from(["complete", "add"])),
        "reopen": draw(st.sampled_from(["half", "full"])),
        "ante_first": draw(st.booleans()),
    }
    if draw(st.booleans()):
        options["cut_limits"] = draw(st.lists(st.integers(0, 5), min_size=cuts, max_size=cuts))
    if draw(st.booleans()):
        options["big_bet_from"] = draw(st.integers(0, 5))
    chosen = draw(st.sets(st.sampled_from(sorted(options))))
    if "cut_limits" in chosen:
        chosen.add("cuts")
    return {code: value for code, value in options.items() if code in chosen}


ANY_OPTIONS = option_sets()
SEEDS = st.integers(0, 1 << 30)


@st.composite
def hands(draw, options=ANY_OPTIONS, least=2, most=8):
    chosen = draw(options)
    return random_hand(
        Random(draw(SEEDS)),
        options=chosen,
        players=draw(st.integers(least, most)),
        decimals=draw(st.sampled_from([0, 2])),
    )


plain_hands = hands(options=st.just({}), most=6)
crowded_hands = hands(least=9, most=12)


def errors(replay):
    return [finding for finding in replay.findings if finding.severity == "error"]


def refused(replay):
    """The index of the action at fault of a refused hand, None for an accepted one."""
    found = errors(replay)
    assert (replay.status is None) == bool(found)
    if found:
        assert replay.ledger is None
        assert all(finding.message("en") and finding.message("ko") for finding in found)
        return found[0].place.action
    return None


@MANY
@given(hands() | crowded_hands)
def test_chips_are_conserved(document):
    ledger = play(document).ledger
    assert sum(line.net for line in ledger.players) + ledger.rake == 0
    assert sum(line.finishing_stack for line in ledger.players) == sum(document.stacks)
    assert all(line.finishing_stack >= 0 for line in ledger.players)
    assert sum(pot.amount for pot in ledger.pots) == sum(line.put_in for line in ledger.players)
    for pot in ledger.pots:
        assert pot.amount > 0
        assert sum(share.amount for share in pot.shares) + pot.rake == pot.amount
        assert {share.player for share in pot.shares} <= set(pot.eligible)
        assert all(share.odd in (0, 1) for share in pot.shares)
        assert max(share.amount for share in pot.shares) - min(share.amount for share in pot.shares) <= 1
    for line in ledger.players:
        assert line.net == line.won - line.put_in
        assert line.put_in + line.returned <= document.stacks[line.player - 1]
        won = sum(share.amount for pot in ledger.pots for share in pot.shares if share.player == line.player)
        assert line.won == won


@FEW
@given(hands() | crowded_hands)
def test_a_generated_hand_is_legal_and_settled(document):
    replay = play(document)
    assert errors(replay) == []
    assert replay.status == "settled"
    assert replay.table.steps == len(document.actions)


@FEW
@given(hands())
def test_the_replay_is_deterministic_and_leaves_the_document_alone(document):
    before = copy.deepcopy(document)
    first, second = play(document), play(document)
    assert document == before
    assert first.ledger == second.ledger
    assert first.findings == second.findings


@FEW
@given(hands())
def test_a_record_of_the_engines_own_result_is_verified(document):
    ledger = play(document).ledger
    document.record = Record(
        collected=[
            Collected(share.player, share.amount, number)
            for number, pot in enumerate(ledger.pots)
            for share in pot.shares
        ],
        returned=[(line.player, line.returned) for line in ledger.players if line.returned],
        rake=0,
        pot=sum(pot.amount for pot in ledger.pots),
    )
    document.finishing_stacks = [line.finishing_stack for line in ledger.players]
    again = play(document)
    assert again.status == "verified"
    assert again.ledger == ledger


@FEW
@given(hands(), st.data())
def test_one_chip_more_or_less_in_a_recorded_result_is_refused(document, data):
    ledger = play(document).ledger
    collected = [
        Collected(share.player, share.amount, number)
        for number, pot in enumerate(ledger.pots)
        for share in pot.shares
        if share.amount
    ]
    document.record = Record(collected=collected, rake=0)
    line = data.draw(st.sampled_from(collected))
    line.amount += data.draw(st.sampled_from([-1, 1]))
    assert errors(play(document))


# Hands that break off


@FEW
@given(hands(), st.data())
def test_a_hand_that_breaks_off_is_truncated_and_its_valid_part_kept(document, data):
    shown = sum(" sm" in action for action in document.actions)
    played = len(document.actions) - shown
    length = data.draw(st.integers(0, played - 1))
    document.actions = document.actions[:length]
    replay = play(document)
    [finding] = errors(replay)
    assert finding.code == "truncated"
    assert english(finding.expected)
    assert finding.place.action == max(0, length - 1)
    assert replay.table.steps == length
    assert not replay.table.finished


# One thing changed


def mutated(document, index, *actions, length=1):
    """The document with other actions in the place of ``length`` of them."""
    return replace(document, actions=[*document.actions[:index], *actions, *document.actions[index + length :]])


def places(document, *verbs):
    return [index for index, action in enumerate(document.actions) if action.split(" ")[1] in verbs]


@MANY
@given(hands(), st.data())
def test_another_amount_is_refused_where_it_stands(document, data):
    """In fixed limit one raise is legal at a time: to the full size, or all-in for less."""
    raises = places(document, "cbr")
    assume(raises)
    index = data.draw(st.sampled_from(raises))
    player, _, total = document.actions[index].split(" ")
    other = data.draw(st.sampled_from(["0", "1", f"1{total}", f"{total}0", "-1", "5", "13", "99999999"]))
    assume(float(other) != float(total))
    assert refused(play(mutated(document, index, f"{player} cbr {other}"))) == index


def texts_of(action):
    cards = action.split(" ")[-1]
    return [cards[i : i + 2] for i in range(0, len(cards), 2)]


@MANY
@given(plain_hands, st.data())
def test_another_card_is_refused_unless_it_occurs_nowhere_else(document, data):
    """One dealt card becomes another. Without a reshuffle that is legal only if neither is heard of again."""
    assume(not play(document).table.holdings.deck.shuffles)
    index = data.draw(st.sampled_from(places(document, "dh")))
    *words, cards = document.actions[index].split(" ")
    old = data.draw(st.sampled_from(texts_of(document.actions[index])))
    new = data.draw(st.sampled_from([rank + suit for rank in "A23456789TJQK" for suit in "cdhs"]))
    assume(new != old)
    place = refused(play(mutated(document, index, " ".join([*words, cards.replace(old, new)]))))
    before = any(new in texts_of(action) for action in document.actions[: index + 1] if action.startswith("d dh"))
    after = [action for action in document.actions[index + 1 :] if action.split(" ")[1] in ("dh", "sd", "sm")]
    if before:
        assert place == index
    elif any(new in texts_of(action) or old in texts_of(action) for action in after):
        assert place is not None
        assert place > index
    else:
        assert place is None


@MANY
@given(hands(), st.data())
def test_a_missing_action_is_refused_at_the_next_one(document, data):
    index = data.draw(st.sampled_from([i for i, action in enumerate(document.actions) if " sm" not in action]))
    replay = play(mutated(document, index))
    place = refused(replay)
    assert place is not None
    last = len(document.actions) - 2
    assert place >= index or (errors(replay)[0].code == "truncated" and place == last == index - 1)


def independent(one, other):
    """Whether two actions in a row may change places: two shows, two deals, or a draw and a deal of the same cut.

    A deal is of an earlier cut than the draw behind it where the cuts follow each other: then the first player draws.
    """
    kinds, players = [], []
    for words in (one.split(" "), other.split(" ")):
        kinds.append(words[1])
        players.append(int(words[2 if words[0] == "d" else 0][1:]))
    if players[0] == players[1]:
        return False
    if kinds == ["dh", "sd"]:
        return players[0] < players[1]
    return kinds in (["sm", "sm"], ["dh", "dh"], ["sd", "dh"])


@MANY
@given(plain_hands, st.data())
def test_two_actions_swapped_are_refused_unless_they_do_not_depend_on_each_other(document, data):
    """Deals to two players, a deal and the discard of another, and two shows may change places."""
    assume(not play(document).table.holdings.deck.shuffles)
    index = data.draw(st.integers(0, len(document.actions) - 2))
    one, other = document.actions[index : index + 2]
    changed = mutated(document, index, other, one, length=2)
    if independent(one, other):
        assert refused(play(changed)) is None
    else:
        assert refused(play(changed)) in (index, index + 1)


@MANY
@given(hands(), st.data())
def test_the_action_of_another_player_is_refused(document, data):
    index = data.draw(st.integers(0, len(document.actions) - 1))
    n = len(document.stacks)
    words = document.actions[index].split(" ")
    place = 2 if words[0] == "d" else 0
    other = data.draw(st.sampled_from([f"p{i}" for i in range(1, n + 2) if f"p{i}" != words[place]]))
    if words[1] == "f" and other != f"p{n + 1}":
        # Somebody all-in for less than the price may give up out of turn: that is another legal hand.
        before = play(replace(document, actions=document.actions[:index])).table.betting
        player = int(other[1:]) - 1
        assume(before.stacks[player] or before.bets[player] >= before.price)
    words[place] = other
    found = refused(play(mutated(document, index, " ".join(words))))
    assert found is not None
    assert found >= index
    if place == 0 or other == f"p{n + 1}":
        assert found == index


@MANY
@given(hands(), st.data())
def test_an_action_written_twice_is_refused_at_the_second(document, data):
    index = data.draw(st.integers(0, len(document.actions) - 1))
    action = document.actions[index]
    assert refused(play(mutated(document, index, action, action))) == index + 1


# Anything at all

VERBS = "d dh rs p1 p2 p3 p9 p23 cc f cbr sd sm post dead - #"
OBJECTS = "0 10 20 -5 1e9 99999999999999999999 0.5 As Ks2h3d4c ???????? ?? 10c As?? AsAs"
WORDS = st.sampled_from(f"{VERBS} {OBJECTS}".split(" "))
GARBAGE = st.one_of(st.lists(WORDS, max_size=6).map(" ".join), st.text(max_size=20))


@MANY
@given(hands(), st.lists(st.tuples(st.integers(0, 60), GARBAGE), min_size=1, max_size=3))
def test_no_garbage_raises(document, garbage):
    for index, text in garbage:
        document.actions.insert(min(index, len(document.actions)), text)
    replay = play(document)
    refused(replay)
    if replay.ledger is not None:
        assert sum(line.net for line in replay.ledger.players) == 0


@MANY
@given(hands() | crowded_hands, st.data())
def test_a_refused_action_changes_nothing(document, data):
    """Whatever is refused on the way, the hand goes on to the same end."""
    expected = play(document).table
    table = Table(rules_for(BY_VARIANT[document.variant], document.options), document)
    stops = data.draw(st.sets(st.integers(0, len(document.actions) - 1), min_size=1, max_size=4))
    for index, action in enumerate(document.actions):
        if index in stops:
            wrong = data.draw(st.sampled_from([*document.actions, "p1 cbr 3", "p2 sd", "d rs", "p1 sd ????"]))
            assume(table.apply(wrong) is not None)
        assert table.apply(action) is None
    assert table.finished
    assert table.betting.stacks == expected.betting.stacks
    assert table.holdings.held == expected.holdings.held
    assert table.steps == expected.steps


NUMBERS = st.one_of(st.integers(-20, 30), st.sampled_from([10**6, 1 << 62, (1 << 62) + 1, 10**30, -(10**30)]))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, st.floats(), st.text(max_size=6)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)
OPTION_NAMES = [
    "cuts",
    "cut_limits",
    "max_bets",
    "big_bet_from",
    "tie_rule",
    "deck_rule",
    "burn",
    "reopen",
    "short_raise",
]


@st.composite
def odd_documents(draw):
    """Documents with values that no reader would make, most of them beside a hand that could be played."""
    document = draw(hands() | crowded_hands)
    n = len(document.stacks)
    if draw(st.booleans()):
        for name in draw(st.sets(st.sampled_from(["antes", "blinds", "stacks"]))):
            size = draw(st.sampled_from([n, n, n, 0, 1, n - 1, n + 1, 13, 30]))
            values = st.one_of(st.none(), NUMBERS) if name == "stacks" else NUMBERS
            setattr(document, name, draw(st.lists(values, min_size=size, max_size=size)))
        for name in draw(st.sets(st.sampled_from(["small_bet", "big_bet", "min_bet", "bring_in"]))):
            setattr(document, name, draw(st.none() | NUMBERS))
    for name in draw(st.sets(st.sampled_from(["seats", "players", "finishing_stacks", "winnings"]))):
        values = {"players": st.text(max_size=3), "finishing_stacks": st.none() | NUMBERS}.get(name, NUMBERS)
        setattr(document, name, draw(st.lists(values, max_size=n + 1)))
    document.button, document.seat_count = draw(st.none() | NUMBERS), draw(st.none() | NUMBERS)
    document.ante_trimming = draw(st.sampled_from([None, True, False]))
    document.decimals = draw(st.sampled_from([document.decimals, 0, 1, 2, 8]))
    if draw(st.booleans()):
        document.options |= draw(
            st.dictionaries(st.sampled_from(OPTION_NAMES) | st.text(max_size=5), VALUES, max_size=2)
        )
    document.variant = draw(st.sampled_from(["badugi", "FB", "", "razz", "bądugi"]))
    return document


@st.composite
def records(draw, n=9):
    """Records of players that sit at the table (p1 and p2 always do), with any amounts."""
    players = st.integers(1, 2)
    amounts = draw(st.sampled_from([NUMBERS, st.integers(0, 30)]))
    return Record(
        collected=draw(
            st.none() | st.lists(st.builds(Collected, players, amounts, st.none() | st.integers(0, 3)), max_size=3)
        ),
        returned=draw(st.none() | st.lists(st.tuples(players, amounts), max_size=2)),
        rake=draw(st.none() | amounts),
        pot=draw(st.none() | amounts),
        pots=draw(st.none() | st.lists(amounts, max_size=3)),
        mucked=draw(st.dictionaries(players, st.sampled_from(["", "As", "As2h3d4c", "????????", "x"]), max_size=2)),
        labels=draw(st.dictionaries(players, st.text(max_size=8) | st.just("Badugi: 4,3,2,A"), max_size=2)),
        cancelled=draw(st.integers(0, 9)) == 0,
    )


@MANY
@given(odd_documents(), st.none() | records())
def test_no_document_raises(document, record):
    document.record = record
    replay = play(document)
    refused(replay)
    if replay.ledger is not None:
        assert sum(line.net for line in replay.ledger.players) + replay.ledger.rake == 0


@pytest.mark.parametrize("kind", sorted(CATALOGUE.values(), key=lambda kind: kind.code), ids=lambda kind: kind.code)
def test_every_finding_has_a_sentence_in_both_languages(kind):
    finding = kind(player=3, found="found", expected="expected")
    assert finding.code == kind.code
    for language in ("en", "ko"):
        sentence = finding.message(language)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert ("p3" in sentence) == ("{player}" in getattr(kind, language))
    assert any("가" <= letter <= "힣" for letter in finding.message("ko"))
    assert kind(found=None).message()
