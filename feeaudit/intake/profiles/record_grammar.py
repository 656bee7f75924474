"""The grammar of records: what a row, or a block of a wide row, puts into a table of the log."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from feeaudit.core.dialect import LOG, Refused
from feeaudit.core.shape import (
    Choice,
    Count,
    Flag,
    Key,
    ListOf,
    Record,
    Schema,
    Source,
    Text,
    Word,
    scalar,
)
from feeaudit.intake.cells.cell import value_of
from feeaudit.intake.profiles.model import CellRule, RecordRule, RowTest
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.core.shape import Shape
    from feeaudit.intake.tables import Column

Stated = tuple[tuple[str, Any], ...]
HEADERS = ListOf(Text())
MOST_ROWS_PER_HAND = 20
_MOST_BLOCKS = 200
_ONCE = {"hands": "the hand", "wagers": "a wager", "collections": "a fee"}


@dataclass(frozen=True, slots=True)
class Cells:
    """Where a value stands: a heading, several names of one heading, or keys that say more."""

    keys: Record[CellRule]

    def read(self, node: yaml.Node, source: Source) -> CellRule:
        if isinstance(node, yaml.MappingNode):
            return self.keys.read(node, source)
        return CellRule(headers=HEADERS.read(node, source))

    def schema(self, defs: Schema, /) -> Schema:
        name = f"heading_or_{self.keys.what.replace(' ', '_')}"
        if name not in defs:
            defs[name] = {"anyOf": [HEADERS.schema(defs), self.keys.schema(defs)]}
        return {"$ref": f"#/$defs/{name}"}


def stretch(text: str) -> tuple[str, ...]:
    """Return the blocks that a text such as ``1-8`` stands for; none where it is no stretch."""
    match = re.fullmatch(r"([0-9]{1,4})-([0-9]{1,4})", text)
    if match is None or int(match[2]) - int(match[1]) >= _MOST_BLOCKS:
        return ()
    return tuple(map(str, range(int(match[1]), int(match[2]) + 1)))


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of a wide row: ``1-8``, or a list of what stands in the headings."""

    def read(self, node: yaml.Node, source: Source) -> tuple[str, ...]:
        if isinstance(node, yaml.SequenceNode):
            blocks = ListOf(Text()).read(node, source)
            if len(set(blocks)) < len(blocks):
                raise source.misread(node, "a block is named twice")
            return blocks
        text = scalar(node, source, "blocks such as 1-8")
        blocks = stretch(text)
        if not blocks:
            raise source.misread(node, f"{text!r} is not a stretch of blocks such as 1-8")
        return blocks

    def schema(self, defs: Schema, /) -> Schema:
        listed = {"type": "array", "items": Text().schema(defs)}
        return {"anyOf": [{"type": "string", "pattern": "^[0-9]+-[0-9]+$"}, listed]}


def _cell(values: dict[str, Any], node: yaml.Node, source: Source) -> CellRule:
    if sum(key in values for key in ("header", "letter", "text")) != 1:
        raise source.misread(node, "say one of 'header', 'letter' or 'text'")
    if "text" in values and "row" in values:
        raise source.misread(node, "'text' is made of cells of a hand's first row")
    return _cell_rule(values)


def _time_cell(values: dict[str, Any], node: yaml.Node, source: Source) -> CellRule:
    if "date" in values and "time" not in values:
        raise source.misread(node, "a date alone is not a time: name the heading of its 'time'")
    if sum(key in values for key in ("header", "letter", "time")) != 1:
        raise source.misread(
            node, "say one of 'header', 'letter', or 'time' with or without 'date'"
        )
    return _cell_rule(values)


def _cell_rule(values: dict[str, Any]) -> CellRule:
    return CellRule(
        headers=values.get("header", ()),
        letter=values.get("letter", "").upper(),
        text=values.get("text", ""),
        date=values.get("date", ()),
        time=values.get("time", ()),
        optional=values.get("optional", False),
        cents=values.get("cents", False),
        row=values.get("row", 1),
    )


_PLACE = {
    "header": Key(HEADERS, "The heading, or several it may have."),
    "letter": Key(
        Word(r"[A-Za-z]{1,3}", "the letters of a column"), "The column, where headings do not say."
    ),
    "optional": Key(Flag(), "Whether a sheet may lack the heading."),
    "row": Key(Count(1, MOST_ROWS_PER_HAND), "In which row of a hand that takes several."),
}
_MADE = {"text": Key(Text(), "A text made of others, such as '{sheet}-{Hand}'.")}
_HALVES = {
    "date": Key(HEADERS, "The heading of the date; without it the sheet's date counts."),
    "time": Key(HEADERS, "The heading of the time of day."),
}
_UNIT = {"cents": Key(Flag(), "Whether the amounts are in cents: 150 for $1.50.")}
_CELL = Cells(Record("cell", {**_PLACE, **_MADE}, _cell))
_AMOUNT_CELL = Cells(Record("cell of an amount", {**_PLACE, **_MADE, **_UNIT}, _cell))
_TIME_CELL = Cells(Record("cell of a time", {**_PLACE, **_HALVES}, _time_cell))
_CELLS = {"time": _TIME_CELL, "money": _AMOUNT_CELL, "signed": _AMOUNT_CELL}


