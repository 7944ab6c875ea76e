"""PokerStars' text, oddity by oddity."""

from collections.abc import Callable

import pytest

from hands.formats import ReadHand, read
from hands.rules.document import Collected, Document
from hands.rules.replay import play

Text = Callable[[str], str]
One = Callable[[str], ReadHand]
Read = Callable[[str], Document]


def codes(hand: ReadHand) -> list[tuple[str, int | None]]:
    return [(finding.code, finding.place.line) for finding in hand.findings]


def test_a_cash_hand_becomes_a_document_with_the_line_of_every_action(text: Text, one: One) -> None:
    hand = one(text("three-players"))
    document = hand.document
    assert document is not None
    assert (document.variant, document.blinds, document.small_bet, document.big_bet) == ("FB", [25, 50, 0], 50, 100)
    assert (document.players, document.seats, document.button) == (["Hana", "Duri", "Seon"], [1, 2, 3], 3)
    assert (document.seat_count, document.table, document.venue) == (6, "Morning Calm", "PokerStars")
    assert (document.hand, document.currency, document.decimals) == ("700000001", "USD", 2)
    assert (document.year, document.month, document.day, document.time) == (2025, 8, 2, "05:24:53")
    assert document.time_zone == "America/New_York"
    lines = text("three-players").split("\n")
    assert (hand.line, hand.end_line, lines[hand.end_line - 1]) == (1, 45, lines[44])
    said = {"f": "folds", "sd": "discards stands", "cbr": "bets raises", "sm": "shows", "cc": "calls checks"}
    for action, line in zip(document.actions, hand.action_lines, strict=True):
        verb = action.split()[1]
        if verb in said:
            assert lines[line - 1].split(": ")[1].split()[0] in said[verb]


def test_what_the_site_says_of_the_result_is_kept_beside_the_play(text: Text, document: Read) -> None:
    record = document(text("three-players")).record
    assert record is not None
    assert (record.collected, record.returned) == ([Collected(1, 965)], [])
    assert (record.pot, record.rake, record.pots) == (1000, 35, None)
    assert record.labels == {1: "Badugi: 7,3,2,A", 3: "Badugi: 8,6,5,4"}


def test_heads_up_the_button_is_the_last_player_and_posts_the_small_blind(text: Text, document: Read) -> None:
    read_hand = document(text("heads-up"))
    assert (read_hand.players, read_hand.blinds) == (["Gaya", "Bora"], [5, 10])


def test_blinds_on_the_wrong_side_heads_up_are_passed_on_and_refused(text: Text, document: Read) -> None:
    wrong = text("heads-up").replace("Bora: posts small blind 5", "Gaya: posts small blind 5")
    read_hand = document(wrong.replace("Gaya: posts big blind 10", "Bora: posts big blind 10"))
    assert read_hand.blinds == [10, 5]
    assert not play(read_hand).accepted


def test_a_tournament_has_chips_a_level_a_buy_in_and_bounties(text: Text, document: Read) -> None:
    read_hand = document(text("heads-up"))
    assert (read_hand.event, read_hand.level) == ("Tournament #9001, $25+$25+$5 USD", "II")
    assert (read_hand.currency, read_hand.decimals, read_hand.stacks) == (None, 0, [900, 1260])
    assert read_hand.extra == {"_bounties": {"2": "$1.76"}}


def test_one_bracket_is_the_new_hand_when_every_card_was_discarded(text: Text, document: Read) -> None:
    actions = document(text("heads-up")).actions
    assert actions[6:8] == ["p2 sd Ah3c8d8s", "d dh p2 2c4d6h9s"]


def test_names_that_look_like_syntax_are_told_by_the_seat_list(text: Text, document: Read) -> None:
    read_hand = document(text("names"))
    names = ["P4: folds", "P5 (50 in chips)", "$6.名", "P:1", "P2 [ME]", "P3 (button)"]
    assert (read_hand.players, read_hand.stacks) == (names, [100] * 6)
    assert read_hand.table == "O'Clock 'n' Tea"
    assert next(action for action in read_hand.actions if action.startswith("p1 ")) == "p1 cc 15"
    assert play(read_hand).status == "verified"


def test_chatter_notices_and_mail_headers_are_no_findings(text: Text, one: One) -> None:
    assert one(text("names")).findings == []


def test_who_sits_out_of_a_cash_game_is_not_dealt_in_and_of_a_tournament_is(text: Text, document: Read) -> None:
    cash = text("side-pot").replace("Ara: posts", "Seat 4: Dasom (70 in chips) is sitting out\nAra: posts", 1)
    assert document(cash).players == ["Ara", "Byeol", "Cheon"]
    header = ": Tournament #1, Freeroll Badugi Limit - Level I (10/20) - "
    tournament = cash.replace(":  Badugi Limit (10/20) - ", header)
    assert document(tournament).players == ["Dasom", "Ara", "Byeol", "Cheon"]


