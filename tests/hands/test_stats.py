"""The sums are what the facts give, whatever comes and goes in whatever order."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from badugi_site.clubs.models import Club, Player
from badugi_site.jobs.models import Job, State
from badugi_site.jobs.work import claim_next
from hands.models import ClubSums, Fact, Hand, PendingSums, PlayerSums, Status
from hands.rules.generate import random_hand
from hands.stats import COUNT_HANDS, Counted, add_pending, count, rebuild
from hands.sums import COLUMNS, GROUP, OF_FACTS, counts, differences
from tests.hands.factories import NOON, make_club, make_hand, make_player, store_played

pytestmark = pytest.mark.django_db

MONTHS = (None, NOON, NOON.replace(month=10), NOON.replace(year=2011))


def add(club: Club, *hands: Hand) -> None:
    count(club, [Counted(hand, list(hand.facts.all()), 1) for hand in hands])


def take_away(club: Club, *hands: Hand) -> None:
    count(club, [Counted(hand, list(hand.facts.all()), -1) for hand in hands])


def delete(club: Club, hand: Hand) -> None:
    if counts(hand):
        take_away(club, hand)
    hand.delete()


def work() -> None:
    """Does the jobs that wait."""
    while (lease := claim_next()) is not None:
        add_pending(lease)
        with lease.finish():
            pass


def sums(club: Club) -> dict[tuple[Any, ...], tuple[int, ...]]:
    """The stored sums of a club by their keys."""
    of_club = {
        (None, *row[:6]): row[6:] for row in ClubSums.objects.filter(club=club).values_list(*GROUP[1:], *COLUMNS)
    }
    of_players = {row[:7]: row[7:] for row in PlayerSums.objects.filter(club=club).values_list(*GROUP, *OF_FACTS)}
    return of_club | of_players


def counted_one_by_one(club: Club) -> dict[tuple[Any, ...], tuple[int, ...]]:
    """The same from the facts, by the words of the columns' descriptions."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for hand in filter(counts, Hand.objects.filter(club=club)):
        group = tuple(getattr(hand, name) for name in GROUP[1:])
        facts = list(hand.facts.all())
        for fact in facts:
            for player in {None, fact.player_id}:
                row = found.setdefault((player, *group), [0] * len(COLUMNS))
                for place, name in enumerate(OF_FACTS):
                    row[place] += said_of(fact, name)
        for place, more in enumerate((1, hand.pot, hand.rake), len(OF_FACTS)):
            found.setdefault((None, *group), [0] * len(COLUMNS))[place] += more
    return {key: tuple(row) if key[0] is None else tuple(row[: len(OF_FACTS)]) for key, row in found.items()}


def said_of(fact: Fact, column: str) -> int:
    kind, _, cut = column.rpartition("_")
    if kind in ("saw", "drawn", "pat") and cut.isdigit():
        cards = getattr(fact, f"drawn_{cut}")
        return {"saw": cards is not None, "drawn": cards or 0, "pat": cards is not None and not cards}[kind]
    match column:
        case "hands":
            return 1
        case "made":
            return bool(fact.made)
        case "made_known":
            return fact.made is not None
        case "showdowns":
            return fact.showdown
        case "showdowns_drawn":
            return fact.showdown and fact.drawn_1 is not None
        case "showdowns_won":
            return fact.showdown_won
    return int(getattr(fact, column))


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.fixture
def players(club: Club) -> list[Player]:
    return [make_player(club, name) for name in ("Ara", "Bomi", "Chan", "Doha", "Eun", "Gia", "Hana", "Ian")]


def played(club: Club, players: list[Player], seed: int, **fields: Any) -> Hand:
    """A random hand, stored; its last player has no name."""
    random = Random(seed)
    hand = random_hand(random, decimals=random.choice((0, 2)))
    return store_played(club, [*players[: len(hand.stacks) - 1], None], hand, **fields)


def test_hands_are_added_to_the_sums_of_their_players_and_of_the_club(club: Club, players: list[Player]) -> None:
    ara, bomi = players[:2]
    drawn = {"drawn_1": 2, "drawn_2": 0, "made": True, "showdown": True, "showdown_won": True, "vpip": True}
    facts = [{"put_in": 20, "won": 38, **drawn}, {"put_in": 20, "drawn_1": 0, "raised": True, "vpip": True}]
    hands = [make_hand(club, [ara, bomi], facts=facts, pot=40, rake=2) for _ in range(3)]
    add(club, *hands)
    assert sums(club) == {}
    work()
    assert sums(club) == counted_one_by_one(club)
    row = PlayerSums.objects.get(player=ara)
    assert (row.month, row.game, row.hands, row.put_in, row.won) == ("2010-09", "badugi", 3, 60, 114)
    assert (row.saw_1, row.saw_2, row.saw_3, row.drawn_1, row.pat_1, row.pat_2) == (3, 3, 0, 6, 0, 3)
    assert (row.made, row.made_known, row.showdowns, row.showdowns_won) == (3, 3, 3, 3)
    everybody = ClubSums.objects.get()
    assert (everybody.hands, everybody.deals, everybody.pot, everybody.rake, everybody.raised) == (6, 3, 120, 6, 3)
    assert not PendingSums.objects.exists()


