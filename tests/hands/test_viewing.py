"""What each viewer sees of a hand that two players and the club tell of (C31)."""

import itertools
import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from badugi_site.clubs.access import Access, NoClubError, Viewer
from badugi_site.clubs.models import Alias, Player, User
from badugi_site.clubs.people import add_member
from badugi_site.clubs.permissions import Audience, Role
from hands.check import check
from hands.formats import read
from hands.ingest import Sender, Stored, remove_sources, revalidate, store_hands
from hands.models import Fact, Hand, Outcome, Rank, Source
from hands.viewing import render_hand, render_row, view
from tests.cast import Cast
from tests.hands.histories import DURI, HANA, history

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
HIDDEN = ("5s", "6h", "8d", "Jc", "9d", "9c")


@pytest.fixture
def people(cast: Cast) -> dict[str, User]:
    """The two players, who are members, and the cast."""
    users = {}
    for name in (DURI, HANA):
        user = users[name] = User.objects.create_user(name.lower())
        add_member(club=cast.club, user=user, role=Role.MEMBER)
        player = Player.objects.create(club=cast.club, name=name, user=user)
        Alias.objects.create(player=player, site="PokerStars", name=name)
    return users | {"director": cast.director, "member": cast.member}


def send(cast: Cast, user: User | None, data: bytes, rank: Rank = Rank.MEMBER, posted: bool = True) -> Stored:
    (checked,) = map(check, read(data))
    assert checked.accepted, checked.findings
    (stored,) = store_hands([checked], club=cast.club, sender=Sender(user, rank), posted=posted, at=NOW)
    return stored


def access(cast: Cast, user: User) -> Access:
    return Viewer(user).club(cast.club.slug)


def seen(cast: Cast, user: User) -> dict[str, Any]:
    hand = Hand.objects.visible_to(access(cast, user)).for_view().get()
    rendered = render_hand(view(hand, access(cast, user)))
    return {name: value for name, value in rendered.items() if name not in ("id", "url")}  # which may look like cards


def everything() -> list[Any]:
    """All that is stored, but for ids and times."""
    hand = {name: value for name, value in Hand.objects.values().get().items() if name not in ("id", "stored_at")}
    facts = [
        {name: value for name, value in fact.items() if name not in ("id", "hand_id")}
        for fact in Fact.objects.order_by("number").values()
    ]
    sources = [
        {name: value for name, value in source.items() if name not in ("id", "hand_id", "created_at")}
        for source in Source.objects.order_by("digest").values()
    ]
    return [hand, facts, sources]


@pytest.mark.parametrize("order", list(itertools.permutations((HANA, DURI))))
def test_two_players_tell_of_one_hand_and_each_sees_their_own_cards(
    cast: Cast, people: dict[str, User], order: tuple[str, str]
) -> None:
    outcomes = [send(cast, people[name], history(name)) for name in order]
    assert [stored.outcome for stored in outcomes] == [Outcome.ACCEPTED, Outcome.MERGED]
    assert outcomes[0].hand_id == outcomes[1].hand_id
    assert Source.objects.count() == 2
    hand = Hand.objects.get()
    assert (hand.site, hand.number, hand.status, hand.is_disputed) == ("PokerStars", "500", "verified", False)
    assert list(Fact.objects.order_by("number").values_list("drawn_1", "drawn_2", "drawn_3")) == [(2, 0, 0), (1, 0, 0)]

    as_hana, as_duri, as_director, as_member = (
        json.dumps(seen(cast, people[name]), default=str) for name in (HANA, DURI, "director", "member")
    )
    for shown in ("As2h3d4c",):
        assert all(shown in text for text in (as_hana, as_duri, as_director, as_member))
    for hidden in HIDDEN:
        assert hidden not in as_hana and hidden not in as_member
        assert hidden in as_duri and hidden in as_director
    assert "Kc" in as_hana and "Kc" in as_director
    assert "Kc" not in as_duri and "Kc" not in as_member
    full = seen(cast, people["director"])
    told = [action for action in full["hand"]["actions"] if action.startswith("d dh")]
    cards = {action.split()[-1][i : i + 2] for action in told for i in range(0, len(action.split()[-1]), 2)}
    assert len(cards) == 11 and "??" not in cards
    for player in full["settlement"]["players"]:
        assert player["hand"] is not None
    assert seen(cast, people[HANA])["settlement"]["players"][0]["hand"] is None
    assert full["settlement"]["pots"] == seen(cast, people["member"])["settlement"]["pots"]