def test_main_and_side_pots_are_numbered_and_mucked_cards_come_from_the_summary(text: Text, document: Read) -> None:
    read_hand = document(text("side-pot"))
    record = read_hand.record
    assert record is not None
    assert record.collected == [Collected(2, 50, 1), Collected(1, 45, 0)]
    assert (record.pot, record.pots, record.mucked) == (95, [45, 50], {3: "2d4s6h8c"})
    assert play(read_hand).status == "verified"


def test_a_cancelled_hand_is_kept_as_cancelled_with_whoever_was_there(text: Text, document: Read) -> None:
    read_hand = document(text("cancelled"))
    assert read_hand.record is not None
    assert read_hand.record.cancelled
    assert (read_hand.players, read_hand.actions) == (["Danbi"], [])
    assert play(read_hand).status == "cancelled"


def test_the_small_blind_is_read_and_never_computed(text: Text, document: Read) -> None:
    source = text("three-players").replace("small blind $0.25", "small blind $0.10")
    assert document(source.replace("calls $0.75", "calls $0.90")).blinds == [10, 50, 0]


def test_a_newcomer_posts_a_live_blind_out_of_position_before_the_deal(text: Text, document: Read) -> None:
    source = text("three-players").replace(
        "Duri: posts big blind $0.50", "Duri: posts big blind $0.50\nSeon: posts big blind $0.50"
    )
    assert document(source).actions[0] == "p3 post 0.50"
    both = source.replace("Seon: posts big blind $0.50", "Seon: posts small & big blinds $0.75")
    assert document(both).actions[0] == "p3 post 0.50 dead 0.25"
    missed = source.replace("Seon: posts big blind $0.50", "Seon: posts small blind $0.25")
    assert document(missed).actions[0] == "p3 post 0.00 dead 0.25"


def test_antes_are_read_by_player(text: Text, document: Read) -> None:
    source = text("side-pot").replace("Ara: posts small", "Byeol: posts the ante 2\nAra: posts small")
    assert document(source).antes == [0, 2, 0]


def test_a_button_on_an_empty_seat_leaves_the_big_blind_first(text: Text, document: Read) -> None:
    source = text("side-pot").replace("Seat #3 is the button", "Seat #5 is the button")
    source = source.replace("Ara: posts small blind 5\n", "").replace("Byeol: posts big", "Ara: posts big")
    read_hand = document(source.replace(" calls 10 and is all-in", " calls 5 and is all-in"))
    assert (read_hand.button, read_hand.players, read_hand.blinds) == (5, ["Ara", "Byeol", "Cheon"], [10, 0, 0])


def test_a_reshuffle_is_told_between_the_next_discard_and_its_replacement(text: Text, document: Read) -> None:
    source = text("three-players").replace("Duri: discards 2", "The deck is reshuffled\nDuri: discards 2")
    actions = document(source).actions
    at = actions.index("d rs")
    assert actions[at - 1 : at + 2] == ["p2 sd ????", "d rs", "d dh p2 ????"]


def test_an_all_in_player_who_is_away_folds_in_the_text_and_stays_in(text: Text, document: Read) -> None:
    source = text("side-pot").replace("Byeol: checks\n", "Ara: folds\nByeol: checks\n")
    assert document(source).actions == document(text("side-pot")).actions


def test_cards_shown_only_in_the_summary_are_shown(text: Text, document: Read) -> None:
    source = text("three-players").replace("Seon: shows [8s 6h 5d 4c] (Badugi: 8,6,5,4)\n", "")
    assert document(source).actions[-1] == "p3 sm 8s6h5d4c"


def test_a_part_of_a_hand_that_is_shown_is_filled_up_with_unknown_cards(text: Text, document: Read) -> None:
    source = text("names").replace("P2 [ME]: shows [As 2h 3d Kc] (Badugi: K,3,2,A)", "P2 [ME]: shows [As]")
    assert document(source).actions[-1] == "p5 sm As??????"


def test_ten_is_read_as_t_and_one_is_no_card(text: Text, document: Read, one: One) -> None:
    assert "d dh p1 As2h3dTc" in document(text("three-players").replace("Kc]", "10c]")).actions
    assert codes(one(text("three-players").replace("[As 2h 3d Kc]", "[1s 2h 3d Kc]", 1))) == [("card_unknown", 9)]


