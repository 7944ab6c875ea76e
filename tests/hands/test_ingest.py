"""Hands go in once, whoever tells of them and in whatever order."""

import dataclasses
import itertools
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.db import OperationalError, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from badugi_site.clubs.models import Alias, Club, Player, User
from badugi_site.jobs.work import work
from hands import ingest
from hands.check import check
from hands.formats import read
from hands.formats.document import to_dict
from hands.ingest import Sender, Stored, remove_sources, revalidate, store_hands
from hands.models import Fact, Hand, Outcome, PendingSums, PlayerSums, Rank, Source
from hands.preparing import prepare
from hands.privacy import document_for, split
from hands.rules.generate import random_hand
from hands.rules.replay import play
from hands.sums import differences
from tests.hands.histories import DURI, HANA, history

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SERVER, DIRECTOR = Sender(None, Rank.SERVER), Sender(None, Rank.DIRECTOR)


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Club Han", slug="han", time_zone="Asia/Seoul")


def store(club: Club, data: bytes, sender: Sender = SERVER, *, posted: bool = False) -> list[Stored]:
    checked = [check(hand) for hand in read(data)]
    return store_hands(checked, club=club, sender=sender, posted=posted, at=NOW)


def outcomes(stored: list[Stored]) -> list[Outcome]:
    return [one.outcome for one in stored]


def state() -> list[Any]:
    """All that is stored, but for ids and times."""
    hands = [
        {name: value for name, value in row.items() if name not in ("id", "stored_at")}
        for row in Hand.objects.order_by("site", "number").values()
    ]
    facts = [
        {name: value for name, value in row.items() if name not in ("id", "hand_id", "player_id")}
        for row in Fact.objects.order_by("hand__site", "hand__number", "number").values()
    ]
    sources = [
        {name: value for name, value in row.items() if name not in ("id", "hand_id", "created_at")}
        for row in Source.objects.order_by("digest").values()
    ]
    return [hands, facts, sources]


def sums_are_right(club: Club) -> bool:
    return not differences(club)


def test_a_file_twice_is_stored_once(club: Club, corpus: Path) -> None:
    data = (corpus / "pokerstars" / "badugi-sng-2010.txt").read_bytes()
    assert outcomes(store(club, data)) == [Outcome.ACCEPTED] * 104
    rows = list(Hand.objects.order_by("pk").values()), list(Fact.objects.order_by("pk").values())
    assert outcomes(store(club, data.replace(b"\n", b"\r\n"))) == [Outcome.DUPLICATE] * 104
    assert (Hand.objects.count(), Source.objects.count()) == (104, 104)
    assert rows == (list(Hand.objects.order_by("pk").values()), list(Fact.objects.order_by("pk").values()))
    assert sums_are_right(club)
    work()
    assert sums_are_right(club)
    assert not PendingSums.objects.exists() and PlayerSums.objects.exists()


def test_the_same_hand_twice_in_one_file(club: Club) -> None:
    stored = store(club, history(HANA) + b"\n\n" + history(HANA) + b"\n\n" + history(DURI))
    assert outcomes(stored) == [Outcome.ACCEPTED, Outcome.DUPLICATE, Outcome.MERGED]
    assert len({one.hand_id for one in stored}) == 1
    assert sums_are_right(club)


def test_a_hand_that_changes_twice_in_one_batch_is_counted_as_it_was_each_time(club: Club) -> None:
    """The last history disagrees, and may weigh more: then the rake is another one when the hand leaves the sums."""
    for number in range(1, 7):
        told = [history(of, number=str(number)) for of in (HANA, DURI)]
        other = history("nobody", number=str(number), rake="0.20", won="2.80")
        assert outcomes(store(club, b"\n\n".join([*told, other])))[-1] == Outcome.CONFLICT
        assert sums_are_right(club)
    assert {*Hand.objects.values_list("rake", flat=True)} == {10, 20}


