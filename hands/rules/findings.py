"""The findings: what can be wrong with a hand, each with its code and its sentence in English and Korean.

Every kind of finding stands once in this file. Its code is public and stable: once released, never renamed.
"""

from __future__ import annotations

from hands.rules.messages import Finding, Kind, Language, Place, Severity, Text, errors

__all__ = ["CATALOGUE", "Finding", "Kind", "Language", "Place", "Severity", "Text", "errors"]

CATALOGUE: dict[str, Kind] = {}


def _kind(severity: Severity, code: str, en: str, ko: str) -> Kind:
    if code in CATALOGUE:
        raise ValueError(f"the code {code} is there already")
    kind = CATALOGUE[code] = Kind(code, severity, en, ko)
    return kind


def error(code: str, en: str, ko: str) -> Kind:
    """Adds an error, which refuses the hand."""
    return _kind("error", code, en, ko)


def warning(code: str, en: str, ko: str) -> Kind:
    """Adds a warning, which does not."""
    return _kind("warning", code, en, ko)


# The document or the text

SYNTAX = error(
    "syntax",
    "Cannot read {found}; expected {expected}.",
    "{found:을/를} 읽을 수 없습니다. 올바른 형식: {expected}.",
)
MALFORMED = error(
    "malformed",
    "This is not valid {expected}: {found}.",
    "{expected} 형식이 아닙니다: {found}.",
)
STREET_ORDER = error(
    "street_order",
    "The text goes on with {found}; expected {expected}.",
    "기록이 {found:으로/로} 이어집니다. 올바른 순서: {expected}.",
)
CONTRADICTION = error(
    "contradiction",
    "The text contradicts itself: {found}, but {expected}.",
    "기록이 서로 맞지 않습니다: {found}, 그런데 {expected}.",
)
TRUNCATED = error(
    "truncated",
    "The hand ends in the middle, after {found}; expected {expected}.",
    "핸드가 중간에 끝났습니다(마지막: {found}). 다음에 와야 할 것: {expected}.",
)
UNKNOWN_VARIANT = error(
    "unknown_variant",
    "The game {found} is not known here; known: {expected}.",
    "아직 지원하지 않는 게임입니다: {found}. 지원하는 게임: {expected}.",
)
OPTION = error(
    "option",
    "The option {found} is not possible; expected {expected}.",
    "사용할 수 없는 옵션입니다: {found}. 가능한 값: {expected}.",
)
MISSING_FIELD = error(
    "missing_field",
    "The field {expected} is missing.",
    "항목이 없습니다: {expected}.",
)
UNKNOWN_FIELD = error(
    "unknown_field",
    "The field {found} is not known; expected {expected}.",
    "알 수 없는 항목입니다: {found}. 가능한 항목: {expected}.",
)
TOO_MANY_DECIMALS = error(
    "too_many_decimals",
    "The amount {found} is finer than the currency: at most {expected} decimals.",
    "금액 {found}의 소수 자릿수가 너무 많습니다. 최대 {expected}자리입니다.",
)
AMOUNT = error(
    "amount",
    "{found} is not an amount; expected {expected}.",
    "금액이 아닙니다: {found}. 올바른 값: {expected}.",
)
AMOUNT_AMBIGUOUS = error(
    "amount_ambiguous",
    "The amount {found} can be read in two ways: {expected}.",
    "금액 {found:은/는} 두 가지로 읽힐 수 있습니다: {expected}.",
)
CARD = error(
    "card_unknown",
    "{found} is not a card; expected {expected}.",
    "카드가 아닙니다: {found}. 올바른 값: {expected}.",
)
PLAYER_UNKNOWN = error(
    "player_unknown",
    "{found} is not at the table; seated: {expected}.",
    "테이블에 없는 플레이어입니다: {found}. 참가자: {expected}.",
)
PLAYER_COUNT = error(
    "player_count",
    "The players are {found}; expected {expected}.",
    "플레이어 수가 맞지 않습니다: {found}. 올바른 값: {expected}.",
)
SEATS = error(
    "seats",
    "The seats are {found}; expected {expected}.",
    "좌석이 맞지 않습니다: {found}. 올바른 값: {expected}.",
)
STACK = error(
    "stack",
    "{player} starts with {found}; expected {expected}.",
    "{player}님의 시작 칩이 {found}입니다. 올바른 값: {expected}.",
)
NO_FORCED_BETS = error(
    "no_forced_bets",
    "Nobody has to put anything in; expected {expected}.",
    "블라인드도 앤티도 없습니다. 올바른 값: {expected}.",
)
BLINDS = error(
    "blinds",
    "The blinds are {found}; expected {expected}.",
    "블라인드가 {found}입니다. 올바른 값: {expected}.",
)
BLIND_POSITION = error(
    "blind_position",
    "{player} posts {found}; expected {expected}.",
    "{player}님이 낸 블라인드가 {found}입니다. 올바른 값: {expected}.",
)
BLIND_AMOUNT = error(
    "blind_amount",
    "{player} posts {found}; expected {expected}.",
    "{player}님이 낸 블라인드가 {found}입니다. 올바른 값: {expected}.",
)
ANTE_AMOUNT = error(
    "ante_amount",
    "{player} antes {found}; expected {expected}.",
    "{player}님이 낸 앤티가 {found}입니다. 올바른 값: {expected}.",
)
BET_SIZES = error(
    "bet_sizes",
    "The bets are {found}; expected {expected}.",
    "베팅 단위가 {found}입니다. 올바른 값: {expected}.",
)