@dataclass(frozen=True, slots=True)
class Constant:
    """A fixed value of a column; with {n} in it, it is checked when the block is known."""

    column: Column

    def read(self, node: yaml.Node, source: Source) -> str:
        text = Text().read(node, source)
        try:
            if "{n}" not in text:
                value_of(self.column, text, LOG)
        except Refused as refused:
            raise source.misread(node, f"{text!r} is {refused}") from None
        return text

    def schema(self, defs: Schema, /) -> Schema:
        return Text().schema(defs)


def _constant_shape(column: Column) -> Shape[Any]:
    if column.choices:
        return Choice(dict.fromkeys(column.choices, ""), column.name)
    return Constant(column)


def pairs(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Stated:
    """Return keys and values as they are stated."""
    return tuple(values.items())


_ONLY = Record(
    "kind of row",
    {
        "column": Key(Text(), "The heading under which a row says what it is.", required=True),
        "words": Key(ListOf(Text(), 1), "Words that the cell begins with.", required=True),
    },
    lambda values, _node, _source: RowTest(values["column"], values["words"]),
)


def _record_keys(table: str) -> dict[str, Key]:
    columns = TABLES[table]
    cells = {each.name: Key(_CELLS.get(each.kind.name, _CELL), each.doc) for each in columns}
    constants = {
        each.name: Key(_constant_shape(each), each.doc) for each in columns if not _is_time(each)
    }
    names = Choice({each.name: each.doc for each in columns}, f"column of {table}")
    once = Key(Flag(), f"Whether the rows of a hand repeat {_ONCE.get(table)}, which counts once.")
    return {
        **({"once": once} if table in _ONCE else {}),
        "columns": Key(Record(f"set of {table} columns", cells, pairs), "Columns and headings."),
        "constants": Key(Record(f"set of {table} constants", constants, pairs), "Fixed values."),
        "for": Key(Blocks(), "Blocks of a wide row; {n} stands for the block."),
        "when": Key(names, "The column whose blank means that there is no such record."),
        "only": Key(_ONLY, "In which rows it stands, where a column names the kind of each row."),
        "skip_zero": Key(Flag(), "Whether a zero in that column means the same."),
    }


def _is_time(column: Column) -> bool:
    return column.kind.name == "time"


def _record_rule(table: str) -> Record[RecordRule]:
    def make(values: dict[str, Any], node: yaml.Node, source: Source) -> RecordRule:
        columns, constants = values.get("columns", ()), values.get("constants", ())
        twice = dict(columns).keys() & dict(constants).keys()
        if twice:
            raise source.misread(node, f"{min(twice)!r} is both a column and a constant")
        when = values.get("when", "")
        if when and when not in dict(columns):
            raise source.misread(node, f"'when' names {when!r}, which is not among the columns")
        if values.get("skip_zero") and not when:
            raise source.misread(node, "'skip_zero' needs 'when' to name the column")
        blocks = values.get("for", ())
        headings = "".join(_headings(dict(columns).values()))
        if blocks and "{n}" not in headings:
            raise source.misread(node, "'for' needs {n} in a heading, such as 'Seat {n} Bet'")
        if not blocks and "{n}" in headings + "".join(dict(constants).values()):
            raise source.misread(node, "{n} needs 'for' to say what it stands for, such as 1-8")
        return RecordRule(
            table=table,
            columns=columns,
            constants=constants,
            blocks=blocks,
            when=when,
            skip_zero=values.get("skip_zero", False),
            once=values.get("once", False),
            only=values.get("only", RowTest()),
        )

    return Record(f"{table} record", _record_keys(table), make)


def _headings(rules: Iterable[CellRule]) -> Iterable[str]:
    for rule in rules:
        yield from (*rule.headers, *rule.date, *rule.time, rule.text)


def _records(
    values: dict[str, tuple[RecordRule, ...]], node: yaml.Node, source: Source
) -> tuple[RecordRule, ...]:
    rules = tuple(rule for table in TABLES for rule in values.get(table, ()))
    if not rules:
        raise source.misread(node, "no records: say what becomes of a row, such as 'hands'")
    if len(values.get("hands", ())) > 1 or any(
        rule.blocks for rule in rules if rule.table == "hands"
    ):
        raise source.misread(node, "a row is one hand at most")
    for rule in rules:
        if rule.once and not values.get("hands") and "hand_id" not in dict(rule.columns):
            raise source.misread(node, "'once' needs 'hand_id' to say which rows are one hand")
    return rules


RECORDS = Record(
    "set of records",
    {
        table: Key(ListOf(_record_rule(table)), f"What a row puts into the {table}.")
        for table in TABLES
    },
    _records,
)