def test_the_order_of_arrival_leaves_no_trace(cast: Cast, people: dict[str, User]) -> None:
    states = []
    for order in ((HANA, DURI), (DURI, HANA)):
        for name in order:
            send(cast, people[name], history(name))
        states.append(everything())
        Hand.objects.all().delete()
    assert states[0] == states[1]


def test_a_source_that_is_deleted_takes_its_cards_with_it(cast: Cast, people: dict[str, User]) -> None:
    send(cast, people[HANA], history(HANA))
    alone = everything()
    theirs = send(cast, people[DURI], history(DURI))
    assert everything() != alone
    remove_sources([theirs.source_id or 0], at=NOW)
    assert everything() == alone
    for name in (DURI, "director"):
        text = json.dumps(seen(cast, people[name]), default=str)
        assert not [card for card in HIDDEN if card in text]
    remove_sources(Source.objects.values_list("pk", flat=True), at=NOW)
    assert not Hand.objects.exists() and not Fact.objects.exists()


def test_a_hand_that_the_rules_of_today_refuse_says_so(cast: Cast, people: dict[str, User]) -> None:
    send(cast, people[HANA], history(HANA))
    assert seen(cast, people["director"])["accepted"] is True
    hand = Hand.objects.get()
    hand.document["small_bet"] = "0.75"
    hand.save()
    revalidate(hand.pk, at=NOW)
    told = seen(cast, people["director"])
    assert (told["accepted"], told["is_disputed"], told["findings"][0]["severity"]) == (False, True, "error")


def test_nobody_outside_the_club_has_a_way_to_it(cast: Cast, people: dict[str, User]) -> None:
    send(cast, people[HANA], history(HANA))
    with pytest.raises(NoClubError):
        access(cast, cast.stranger)


def test_a_club_that_opens_hands_to_their_players_alone(cast: Cast, people: dict[str, User]) -> None:
    send(cast, people[HANA], history(HANA))
    cast.club.hands_open_to = Audience.PLAYERS
    cast.club.save()
    counts = {name: Hand.objects.visible_to(access(cast, user)).count() for name, user in people.items()}
    assert counts == {DURI: 1, HANA: 1, "director": 1, "member": 0}


def test_the_clubs_own_record_shows_each_player_their_own_cards(cast: Cast, people: dict[str, User]) -> None:
    send(cast, people[HANA], history(HANA))
    send(cast, people[DURI], history(DURI))
    document = seen(cast, people["director"])["hand"]
    Hand.objects.all().delete()
    assert send(cast, None, json.dumps(document).encode(), Rank.SERVER).outcome == Outcome.ACCEPTED
    as_hana, as_duri = (json.dumps(seen(cast, people[name]), default=str) for name in (HANA, DURI))
    assert "Kc" in as_hana and "Kc" not in as_duri
    assert all(card in as_duri and card not in as_hana for card in HIDDEN)


def test_a_member_is_told_of_a_conflict_only_what_they_say_themselves(cast: Cast, people: dict[str, User]) -> None:
    send(cast, people["director"], history("nobody"), Rank.DIRECTOR)
    stored = send(cast, people[HANA], history(HANA, rake="0.20", won="2.80"))
    assert stored.outcome == Outcome.CONFLICT
    assert sorted(stored.conflicts) == ["results.collected", "results.rake"]
    assert seen(cast, people["director"])["conflicts"] == ["results.collected", "results.rake"]
    assert seen(cast, people[HANA])["conflicts"] == ["results.collected", "results.rake"]
    for name in (DURI, "member"):
        rendered = seen(cast, people[name])
        assert (rendered["is_disputed"], rendered["conflicts"]) == (True, [])
    assert seen(cast, people[DURI])["settlement"]["rake"] == "0.10"


