"""The JSON Schema of profiles, made from their grammar, for editors."""

from __future__ import annotations

import sys
from pathlib import Path

from feeaudit.core.shape import json_schema
from feeaudit.intake.profiles.profile_grammar import PROFILE


def schema_text() -> str:
    """Return the JSON Schema of profiles."""
    return json_schema("feeaudit profile", PROFILE)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8", newline="\n")
