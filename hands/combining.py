"""Several statements about one hand put together: what they agree on, what each adds, and where one contradicts.

Statements are taken by weight, so the order of arrival never matters. What a source leaves out contradicts nobody: it
is filled from the next one that says it. A statement that contradicts those of more weight stands apart: it adds
nothing to the public document, and its private cards count only where its actions are not in question.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hands.agreement import merge
from hands.formats.document import to_dict
from hands.privacy import Overlay, document_for, joined, shown_by, told_of, without_actions
from hands.rules.cards import UNKNOWN, format_cards, known_set, parse_cards
from hands.rules.document import Document
from hands.rules.findings import errors
from hands.rules.games import BY_VARIANT
from hands.rules.replay import Replay, play

RULES = "rules"
"""The conflict of a statement that the rules of today refuse."""

_DESCRIPTIVE = frozenset(
    ("results", "finishing_stacks", "winnings", "time", "table", "event", "level", "venue", "hand", "seat_count")
)


@dataclass(slots=True)
class Statement:
    """What one source says: its public document and its overlay. Statements combine in the order of ``weight``.

    ``is_trusted`` says whether it may name the players where others of more weight do not (their cards go by the
    names), and say what others showed where those who know their cards do not.
    """

    public: Document
    overlay: Overlay
    weight: tuple[int, str]  # rank, digest
    is_trusted: bool = True


@dataclass(slots=True)
class Combined:
    """Several statements put together, and the replay of all that they tell.

    ``conflicts`` are, by statement, the fields in which it disagrees with one of more weight (``actions.12``,
    ``cards.12``, ``results.rake``); without any, everybody agrees. ``overlays`` are, by statement, the private cards
    that count.
    """

    public: Document
    overlays: list[Overlay]
    conflicts: list[list[str]]
    replay: Replay


def number_of(public: Document) -> str:
    """The number of a hand: the source's own, or ``sha256:`` of its canonical public document."""
    return public.hand or "sha256:" + _digest(encode(canonical(to_dict(public))))


def digest_of(public: Document, overlay: Overlay) -> str:
    """The digest (64 hexadecimal digits) of all that a source says; the same for the same history in any format."""
    return digest_of_parts(to_dict(public), overlay)


def digest_of_parts(document: dict[str, Any], overlay: Overlay, text: str | None = None) -> str:
    """:func:`digest_of` for a public document that was made a JSON object already, and its text (:data:`encode`)."""
    private = overlay.to_dict()
    for name in ("cards", "mucked"):
        if name in private:
            private[name] = {key: format_cards(sorted(parse_cards(cards))) for key, cards in private[name].items()}
    if "extra" in private:
        private["extra"] = sorted(private["extra"].items())
    in_one_spelling = canonical(document)
    if text is None or in_one_spelling is not document:
        text = encode(in_one_spelling)
    return _digest(f"[{text},{encode(private)}]")


def canonical(document: dict[str, Any]) -> dict[str, Any]:
    """The JSON object of a public document in the one spelling that every format comes to."""
    changed: dict[str, Any] = {}
    game, time = BY_VARIANT.get(document["variant"]), document.get("time")
    if game is not None and game.code != document["variant"]:
        changed["variant"] = game.code
    if time is not None and time.count(":") == 1:
        changed["time"] = time + ":00"
    if not document.get("results", True):
        document = {name: value for name, value in document.items() if name != "results"}
    return document | changed if changed else document


encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""The text of a JSON value, of which digests are made."""


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def counts(conflicts: Collection[str]) -> bool:
    """Whether the private cards of a statement with these conflicts count."""
    return all(conflict.partition(".")[0] in _DESCRIPTIVE for conflict in conflicts)


def combine(statements: Sequence[Statement]) -> Combined:
    """Puts statements together, at least one. The order in which they are given does not matter.

    Cards that are possible each alone may not be so together (a card in two hands): then the statement of less weight
    is in conflict.
    """
    order = sorted(range(len(statements)), key=lambda i: statements[i].weight)
    by_weight = _without_guesses([statements[i] for i in order])
    together = _Together.all_of(by_weight)
    replay = together.replay()
    if not replay.accepted:
        together = _one_by_one(by_weight)
        if together.public is None:
            # The rules of today refuse each of them: the replay says why.
            together.conflicts[0] = [RULES]
        else:
            replay = together.replay()
    conflicts = [together.conflicts[place] for _, place in sorted(zip(order, range(len(order)), strict=True))]
    overlays = [
        statement.overlay if counts(found) else Overlay()
        for statement, found in zip(statements, conflicts, strict=True)
    ]
    return Combined(together.public or by_weight[0].public, overlays, conflicts, replay)


def _without_guesses(statements: Sequence[Statement]) -> list[Statement]:
    """Members do not say that others showed cards which whoever knows these cards does not say were shown: whether they
    fit would tell them what was hidden."""
    if all(statement.is_trusted for statement in statements):
        return list(statements)
    hidden = [told_of(one.public, one.overlay).difference(shown_by(one.public).values()) for one in statements]
    told = Counter(player for players in hidden for player in players)
    kept = []
    for one, own in zip(statements, hidden, strict=True):
        guesses = {i for i, player in shown_by(one.public).items() if told[player] > (player in own)}
        if guesses and not one.is_trusted:
            public, overlay = without_actions(one.public, one.overlay, guesses)
            one = replace(one, public=public, overlay=overlay)
        kept.append(one)
    return kept


def _one_by_one(statements: Sequence[Statement]) -> _Together:
    """Each in the order of weight, apart from those before it when the hand is not right with it.

    However many of less weight agree, they put none aside that has more.
    """
    together = _Together()
    for statement in statements:
        tried = together.and_(statement)
        while counts(found := tried.conflicts[-1]) and not (replay := tried.replay()).accepted:
            # What it says of the result is left out first, its cards only when that does not mend it.
            tried = together.and_(statement, [*found, "cards" if found else _field_of(replay)])
        together = tried
    return together


def _field_of(replay: Replay) -> str:
    """What of a statement is in question when the replay of all together fails."""
    finding = next(errors(replay.findings))
    return finding.place.field or "cards"


class _Together:
    """Statements put together by weight: their public document (None while all stand apart), the overlays that count,
    and the fields in which each disagrees with those before it."""

    def __init__(self) -> None:
        self.public: Document | None = None
        self.overlays: list[Overlay] = []
        self.conflicts: list[list[str]] = []
        self._known = _Known()
        self._first: Document | None = None

    @classmethod
    def all_of(cls, statements: Sequence[Statement]) -> _Together:
        together = cls()
        for statement in statements:
            together.take(statement)
        return together

    def and_(self, statement: Statement, apart: Sequence[str] = ()) -> _Together:
        """These and one more, in conflict in the fields ``apart``."""
        more = _Together()
        more.public, more._first = self.public, self._first
        more.overlays, more.conflicts = [*self.overlays], [*self.conflicts]
        more._known.cards = dict(self._known.cards)
        more.take(statement, apart)
        return more

    def take(self, statement: Statement, apart: Sequence[str] = ()) -> None:
        found = list(apart)
        self._first = self._first or statement.public
        if not found and self.public is None:
            self.public = replace(statement.public)
        elif not found and self.public is not None:
            merged, found = merge(self.public, statement.public)
            if not statement.is_trusted:
                merged = replace(merged, players=self.public.players)
                if "players" in found:
                    # Who was not at this table is not told how the hand went there.
                    found = ["players"]
            found += self._known.conflicts(statement.overlay)
            if not found:
                self.public = merged
        if counts(found) and (clash := self._known.conflicts(statement.overlay)):
            found += [field for field in clash if field not in found]
        if counts(found):
            self._known.add(statement.overlay)
            self.overlays.append(statement.overlay)
        self.conflicts.append(found)

    def replay(self) -> Replay:
        """Of all that they tell."""
        public = self.public or self._first
        assert public is not None
        return play(document_for(public, self.overlays, None))


class _Known:
    """The private cards told so far."""

    def __init__(self) -> None:
        self.cards: dict[str, str] = {}

    def conflicts(self, overlay: Overlay) -> list[str]:
        """The fields in which an overlay tells other cards."""
        return [field for field, cards in _told(overlay).items() if _differ(self.cards.get(field, cards), cards)]

    def add(self, overlay: Overlay) -> None:
        for field, cards in _told(overlay).items():
            self.cards[field] = joined(self.cards.get(field, cards), cards)


def _told(overlay: Overlay) -> dict[str, str]:
    return {f"cards.{index}": cards for index, cards in overlay.cards.items()} | {
        f"mucked.{player}": cards for player, cards in overlay.mucked.items()
    }


def _differ(some: str, others: str) -> bool:
    """Whether two texts cannot be the same cards, of which each may leave some unknown."""
    if some == others:
        return False
    (known, count), (also, number) = known_set(some), known_set(others)
    return count != number or (known | also).bit_count() > count


def tells_more(overlay: Overlay, others: Sequence[Overlay]) -> bool:
    """Whether an overlay has anything that none of the others has."""
    known = _Known()
    for other in others:
        known.add(other)
    for field, cards in _told(overlay).items():
        there = known.cards.get(field)
        if there is None or {*parse_cards(cards)} - {*parse_cards(there)} - {UNKNOWN}:
            return True
    extra = {name for other in others for name in other.extra}
    labels = {player for other in others for player in other.labels}
    return bool(overlay.extra.keys() - extra or overlay.labels.keys() - labels)