# Turns and betting

OUT_OF_TURN = error(
    "out_of_turn",
    "{player} acts ({found}) out of turn; expected {expected}.",
    "{player}님이 차례가 아닌데 액션했습니다({found}). 지금 차례: {expected}.",
)
ACTION_NOT_NOW = error(
    "action_not_now",
    "{player} cannot do this here: {found}; expected {expected}.",
    "{player}님이 지금 할 수 없는 액션입니다: {found}. 지금 할 일: {expected}.",
)
ACTION_FOLDED = error(
    "action_folded",
    "{player} acts ({found}) after folding; expected {expected}.",
    "{player}님은 이미 폴드해서 더 액션할 수 없습니다({found}). 지금 할 일: {expected}.",
)
ACTION_ALL_IN = error(
    "action_all_in",
    "{player} acts ({found}) with no chips left; expected {expected}.",
    "{player}님은 이미 올인이라 더 액션할 수 없습니다({found}). 지금 할 일: {expected}.",
)
CALL_AMOUNT = error(
    "call_amount",
    "{player} calls {found}; expected {expected}.",
    "{player}님의 콜 금액이 {found}입니다. 올바른 값: {expected}.",
)
CHECK_NOT_POSSIBLE = error(
    "check_not_possible",
    "{player} checks, but faces a bet; expected {expected}.",
    "{player}님이 베팅을 받고 체크했습니다. 지금 할 일: {expected}.",
)
BET_AMOUNT = error(
    "bet_amount",
    "{player} bets or raises to {found}; expected {expected}.",
    "{player}님의 베팅(레이즈) 금액이 {found}입니다. 올바른 값: {expected}.",
)
RAISE_INCONSISTENT = error(
    "raise_inconsistent",
    "{player} raises {found}; expected {expected}.",
    "{player}님의 레이즈 금액이 맞지 않습니다: {found}. 올바른 값: {expected}.",
)
TOO_MANY_RAISES = error(
    "too_many_raises",
    "{player} raises to {found}, but the betting is capped: {expected}.",
    "{player}님이 {found:으로/로} 레이즈했지만 이미 캡입니다({expected}).",
)
NOT_REOPENED = error(
    "not_reopened",
    "{player} raises to {found}, but the betting was not reopened; expected {expected}.",
    "{player}님이 {found:으로/로} 레이즈했지만 다시 레이즈할 수 없는 상황입니다. 지금 할 일: {expected}.",
)
MORE_THAN_STACK = error(
    "more_than_stack",
    "{player} puts in {found}; expected {expected}.",
    "{player}님이 가진 칩보다 많은 {found:을/를} 냈습니다. 올바른 값: {expected}.",
)
ALL_IN_MARK = error(
    "all_in_mark",
    "{player}: the text says {found}; expected {expected}.",
    "{player}님: 기록에는 {found}. 올바른 값: {expected}.",
)
POST_NOT_POSSIBLE = error(
    "post_not_possible",
    "{player} posts {found}; expected {expected}.",
    "{player}님이 낼 수 없는 블라인드입니다: {found}. 올바른 값: {expected}.",
)

