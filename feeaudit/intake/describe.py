"""The log format for vendors: a Table Schema for each table, made from the declarations."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.tables import Column

_TYPES: dict[str, dict[str, Any]] = {
    "id": {"type": "string"},
    "name": {"type": "string"},
    "text": {"type": "string"},
    "choice": {"type": "string"},
    "money": {"type": "number", "constraints": {"minimum": 0}},
    "signed": {"type": "number"},
    "time": {"type": "datetime", "format": "default"},
    "yes_no": {"type": "boolean", "trueValues": ["yes"], "falseValues": ["no"]},
    "count": {"type": "integer", "constraints": {"minimum": 0}},
}


def table_schema(name: str) -> str:
    """Return the Table Schema of one table of the log, as JSON text."""
    schema: dict[str, Any] = {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "name": name,
        "fields": [_field(column) for column in TABLES[name]],
        "missingValues": [""],
    }
    if name == "hands":
        schema["primaryKey"] = ["hand_id"]
    elif any(column.name == "hand_id" for column in TABLES[name]):
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


def write_schemas(folder: Path) -> list[Path]:
    """Write the schema of every table into a folder, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in TABLES:
        path = folder / f"{name}.json"
        path.write_text(table_schema(name), encoding="utf-8", newline="\n")
        written.append(path)
    return written


if __name__ == "__main__":
    import sys
    from pathlib import Path as SchemaFolder

    write_schemas(SchemaFolder(sys.argv[1]))
