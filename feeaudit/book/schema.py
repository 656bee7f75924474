"""JSON Schemas of the book's files, made from the grammar, for editors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar import FILES

if TYPE_CHECKING:
    from pathlib import Path


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


def write_schemas(folder: Path) -> list[Path]:
    """Write every schema into a folder, and return the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in FILES:
        path = folder / f"{name}.json"
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")
        written.append(path)
    return written


if __name__ == "__main__":
    import sys
    from pathlib import Path as SchemaFolder

    write_schemas(SchemaFolder(sys.argv[1]))
