"""Actions that come again are parsed once, and nothing is kept without bounds."""

import pytest

from hands.rules import actions
from hands.rules.actions import ActionError, Actions, actions_in, parse_action


def test_an_action_that_comes_again_is_the_same_one_parsed_once() -> None:
    known = Actions(0)
    assert known["p1 cbr 40"] is known["p1 cbr 40"]
    assert known["p1 cbr 40"] == parse_action("p1 cbr 40", 0)


def test_the_same_text_is_another_amount_with_other_decimals() -> None:
    assert (actions_in(0)["p1 cbr 40"].total, actions_in(2)["p1 cbr 40"].total) == (40, 4000)
    assert actions_in(2) is actions_in(2)


def test_whole_hands_are_not_kept_and_what_is_no_action_is_refused_each_time() -> None:
    known = Actions(0)
    assert known["d dh p1 As2d3c4h"].count == 4
    for _ in range(2):
        with pytest.raises(ActionError):
            known["p1 jumps"]
    assert not known


def test_no_more_actions_are_kept_than_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(actions, "_MOST_KEPT", 10)
    known = Actions(0)
    for total in range(25):
        assert known[f"p1 cbr {total}"].total == total
        assert len(known) <= 10
