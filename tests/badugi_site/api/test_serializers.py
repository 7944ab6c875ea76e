"""Serializers of requests: whatever is wrong is told in both languages."""

from collections.abc import Iterator

from rest_framework import serializers

from badugi_site.api.errors import field_errors
from badugi_site.api.faults import FAULTS, FaultsMixin
from badugi_site.api.serializers import StrictChoice, StrictSerializer, StrictString, StringList
from hands.api import schema


class Outer(StrictSerializer):
    class Inner(StrictSerializer):
        suit = StrictChoice(("spade", "heart"))

    name = StrictString(max_length=1200)
    inner = Inner()
    listed = StringList(most=3, required=False)


def told(data: object) -> dict[str, tuple[str, str]]:
    """The errors by field: code and Korean sentence."""
    wanted = Outer(data=data)
    try:
        wanted.is_valid(raise_exception=True)
    except serializers.ValidationError as error:
        return {
            error["field"]: (error["code"], error["message"]["ko"]) for error in field_errors(error.get_full_details())
        }
    return {}


def kinds(kind: type[StrictSerializer]) -> Iterator[type[StrictSerializer]]:
    for inner in kind.__subclasses__():
        yield inner
        yield from kinds(inner)


def test_every_wrong_field_is_told_at_once_whatever_is_unknown() -> None:
    assert told({"nmae": 1, "inner": {"suit": "club", "colour": 1}, "listed": ["a"] * 4}) == {
        "nmae": ("unknown_field", "알 수 없는 항목입니다. 사용할 수 있는 항목: name, inner, listed."),
        "name": ("required", "필수 항목입니다."),
        "inner.suit": ("invalid_choice", "다음 중 하나여야 합니다: spade, heart."),
        "inner.colour": ("unknown_field", "알 수 없는 항목입니다. 사용할 수 있는 항목: suit."),
        "listed": ("too_many", "최대 3개입니다."),
    }


def test_limits_stand_in_the_sentence() -> None:
    assert told({"name": "x" * 1201, "inner": []}) == {
        "name": ("too_long", "최대 1,200자입니다."),
        "inner": ("not_an_object", "JSON 객체여야 합니다."),
    }
    assert told({"name": "", "inner": None}) == {
        "name": ("blank", "비워 둘 수 없습니다."),
        "inner": ("null", "null은 사용할 수 없습니다."),
    }


def test_what_is_right_is_taken_as_it_is() -> None:
    data = {"name": " a ", "inner": {"suit": "heart"}, "listed": ["b"]}
    wanted = Outer(data=data)
    assert wanted.is_valid()
    assert wanted.validated_data == data


def test_every_field_of_every_request_speaks_both_languages() -> None:
    found = set(kinds(StrictSerializer))
    assert schema.EvaluateSerializer in found
    for kind in found:
        for name, field in kind().fields.items():
            assert isinstance(field, FaultsMixin), f"{kind.__name__}.{name}"


def test_faults_name_the_same_in_both_languages() -> None:
    for text in FAULTS.values():
        assert text.en != text.ko
        assert text.en.count("{") == text.ko.count("{")
