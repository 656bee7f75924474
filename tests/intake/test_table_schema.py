"""The description of the log format that ships for vendors is the format itself."""

from __future__ import annotations

import csv
import json
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from feeaudit.intake.log_files import read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.intake.table_schema import table_schema, write_schemas
from feeaudit.intake.tables import TABLES
from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Rows = list[dict[str, str]]

NEEDED = {
    "hands": ["hand_id", "cardroom", "table", "started_at", "game"],
    "wagers": ["hand_id", "seat", "wager", "amount"],
    "collections": ["payer", "fee", "amount"],
    "offers": ["hand_id", "sequence", "seat", "response"],
    "seats": ["cardroom", "table", "seat", "player", "from"],
    "postings": ["cardroom", "table", "game", "option", "posted_at"],
    "counts": ["cardroom", "table", "from", "to", "amount"],
    "attestations": ["cardroom", "table", "statement", "at", "by"],
}
WORDS = {
    ("collections", "payer"): ["player", "player_dealer", "pot", "ante", "button", "big_blind"],
    ("collections", "fee"): ["base", "bonus", "no_flop", "jackpot", "time", "new_player"],
    ("offers", "response"): ["accept", "decline"],
    ("seats", "role"): ["patron", "third_party", "house"],
    ("counts", "kind"): ["collection", "jackpot"],
}
# Columns left out, added and in another order; times and yes or no in the ways that a log has them.
LOG = {
    "hands": """\
game,hand_id,mood,table,cardroom,started_at,opening_round,players
three-card-poker,H1,good,4,mortimers,2026-03-01 19:30:00,yes,7
three-card-poker,H2,,4,mortimers,2026-03-01T19:32:00.5-08:00,NO,
three-card-poker,H3,,4,mortimers,2026-03-01 19:34,True,0
""",
    "wagers": "hand_id,seat,wager,amount,result\nH1,1,ante,25.50,-25.50\nH2,1,ante,0,\n",
    "collections": """\
hand_id,payer,fee,amount,table,cardroom,waived
H1,player_dealer,base,1.00,,,
,player,time,6,4,mortimers,first half hour
""",
    "offers": "hand_id,sequence,seat,response\nH1,1,3,decline\nH1,2,4,accept\n",
    "seats": """\
cardroom,table,seat,player,from,to,role
mortimers,4,1,Kim,2026-03-01 19:00,,patron
""",
    "postings": """\
cardroom,table,game,option,posted_at,minimum
mortimers,4,three-card-poker,1,2026-03-01 18:00,5
""",
    "counts": """\
cardroom,table,from,to,amount
mortimers,4,2026-03-01 18:00,2026-03-02 02:00,812.50
""",
    "attestations": """\
cardroom,table,statement,at,by
mortimers,4,boxes sealed,2026-03-02 02:00,Kim
""",
}


def described(table: str) -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(table_schema(table))
    return schema


def fields(table: str) -> dict[str, dict[str, Any]]:
    return {field["name"]: field for field in described(table)["fields"]}


def log_at(path: Path, **changed: str) -> Path:
    """Write the log, some of its tables otherwise."""
    for table, text in (LOG | changed).items():
        (path / f"{table}.csv").write_text(text, encoding="utf-8")
    return path


def refusals(path: Path) -> list[str]:
    """What one who knows the Table Schema standard, but not feeaudit, has against a log."""
    tables = {
        file.stem: list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
        for file in sorted(path.glob("*.csv"))
    }
    assert set(tables) == set(TABLES)
    return [said for table in tables for said in _refused(table, tables)]


def _refused(table: str, tables: dict[str, Rows]) -> Iterator[str]:
    schema, rows = described(table), tables[table]
    named = [field["name"] for field in schema["fields"]]
    if schema.get("fieldsMatch", "exact") == "exact" and list(rows[0]) != named:
        yield f"{table}: not the fields of the schema in their order"
    for field in schema["fields"]:
        for row in rows if field["name"] in rows[0] else ():
            cell = row[field["name"]]
            if not _holds(field, cell, missing=cell in schema["missingValues"]):
                yield f"{table}.{field['name']}: {cell!r}"
    for key in schema.get("primaryKey", ()):
        if len({row[key] for row in rows}) < len(rows):
            yield f"{table}.{key}: not unique"
    for reference in schema.get("foreignKeys", ()):
        (ours,), (theirs,) = reference["fields"], reference["reference"]["fields"]
        known = {row[theirs] for row in tables[reference["reference"]["resource"]]}
        yield from (
            f"{table}.{ours}: {row[ours]!r}" for row in rows if row[ours] not in {*known, ""}
        )


