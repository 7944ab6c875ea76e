"""Serializers that take nothing they do not know and turn nothing into something else."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not have: they would be spelling mistakes that go unnoticed."""

    default_error_messages = {
        "invalid": "Expected a JSON object.",
        "unknown_field": "This field is not known here; known: {known}.",
    }

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := [name for name in data if name not in self.fields]):
            message = self.error_messages["unknown_field"].format(known=", ".join(self.fields))
            # As many as a person would read.
            raise ValidationError({name[:60]: [ErrorDetail(message, "unknown_field")] for name in unknown[:20]})
        return super().to_internal_value(data)


class StrictString(serializers.CharField):
    """A string as it is: numbers are not turned into one, blanks are kept."""

    default_error_messages = {"not_a_string": "Expected a string."}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"trim_whitespace": False} | kwargs))

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("not_a_string")
        return data


class StringList(serializers.Field[Any, Any, Any, Any]):
    """A list of strings, checked at once: a field for each of ten thousand would take longer than the work itself."""

    default_error_messages = {
        "not_a_list": "Expected a list of strings.",
        "not_a_string": "Expected a string.",
        "empty": "Expected at least one.",
        "max_length": "Expected at most {most}.",
    }

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        self.most = most
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        if not isinstance(data, list):
            self.fail("not_a_list")
        if not data:
            self.fail("empty")
        if len(data) > self.most:
            self.fail("max_length", most=f"{self.most:,}")
        wrong = [index for index, value in enumerate(data) if not isinstance(value, str)]
        if wrong:
            message = ErrorDetail(str(self.error_messages["not_a_string"]), "not_a_string")
            raise ValidationError({str(index): [message] for index in wrong})
        return data

    def to_representation(self, value: Any) -> Any:
        return value