@pytest.mark.parametrize(
    ("header", "event", "currency", "bets"),
    [
        ("Zoom Hand #1:  Badugi Limit (€0.50/€1.00 EUR)", None, "EUR", (50, 100)),
        ("Game #1:  Badugi Limit ($10.00/$20.00)", None, "USD", (1000, 2000)),
        ("Home Game Hand #1: {Club #77}  Badugi Limit (10/20)", "Club #77", None, (10, 20)),
        (
            "Home Game Hand #1: {Club #77} Tournament #5, Freeroll  Badugi Limit - Level I (10/20)",
            "Club #77, Tournament #5, Freeroll",
            None,
            (10, 20),
        ),
        ("Hand #1:  8-Game (Badugi Limit) ($0.50/$1.00 USD)", "8-Game", "USD", (50, 100)),
        ("Hand #1:  Mixed Draw (Badugi Limit, $0.50/$1.00 USD)", "Mixed Draw", "USD", (50, 100)),
        (
            "Hand #1: Tournament #5, $5+$0.50 USD Mixed Draw (Badugi Limit) - Match Round II, Level IV (10/20)",
            "Tournament #5, $5+$0.50 USD Mixed Draw",
            None,
            (10, 20),
        ),
    ],
)
def test_headers_of_every_kind_of_game_are_read(
    text: Text, document: Read, header: str, event: str | None, currency: str | None, bets: tuple[int, int]
) -> None:
    _, _, rest = text("side-pot").partition("\n")
    read_hand = document(f"PokerStars {header} - 2026/02/03 20:15:01 EET [2026/02/03 13:15:01 ET]\n{rest}")
    assert (read_hand.event, read_hand.currency) == (event, currency)
    assert (read_hand.small_bet, read_hand.big_bet) == bets
    assert read_hand.hand == "1"


def test_a_game_that_is_not_known_is_a_finding_at_its_line(text: Text) -> None:
    razz = text("side-pot").replace("Badugi Limit (", "8-Game (Razz Limit) (")
    good, unknown = read((text("side-pot") + "\n" + razz).encode())
    assert good.document is not None
    assert (unknown.document, codes(unknown)) == (None, [("unknown_variant", 41)])
    assert unknown.findings[0].found == "Razz Limit"


def test_a_hand_that_is_cut_is_truncated_and_the_others_are_read(text: Text) -> None:
    cut = text("three-players").partition("*** THIRD DRAW")[0]
    source = text("heads-up") + "\n\n" + text("names") + "\n" + cut
    first, second, third = read(source.encode())
    assert first.document is not None
    assert second.document is not None
    assert (third.document, third.number) == (None, "700000001")
    last = source.rstrip().count("\n") + 1
    assert codes(third) == [("truncated", last)]


@pytest.mark.parametrize("end", range(2, 45))
def test_a_hand_that_is_cut_anywhere_before_its_total_is_truncated(text: Text, one: One, end: int) -> None:
    lines = text("three-players").split("\n")
    hand = one("\n".join(lines[:end]))
    assert (hand.document is None) == (end < 42)
    if end < 42:
        assert codes(hand) == [("truncated", end)]


def test_a_mark_of_byte_order_before_a_later_hand_does_no_harm(text: Text) -> None:
    hands = list(read(("\ufeff" + text("heads-up") + "\n\ufeff" + text("side-pot")).encode()))
    assert [hand.document is not None for hand in hands] == [True, True]


def test_two_clocks_that_disagree_are_a_warning_and_kept(text: Text, one: One) -> None:
    hand = one(text("three-players").replace("11:24:53 CET", "12:24:53 CET"))
    assert codes(hand) == [("clocks_disagree", 1)]
    assert hand.document is not None
    assert hand.document.extra["_clocks"].startswith("2025/08/02 12:24:53 CET")


def test_a_line_of_no_known_kind_is_a_warning_only(text: Text, one: One) -> None:
    hand = one(text("three-players").replace("*** FIRST DRAW", "A tree falls in the wood\n*** FIRST DRAW"))
    assert codes(hand) == [("line_ignored", 13)]
    assert hand.document is not None


def sitting_out_at_the_table(source: str, before: str) -> str:
    """The hand with a fourth at the table, who says so at some point and does nothing."""
    seated = source.replace("Ara: posts", "Seat 4: Dasom (70 in chips)\nAra: posts", 1)
    return seated.replace(before, f"Dasom: is sitting out\n{before}", 1)


def test_who_says_before_the_deal_of_a_cash_game_to_sit_out_is_not_dealt_in(text: Text, document: Read) -> None:
    source = sitting_out_at_the_table(text("side-pot"), "*** DEALING HANDS ***")
    assert document(source).players == ["Ara", "Byeol", "Cheon"]
    header = ": Tournament #1, Freeroll Badugi Limit - Level I (10/20) - "
    assert "Dasom" in (document(source.replace(":  Badugi Limit (10/20) - ", header)).players or [])


def test_who_says_after_the_deal_to_sit_out_was_dealt_in(text: Text, document: Read) -> None:
    """Whoever was dealt in has to act: a missing fold is missed."""
    source = sitting_out_at_the_table(text("side-pot"), "*** FIRST DRAW ***")
    hand = document(source)
    assert "Dasom" in (hand.players or [])
    assert not play(hand).accepted