# Cards and draws

DEAL_COUNT = error(
    "deal_count",
    "{player} is dealt {found} cards; expected {expected}.",
    "{player}님이 처음에 {found}장을 받았습니다. 올바른 값: {expected}장.",
)
DUPLICATE_CARD = error(
    "duplicate_card",
    "The card {found} appears twice: {expected}.",
    "카드 {found:이/가} 두 번 나왔습니다: {expected}.",
)
DECK_EXHAUSTED = error(
    "deck_exhausted",
    "{found} cards are wanted; expected {expected}.",
    "{found}장이 필요합니다. 가능한 값: {expected}.",
)
RESHUFFLE = error(
    "reshuffle",
    "The deck is reshuffled ({found}); expected {expected}.",
    "덱을 다시 섞었습니다({found}). 올바른 값: {expected}.",
)
DISCARD_NOT_HELD = error(
    "discard_not_held",
    "{player} discards {found}, which is not held; expected {expected}.",
    "{player}님이 가지고 있지 않은 카드를 버렸습니다: {found}. 버릴 수 있는 카드: {expected}.",
)
DISCARD_TOO_MANY = error(
    "discard_too_many",
    "{player} discards {found}; expected {expected}.",
    "{player}님이 한 번에 버린 카드가 너무 많습니다: {found}. 올바른 값: {expected}.",
)
TOO_MANY_DRAWS = error(
    "too_many_draws",
    "{player} draws once more ({found}); expected {expected}.",
    "{player}님이 컷을 한 번 더 했습니다({found}). 올바른 순서: {expected}.",
)
DRAW_COUNT = error(
    "draw_count",
    "{player} draws {found} cards; expected {expected}.",
    "{player}님이 컷하고 {found}장을 받았습니다. 올바른 값: {expected}장.",
)
PAT_BUT_DREW = error(
    "pat_but_drew",
    "{player} stands pat, but gets {found}; expected {expected}.",
    "{player}님은 패스했는데 카드를 받았습니다: {found}. 올바른 값: {expected}.",
)
OWN_DISCARD_RETURNED = error(
    "own_discard_returned",
    "{player} gets {found} back, an own discard; expected {expected}.",
    "{player}님이 자신이 버린 카드를 다시 받았습니다: {found}. 올바른 값: {expected}.",
)

# Showdown and results

SHOWN_DIFFERS = error(
    "shown_differs",
    "{player} shows {found}; expected {expected}.",
    "{player}님이 공개한 패가 {found}입니다. 원래 패: {expected}.",
)
WRONG_WINNER = error(
    "wrong_winner",
    "{found} collects; expected {expected}.",
    "팟을 가져간 사람: {found}. 이긴 사람: {expected}.",
)
WRONG_SHARE = error(
    "wrong_share",
    "{player} collects {found}; expected {expected}.",
    "{player}님이 가져간 금액이 {found}입니다. 올바른 값: {expected}.",
)
POT_MISMATCH = error(
    "pot_mismatch",
    "The source says {found}; expected {expected}.",
    "기록된 금액이 맞지 않습니다: {found}. 올바른 값: {expected}.",
)
UNCALLED_MISMATCH = error(
    "uncalled_mismatch",
    "{player} gets {found} back; expected {expected}.",
    "{player}님이 돌려받은 금액이 {found}입니다. 올바른 값: {expected}.",
)
RAKE_IMPOSSIBLE = error(
    "rake_impossible",
    "The rake is {found}; expected {expected}.",
    "레이크가 {found}입니다. 올바른 값: {expected}.",
)
FINISHING_STACK = error(
    "finishing_stack",
    "{player} ends with {found}; expected {expected}.",
    "{player}님의 마지막 칩이 {found}입니다. 올바른 값: {expected}.",
)
CANCELLED_WITH_RESULTS = error(
    "cancelled_with_results",
    "The hand is cancelled, but has {found}; expected {expected}.",
    "취소된 핸드인데 결과가 있습니다: {found}. 올바른 값: {expected}.",
)
RUN_IT_TWICE = error(
    "run_it_twice",
    "The hand was run more than once ({found}), which {expected}.",
    "카드를 여러 번 돌린 핸드입니다({found}): {expected}.",
)