def test_hidden_cards_that_cannot_be_tell_nobody_which_they_are(cast: Cast, people: dict[str, User]) -> None:
    """Hana says that she threw a card which Duri says that he held."""
    send(cast, people[DURI], history(DURI))
    stored = send(cast, people[HANA], history(HANA, card="9d"))
    assert stored.outcome == Outcome.CONFLICT
    assert stored.conflicts and not [field for field in stored.conflicts if "9d" in field]
    as_hana, as_duri = (json.dumps(seen(cast, people[name]), default=str) for name in (HANA, DURI))
    assert not [card for card in ("5s", "6h", "8d", "Jc", "9c") if card in as_hana]
    assert "Kc" not in as_duri


def full_record(cast: Cast, people: dict[str, User]) -> dict[str, Any]:
    """The document with every card, of which nothing is stored."""
    send(cast, people[HANA], history(HANA))
    send(cast, people[DURI], history(DURI))
    document: dict[str, Any] = seen(cast, people["director"])["hand"]
    Hand.objects.all().delete()
    return document


def as_text(document: dict[str, Any], **changed: Any) -> bytes:
    return json.dumps({name: value for name, value in (document | changed).items() if value is not None}).encode()


@pytest.mark.parametrize("guess", ["Jc", "Js", "??"])
def test_guessing_cards_of_others_tells_nothing(cast: Cast, people: dict[str, User], guess: str) -> None:
    """Hana sends the club's record with cards of Duri that she made up, and that may be right."""
    document = full_record(cast, people)
    send(cast, None, as_text(document), Rank.SERVER)
    before = everything()
    actions = [action.replace("8dJc", f"8d{guess}") for action in document["actions"]]
    stored = send(cast, people[HANA], as_text(document, actions=actions))
    assert (stored.outcome, stored.conflicts) == (Outcome.DUPLICATE, [])
    hand, facts, _ = everything()
    assert [hand, facts] == before[:2]
    private = json.dumps(Source.objects.get(user=people[HANA]).private)
    assert "As2h3dKc" in private and not [card for card in HIDDEN if card in private]


def test_a_guess_weighs_nothing_where_it_comes_first(cast: Cast, people: dict[str, User]) -> None:
    document = full_record(cast, people)
    guessed = [action.replace("8dJc", "8dJs") for action in document["actions"]]
    assert send(cast, people[HANA], as_text(document, actions=guessed)).outcome == Outcome.ACCEPTED
    assert "Js" not in json.dumps(seen(cast, people["director"]), default=str)
    assert Fact.objects.get(number=1).made is None
    assert send(cast, people[DURI], history(DURI)).outcome == Outcome.MERGED
    assert not Hand.objects.get().is_disputed
    assert Fact.objects.get(number=1).made is True


@pytest.mark.parametrize("order", [0, 1])
@pytest.mark.parametrize("named", [True, False])
def test_nobody_sits_down_on_the_seat_of_somebody_else(
    cast: Cast, people: dict[str, User], named: bool, order: int
) -> None:
    """Hana says that she sat where Duri did, before the club tells of the hand and after it."""
    document = full_record(cast, people)
    if not named:
        document["players"] = None
    forged = (people[HANA], as_text(document, players=[HANA, DURI]), Rank.MEMBER)
    told = [forged, (None, as_text(document), Rank.SERVER)]
    for user, text, rank in told if order else reversed(told):
        send(cast, user, text, rank)
    shown = json.dumps(seen(cast, people[HANA]), default=str)
    assert not [card for card in HIDDEN if card in shown]
    players = [None, None] if not named else [people[DURI].players.get().pk, people[HANA].players.get().pk]
    assert list(Fact.objects.order_by("number").values_list("player_id", flat=True)) == players
    remove_sources([Source.objects.get(rank=Rank.SERVER).pk], at=NOW)
    assert Fact.objects.get(number=1).player_id == people[HANA].players.get().pk


