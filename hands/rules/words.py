"""What findings say of found and expected things, in both languages; the sentences around them stand in findings.py."""

from __future__ import annotations

from collections.abc import Sequence

from hands.rules.messages import particle
from hands.rules.names import Names

# Cards and draws

CARDS = Names("cards", "카드")
NO_CARDS = Names("no cards", "카드 없음")
CARD_EXAMPLES = Names("cards such as As, Td or ??", "As, Td, ?? 같은 카드")
DIFFERENT_CARDS = Names("different cards in one hand", "한 패에는 서로 다른 카드")
A_DEAL = Names("a deal", "카드 배분")
STANDS_PAT = Names("stands pat", "패스")
NO_DRAW = Names("no draw", "컷 없음")
NOT_AN_OWN_DISCARD = Names("a card not thrown by this player", "자신이 버리지 않은 카드")
RESHUFFLE_PLACE = Names("a reshuffle between a discard and its replacement", "버린 다음 새 카드를 받기 전에 다시 섞기")
DECK_CANNOT_SERVE = Names("no cards: the deck cannot serve the draw whole", "덱이 모자라 바꿀 수 없음")


def cards(count: int) -> Names:
    return Names(f"{count} card{'s' * (count != 1)}", f"카드 {count}장")


def discards(what: str | Names) -> Names:
    en, ko = what if isinstance(what, Names) else (what, what)
    return Names(f"discards {en}", f"{ko} 버리기")


def one_of(hand: str) -> Names:
    return Names(f"one of {hand}", f"{hand} 중 하나")


def cards_of_the_hand(count: int) -> Names:
    return Names(f"at most the {count} cards of the hand", f"가진 {count}장 이하")


def cards_left(count: int) -> Names:
    return Names(f"at most the {count} cards that are left", f"남은 {count}장 이하")


def cards_left_after_reshuffle(count: int) -> Names:
    return Names(f"at most the {count} cards that are left after a reshuffle", f"다시 섞은 뒤 남은 {count}장 이하")


def enough_left(left: int, wanted: int) -> Names:
    return Names(f"none: {left} cards are left for {wanted}", f"섞지 않음: {wanted}장에 {left}장이 남음")


DEALT_BEFORE = Names("dealt before, and the deck did not run out", "이미 나온 카드이며 덱이 떨어지지 않음")


def held_by(player: str) -> Names:
    return Names(f"held by {player}, and the deck did not run out", f"{player}님의 카드이며 덱이 떨어지지 않음")


def thrown_by(player: str) -> Names:
    return Names(f"thrown by {player}, and the deck did not run out", f"{player}님이 버린 카드이며 덱이 떨어지지 않음")


def rest_of_the_stub(cards: str) -> Names:
    return Names(f"{cards} first, the rest of the stub", f"남은 덱의 {cards} 먼저")


def draws_then(draws: int, then: Names) -> Names:
    return Names(f"{draws} draws, then {then.en}", f"컷 {draws}번, 그다음 {then.ko}")


# Turns and bets

CHECK = Names("check", "체크")
CHECKS_OR_CALLS = Names("checks or calls", "체크 또는 콜")
FOLDS = Names("folds", "폴드")
BEFORE_THE_DEAL = Names("posts before the cards are dealt", "카드를 돌리기 전의 포스트")
ONE_BLIND = Names("one blind per player", "한 사람에 블라인드 하나")
NOBODY_CAN_CALL = Names("nobody is left to call a raise", "레이즈를 받을 사람이 없음")
STACK_TOO_SHORT = Names("the stack is too small to raise", "레이즈하기에는 칩이 모자람")
THE_SHOWDOWN = Names("the showdown", "쇼다운")
THE_END = Names("the end of the hand", "핸드의 끝")
AN_ACTION = Names(
    "an action such as 'p1 cc', 'p2 cbr 40' or 'd dh p1 As??'", "'p1 cc', 'p2 cbr 40', 'd dh p1 As??' 같은 액션"
)
AMOUNT_EXAMPLES = Names("an amount such as 40 or 0.50", "40이나 0.50 같은 금액")


def at_most(text: str) -> Names:
    return Names(f"at most {text}", f"{text} 이하")


def bets(total: str) -> Names:
    return Names(f"bets or raises to {total}", f"{total}{particle(total, '으로/로')} 베팅 또는 레이즈")


def bets_a_round(count: int) -> Names:
    return Names(f"{count} bets a round", f"라운드당 베팅 {count}번까지")


def call_or_fold(call: str) -> Names:
    return Names(f"call {call} or fold", f"{call} 콜 또는 폴드")


def because(what: Names, why: Names) -> Names:
    return Names(f"{what.en}: {why.en}", f"{what.ko}({why.ko})")


def to_act(player: int, call: str | None) -> Names:
    if call is None:
        return Names(f"p{player} to check or bet", f"p{player}님(체크, 베팅)")
    return Names(f"p{player} to call {call}, raise or fold", f"p{player}님({call} 콜, 레이즈, 폴드)")


def to_get(player: int, count: int) -> Names:
    return Names(f"p{player} to get {cards(count).en}", f"p{player}님이 {count}장 받기")


def to_draw(player: int) -> Names:
    return Names(f"p{player} to draw", f"p{player}님(컷)")


def either(what: Sequence[Names]) -> Names:
    return Names(" or ".join(name.en for name in what), " 또는 ".join(name.ko for name in what))


# Showdown and results

THE_START = Names("the start", "시작")
A_SHOWDOWN = Names("a showdown", "쇼다운")
A_SECOND_SHOW = Names("a second show", "두 번째 공개")
ONE_SHOW = Names("one per player", "한 사람에 한 번")
A_SHOWN_HAND = Names("a shown hand", "공개한 패")
NO_RESULT = Names("no result", "결과 없음")
NOTHING = Names("nothing", "없음")
NOBODY = Names("nobody", "아무도 없음")


def back_to(player: int, text: str) -> Names:
    return Names(f"{text} to p{player}", f"p{player}님에게 {text}")


def total_pot(text: str) -> Names:
    return Names(f"a total pot of {text}", f"전체 팟 {text}")


def at_most_the_pot(text: str) -> Names:
    return Names(f"at most the pot, {text}", f"팟 {text} 이하")


def available(text: str) -> Names:
    return Names(f"{text} available", f"가져갈 수 있는 금액 {text}")


def collected(text: str) -> Names:
    return Names(f"{text} collected", f"가져간 금액 {text}")


def collected_and_rake(text: str, rake: str) -> Names:
    return Names(f"{text} collected and a rake of {rake}", f"가져간 금액 {text} + 레이크 {rake}")


def collected_of(text: str, total: str) -> Names:
    return Names(f"none or more: {text} collected of {total}", f"0 이상(전체 {total}, 가져간 금액 {text})")


def collected_from(pot: int, text: str) -> Names:
    return Names(f"{text} collected from pot {pot}", f"팟 {pot}에서 가져간 금액 {text}")


def side_pot(number: int) -> Names:
    return Names(f"a side pot {number}", f"사이드 팟 {number}")


def number_of_pots(count: int) -> Names:
    return Names(f"{count} pots, the main pot is 0", f"팟 {count}개(메인 팟은 0)")


def at_least(text: str) -> Names:
    return Names(f"at least {text}", f"{text} 이상")


def players(numbers: Sequence[int]) -> Names:
    """Players by their numbers; a message puts their names to it."""
    text = ", ".join(f"p{number}" for number in numbers)
    return Names(text, text) if text else NOBODY


def players_to(count: int) -> Names:
    return Names(f"p1 to p{count}", f"p1부터 p{count}까지")