def test_the_same_number_at_two_sites_is_two_hands(club: Club) -> None:
    document = to_dict(next(read(history(HANA))).document)
    other = json.dumps(document | {"venue": "Club Han"}).encode()
    assert outcomes(store(club, history(HANA)) + store(club, other)) == [Outcome.ACCEPTED] * 2


def test_a_hand_without_a_number_is_known_by_what_it_is(club: Club) -> None:
    document = to_dict(next(read(history(HANA))).document)
    del document["hand"], document["venue"]
    data = json.dumps(document).encode()
    assert outcomes(store(club, data) + store(club, data)) == [Outcome.ACCEPTED, Outcome.DUPLICATE]
    hand = Hand.objects.get()
    assert hand.site == "unknown" and hand.number.startswith("sha256:") and len(hand.number) == 71


def test_what_is_stored_of_a_hand(club: Club) -> None:
    store(club, history(HANA))
    hand = Hand.objects.get()
    assert (hand.played_at, hand.month) == (datetime(2010, 3, 7, 1, 15, tzinfo=UTC), "2010-03")
    assert (hand.game, hand.currency, hand.decimals, hand.small_bet, hand.big_bet) == ("badugi", "USD", 2, 50, 100)
    assert (hand.pot, hand.rake, hand.table, hand.table_size, hand.status) == (300, 10, "Haeundae", 2, "consistent")
    assert "Kc" not in json.dumps(hand.document)
    assert "cards" not in json.dumps(hand.ledger) and "Hana" not in json.dumps(hand.ledger)
    assert list(hand.facts.order_by("number").values_list("player__name", "put_in", "won", "made")) == [
        (DURI, 150, 0, None),
        (HANA, 150, 290, True),
    ]
    source = Source.objects.get()
    assert (source.public, source.format, source.conflicts) == (None, "pokerstars", [])
    assert source.private["cards"]["1"] == "As2h3dKc"


def test_a_time_without_a_zone_is_the_clubs_and_the_month_too(club: Club) -> None:
    document = to_dict(next(read(history(HANA))).document)
    late = document | {"day": 28, "month": 2, "time": "23:30:00", "time_zone": "UTC"}
    store(club, json.dumps(late).encode())
    assert Hand.objects.get().month == "2010-03"
    Hand.objects.all().delete()
    del late["time_zone"]
    store(club, json.dumps(late).encode())
    assert (Hand.objects.get().played_at, Hand.objects.get().month) == (
        datetime(2010, 2, 28, 14, 30, tzinfo=UTC),
        "2010-02",
    )


@pytest.mark.parametrize(("year", "time"), [(1, "00:00"), (9999, "23:59"), (999, None)])
def test_years_that_no_calendar_reaches_are_no_time(club: Club, year: int, time: str | None) -> None:
    document = to_dict(next(read(history(HANA))).document) | {"year": year, "time": time}
    data = json.dumps({name: value for name, value in document.items() if value is not None}).encode()
    assert outcomes(store(club, data)) == [Outcome.ACCEPTED]
    assert (Hand.objects.get().played_at, Hand.objects.get().month) == (None, "")


def test_cancelled_hands_and_those_nobody_can_judge_are_stored_and_count_nothing(club: Club) -> None:
    document = to_dict(next(read(history("nobody"))).document)
    unknown = document | {"results": {}, "hand": "2"}
    unknown["actions"] = [action for action in document["actions"] if " sm" not in action]
    cancelled = {name: value for name, value in document.items() if name != "results"} | {"hand": "3"}
    cancelled |= {"results": {"cancelled": True}, "actions": document["actions"][:3]}
    for data in (unknown, cancelled):
        assert outcomes(store(club, json.dumps(data).encode())) == [Outcome.ACCEPTED]
    assert list(Hand.objects.order_by("number").values_list("status", "pot")) == [("consistent", 0), ("cancelled", 0)]
    assert Hand.objects.get(number="2").ledger is None
    assert Fact.objects.filter(player__name=HANA).count() == 2
    assert not PendingSums.objects.exists()
    assert sums_are_right(club)