def _holds(field: dict[str, Any], cell: str, *, missing: bool) -> bool:
    constraints = field.get("constraints", {})
    if missing:
        return not constraints.get("required", False)
    if cell not in constraints.get("enum", [cell]):
        return False
    try:
        value = _value(field, cell)
    except ValueError:
        return False
    return bool(value >= constraints["minimum"]) if "minimum" in constraints else True


def _value(field: dict[str, Any], cell: str) -> Any:
    """The value of a cell by its type; where it has none, an error."""
    if field["type"] == "number":
        return float(cell)
    if field["type"] == "integer":
        return int(cell)
    if field["type"] == "boolean":
        return [*field["falseValues"], *field["trueValues"]].index(cell)
    if field["type"] == "datetime" and field["format"] == "default":
        return datetime.strptime(cell, "%Y-%m-%dT%H:%M:%S%z")
    return datetime.fromisoformat(cell) if field["type"] == "datetime" else cell


def test_the_shipped_descriptions_are_those_of_the_format(tmp_path: Path) -> None:
    write_schemas(tmp_path)
    shipped = folder("templates") / "log"
    assert sorted(file.name for file in shipped.iterdir()) == sorted(
        f"{name}.json" for name in TABLES
    )
    for file in tmp_path.iterdir():
        text = (shipped / file.name).read_text(encoding="utf-8")
        assert text == file.read_text(encoding="utf-8"), (
            "run: python -m feeaudit.intake.table_schema templates/log"
        )


@pytest.mark.parametrize("table", NEEDED)
def test_the_columns_that_every_row_needs_are_told(table: str) -> None:
    needed = [
        name for name, each in fields(table).items() if "required" in each.get("constraints", {})
    ]
    assert needed == NEEDED[table]


def test_the_words_that_a_column_may_hold_are_told() -> None:
    told = {
        (table, name): field["constraints"]["enum"]
        for table in TABLES
        for name, field in fields(table).items()
        if "enum" in field.get("constraints", {})
    }
    assert told == WORDS


def test_every_column_says_what_it_means() -> None:
    for table in TABLES:
        assert all(field["description"].endswith(".") for field in fields(table).values())


def test_hands_are_told_apart_by_their_id_and_referred_to_by_it() -> None:
    assert described("hands")["primaryKey"] == ["hand_id"]
    referring = {table for table in TABLES if "foreignKeys" in described(table)}
    assert referring == {"wagers", "collections", "offers"}


def test_a_log_that_feeaudit_takes_is_one_by_the_description_too(tmp_path: Path) -> None:
    path = log_at(tmp_path)
    log = read_log([path])
    assert (log.faults, set(log.tables)) == ((), set(TABLES))
    assert refusals(path) == []


def test_a_log_that_feeaudit_writes_is_one_by_the_description_too(tmp_path: Path) -> None:
    log = read_log([log_at(tmp_path)])
    written = tmp_path / "written"
    write_log(log, written)
    assert refusals(written) == []


@pytest.mark.parametrize(
    ("table", "old", "new", "refused"),
    [
        ("hands", "mortimers,2026-03-01 19:30:00", ",2026-03-01 19:30:00", "hands.cardroom: ''"),
        ("hands", "2026-03-01 19:34", "this evening", "hands.started_at: 'this evening'"),
        ("hands", "NO", "maybe", "hands.opening_round: 'maybe'"),
        ("hands", "True,0", "True,-1", "hands.players: '-1'"),
        ("wagers", "25.50,", "-25.50,", "wagers.amount: '-25.50'"),
        ("wagers", "25.50,", "~25,", "wagers.amount: '~25'"),
        ("collections", "player_dealer", "dealer", "collections.payer: 'dealer'"),
        ("counts", "812.50", "", "counts.amount: ''"),
    ],
)
def test_a_cell_that_feeaudit_refuses_is_refused_by_the_description_too(
    tmp_path: Path, table: str, old: str, new: str, refused: str
) -> None:
    assert LOG[table].count(old) == 1
    path = log_at(tmp_path, **{table: LOG[table].replace(old, new)})
    assert len(read_log([path]).faults) == 1
    assert refusals(path) == [refused]


def test_a_wager_of_no_hand_is_refused_by_the_description(tmp_path: Path) -> None:
    path = log_at(tmp_path, wagers=LOG["wagers"].replace("H2", "H9"))
    assert refusals(path) == ["wagers.hand_id: 'H9'"]


def test_a_hand_that_comes_twice_is_refused_by_the_description(tmp_path: Path) -> None:
    path = log_at(tmp_path, hands=LOG["hands"].replace("H3", "H1"))
    assert refusals(path) == ["hands.hand_id: not unique"]
