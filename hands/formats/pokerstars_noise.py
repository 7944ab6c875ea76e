"""What stands in a PokerStars hand and is none of its play: chatter, comings and goings, remarks of the site."""

from __future__ import annotations

import re

_NOISE_LINE = re.compile(r"Betting is capped|Hand #[0-9]+:?|\*+ # [0-9]+ \*+")
_NOISE_END = (
    *(" leaves the table", " has timed out", " has timed out while disconnected", " is disconnected", " is connected"),
    *(" has timed out while being disconnected", " has returned", " is sitting out", ": sits out", " sits out"),
    *(" will be allowed to play after the button", " was removed from the table for failing to post"),
    *(" is sitting in", " wins the tournament", ": is sitting out", " has been disconnected", " has requested TIME"),
)
_NOISE_PART = (
    *(" joins the table at seat #", ' said, "', " finished the tournament", " wins the tournament", " wins the "),
    *(" re-buys and receives ", " takes the add-on", " was moved from another table", " has been moved", " wins $"),
)


def is_chat(text: str) -> bool:
    """``name said, "…"``, whatever the name and the words look like."""
    return text.endswith('"') and ' said, "' in text


def is_noise(text: str) -> bool:
    """Whether a line that is nobody's action is one that is known and means nothing."""
    return (
        text.endswith(_NOISE_END)
        or any(part in text for part in _NOISE_PART)
        or _NOISE_LINE.fullmatch(text) is not None
    )
