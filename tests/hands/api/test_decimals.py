"""Amounts in a posted hand: exact to the cent on the way in, texts with all decimals on the way out (C34)."""

import json
from typing import Any

import pytest
from django.test import Client

from hands.models import Hand
from tests.cast import Cast, signed_in

# Three badugis that tie.
HANDS = ("As2h3d4c", "2s3h4dAc", "3s4hAd2c")
DEALT = [f"d dh p{player} {cards}" for player, cards in enumerate(HANDS, 1)]
SHOWN = [f"p{player} sm {cards}" for player, cards in enumerate(HANDS, 1)]
# p1 is all-in by the small blind of 0.10; the others call 0.20 and check.
CHECKED = ["p1 sd", "p2 sd", "p3 sd", "p2 cc", "p3 cc"]
HAND: dict[str, Any] = {
    "variant": "badugi",
    "currency": "USD",
    "venue": "Club",
    "hand": "34",
    "antes": [0, 0, 0],
    "blinds_or_straddles": [0.1, 0.2, 0],
    "small_bet": 0.2,
    "big_bet": "0.40",
    "starting_stacks": ["0.10", "5", 5],
    "actions": [*DEALT, "p3 cc", "p2 cc", *CHECKED * 3, *SHOWN],
}


def post(client: Client, text: str) -> Any:
    return client.generic("POST", "/api/v1/hands/", text.encode(), content_type="application/json")


def hand(**fields: Any) -> str:
    return json.dumps({**HAND, **fields})


def test_a_stack_with_the_noise_of_a_binary_number_is_refused_and_one_without_is_stored(cast: Cast) -> None:
    client = signed_in(cast.director)
    response = post(client, hand(starting_stacks=["0.10", 0.30000000000000004, 5]))
    assert (response.status_code, response.json()["code"]) == (422, "refused_hand")
    (finding,) = response.json()["findings"]
    assert (finding["code"], finding["field"]) == ("too_many_decimals", "starting_stacks.1")
    assert not Hand.objects.exists()
    assert post(client, hand(starting_stacks=["0.10", "0.30", 5])).status_code == 201


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400"])
def test_what_no_amount_can_be_is_400(cast: Cast, number: str) -> None:
    response = post(signed_in(cast.director), hand().replace('"5"', number))
    assert (response.status_code, response.json()["code"]) == (400, "malformed_json")
    assert not Hand.objects.exists()


def test_three_tenths_are_030_and_nothing_is_000(cast: Cast) -> None:
    response = post(signed_in(cast.director), hand())
    assert response.status_code == 201, response.text
    settlement = response.json()["settlement"]
    assert [(pot["amount"], pot["rake"]) for pot in settlement["pots"]] == [("0.30", "0.00"), ("0.20", "0.00")]
    assert [(line["put_in"], line["net"]) for line in settlement["players"]] == [
        ("0.10", "0.00"),
        ("0.20", "0.00"),
        ("0.20", "0.00"),
    ]
    assert settlement["rake"] == "0.00"


def test_the_cent_that_does_not_divide_goes_to_the_first_left_of_the_button(cast: Cast) -> None:
    """0.33 of each of three who tie, and the 0.01 that the button has put in before folding."""
    shown = {"antes": [0, 0, 0, "0.01"], "blinds_or_straddles": ["0.11", "0.33", 0, 0], "starting_stacks": [5] * 4}
    bets = ["p3 cc", "p4 f", "p1 cc", "p2 cc", *["p1 sd", "p2 sd", "p3 sd", "p1 cc", "p2 cc", "p3 cc"] * 3]
    actions = [*DEALT, "d dh p4 ????????", *bets, *SHOWN]
    response = post(signed_in(cast.director), hand(**shown, small_bet="0.33", big_bet="0.66", actions=actions))
    assert response.status_code == 201, response.text
    (pot,) = response.json()["settlement"]["pots"]
    assert (pot["amount"], [share["amount"] for share in pot["shares"]]) == ("1.00", ["0.34", "0.33", "0.33"])
