"""Rows that are written by position have the columns of their models."""

from typing import Any

import pytest
from django.db.models import Model

from hands.models import Fact, Hand, Source, UploadResult
from hands.rows import FactRow, HandRow, ResultRow, SourceRow


@pytest.mark.parametrize(
    ("row", "model"), [(HandRow, Hand), (SourceRow, Source), (FactRow, Fact), (ResultRow, UploadResult)]
)
def test_a_row_has_the_columns_of_its_model_in_their_order(row: Any, model: type[Model]) -> None:
    columns = [field.attname for field in model._meta.concrete_fields]
    own = ["index" if name == "place" else name for name in row._fields]
    assert own == (columns if row is HandRow else columns[1:])
    assert row is HandRow or model._meta.concrete_fields[0].primary_key
