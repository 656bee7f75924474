"""Where schedules, templates and cases are: inside the package, or beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
# The cases by which the tests try each check are also what the simulator plants.
_ELSEWHERE = {"cases": "tests/cases"}


def folder(name: str) -> Path:
    """Return the folder of shipped data of that name."""
    installed = _PACKAGE / "_data" / name
    return installed if installed.is_dir() else _PACKAGE.parent / _ELSEWHERE.get(name, name)
