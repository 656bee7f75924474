"""The JSON Schema of feeaudit.toml, made from its grammar, for editors."""

from __future__ import annotations

import sys
from pathlib import Path

from feeaudit.core.shape import json_schema
from feeaudit.rules.configuration.grammar import CONFIGURATION


def schema_text() -> str:
    """Return the JSON Schema of a configuration file."""
    return json_schema("feeaudit.toml", CONFIGURATION)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8", newline="\n")