# Who may say what


@pytest.fixture
def hana(club: Club) -> User:
    user = User.objects.create_user("hana")
    player = Player.objects.create(club=club, name="Hana", user=user)
    Alias.objects.create(player=player, site="PokerStars", name="Hana")
    return user


def test_a_members_history_counts_where_they_sat_only(club: Club, hana: User) -> None:
    member = Sender(hana, Rank.MEMBER)
    assert outcomes(store(club, history(HANA), member)) == [Outcome.ACCEPTED]
    assert Player.objects.filter(name="Hana").count() == 1
    elsewhere = history(HANA, number="9").replace(b"Hana", b"Nari")
    (stored,) = store(club, elsewhere, member)
    assert stored.outcome == Outcome.REFUSED
    (finding,) = stored.findings
    assert (finding["code"], finding["line"], finding["expected"]) == ("not_at_the_table", 1, "Hana")
    assert finding["message"]["en"].endswith("at the table are Duri, Nari; expected Hana.")
    assert outcomes(store(club, elsewhere, Sender(None, Rank.MEMBER))) == [Outcome.REFUSED]
    assert outcomes(store(club, elsewhere, DIRECTOR)) == [Outcome.ACCEPTED]
    assert sums_are_right(club)


def test_the_same_history_from_a_higher_rank_is_theirs(club: Club, hana: User) -> None:
    store(club, history(HANA), Sender(hana, Rank.MEMBER))
    assert outcomes(store(club, history(HANA), SERVER, posted=True)) == [Outcome.DUPLICATE]
    source = Source.objects.get()
    assert (source.rank, source.user, source.was_posted) == (Rank.SERVER, None, True)
    assert outcomes(store(club, history(HANA), Sender(hana, Rank.MEMBER))) == [Outcome.DUPLICATE]
    assert Source.objects.get().rank == Rank.SERVER


def test_a_member_never_overrules_the_club(club: Club, hana: User) -> None:
    mine, theirs = history(HANA, rake="0.20", won="2.80"), history("nobody")
    member = Sender(hana, Rank.MEMBER)
    states = []
    for order in itertools.permutations(((mine, member), (theirs, SERVER))):
        first, second = (store(club, data, sender)[0] for data, sender in order)
        assert (first.outcome, second.outcome) == (Outcome.ACCEPTED, Outcome.CONFLICT)
        assert sorted(second.conflicts) == ["results.collected", "results.rake"]
        hand = Hand.objects.get()
        assert (hand.is_disputed, hand.rake) == (True, 10)
        assert not [row for row in PendingSums.objects.all() if row.hands] or sums_are_right(club)
        assert sums_are_right(club)
        states.append(state())
        PendingSums.objects.all().delete()
        Hand.objects.all().delete()
    assert states[0] == states[1]


def test_a_dispute_ends_with_the_source_that_began_it(club: Club) -> None:
    (first,) = store(club, history(HANA))
    before = state()
    (second,) = store(club, history(HANA, rake="0.20", won="2.80"), DIRECTOR)
    assert Hand.objects.get().is_disputed
    remove_sources([second.source_id or 0], at=NOW)
    assert state() == before
    assert sums_are_right(club)
    remove_sources([first.source_id or 0], at=NOW)
    assert state() == [[], [], []]
    assert sums_are_right(club)


def test_the_rules_of_today_change_nothing_of_a_right_hand(club: Club) -> None:
    (stored,) = store(club, history(HANA))
    before = state()
    assert revalidate(stored.hand_id, at=NOW).outcome == Outcome.DUPLICATE
    assert state() == before
    Hand.objects.update(rake=0, status="consistent")
    assert revalidate(stored.hand_id, at=NOW).outcome == Outcome.MERGED
    assert state() == before


