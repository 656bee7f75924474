"""The JSON Schemas: made from the grammar, shipped, and true."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator
from support.editors import as_editor
from support.harbor import CARDROOM, GAME_LIST, GAMES, SCHEDULE

from feeaudit.book.grammar import FILES
from feeaudit.book.schema import schema_text

if TYPE_CHECKING:
    from pathlib import Path


@cache
def validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema_text(kind)))


def errors(kind: str, text: str) -> list[str]:
    return [error.message for error in validator(kind).iter_errors(as_editor(text))]


def kind_of(path: Path, root: Path) -> str:
    if path.parent == root:
        return "game-list"
    return {"cardroom.yaml": "cardroom", "games.yaml": "games"}.get(path.name, "schedule")


@pytest.mark.parametrize("kind", FILES)
def test_the_shipped_schema_is_the_grammar(schedules: Path, kind: str) -> None:
    shipped = (schedules / "schema" / f"{kind}.json").read_text(encoding="utf-8")
    assert shipped == schema_text(kind), "run: python -m feeaudit.book.schema schedules/schema"


def test_every_shipped_file_is_valid(schedules: Path) -> None:
    files = [path for path in schedules.rglob("*.yaml") if path.parent.name != "law"]
    assert files
    invalid = {
        path.name: errors(kind_of(path, schedules), path.read_text(encoding="utf-8"))
        for path in files
    }
    assert {name: found for name, found in invalid.items() if found} == {}


def test_every_shipped_file_names_its_schema(schedules: Path) -> None:
    for path in schedules.rglob("*.yaml"):
        head = path.read_text(encoding="utf-8").splitlines()[0]
        kind = "law" if path.parent.name == "law" else kind_of(path, schedules)
        up = "" if path.parent == schedules else "../"
        assert head == f"# yaml-language-server: $schema={up}schema/{kind}.json", path


@pytest.mark.parametrize(
    ("kind", "text"),
    [("schedule", SCHEDULE), ("cardroom", CARDROOM), ("games", GAMES), ("game-list", GAME_LIST)],
)
def test_the_schema_takes_what_the_reader_takes(kind: str, text: str) -> None:
    assert errors(kind, text) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("collect:", "colect:"),
        ("before_deal", "before_dael"),
        ("by: table_action", "by: table_acton"),
        ("5-100: 1", "5..100: 1"),
        ("player: 0.50", "player: -1"),
        ("    lines: 7-8\n", ""),
        ("title: Harbor Blackjack\n", ""),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(old: str, new: str) -> None:
    assert old in SCHEDULE
    assert errors("schedule", SCHEDULE.replace(old, new, 1))
