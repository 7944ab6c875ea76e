"""A stored hand as its page shows it to one viewer. Nothing comes from anywhere but :mod:`hands.viewing`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext

from hands.formats import phh
from hands.models import Hand, Source
from hands.pages.conflicts import Conflict, conflicts_in_words
from hands.pages.course import Course, course_of, names_of
from hands.pages.rows import VERDICTS, game_of, reading_language
from hands.pages.settlement import Settlement, money, pot_name, settlement_from
from hands.pages.source import Note
from hands.rules.findings import Language
from hands.viewing import View, render_hand

_UNPROVED = re.compile(r"winner of pot (\d+): cards of (p\d+(?:, p\d+)*) unknown")


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A player at the table. ``player_id`` is who that is in the club, where it is known and may be told."""

    place: str
    name: str
    seat: int | None
    is_button: bool
    stack: str
    is_own: bool
    player_id: int | None


@dataclass(frozen=True, slots=True)
class HandPage:
    """``index`` makes the anchors of the page, as on the page that checks pasted hands; ``has_phh`` when PHH has words
    for everything in it."""

    index: int
    hand: Hand
    game: str
    verdict: str
    seats: list[SeatRow]
    course: Course | None
    settlement: Settlement | None
    notes: list[Note]
    unproved: list[str]
    conflicts: list[Conflict]
    sources: list[Source]
    open_winner: bool
    has_phh: bool


def hand_page(view: View, *, linked: bool) -> HandPage:
    """``linked`` when the viewer may see the figures of every player."""
    hand, document, replay = view.hand, view.document, view.replay
    language, rendered = reading_language(), render_hand(view)
    names = names_of(document)
    settlement = rendered["settlement"] and settlement_from(rendered["settlement"], document, replay.table, language)
    return HandPage(
        index=1,
        hand=hand,
        game=game_of(document, language),
        verdict=str(VERDICTS[hand.status]),
        seats=_seats(view, names, linked),
        course=None if replay.table is None else course_of(document, replay.table.rules, language),
        settlement=settlement,
        notes=[Note(finding["severity"], finding["message"][language]) for finding in rendered["findings"]],
        unproved=[_unproved(text, names, settlement, language) for text in rendered["unproved"]],
        conflicts=conflicts_in_words(view.conflicts, document),
        sources=list(hand.sources.all()) if view.players is None else [],
        open_winner=settlement is None,
        has_phh=phh.beyond_the_standard(document) is None,
    )


def _seats(view: View, names: list[str], linked: bool) -> list[SeatRow]:
    document = view.document
    players = {fact.number: fact.player_id for fact in view.hand.facts.all()}
    own = view.players or frozenset()
    seats = document.seats or []
    rows = []
    for number, name in enumerate(names, 1):
        seat = seats[number - 1] if number <= len(seats) else None
        stack = document.stacks[number - 1]
        rows.append(
            SeatRow(
                place=f"p{number}",
                name=name,
                seat=seat,
                is_button=seat == document.button if seat and document.button else number == len(names),
                stack=gettext("unknown") if stack is None else money(stack, document.decimals),
                is_own=number in own,
                player_id=players.get(number) if linked or number in own else None,
            )
        )
    return rows


def _unproved(text: str, names: list[str], settlement: Settlement | None, language: Language) -> str:
    """What stayed unproved, in the language of the reader and with the players' names."""
    match = _UNPROVED.fullmatch(text)
    if match is None:
        return text
    pots = len(settlement.pots) if settlement is not None else 1
    players = ", ".join(names[int(place[1:]) - 1] for place in match[2].split(", "))
    return gettext("%(pot)s: who wins cannot be proved, because cards are unknown: %(players)s") % {
        "pot": pot_name(int(match[1]), max(pots, int(match[1]) + 1)),
        "players": players,
    }