def test_what_the_rules_of_today_refuse_is_disputed(club: Club) -> None:
    store(club, history(HANA))
    hand = Hand.objects.get()
    hand.document["small_bet"] = "0.75"
    hand.save()
    again = revalidate(hand.pk, at=NOW)
    assert (again.outcome, again.findings[0]["severity"]) == (Outcome.REFUSED, "error")
    assert Hand.objects.get().is_disputed and Source.objects.get().conflicts == ["rules"]
    assert sums_are_right(club)


def test_a_refused_hand_leaves_nothing(club: Club) -> None:
    (stored,) = store(club, history(HANA, rake="0.50"))
    assert stored.outcome == Outcome.REFUSED and stored.findings[0]["code"] == "pot_mismatch"
    assert not Player.objects.exists() and not Hand.objects.exists()


# In any order


def statements_of(seed: int, flaws: list[int]) -> list[tuple[bytes, Sender]]:
    """What each player, and the club, says of a random hand; some with a flaw that is no error in itself."""
    random = Random(seed)
    document = random_hand(random, variant="badugi", players=random.randint(2, 4), show=random.random() < 0.7)
    n = len(document.stacks)
    document.players, document.hand, document.venue = [f"Player{i}" for i in range(1, n + 1)], "1", "Club Han"
    document.year, document.month, document.day, document.time = 2025, 8, 2, "12:00"
    public, overlay = split(play(document))
    told = []
    for who, flaw in enumerate(flaws):
        said = document_for(public, [overlay], {who % n + 1} if who % 4 else None)
        if flaw == 1:
            said = dataclasses.replace(said, table=f"table {who}", players=None)
        elif flaw == 2:
            said = dataclasses.replace(said, time="12:00:30", time_zone="Asia/Seoul", level="II")
        elif flaw == 3:
            said = dataclasses.replace(said, day=3)
        told.append((json.dumps(to_dict(said)).encode(), Sender(None, Rank(1 + (who + seed) % 2))))
    return told


@contextmanager
def undone() -> Iterator[None]:
    """What is done inside is taken back."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@given(st.integers(0, 2**32), st.lists(st.integers(0, 3), min_size=2, max_size=4), st.randoms())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_order_of_arrival_never_matters(club: Club, seed: int, flaws: list[int], random: Random) -> None:
    told = statements_of(seed, flaws)
    states = []
    for _ in range(2):
        with undone():
            for data, sender in told:
                store(club, data, sender)
                assert sums_are_right(club)
            states.append(state())
        random.shuffle(told)
    assert states[0] == states[1]


@given(st.integers(0, 2**32), st.lists(st.integers(0, 3), min_size=2, max_size=4))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_source_that_goes_leaves_what_the_others_said(club: Club, seed: int, flaws: list[int]) -> None:
    *others, (data, sender) = statements_of(seed, flaws)
    with undone():
        for other, other_sender in others:
            store(club, other, other_sender)
        before = state()
        (stored,) = store(club, data, sender)
        if stored.outcome in (Outcome.MERGED, Outcome.CONFLICT):
            remove_sources([stored.source_id or 0], at=NOW)
            assert state() == before
            assert sums_are_right(club)


@pytest.mark.parametrize("failures", [1, 2])
def test_a_posted_hand_is_tried_once_more_when_the_database_ends_it(
    club: Club, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    original, left = ingest.store_prepared, failures

    def store_or_fail(*arguments: Any, **named: Any) -> list[Stored]:
        nonlocal left
        stored = original(*arguments, **named)
        left -= 1
        if left >= 0:
            raise OperationalError("deadlock detected")
        return stored

    monkeypatch.setattr(ingest, "store_prepared", store_or_fail)
    (checked,) = map(check, read(history(HANA)))
    if failures == 1:
        stored = ingest.store_posted(prepare(checked), club=club, sender=SERVER, at=NOW)
        assert stored.outcome == Outcome.ACCEPTED and Source.objects.get().was_posted
    else:
        with pytest.raises(OperationalError):
            ingest.store_posted(prepare(checked), club=club, sender=SERVER, at=NOW)
        assert not Hand.objects.exists()
