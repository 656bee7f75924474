"""A name means one thing: what two modules or two public classes may share is listed here."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import feeaudit
from feeaudit.report.families import FAMILIES

PACKAGE = Path(feeaudit.__file__).parent
# Named after something else: commands, checks by their ids, and what plants a check.
NAMED_AFTER = ("cli/", "audit/checks/", "simulate/plant/")
# The same part of several packages, told apart by the package it is of.
PARTS = {"findings", "grammar", "law", "model", "rotation_section", "schema"}


def shared(places: dict[str, list[str]], allowed: set[str]) -> dict[str, list[str]]:
    return {name: where for name, where in places.items() if len(where) > 1 and name not in allowed}


def test_no_two_modules_go_by_one_name() -> None:
    modules = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        place = path.relative_to(PACKAGE).as_posix()
        if not place.startswith(NAMED_AFTER):
            modules[path.parent.name if path.stem == "__init__" else path.stem].append(place)
    subjects = set(FAMILIES.values())  # one word in the arithmetic, the rules and the simulation
    assert shared(modules, PARTS | subjects) == {}


def test_no_two_public_classes_go_by_one_name() -> None:
    classes = defaultdict(list)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                classes[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert shared(classes, set()) == {}
