"""Serializers that take nothing they do not know and turn nothing into something else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.settings import api_settings

from badugi_site.api.faults import FaultsMixin, fault

# As many unknown fields, and as much of their names, as a person would read.
_MOST_UNKNOWN = 20
_MOST_OF_A_NAME = 60


class StrictSerializer(FaultsMixin, serializers.Serializer[Any]):
    """Refuses fields that it does not have: they would be spelling mistakes that go unnoticed.

    Its fields are those of this module, whose faults are told in both languages.
    """

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if data is None and not self.allow_null:
            # As an error of the whole: on its own, REST framework would word it anew.
            raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [fault("null")]})
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise ValidationError({api_settings.NON_FIELD_ERRORS_KEY: [fault("not_an_object")]})
        unknown = [name for name in data if name not in self.fields][:_MOST_UNKNOWN]
        error = fault("unknown_field", known=", ".join(self.fields)) if unknown else None
        errors: dict[str, Any] = {name[:_MOST_OF_A_NAME]: [error] for name in unknown}
        try:
            value = super().to_internal_value(data)
        except ValidationError as others:
            assert isinstance(others.detail, dict)
            errors |= others.detail
        if errors:
            raise ValidationError(errors)
        return value


class StrictString(FaultsMixin, serializers.CharField):
    """A string as it is: numbers are not turned into one, blanks are kept."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**({"trim_whitespace": False} | kwargs))

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("not_a_string")
        if self.max_length is not None and len(data) > self.max_length:
            self.fail("too_long", most=f"{self.max_length:,}")
        return data


class StrictChoice(FaultsMixin, serializers.ChoiceField):
    """One of a few strings."""

    def __init__(self, choices: Iterable[str], **kwargs: Any) -> None:
        super().__init__(tuple(choices), **kwargs)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", choices=", ".join(self.choices))
        return data


class StringList(FaultsMixin, serializers.Field[Any, Any, Any, Any]):
    """A list of strings, checked at once: a field for each of ten thousand would take longer than the work itself."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        self.most = most
        super().__init__(**kwargs)

    def to_internal_value(self, data: Any) -> list[str]:
        if not isinstance(data, list):
            self.fail("not_a_list")
        if not data:
            self.fail("empty")
        if len(data) > self.most:
            self.fail("too_many", most=f"{self.most:,}")
        wrong = [index for index, value in enumerate(data) if not isinstance(value, str)]
        if wrong:
            raise ValidationError({str(index): [fault("not_a_string")] for index in wrong})
        return data

    def to_representation(self, value: Any) -> Any:
        return value
