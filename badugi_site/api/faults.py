"""What can be wrong with a field of a body: the stable code of each fault, and its sentence in both languages."""

from __future__ import annotations

from typing import NoReturn

from rest_framework.exceptions import ErrorDetail, ValidationError

from badugi_site.api.text import Text

FAULTS = {
    "required": Text("This field is required.", "필수 항목입니다."),
    "null": Text("This may not be null.", "null은 사용할 수 없습니다."),
    "blank": Text("This may not be blank.", "비워 둘 수 없습니다."),
    "empty": Text("Expected at least one.", "하나 이상 있어야 합니다."),
    "not_an_object": Text("Expected a JSON object.", "JSON 객체여야 합니다."),
    "not_a_list": Text("Expected a list of strings.", "문자열의 목록이어야 합니다."),
    "not_a_string": Text("Expected a string.", "문자열이어야 합니다."),
    "invalid_choice": Text("Expected one of {choices}.", "다음 중 하나여야 합니다: {choices}."),
    "too_long": Text("Expected at most {most} characters.", "최대 {most}자입니다."),
    "too_many": Text("Expected at most {most}.", "최대 {most}개입니다."),
    "unknown_field": Text(
        "This field is not known here; known: {known}.", "알 수 없는 항목입니다. 사용할 수 있는 항목: {known}."
    ),
}
_UNSAID = "올바르지 않은 값입니다."


class Code(str):
    """The code of a fault that knows its sentence in Korean.

    REST framework keeps the (English) sentence and the code of an error and nothing else, so one of them has to.
    """

    ko: str

    def __new__(cls, code: str, ko: str) -> Code:
        self = super().__new__(cls, code)
        self.ko = ko
        return self


def fault(code: str, **values: object) -> ErrorDetail:
    """The error of a field, with the limits that its sentence names."""
    text = FAULTS[code].format(**values)
    return ErrorDetail(text.en, Code(code, text.ko))


def korean(code: str) -> str:
    """The sentence of a fault; of an error that REST framework itself words, that there is one."""
    return code.ko if isinstance(code, Code) else _UNSAID


class FaultsMixin:
    """For fields and serializers whose errors are all of :data:`FAULTS`."""

    def fail(self, key: str, **values: object) -> NoReturn:
        raise ValidationError([fault(key, **values)])
