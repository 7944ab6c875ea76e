"""What the readers' findings say of found and expected things, in both languages."""

from __future__ import annotations

from hands.rules.names import Names

A_LIST = Names("a list", "목록")
A_NAME = Names("a name", "이름")
A_PLAIN_VALUE = Names("a text, number, list or object", "텍스트, 숫자, 목록 또는 객체")
A_TEXT = Names("a text", "텍스트")
AN_OBJECT = Names("an object", "객체")
NO_CONTROL_CHARACTERS = Names("no control characters", "제어 문자 없음")
TRUE_OR_FALSE = Names("true or false", "true 또는 false")


def at_most_characters(limit: int) -> Names:
    return Names(f"at most {limit} characters", f"{limit}자 이하")


def at_most_values(limit: int, levels: int) -> Names:
    return Names(f"at most {limit} values in {levels} levels", f"{levels}단계 안에서 값 {limit}개 이하")


def fields(count: int, *, most: bool = False) -> Names:
    return Names(f"{'at most ' * most}{count} fields", f"항목 {count}개{' 이하' * most}")


def one_a_player(count: int) -> Names:
    return Names(f"{count} values, one per player", f"플레이어마다 하나씩 {count}개")


def values(count: int) -> Names:
    return Names(f"{count} values", f"값 {count}개")
