"""GET games/: the catalogue."""

import pytest
from django.test import Client

from hands.rules.games import GAMES


def test_every_game_is_listed_and_has_its_own_address(client: Client) -> None:
    listed = client.get("/api/v1/games/").json()
    assert (listed["next"], listed["previous"]) == (None, None)
    assert [game["code"] for game in listed["results"]] == list(GAMES)
    for game in listed["results"]:
        assert client.get(f"/api/v1/games/{game['code']}/").json() == game
        if game["phh"]:
            assert client.get(f"/api/v1/games/{game['phh']}/").json() == game


def test_badugi_reads_as_the_rule_book(client: Client) -> None:
    game = client.get("/api/v1/games/badugi/").json()
    assert game["names"] == {"en": "Badugi", "ko": "로우 바둑이"}
    assert [(street["names"]["ko"], street["deal"], street["draw"], street["bet"]) for street in game["streets"]] == [
        ("처음", ["down"] * 4, None, "small"),
        ("아침", [], 4, "small"),
        ("점심", [], 4, "big"),
        ("저녁", [], 4, "big"),
    ]
    assert [cut["code"] for cut in game["cuts"]] == ["first_draw", "second_draw", "third_draw", "fourth_draw"]
    assert [(side["side"], side["evaluation"]) for side in game["sides"]] == [("low", "badugi")]
    assert game["players"] == {"least": 2, "most": 12}


def test_every_option_has_the_default_that_a_hand_is_played_with(client: Client) -> None:
    options = {option["code"]: option for option in client.get("/api/v1/games/badugi/").json()["options"]}
    assert options["cuts"]["default"] == 3
    assert options["big_bet_from"]["default"] == 2
    assert (options["cuts"]["least"], options["cuts"]["most"]) == (0, 4)
    assert options["tie_rule"]["choices"] == ["split", "suit"]
    assert options["first_bet"]["default"] is True
    for option in options.values():
        assert option["names"]["en"] != option["names"]["ko"]
        if option["type"] == "choice":
            assert option["default"] in option["choices"]


@pytest.mark.parametrize("code", ["tarot", "BADUGI", "badugi%00", "..%2F", "바둑이"])
def test_a_game_that_nobody_knows_is_404(client: Client, code: str) -> None:
    response = client.get(f"/api/v1/games/{code}/")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
