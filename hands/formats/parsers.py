"""What the parsers of JSON and TOML complain of, in the words of both languages."""

from __future__ import annotations

import json
import re

from hands.formats.fields import show
from hands.rules.names import Names

# The beginnings of the parsers' messages; they are closed sets, in English only.
_JSON = {
    "Expecting property name": Names("a name in double quotes is missing", "큰따옴표로 묶은 이름이 없음"),
    "Expecting ':'": Names("a colon is missing", "쌍점(:)이 없음"),
    "Expecting ','": Names("a comma is missing", "쉼표(,)가 없음"),
    "Expecting value": Names("a value is missing", "값이 없음"),
    "Extra data": Names("something follows behind its end", "끝난 뒤에 다른 내용이 있음"),
    "Illegal trailing comma": Names("a comma behind the last value", "마지막 값 뒤에 쉼표가 있음"),
    "Unterminated string": Names("a text without its closing quote", "닫는 따옴표가 없음"),
    "Invalid control character": Names(
        "a line break or control character in a text", "텍스트 안에 줄바꿈이나 제어 문자가 있음"
    ),
    "Invalid \\": Names("a wrong escape in a text", "텍스트 안의 이스케이프가 잘못됨"),
}
_TOML = {
    "Expected '='": Names("an equals sign is missing behind a key", "키 뒤에 등호(=)가 없음"),
    "Expected ']": Names("a closing bracket is missing", "닫는 대괄호가 없음"),
    "Expected newline": Names("something follows behind a value", "값 뒤에 다른 내용이 있음"),
    "Expected": Names("a text without its closing quote", "닫는 따옴표가 없음"),
    "Invalid value": Names("a value that is none of TOML's", "TOML에 없는 값"),
    "Invalid date": Names("a date or time that there is not", "없는 날짜나 시각"),
    "Invalid hex": Names("a wrong escape in a text", "텍스트 안의 이스케이프가 잘못됨"),
    "Invalid": Names("a line that is no `key = value`", "`키 = 값`이 아닌 줄"),
    "Cannot": Names("a key or section that is there twice", "키나 섹션이 두 번 나옴"),
    "Duplicate": Names("a key that is there twice", "키가 두 번 나옴"),
    "Unclosed array": Names("a list without its closing bracket", "목록의 닫는 대괄호가 없음"),
    "Unclosed inline table": Names("an object without its closing brace", "객체의 닫는 중괄호가 없음"),
    "Unterminated string": Names("a text without its closing quote", "닫는 따옴표가 없음"),
    "Unescaped": Names("a wrong escape in a text", "텍스트 안의 이스케이프가 잘못됨"),
    "Escaped": Names("a wrong escape in a text", "텍스트 안의 이스케이프가 잘못됨"),
    "Found invalid character": Names("a character that may not stand there", "쓸 수 없는 문자"),
    "Illegal character": Names("a character that may not stand there", "쓸 수 없는 문자"),
}
_OTHER = Names("it is nested too deeply, or a number is too long", "단계가 너무 깊거나 숫자가 너무 김")
_COLUMN = re.compile(r"column ([0-9]+)\)$")


class TwiceError(ValueError):
    """An object in which a key is given twice: one of its values would be lost."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = show(key)


def json_fault(error: Exception) -> Names:
    """Why a text is no JSON."""
    if isinstance(error, TwiceError):
        return Names(f"the key {error.key} is there twice", f"{error.key} 키가 두 번 나옴")
    if isinstance(error, json.JSONDecodeError):
        return _at(_known(_JSON, error.msg), error.colno)
    return _OTHER


def toml_fault(message: str) -> Names:
    """Why a text is no TOML."""
    column = _COLUMN.search(message)
    return _at(_known(_TOML, message), int(column[1]) if column else None)


def _known(reasons: dict[str, Names], message: str) -> Names:
    return next((names for start, names in reasons.items() if message.startswith(start)), _OTHER)


def _at(reason: Names, column: int | None) -> Names:
    if column is None:
        return reason
    return Names(f"{reason.en} (character {column} of the line)", f"{reason.ko}(줄의 {column}번째 글자)")
