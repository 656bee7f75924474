"""The log format for vendors: a Table Schema for each table, made from the declarations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feeaudit.core.dialect import NO, YES
from feeaudit.intake.tables import OF_A_HAND, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from feeaudit.intake.tables import Column


def _as_capitalised(words: Iterable[str]) -> list[str]:
    """Return words as people write them: a Table Schema tells capitals apart, a log does not."""
    forms = ((word, word.title(), word.upper()) for word in words)
    return list(dict.fromkeys(form for each in forms for form in each))


_TYPES: dict[str, dict[str, Any]] = {
    "id": {"type": "string"},
    "name": {"type": "string"},
    "text": {"type": "string"},
    "choice": {"type": "string"},
    "money": {"type": "number", "constraints": {"minimum": 0}},
    "signed": {"type": "number"},
    # The default format wants a T before the hour, and the seconds; a log does not.
    "time": {"type": "datetime", "format": "any", "example": "2026-03-01 19:30:00"},
    "yes_no": {
        "type": "boolean",
        "trueValues": _as_capitalised(YES),
        "falseValues": _as_capitalised(NO),
    },
    "count": {"type": "integer", "constraints": {"minimum": 0}},
}


def table_schema(name: str) -> str:
    """Return the Table Schema of one table of the log, as JSON text."""
    schema: dict[str, Any] = {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "name": name,
        # Columns may be left out or added, in any order. A string, as the standard says: its 2.0
        # profile asks for a list by mistake (frictionlessdata/datapackage#965).
        "fieldsMatch": "partial",
        "fields": [_field(column) for column in TABLES[name]],
        "missingValues": [""],
    }
    if name == "hands":
        schema["primaryKey"] = ["hand_id"]
    elif name in OF_A_HAND:
        reference = {"resource": "hands", "fields": ["hand_id"]}
        schema["foreignKeys"] = [{"fields": ["hand_id"], "reference": reference}]
    return json.dumps(schema, indent=1) + "\n"


def _field(column: Column) -> dict[str, Any]:
    kind = _TYPES[column.kind.name]
    constraints: dict[str, Any] = dict(kind.get("constraints", {}))
    if column.required:
        constraints["required"] = True
    if column.choices:
        constraints["enum"] = list(column.choices)
    field = {"name": column.name, **kind, "description": column.doc}
    field.pop("constraints", None)
    return field | ({"constraints": constraints} if constraints else {})


def write_schemas(folder: Path) -> None:
    """Write the schema of every table into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in TABLES:
        (folder / f"{name}.json").write_text(table_schema(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    import sys
    from pathlib import Path as SchemaFolder

    write_schemas(SchemaFolder(sys.argv[1]))