# Warnings

SUMMARY_DISAGREES = warning(
    "summary_disagrees",
    "The summary says of {player}: {found}; the hand says: {expected}.",
    "요약에 적힌 {player}님의 기록이 다릅니다: {found}. 실제: {expected}.",
)
SHOW_ORDER = warning(
    "show_order",
    "{player} shows out of order; expected {expected}.",
    "{player}님이 패를 공개한 순서가 다릅니다. 올바른 순서: {expected}.",
)
UNNEEDED_FOLD = warning(
    "unneeded_fold",
    "{player} folds without having to.",
    "{player}님이 폴드할 필요가 없는데 폴드했습니다.",
)
RAKE_UNUSUAL = warning(
    "rake_unusual",
    "The rake is {found}; usual: {expected}.",
    "레이크가 {found}입니다. 일반적인 값: {expected}.",
)
CLOCKS_DISAGREE = warning(
    "clocks_disagree",
    "The two clocks of the header disagree: {found}; taken: {expected}.",
    "첫 줄의 두 시각이 서로 다릅니다: {found}. 사용한 시각: {expected}.",
)
CLOCK_AMBIGUOUS = warning(
    "clock_ambiguous",
    "The time {found} happens twice or never in its zone; taken: {expected}.",
    "시각 {found:은/는} 해당 시간대에 두 번 있거나 없습니다. 사용한 시각: {expected}.",
)
LABEL_DISAGREES = warning(
    "label_disagrees",
    "{player} is said to hold {found}; the cards are {expected}.",
    "{player}님의 패가 {found:으로/로} 적혀 있습니다. 실제 패: {expected}.",
)
MUCKED_WINNER = warning(
    "mucked_winner",
    "{player} mucked {found}, which would have won; expected {expected}.",
    "{player}님이 이기는 패({found})를 공개하지 않고 버렸습니다. 예상: {expected}.",
)
OWN_DISCARD_SEEN_AGAIN = warning(
    "own_discard_seen_again",
    "{player} gets {found} back, an own discard of an earlier draw, after a reshuffle.",
    "{player}님이 이전 컷에서 버린 카드를 다시 섞은 뒤에 받았습니다: {found}.",
)
LINE_IGNORED = warning(
    "line_ignored",
    "The line {found} was not understood and ignored.",
    "이해하지 못해 무시한 줄입니다: {found}.",
)

# Files and requests

UNKNOWN_FORMAT = error(
    "unknown_format",
    "This is not a hand of a known format: neither a hand document nor the text of a known room.",
    "알려진 형식의 핸드가 아닙니다: 핸드 문서도, 알려진 룸의 기록도 아닙니다.",
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
    "압축을 풀지 않았습니다: {found}. 최대 {expected}.",
)
NOT_AT_THE_TABLE = error(
    "not_at_the_table",
    "This is not a hand of yours: at the table are {found}; expected {expected}.",
    "본인이 참가한 핸드가 아닙니다. 테이블의 플레이어: {found}. 있어야 할 이름: {expected}.",
)
CARD_COUNT = error(
    "card_count",
    "{found} cards; expected {expected}.",
    "카드가 {found}장입니다. 올바른 값: {expected}.",
)
