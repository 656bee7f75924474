"""The grammar of profiles: which keys the YAML takes, what they mean and what they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.core.shape import (
    Choice,
    Count,
    Flag,
    Key,
    ListOf,
    MapOf,
    Record,
    Schema,
    Source,
    Text,
    Word,
)
from feeaudit.intake.files.csv_sheets import ENCODINGS, SEPARATORS
from feeaudit.intake.profiles.model import (
    DATE_ORDERS,
    DECIMALS,
    FACTS,
    NEVER,
    ROWS,
    FactRule,
    Header,
    Pairs,
    Profile,
    RecordRule,
    RowTest,
    SheetRule,
)
from feeaudit.intake.profiles.record_grammar import HEADERS, MOST_ROWS_PER_HAND, RECORDS, pairs
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping

    import yaml

    from feeaudit.intake.tables import Column

_TRANSLATED = {"name", "choice", "yes_no", "text"}
_PAST_MIDNIGHT = Word(
    rf"{ROWS}|{NEVER}|(?:[01][0-9]|2[0-3]):[0-5][0-9]", "rows, no, or an hour such as 06:00"
)
_FACE = r"(?:0?[1-9]|1[0-2]):[0-5][0-9]"


@dataclass(frozen=True, slots=True)
class PastMidnight:
    """``rows``, ``no`` or an hour; an editor takes a bare no for false and an hour for a number."""

    def read(self, node: yaml.Node, source: Source) -> str:
        return _PAST_MIDNIGHT.read(node, source)

    def schema(self, defs: Schema, /) -> Schema:
        return {"anyOf": [*_PAST_MIDNIGHT.schema(defs)["anyOf"], {"const": False}]}


def _header(values: dict[str, Any], node: yaml.Node, source: Source) -> Header:
    if "row" in values and "find" in values:
        raise source.misread(node, "say 'row' or 'find', not both")
    return Header(
        row=values.get("row", 1),
        find=values.get("find", ()),
        lines=values.get("lines", 1),
        carry=values.get("carry", False),
    )


_HEADER = Record(
    "header",
    {
        "row": Key(Count(0), "Its first row; 0 where the sheet has no headings."),
        "find": Key(HEADERS, "Headings by which to find it."),
        "lines": Key(Count(1), "How many rows it has; they are read as one text."),
        "carry": Key(Flag(), "Whether a blank in an upper line repeats the text to its left."),
    },
    _header,
)


def _row_test(values: dict[str, Any], node: yaml.Node, source: Source) -> RowTest:
    if values.get("blank") and "column" not in values:
        raise source.misread(node, "'blank' needs the 'column' that is blank")
    return RowTest(values.get("column", ""), values.get("words", ()), values.get("blank", False))


_TEST_KEYS = {
    "column": Key(Text(), "The heading under which to look; else the row's first filled cell."),
    "words": Key(ListOf(Text()), "Words that the cell begins with."),
}
_SKIP = Record(
    "test of rows",
    {**_TEST_KEYS, "blank": Key(Flag(), "Whether nothing in the column says the same.")},
    _row_test,
)
_END = Record(
    "end",
    {**_TEST_KEYS, "blank_rows": Key(Count(1), "How many blank rows in a row end the data.")},
    lambda values, _node, _source: values,
)


def _fact_rule(values: dict[str, Any], node: yaml.Node, source: Source) -> FactRule:
    if sum(key in values for key in ("cell", "title", "sheet_name", "file_name")) != 1:
        raise source.misread(node, "say one of 'cell', 'title', 'sheet_name' or 'file_name'")
    if "pattern" in values and "cell" not in values:
        raise source.misread(node, "'pattern' reads a 'cell'")
    rule = FactRule(**values)
    pattern = rule.pattern or rule.title or rule.sheet_name or rule.file_name
    if pattern and pattern.count("{}") != 1:
        raise source.misread(node, "a pattern has one {} where the fact stands, such as 'Table {}'")
    return rule


_FACT = Record(
    "fact",
    {
        "cell": Key(Word(r"[A-Za-z]{1,3}[1-9][0-9]{0,6}", "a cell such as B1"), "Its cell."),
        "title": Key(Text(), "A title above the headings, with {} where the fact stands."),
        "sheet_name": Key(Text(), "The sheet's name, with {} where the fact stands."),
        "file_name": Key(Text(), "The file's name, with {} where the fact stands."),
        "pattern": Key(Text(), "What the cell holds, with {} where the fact stands."),
    },
    _fact_rule,
)
_CONSTANTS = Record(
    "set of constants", {key: Key(Text(), doc) for key, doc in FACTS.items()}, pairs
)


def _sheet_rule(values: dict[str, Any], node: yaml.Node, source: Source) -> SheetRule:
    if values.get("stacked") and not values.get("header", Header()).find:
        raise source.misread(node, "'stacked' needs 'header' to name the headings to 'find'")
    if values.get("stacked") and "first_row" in values:
        raise source.misread(node, "'first_row' cannot hold for tables that are stacked")
    _refuse_places(values, node, source)
    end = values.get("end", {})
    return SheetRule(
        records=values["records"],
        names=values.get("names", ()),
        hidden=values.get("hidden", False),
        optional=values.get("optional", False),
        header=values.get("header", Header()),
        stacked=values.get("stacked", False),
        first_row=values.get("first_row", 0),
        rows_per_hand=values.get("rows_per_hand", 1),
        transposed=values.get("transposed", False),
        skip=values.get("skip", RowTest()),
        end=RowTest(end.get("column", ""), end.get("words", ())),
        end_after_blank_rows=end.get("blank_rows", 0),
        facts=values.get("facts", ()),
        constants=values.get("constants", ()),
        fill_down=values.get("fill_down", ()),
        ditto=values.get("ditto", ()),
        past_midnight=values.get("past_midnight", ""),
        afternoon=values.get("afternoon", ""),
    )


def _refuse_places(values: dict[str, Any], node: yaml.Node, source: Source) -> None:
    """Refuse cells in rows and columns that the hands of a sheet do not have."""
    rows = values.get("rows_per_hand", 1)
    records: tuple[RecordRule, ...] = values["records"]
    cells = [cell for record in records for _, cell in record.columns]
    for cell in cells:
        if cell.row > rows:
            expected = "'rows_per_hand' to say how many rows a hand takes"
            raise source.misread(node, f"a cell is in row {cell.row} of its hand; say {expected}")
    if values.get("transposed") and any(cell.letter for cell in cells):
        raise source.misread(node, "'letter' names no column of a sheet that is transposed")
    if rows > 1 and not any(record.table == "hands" for record in records):
        raise source.misread(node, "'rows_per_hand' needs 'hands' among the records")


_SHEET = Record(
    "sheet rule",
    {
        "names": Key(ListOf(Text()), "Sheets by name, * for anything; without it, all of them."),
        "hidden": Key(Flag(), "Whether hidden sheets are read too."),
        "optional": Key(Flag(), "Whether a file may lack such a sheet."),
        "header": Key(_HEADER, "Where the headings are; the first row unless stated."),
        "stacked": Key(Flag(), "Whether tables are stacked, each with its own headings."),
        "first_row": Key(Count(1), "The first row of data, where not the one after the headings."),
        "rows_per_hand": Key(
            Count(1, MOST_ROWS_PER_HAND),
            "How many rows a hand takes, such as one of bets above one of fees.",
        ),
        "transposed": Key(
            Flag(),
            "Whether hands are side by side, one column each. Rows and columns change places before"
            " anything else is read: 'row: 2' of the header is column B.",
        ),
        "skip": Key(_SKIP, "Rows that are not records: totals, subtotals."),
        "end": Key(_END, "Where the data ends and notes begin."),
        "facts": Key(
            Record("set of facts", {key: Key(_FACT, doc) for key, doc in FACTS.items()}, pairs),
            "What the sheet states once for all its rows.",
        ),
        "constants": Key(_CONSTANTS, "What holds for all rows of these sheets."),
        "fill_down": Key(
            HEADERS, "Headings whose blank cells, and ditto marks, repeat the cell above."
        ),
        "ditto": Key(HEADERS, "Headings whose ditto marks repeat the cell above; blanks do not."),
        "past_midnight": Key(
            PastMidnight(),
            "When a time belongs to the next day: where it goes on from the rows above (rows),"
            " before an hour such as 06:00, or never (no). Unsaid, times without a date go on.",
        ),
        "afternoon": Key(
            Word(f"{_FACE}-{_FACE}", "hours of the clock face such as 4:00-12:00"),
            "Where times do not say AM or PM: from which hour until before which they are PM. With"
            " 4:00-12:00, 7:02 is 7:02 PM and 12:10 is ten past midnight.",
        ),
        "records": Key(RECORDS, "What becomes of a row.", required=True),
    },
    _sheet_rule,
)


def _translations() -> Mapping[str, Key]:
    columns = {
        each.name: each for table in TABLES.values() for each in table if _translatable(each)
    }
    words: MapOf[str, str] = MapOf(Text(), Text())
    return {name: Key(words, f"Words of the sheet and of the log: {name}.") for name in columns}


def _translatable(column: Column) -> bool:
    return column.kind.name in _TRANSLATED


def _profile(values: dict[str, Any], node: yaml.Node, source: Source) -> Profile:
    profile = Profile(**values)
    if not profile.sheets:
        raise source.misread(node, "no rule for any sheet")
    for column, words in profile.translate:
        _refuse_twice(column, words, node, source)
    return profile


def _refuse_twice(column: str, stated: Pairs, node: yaml.Node, source: Source) -> None:
    words = [word.casefold() for word, _ in stated]
    for word in words:
        if words.count(word) > 1:
            raise source.misread(node, f"{word!r} of {column!r} is translated twice")


PROFILE: Record[Profile] = Record(
    "profile",
    {
        "profile": Key(Text(), "Its name.", required=True),
        "note": Key(Text(), "For the people who keep it."),
        "dates": Key(Choice(DATE_ORDERS, "date order"), "How written dates are read."),
        "decimal": Key(Choice(DECIMALS, "decimal mark"), "How written amounts are read."),
        "separator": Key(
            Choice(dict.fromkeys(SEPARATORS, ""), "separator"),
            "Of a text file; detected if not stated.",
        ),
        "encoding": Key(
            Choice(dict.fromkeys(ENCODINGS, ""), "encoding"),
            "Of a text file; detected if not stated.",
        ),
        "blank": Key(ListOf(Text()), "What is written where nothing is meant, such as '-'."),
        "ignore": Key(ListOf(Text()), "Sheets to skip, * for anything."),
        "constants": Key(_CONSTANTS, "What holds for all rows of all sheets."),
        "translate": Key(
            Record("set of translations", _translations(), pairs),
            "By column of the log: the sheet's words and the log's.",
        ),
        "sheets": Key(ListOf(_SHEET), "How sheets are read.", required=True),
    },
    _profile,
)