def test_who_was_not_at_the_table_is_not_told_how_the_hand_went(cast: Cast, people: dict[str, User]) -> None:
    document = full_record(cast, people)
    send(cast, None, as_text(document, players=["Nari", DURI]), Rank.SERVER)
    stored = send(cast, people[HANA], as_text(document, players=[HANA, DURI], starting_stacks=["30.00", "25.00"]))
    assert (stored.outcome, stored.conflicts) == (Outcome.CONFLICT, ["players"])
    assert Source.objects.get(user=people[HANA]).conflicts == ["players"]


def hidden_of(player: str, actions: list[str]) -> list[str]:
    """The actions without the private cards of a player."""
    return [
        re.sub("[2-9TJQKA][cdhs]", "??", action) if player in action and " sm" not in action else action
        for action in actions
    ]


@pytest.mark.parametrize("knows", [DURI, "the club"])
@pytest.mark.parametrize("claim", ["5s6h8dJc", "5s6h8dJs", "5s??????", "4s??????"])
@pytest.mark.parametrize("order", [1, -1])
def test_claiming_what_somebody_showed_tells_nothing(
    cast: Cast, people: dict[str, User], knows: str, claim: str, order: int
) -> None:
    """Hana says that Duri showed cards, which may be his; whoever knows them says nothing of that."""
    document = full_record(cast, people)
    actions = [action for action in document["actions"] if not action.startswith("p1 sm")]
    claimed = [*hidden_of("p1", actions), f"p1 sm {claim}"]
    user, rank, known = (people[DURI], Rank.MEMBER, hidden_of("p2", actions))
    if knows != DURI:
        user, rank, known = None, Rank.SERVER, actions
    told = [(people[HANA], claimed, Rank.MEMBER), (user, known, rank)]
    for sender, said, weight in told[::order]:
        stored = send(cast, sender, as_text(document, actions=said), weight)
    shown = seen(cast, people[HANA])
    assert stored.outcome != Outcome.CONFLICT and not shown["is_disputed"]
    assert not [action for action in shown["hand"]["actions"] if action.startswith("p1 sm")]


def test_many_who_agree_put_nobody_aside_who_weighs_more(cast: Cast, people: dict[str, User]) -> None:
    """Hana makes up two histories that agree about a card of Duri's, and about the rake."""
    send(cast, people["director"], history(DURI), Rank.DIRECTOR)
    before = seen(cast, people["director"])
    for table in (b"Haeundae", b"Gwangalli"):
        forged = history(HANA, card="9d", rake="0.20", won="2.80").replace(b"Haeundae", table)
        assert send(cast, people[HANA], forged).outcome == Outcome.CONFLICT
    assert Source.objects.get(rank=Rank.DIRECTOR).conflicts == []
    after = seen(cast, people["director"])
    assert [after[name] for name in ("hand", "settlement")] == [before[name] for name in ("hand", "settlement")]
    assert "9d9c" in json.dumps(seen(cast, people[DURI]), default=str)


def test_a_hand_costs_three_queries_and_a_row_one_for_all(cast: Cast, people: dict[str, User]) -> None:
    send(cast, people[HANA], history(HANA))
    for number in range(501, 505):
        send(cast, people[HANA], history(HANA, number=str(number)))
        send(cast, people[DURI], history(DURI, number=str(number)))
    viewer = access(cast, people[HANA])
    with CaptureQueriesContext(connection) as queries:
        rendered = [render_hand(view(hand, viewer)) for hand in Hand.objects.visible_to(viewer).for_view()]
    assert (len(rendered), len(queries)) == (5, 3)
    with CaptureQueriesContext(connection) as queries:
        rows = [render_row(hand, viewer) for hand in Hand.objects.visible_to(viewer).for_list().order_by("-pk")]
    assert (len(queries), sorted(row["sources"] for row in rows)) == (1, [1, 2, 2, 2, 2])
    assert {(row["site"], row["club"], row["pot"]) for row in rows} == {("PokerStars", "moonlight", "3.00")}
    assert rendered[0]["played_at"] == "2010-03-07T10:15:00+09:00"