@pytest.mark.parametrize("seed", range(12))
def test_random_hands_add_up_the_same_in_python_in_the_database_and_one_by_one(
    club: Club, players: list[Player], seed: int
) -> None:
    hands = [played(club, players, 100 * seed + i, at=MONTHS[i % 4]) for i in range(6)]
    expected = counted_one_by_one(club)
    assert {key: row[: len(expected[key])] for key, row in differences(club).items()} == {
        key: list(row) for key, row in expected.items()
    }
    add(club, *hands)
    assert differences(club) == {}
    work()
    assert sums(club) == expected
    assert differences(club) == {}


def test_a_showdown_of_a_game_without_cuts_is_none_of_somebody_who_saw_one(club: Club, players: list[Player]) -> None:
    add(club, make_hand(club, players[:1], facts=[{"showdown": True}]))
    add(club, make_hand(club, players[:1], facts=[{"showdown": True, "drawn_1": 0}]))
    assert differences(club) == {}
    work()
    row = PlayerSums.objects.get()
    assert (row.showdowns, row.showdowns_drawn) == (2, 1)


def test_what_is_taken_away_leaves_no_row(club: Club, players: list[Player]) -> None:
    hands = [played(club, players, seed) for seed in range(4)]
    add(club, *hands)
    work()
    for hand in hands:
        delete(club, hand)
    work()
    assert sums(club) == {}


def test_what_comes_and_goes_before_the_work_leaves_no_row(club: Club, players: list[Player]) -> None:
    hand = played(club, players, 1)
    add(club, hand)
    delete(club, hand)
    assert differences(club) == {}
    work()
    assert sums(club) == {}
    assert not PendingSums.objects.exists()


def test_a_hand_that_changes_in_one_go_writes_only_what_differs(club: Club, players: list[Player]) -> None:
    ara, bomi = players[:2]
    hand = make_hand(club, [ara, bomi], facts=[{"put_in": 5}, {"won": 5}])
    facts = list(hand.facts.order_by("number"))
    add(club, hand)
    work()
    facts[0].made = True
    count(club, [Counted(hand, list(hand.facts.all()), -1), Counted(hand, facts, 1)])
    assert set(PendingSums.objects.values_list("player", "hands", "made", "made_known")) == {
        (None, 0, 1, 1),
        (ara.pk, 0, 1, 1),
    }
    facts[0].save()
    work()
    assert sums(club) == counted_one_by_one(club)


def test_disputed_and_cancelled_hands_and_those_without_a_winner_count_in_nothing(
    club: Club, players: list[Player]
) -> None:
    hands = [
        make_hand(club, players, pot=10, **fields)
        for fields in ({"is_disputed": True}, {"status": Status.CANCELLED}, {"ledger": None})
    ]
    assert not any(counts(hand) for hand in hands)
    assert differences(club) == {}
    rebuild(club)
    assert sums(club) == {}


def test_one_job_waits_for_a_club(club: Club, players: list[Player]) -> None:
    other = make_club("elsewhere")
    add(club, make_hand(club, players))
    add(club, make_hand(club, players))
    add(other, make_hand(other, [make_player(other, "Ara")]))
    jobs = Job.objects.filter(state=State.WAITING)
    assert sorted((job.kind, job.arguments["club"]) for job in jobs) == [
        (COUNT_HANDS, club.pk),
        (COUNT_HANDS, other.pk),
    ]


def test_clubs_do_not_mix(club: Club, players: list[Player]) -> None:
    other = make_club("elsewhere")
    theirs = make_player(other, "Ara")
    add(club, make_hand(club, players))
    add(other, make_hand(other, [theirs, None]))
    work()
    assert sums(other) == counted_one_by_one(other)
    assert sums(club) == counted_one_by_one(club)
    PlayerSums.objects.filter(club=club).delete()
    rebuild(other)
    assert differences(other) == {}
    assert differences(club) != {}


