"""The description of the log format that ships for vendors is the format itself."""

from __future__ import annotations

import json

import pytest

from feeaudit.intake.describe import table_schema
from feeaudit.intake.tables import TABLES
from feeaudit.resources import folder


@pytest.mark.parametrize("name", TABLES)
def test_the_shipped_description_is_the_format(name: str) -> None:
    shipped = (folder("templates") / "log" / f"{name}.json").read_text(encoding="utf-8")
    assert shipped == table_schema(name), "run: python -m feeaudit.intake.describe templates/log"


def test_required_columns_and_choices_are_told() -> None:
    fields = {field["name"]: field for field in json.loads(table_schema("collections"))["fields"]}
    assert fields["payer"]["constraints"] == {
        "required": True,
        "enum": ["player", "player_dealer", "pot", "ante", "button"],
    }
    assert "required" not in fields["hand_id"].get("constraints", {})
