"""JSON Schemas of the book's files, made from the grammar, for editors."""

from __future__ import annotations

import sys
from pathlib import Path

from feeaudit.book.grammar import FILES
from feeaudit.core.shape import json_schema


def schema_text(name: str) -> str:
    """Return the JSON Schema of one kind of file."""
    return json_schema(f"feeaudit {name} file", FILES[name])


def write_schemas(folder: Path) -> None:
    """Write every schema into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        path = folder / f"{name}.json"
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
