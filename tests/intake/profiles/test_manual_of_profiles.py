"""The manual's page on profiles: every key has an example, and every example does what it says."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from support.editors import as_editor
from support.profiled import ZONE

from feeaudit.intake.profiles.importer import apply_profile
from feeaudit.intake.profiles.model import FACTS
from feeaudit.intake.profiles.profile_yaml import profile_of
from feeaudit.intake.profiles.schema import schema_text
from feeaudit.intake.tables import TABLES
from feeaudit.manual_topics import topic_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TEXT = topic_file("profiles").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(csv \S+|yaml)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
EXAMPLES = [text for kind, text in BLOCKS if kind == "yaml"]
SHEETS = [
    (kind.removeprefix("csv "), sheet, text)
    for (kind, sheet), (_, text) in pairwise(BLOCKS)
    if kind != "yaml"
]
# How many hands, wagers and fees each sheet of the page holds.
HELD = {
    "wide.csv": (3, 4, 7),
    "long.csv": (2, 3, 2),
    "ledger.csv": (1, 1, 1),
    "evening.csv": (3, 3, 0),
    "stacked.csv": (3, 3, 0),
    "pairs.csv": (2, 3, 3),
    "columns.csv": (2, 2, 0),
    "March-2026.csv": (3, 3, 0),
    "export.csv": (2, 2, 0),
}


@pytest.mark.parametrize(("name", "sheet", "text"), SHEETS, ids=lambda part: part[:20])
def test_a_sheet_is_read_by_the_profile_below_it(
    tmp_path: Path, name: str, sheet: str, text: str
) -> None:
    (tmp_path / name).write_text(sheet, encoding="utf-8")
    log = apply_profile(profile_of(text, "manual.yaml"), tmp_path / name, zone=ZONE)
    assert log.faults == ()
    assert (
        tuple(log.table(each).num_rows for each in ("hands", "wagers", "collections")) == HELD[name]
    )


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.splitlines()[0])
def test_an_example_is_a_profile_for_the_reader_and_for_editors(text: str) -> None:
    assert profile_of(text, "manual.yaml").sheets
    errors = Draft202012Validator(json.loads(schema_text())).iter_errors(as_editor(text))
    assert [error.message for error in errors] == []


def keys_of_the_grammar() -> set[str]:
    """Every key that a profile may have, but for names of columns."""
    columns = {column.name for table in TABLES.values() for column in table}
    parts = {
        name: set(part["properties"])
        for name, part in json.loads(schema_text())["$defs"].items()
        if "properties" in part and not name.startswith("set_of")
    }
    assert len(parts) > 10
    return {key for keys in parts.values() for key in keys} | set(TABLES) - columns


def stated(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from part
        for each in part.values():
            yield from stated(each)
    elif isinstance(part, list):
        for each in part:
            yield from stated(each)


def test_every_key_is_explained_and_shown() -> None:
    shown = {key for text in EXAMPLES for key in stated(yaml.load(text, yaml.BaseLoader))}  # noqa: S506 - only texts
    explained = set(re.findall(r"`(\w+)`", TEXT))
    keys = keys_of_the_grammar()
    assert keys - explained == set()
    assert keys - shown - set(TABLES) == set()


def test_every_fact_is_named() -> None:
    assert set(FACTS) <= set(re.findall(r"`(\w+)`", TEXT))
