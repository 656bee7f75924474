"""JSON Schemas of the book's files, made from the grammar, for editors."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from feeaudit.book.grammar import FILES


def schema_text(name: str) -> str:
    """Return the JSON Schema of one kind of file."""
    definitions: dict[str, Any] = {}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"feeaudit {name} file",
        **FILES[name].schema(definitions),
        "$defs": definitions,
    }
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


def write_schemas(folder: Path) -> None:
    """Write every schema into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        path = folder / f"{name}.json"
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_schemas(Path(sys.argv[1]))
