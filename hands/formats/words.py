"""What the readers' findings say of found and expected things, in both languages."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Sequence

from hands.rules.names import Names

# Values

A_CURRENCY = Names("three letters such as USD, EUR or KRW", "USD, EUR, KRW 같은 영문 세 글자")
A_LIST = Names("a list", "목록")
A_NAME = Names("a name", "이름")
A_PLAIN_VALUE = Names("a text, number, list or object", "텍스트, 숫자, 목록 또는 객체")
A_TEXT = Names("a text", "텍스트")
A_TIME = Names("a time such as 20:15:00", "20:15:00 같은 시각")
A_ZONE = Names("a time zone such as Asia/Seoul", "Asia/Seoul 같은 시간대")
AN_OBJECT = Names("an object", "객체")
BLINDS_OR_BRING_IN = Names("blinds_or_straddles or bring_in", "blinds_or_straddles 또는 bring_in")
NO_CONTROL_CHARACTERS = Names("no control characters", "제어 문자 없음")
THE_REST = Names("the rest of the text", "텍스트의 나머지")
STACKS = Names("a list of stacks, one per player", "플레이어마다 하나씩 시작 칩 목록")
TRUE_OR_FALSE = Names("true or false", "true 또는 false")


def actions(count: int, *, most: bool = False) -> Names:
    return Names(f"{'at most ' * most}{count} actions", f"액션 {count}개{' 이하' * most}")


def at_most_characters(limit: int) -> Names:
    return Names(f"at most {limit} characters", f"{limit}자 이하")


def at_most_values(limit: int, levels: int) -> Names:
    return Names(f"at most {limit} values in {levels} levels", f"{levels}단계 안에서 값 {limit}개 이하")


def broken_objects(limit: int) -> Names:
    return Names(f"at most {limit} broken objects", f"잘못된 객체 {limit}개 이하")


def day_of(year: int, month: int) -> Names:
    last = monthrange(year, month)[1]
    return Names(f"a day of {year}-{month:02}, 1 to {last}", f"{year}년 {month}월의 날짜(1~{last})")


def fields(count: int, *, most: bool = False) -> Names:
    return Names(f"{'at most ' * most}{count} fields", f"항목 {count}개{' 이하' * most}")


def once(name: str) -> Names:
    return Names(f"{name} once a player", f"플레이어마다 {name} 하나")


def one_a_player(count: int) -> Names:
    return Names(f"{count} values, one per player", f"플레이어마다 하나씩 {count}개")


def players(least: int, most: int) -> Names:
    return Names(f"{least} to {most} players", f"{least}명부터 {most}명까지")


def values(count: int) -> Names:
    return Names(f"{count} values", f"값 {count}개")


def whole_number(low: int, high: int) -> Names:
    return Names(f"a whole number from {low} to {high}", f"{low}~{high} 사이의 정수")


# Bytes

BINARY_DATA = Names("binary data: bytes of zero in what should be a text", "텍스트가 아닌 이진 데이터(값이 0인 바이트)")


def not_in_encoding(encoding: str, byte: int) -> Names:
    return Names(f"not {encoding}: byte {byte} is wrong", f"{encoding} 텍스트가 아님: {byte}번째 바이트가 잘못됨")


def control_characters(encoding: str) -> Names:
    return Names(
        f"not {encoding}: control characters in what should be a text", f"{encoding} 텍스트가 아님: 제어 문자가 있음"
    )


def in_no_encoding(byte: int) -> Names:
    return Names(
        f"neither UTF-8, UTF-16 nor cp1252: byte {byte} fits none",
        f"UTF-8, UTF-16, cp1252 어느 것도 아님: {byte}번째 바이트가 맞지 않음",
    )


# Texts of a site

AN_ACTION = Names(
    "folds, checks, calls, bets, raises, discards, stands pat, shows, mucks or posts",
    "folds, checks, calls, bets, raises, discards, stands pat, shows, mucks, posts 중 하나",
)
A_CLOCK = Names("a date and time such as 2010/09/05 10:32:15 ET", "2010/09/05 10:32:15 ET 같은 날짜와 시각")
A_YEAR = Names("a year from 1970 to 2199", "1970년부터 2199년까지의 연도")
STAKES = Names("bets such as $0.25/$0.50 USD", "$0.25/$0.50 USD 같은 베팅 단위")
DIFFERENT_SEATS = Names("different seats and different names", "서로 다른 좌석과 서로 다른 이름")
NOT_SUPPORTED = Names("is not supported", "지원하지 않음")
NOTHING_ABOVE = Names("no line above says so", "위에는 그런 줄이 없음")
ALL_IN = Names("all-in", "올인")
NOT_ALL_IN = Names("nothing of an all-in", "올인 표시 없음")
NOTHING_LEFT = Names("all-in, for no chips are left", "올인(남은 칩 없음)")
FOLDS = Names("folds", "폴드")
MUCKS = Names("mucks", "공개하지 않음")
A_DRAW = Names("a draw", "컷")
LOST = Names("lost", "졌음")
WON = Names("won", "이겼음")
NO_FOLD = Names("did not fold", "폴드하지 않음")
NO_ROLE = Names("neither blind nor button", "블라인드도 버튼도 아님")
ROLES = {
    "button": Names("the button", "버튼"),
    "small blind": Names("the small blind", "스몰블라인드"),
    "big blind": Names("the big blind", "빅블라인드"),
}


_LINES = 8
"""How many lines are told by their numbers."""


def no_sign(sign: str) -> Names:
    return Names(f"an amount without {sign}, as in the first line", f"첫 줄처럼 {sign} 표시가 없는 금액")


def posts(what: str, money: str) -> Names:
    return Names(f"posts {what} {money}", f"{_POSTS.get(what, what)} {money} 냄")


_POSTS = {"small blind": "스몰블라인드", "big blind": "빅블라인드", "the ante": "앤티", "straddle": "스트래들"}


def seats_up_to(count: int) -> Names:
    return Names(f"seats from 1 to {count}", f"1번부터 {count}번까지의 좌석")


def summary_lines(limit: int) -> Names:
    return Names(f"at most {limit} lines of seats in the summary", f"요약의 좌석 줄 {limit}개 이하")


def such_as(line: str) -> Names:
    return Names(f"a line such as {line}", f"{line} 같은 줄")


def lists(cards: str) -> Names:
    return Names(f"lists {cards}", f"적힌 카드는 {cards}")


def lines_say(lines: Sequence[int], what: str | Names) -> Names:
    """What a line of the source says, or several of them together."""
    en, ko = what if isinstance(what, Names) else (what, what)
    numbers = ", ".join(map(str, lines[:_LINES])) + ("…" if len(lines) > _LINES else "")
    if len(lines) == 1:
        return Names(f"line {numbers} says {en}", f"{numbers}번째 줄에는 {ko}")
    return Names(f"lines {numbers} together say {en}", f"{numbers}번째 줄을 합치면 {ko}")


def raises(more: str, total: str) -> Names:
    return Names(f"{more} to {total}", f"{more} 올려 {total}")


def raise_of(bet: str, more: str, total: str) -> Names:
    return Names(f"{total}, the bet of {bet} and {more} more", f"{total}(베팅 {bet} + {more})")


def chips_left(text: str) -> Names:
    return Names(f"{text} left", f"남은 칩 {text}")


def collected(text: str) -> Names:
    return Names(f"collected {text}", f"{text} 가져감")


def folded(draws: int) -> Names:
    """When somebody folded: before the first draw, or after so many."""
    if not draws:
        return Names("folded before the first draw", "첫 컷 전에 폴드")
    return Names(f"folded after draw {draws}", f"{draws}번째 컷 뒤에 폴드")