def test_work_in_several_steps_adds_everything_once(
    club: Club, players: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hands.stats._BATCH", 5)
    for seed in range(5):
        hand = played(club, players, seed, at=MONTHS[seed % 4])
        add(club, hand)
        if seed % 2:
            delete(club, hand)
    work()
    assert sums(club) == counted_one_by_one(club)
    assert not PendingSums.objects.exists()


def test_doing_the_work_twice_adds_nothing_twice(club: Club, players: list[Player]) -> None:
    add(club, make_hand(club, players))
    lease = claim_next()
    assert lease is not None
    add_pending(lease)
    before = sums(club)
    add_pending(lease)
    assert sums(club) == before == counted_one_by_one(club)


def test_work_that_dies_before_its_end_changes_nothing(club: Club, players: list[Player]) -> None:
    add(club, make_hand(club, players))
    pending = PendingSums.objects.count()

    class KilledError(Exception):
        pass

    def die(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("DELETE"):
            raise KilledError
        return execute(sql, params, many, context)

    lease = claim_next()
    assert lease is not None
    with pytest.raises(KilledError), connection.execute_wrapper(die):
        add_pending(lease)
    assert sums(club) == {}
    assert PendingSums.objects.count() == pending
    add_pending(lease)
    assert sums(club) == counted_one_by_one(club)


def test_a_transaction_that_is_taken_back_counts_nothing(club: Club, players: list[Player]) -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        add(club, make_hand(club, players))
        raise RuntimeError
    assert not PendingSums.objects.exists()
    assert not Job.objects.exists()


def test_a_rebuild_mends_whatever_is_wrong(club: Club, players: list[Player]) -> None:
    hands = [played(club, players, seed, at=MONTHS[seed % 4]) for seed in range(6)]
    add(club, *hands)
    work()
    add(club, played(club, players, 7))
    PlayerSums.objects.filter(player=players[0]).delete()
    ClubSums.objects.update(vpip=1000, deals=0)
    PlayerSums.objects.filter(player=players[1]).update(game="gone")
    PlayerSums.objects.create(club=club, player=players[2], game="nothing")
    PendingSums.objects.first().delete()  # type: ignore[union-attr]
    PendingSums.objects.create(club=club, game="badugi", hands=3)
    rebuild(club)
    assert sums(club) == counted_one_by_one(club)
    assert not PendingSums.objects.exists()


def test_sums_of_no_hands_that_are_not_nothing_are_told_and_kept(
    club: Club, players: list[Player], caplog: pytest.LogCaptureFixture
) -> None:
    hand = make_hand(club, players[:1], facts=[{"put_in": 5}])
    add(club, hand)
    work()
    PlayerSums.objects.update(put_in=6)
    with caplog.at_level(logging.ERROR, "hands.stats"):
        delete(club, hand)
        work()
    assert [row.put_in for row in PlayerSums.objects.all()] == [1]
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    rebuild(club)
    assert sums(club) == {}


SEEDS = st.integers(0, 1 << 20)
COUNTS = st.none() | st.integers(0, 4)


class AnyOrder(RuleBasedStateMachine):
    """Hands come, go, are disputed and settled again, while the work is done now and then, twice or never."""

    def __init__(self) -> None:
        super().__init__()
        self.everything = transaction.atomic()
        self.everything._from_testcase = True  # as Django marks those of its own tests: steps are durable within
        self.everything.__enter__()
        self.hands: list[Hand] = []
        self.club = make_club()
        self.players = [make_player(self.club, name) for name in "ABCDEFGH"]

    @rule(seeds=st.lists(SEEDS, min_size=1, max_size=3), month=st.sampled_from(MONTHS))
    def arrive(self, seeds: list[int], month: Any) -> None:
        new = [played(self.club, self.players, seed, at=month) for seed in seeds]
        self.hands += new
        add(self.club, *new)

    @rule(
        facts=st.lists(st.fixed_dictionaries({"put_in": st.integers(0, 9), "drawn_1": st.none() | st.integers(0, 4)}))
    )
    def arrive_made_up(self, facts: list[dict[str, Any]]) -> None:
        add(self.club, make_hand(self.club, self.players[: len(facts)], facts=facts[:8]))

    @precondition(lambda self: self.hands)
    @rule(seed=SEEDS)
    def go(self, seed: int) -> None:
        delete(self.club, self.hands.pop(seed % len(self.hands)))

    @precondition(lambda self: self.hands)
    @rule(seed=SEEDS)
    def dispute_or_settle(self, seed: int) -> None:
        hand = self.hands[seed % len(self.hands)]
        if hand.is_disputed:
            add(self.club, hand)
        else:
            take_away(self.club, hand)
        hand.is_disputed = not hand.is_disputed
        hand.save()

    @rule()
    def work(self) -> None:
        work()

    @rule()
    def work_too_often(self) -> None:
        job = Job.objects.create(kind=COUNT_HANDS, arguments={"club": self.club.pk}, run_after=NOON, created_at=NOON)
        work()
        job.refresh_from_db()
        assert job.state == State.DONE

    @rule()
    def build_anew(self) -> None:
        rebuild(self.club)
        assert not PendingSums.objects.exists()

    @invariant()
    def sums_and_pending_are_what_the_facts_give(self) -> None:
        assert differences(self.club) == {}

    def teardown(self) -> None:
        try:
            work()
            assert sums(self.club) == counted_one_by_one(self.club)
            assert not PendingSums.objects.exists()
        finally:
            transaction.set_rollback(True)
            self.everything.__exit__(None, None, None)


def test_the_sums_are_what_the_facts_give_whatever_comes_and_goes() -> None:
    run_state_machine_as_test(
        AnyOrder,
        settings=settings(
            max_examples=25, stateful_step_count=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
        ),
    )
