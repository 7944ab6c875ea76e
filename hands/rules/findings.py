"""Findings: what is wrong with a hand, where, what was found and what was expected, in English and Korean.

Every kind of finding stands once in this file: its code (public and stable), its severity and its sentence in both
languages. A sentence may use ``{player}``, ``{found}``, ``{expected}``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from hands.rules.names import Names

Severity = Literal["error", "warning"]
Language = Literal["en", "ko"]
Text = str | Names


@dataclass(frozen=True, slots=True)
class Kind:
    """One code of the catalogue; calling it makes a finding of it."""

    code: str
    severity: Severity
    en: str
    ko: str

    def __call__(
        self,
        *,
        player: int | None = None,
        found: Text | int | None = None,
        expected: Text | int | None = None,
        action: int | None = None,
        street: str | None = None,
        field: str | None = None,
        line: int | None = None,
    ) -> Finding:
        return Finding(
            self,
            Place(line=line, action=action, street=street, player=player, field=field),
            str(found) if isinstance(found, int) else found,
            str(expected) if isinstance(expected, int) else expected,
        )


@dataclass(slots=True)
class Place:
    """Where: ``line`` of the source (from 1), ``action`` index of the document (from 0), ``street`` code, ``player``
    (p1 is 1), ``field`` of the document (``antes``, ``results.collected.0``)."""

    line: int | None = None
    action: int | None = None
    street: str | None = None
    player: int | None = None
    field: str | None = None


@dataclass(slots=True)
class Finding:
    """One thing that is wrong (an error refuses the hand) or odd (a warning does not).

    What was found and expected is the same in both languages (amounts, cards, what a source says) or a pair of names;
    ``found`` and ``expected`` are the English texts.
    """

    kind: Kind
    place: Place = field(default_factory=Place)
    found_text: Text | None = None
    expected_text: Text | None = None

    @property
    def code(self) -> str:
        return self.kind.code

    @property
    def severity(self) -> Severity:
        return self.kind.severity

    @property
    def found(self) -> str | None:
        return _in("en", self.found_text)

    @property
    def expected(self) -> str | None:
        return _in("en", self.expected_text)

    def message(self, language: Language = "en", players: Sequence[str] | None = None) -> str:
        """The sentence; with the names of the players of the document, in its order, where they are known."""
        sentence = self.kind.ko if language == "ko" else self.kind.en
        number = self.place.player
        player = "?" if number is None else f"p{number}"
        if number is not None and players is not None and number <= len(players):
            player = f"{players[number - 1]} (p{number})"
        return sentence.format(
            player=player,
            found=_in(language, self.found_text) or "-",
            expected=_in(language, self.expected_text) or "-",
        )


def _in(language: Language, text: Text | None) -> str | None:
    """A text in one language."""
    return (text.ko if language == "ko" else text.en) if isinstance(text, Names) else text


CATALOGUE: dict[str, Kind] = {}


def _kind(severity: Severity, code: str, en: str, ko: str) -> Kind:
    if code in CATALOGUE:
        raise ValueError(f"There is a finding {code} already")
    kind = CATALOGUE[code] = Kind(code, severity, en, ko)
    return kind


def error(code: str, en: str, ko: str) -> Kind:
    """Adds an error to the catalogue. Codes are public: once released, never renamed."""
    return _kind("error", code, en, ko)


def warning(code: str, en: str, ko: str) -> Kind:
    """Adds a warning to the catalogue."""
    return _kind("warning", code, en, ko)


def errors(findings: list[Finding]) -> Iterator[Finding]:
    """Those of the findings that refuse the hand."""
    return (finding for finding in findings if finding.severity == "error")


# The document or the text

SYNTAX = error(
    "syntax",
    "Cannot read {found}; expected {expected}.",
    "{found}을(를) 읽을 수 없습니다. 예상: {expected}.",
)
MALFORMED = error(
    "malformed",
    "This is not valid {expected}: {found}.",
    "{expected} 형식이 아닙니다: {found}.",
)
STREET_ORDER = error(
    "street_order",
    "The text goes on with {found}; expected {expected}.",
    "기록이 {found}(으)로 이어집니다. 올바른 순서: {expected}.",
)
CONTRADICTION = error(
    "contradiction",
    "The text contradicts itself: {found}, but {expected}.",
    "기록이 서로 맞지 않습니다: {found}, 그런데 {expected}.",
)
SUMMARY_DISAGREES = warning(
    "summary_disagrees",
    "The summary says of {player}: {found}; the hand says: {expected}.",
    "요약에는 {player}님이 {found}(으)로 되어 있습니다. 실제: {expected}.",
)
TRUNCATED = error(
    "truncated",
    "The hand ends in the middle, after {found}; expected {expected}.",
    "핸드가 {found} 뒤에서 끊겼습니다. 예상: {expected}.",
)
UNKNOWN_VARIANT = error(
    "unknown_variant",
    "The game {found} is not known here; known: {expected}.",
    "{found} 게임은 아직 지원하지 않습니다. 지원하는 게임: {expected}.",
)
OPTION = error(
    "option",
    "The option {found} is not possible; expected {expected}.",
    "{found} 옵션은 사용할 수 없습니다. 예상: {expected}.",
)
MISSING_FIELD = error(
    "missing_field",
    "The field {expected} is missing.",
    "{expected} 항목이 없습니다.",
)
UNKNOWN_FIELD = error(
    "unknown_field",
    "The field {found} is not known; expected {expected}.",
    "{found} 항목은 알 수 없는 항목입니다. 예상: {expected}.",
)
TOO_MANY_DECIMALS = error(
    "too_many_decimals",
    "The amount {found} is finer than the currency: at most {expected} decimals.",
    "금액 {found}의 소수 자릿수가 너무 많습니다. 최대 {expected}자리입니다.",
)
AMOUNT = error(
    "amount",
    "{found} is no amount; expected {expected}.",
    "{found}은(는) 금액이 아닙니다. 예상: {expected}.",
)
AMOUNT_AMBIGUOUS = error(
    "amount_ambiguous",
    "The amount {found} can be read in two ways: {expected}.",
    "금액 {found}은(는) 두 가지로 읽힐 수 있습니다: {expected}.",
)
CARD = error(
    "card_unknown",
    "{found} is no card; expected {expected}.",
    "{found}은(는) 카드가 아닙니다. 예상: {expected}.",
)
PLAYER_UNKNOWN = error(
    "player_unknown",
    "{found} is nobody at the table; seated: {expected}.",
    "{found}은(는) 테이블에 없는 플레이어입니다. 앉은 사람: {expected}.",
)
PLAYER_COUNT = error(
    "player_count",
    "{found} players; expected {expected}.",
    "플레이어가 {found}명입니다. 예상: {expected}.",
)
SEATS = error(
    "seats",
    "The seats are {found}; expected {expected}.",
    "좌석이 {found}입니다. 예상: {expected}.",
)
STACK = error(
    "stack",
    "{player} starts with {found}; expected {expected}.",
    "{player}님의 시작 칩이 {found}입니다. 예상: {expected}.",
)
BLINDS = error(
    "blinds",
    "The blinds are {found}; expected {expected}.",
    "블라인드가 {found}입니다. 예상: {expected}.",
)
BLIND_POSITION = error(
    "blind_position",
    "{player} posts {found}; expected {expected}.",
    "{player}님이 {found}을(를) 냈습니다. 예상: {expected}.",
)
BLIND_AMOUNT = error(
    "blind_amount",
    "{player} posts {found}; expected {expected}.",
    "{player}님이 낸 블라인드가 {found}입니다. 예상: {expected}.",
)
ANTE_AMOUNT = error(
    "ante_amount",
    "{player} antes {found}; expected {expected}.",
    "{player}님이 낸 앤티가 {found}입니다. 예상: {expected}.",
)
BET_SIZES = error(
    "bet_sizes",
    "The bets are {found}; expected {expected}.",
    "베팅 단위가 {found}입니다. 예상: {expected}.",
)

# Turns and betting

OUT_OF_TURN = error(
    "out_of_turn",
    "{player} acts ({found}), but it is {expected}.",
    "{player}님이 차례가 아닌데 행동했습니다({found}). 차례: {expected}.",
)
ACTION_NOT_NOW = error(
    "action_not_now",
    "{found} is not possible here; expected {expected}.",
    "지금은 {found}을(를) 할 수 없습니다. 예상: {expected}.",
)
ACTION_FOLDED = error(
    "action_folded",
    "{player} acts ({found}) after folding; expected {expected}.",
    "{player}님은 이미 폴드했는데 행동했습니다({found}). 예상: {expected}.",
)
ACTION_ALL_IN = error(
    "action_all_in",
    "{player} acts ({found}) with no chips left; expected {expected}.",
    "{player}님은 이미 올인인데 행동했습니다({found}). 예상: {expected}.",
)
CALL_AMOUNT = error(
    "call_amount",
    "{player} calls {found}; expected {expected}.",
    "{player}님이 {found}을(를) 콜했습니다. 예상: {expected}.",
)
CHECK_NOT_POSSIBLE = error(
    "check_not_possible",
    "{player} checks, but faces a bet; expected {expected}.",
    "{player}님이 베팅을 받고 체크했습니다. 예상: {expected}.",
)
BET_AMOUNT = error(
    "bet_amount",
    "{player} bets or raises to {found}; expected {expected}.",
    "{player}님의 베팅(레이즈)이 {found}입니다. 예상: {expected}.",
)
RAISE_INCONSISTENT = error(
    "raise_inconsistent",
    "{player} raises {found}; expected {expected}.",
    "{player}님의 레이즈 {found}이(가) 맞지 않습니다. 예상: {expected}.",
)
TOO_MANY_RAISES = error(
    "too_many_raises",
    "{player} raises to {found}, but the betting is capped: {expected}.",
    "{player}님이 {found}(으)로 레이즈했지만 베팅 한도에 도달했습니다: {expected}.",
)
NOT_REOPENED = error(
    "not_reopened",
    "{player} raises to {found}, but the betting was not reopened; expected {expected}.",
    "{player}님이 {found}(으)로 레이즈했지만 베팅이 다시 열리지 않았습니다. 예상: {expected}.",
)
MORE_THAN_STACK = error(
    "more_than_stack",
    "{player} puts in {found}; expected {expected}.",
    "{player}님이 {found}을(를) 냈습니다. 예상: {expected}.",
)
ALL_IN_MARK = error(
    "all_in_mark",
    "{player}: the text says {found}; expected {expected}.",
    "{player}님: 기록에는 {found}. 예상: {expected}.",
)
POST_NOT_POSSIBLE = error(
    "post_not_possible",
    "{player} posts {found}; expected {expected}.",
    "{player}님이 {found}을(를) 포스트했습니다. 예상: {expected}.",
)

# Cards and draws

DEAL_COUNT = error(
    "deal_count",
    "{player} is dealt {found}; expected {expected}.",
    "{player}님이 {found}장을 받았습니다. 예상: {expected}.",
)
DUPLICATE_CARD = error(
    "duplicate_card",
    "The card {found} is there twice: {expected}.",
    "카드 {found}이(가) 두 번 나왔습니다: {expected}.",
)
DECK_EXHAUSTED = error(
    "deck_exhausted",
    "{found} cards are wanted; expected {expected}.",
    "{found}장이 필요합니다. 예상: {expected}.",
)
RESHUFFLE = error(
    "reshuffle",
    "The deck is reshuffled ({found}); expected {expected}.",
    "덱을 다시 섞었습니다({found}). 예상: {expected}.",
)
DISCARD_NOT_HELD = error(
    "discard_not_held",
    "{player} discards {found}, which is not held; expected {expected}.",
    "{player}님이 가지고 있지 않은 {found}을(를) 버렸습니다. 예상: {expected}.",
)
DISCARD_TOO_MANY = error(
    "discard_too_many",
    "{player} discards {found}; expected {expected}.",
    "{player}님이 {found}을(를) 버렸습니다. 예상: {expected}.",
)
TOO_MANY_DRAWS = error(
    "too_many_draws",
    "{player} draws once more ({found}); expected {expected}.",
    "{player}님이 한 번 더 바꿨습니다({found}). 예상: {expected}.",
)
DRAW_COUNT = error(
    "draw_count",
    "{player} draws {found}; expected {expected}.",
    "{player}님이 {found}장을 받았습니다. 예상: {expected}.",
)
PAT_BUT_DREW = error(
    "pat_but_drew",
    "{player} stands pat, but gets {found}; expected {expected}.",
    "{player}님은 패스했는데 {found}을(를) 받았습니다. 예상: {expected}.",
)
PAT_CARDS = error(
    "pat_cards",
    "{player} stands pat on {found}; expected {expected}.",
    "{player}님이 {found}(으)로 패스했습니다. 예상: {expected}.",
)
OWN_DISCARD_RETURNED = error(
    "own_discard_returned",
    "{player} gets {found} back, an own discard; expected {expected}.",
    "{player}님이 자신이 버린 {found}을(를) 다시 받았습니다. 예상: {expected}.",
)
HELD_DIFFERS = error(
    "held_differs",
    "{player} is said to hold {found}; expected {expected}.",
    "{player}님의 패가 {found}(으)로 기록되어 있습니다. 예상: {expected}.",
)

# Showdown and results

SHOWN_DIFFERS = error(
    "shown_differs",
    "{player} shows {found}; expected {expected}.",
    "{player}님이 {found}을(를) 보여 주었습니다. 예상: {expected}.",
)
WRONG_WINNER = error(
    "wrong_winner",
    "{found} collects; expected {expected}.",
    "{found}이(가) 팟을 가져갔습니다. 예상: {expected}.",
)
WRONG_SHARE = error(
    "wrong_share",
    "{player} collects {found}; expected {expected}.",
    "{player}님이 {found}을(를) 가져갔습니다. 예상: {expected}.",
)
POT_MISMATCH = error(
    "pot_mismatch",
    "The source says {found}; expected {expected}.",
    "기록된 팟은 {found}입니다. 예상: {expected}.",
)
UNCALLED_MISMATCH = error(
    "uncalled_mismatch",
    "{player} gets {found} back; expected {expected}.",
    "{player}님에게 {found}이(가) 반환되었습니다. 예상: {expected}.",
)
RAKE_IMPOSSIBLE = error(
    "rake_impossible",
    "The rake is {found}; expected {expected}.",
    "레이크가 {found}입니다. 예상: {expected}.",
)
FINISHING_STACK = error(
    "finishing_stack",
    "{player} ends with {found}; expected {expected}.",
    "{player}님의 마지막 칩이 {found}입니다. 예상: {expected}.",
)
CANCELLED_WITH_RESULTS = error(
    "cancelled_with_results",
    "The hand is cancelled, but has {found}; expected {expected}.",
    "취소된 핸드인데 {found}이(가) 있습니다. 예상: {expected}.",
)
RUN_IT_TWICE = error(
    "run_it_twice",
    "The hand was run more than once ({found}), which {expected}.",
    "여러 번 진행된 핸드입니다({found}): {expected}.",
)

# Warnings

SHOW_ORDER = warning(
    "show_order",
    "{player} shows out of order; expected {expected}.",
    "{player}님이 순서와 다르게 패를 보여 주었습니다. 예상: {expected}.",
)
UNNEEDED_FOLD = warning(
    "unneeded_fold",
    "{player} folds without having to.",
    "{player}님이 폴드할 필요가 없는데 폴드했습니다.",
)
RAKE_UNUSUAL = warning(
    "rake_unusual",
    "The rake is {found}; expected {expected}.",
    "레이크가 {found}입니다. 보통: {expected}.",
)
CLOCKS_DISAGREE = warning(
    "clocks_disagree",
    "The two clocks of the header disagree: {found}; taken: {expected}.",
    "머리글의 두 시각이 서로 다릅니다: {found}. 사용한 시각: {expected}.",
)
CLOCK_AMBIGUOUS = warning(
    "clock_ambiguous",
    "The time {found} happens twice or never in its zone; taken: {expected}.",
    "시각 {found}은(는) 해당 시간대에 두 번 있거나 없습니다. 사용한 시각: {expected}.",
)
LABEL_DISAGREES = warning(
    "label_disagrees",
    "{player} is said to hold {found}; the cards are {expected}.",
    "{player}님의 패가 {found}(으)로 적혀 있습니다. 실제 패: {expected}.",
)
MUCKED_WINNER = warning(
    "mucked_winner",
    "{player} mucked {found}, which would have won; expected {expected}.",
    "{player}님이 이길 수 있던 {found}을(를) 버렸습니다. 예상: {expected}.",
)
OWN_DISCARD_SEEN_AGAIN = warning(
    "own_discard_seen_again",
    "{player} gets {found} back, an own discard of an earlier draw, after a reshuffle.",
    "{player}님이 이전에 버린 {found}을(를) 다시 섞은 뒤에 받았습니다.",
)
LINE_IGNORED = warning(
    "line_ignored",
    "The line {found} was not understood and ignored.",
    "{found} 줄을 이해하지 못해 무시했습니다.",
)

# Files and requests

UNKNOWN_FORMAT = error(
    "unknown_format",
    "This is not a hand of a known format: neither a hand document nor the text of a known room.",
    "알려진 형식의 핸드가 아닙니다: 핸드 문서도, 알려진 사이트의 기록도 아닙니다.",
)
UNREADABLE = error(
    "unreadable",
    "This cannot be read: {found}.",
    "읽을 수 없습니다: {found}.",
)
FILE_TOO_LARGE = error(
    "file_too_large",
    "The file has more than {expected} bytes.",
    "파일이 {expected}바이트보다 큽니다.",
)
ARCHIVE_REFUSED = error(
    "archive_refused",
    "The archive is not unpacked: {found}; at most {expected}.",
    "압축을 풀지 않습니다: {found}. 최대 {expected}.",
)
CARD_COUNT = error(
    "card_count",
    "{found} cards; expected {expected}.",
    "카드가 {found}장입니다. 예상: {expected}.",
)
