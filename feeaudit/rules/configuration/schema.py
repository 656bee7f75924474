"""The JSON Schema of feeaudit.toml, made from its grammar, for editors."""

from __future__ import annotations

import json
from typing import Any

from feeaudit.rules.configuration.grammar import CONFIGURATION


def schema_text() -> str:
    """Return the JSON Schema of a configuration file."""
    definitions: dict[str, Any] = {}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "feeaudit.toml",
        **CONFIGURATION.schema(definitions),
        "$defs": definitions,
    }
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    import sys
    from pathlib import Path

    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8", newline="\n")
