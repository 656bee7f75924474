"""The folder of checks holds checks and nothing else: a file is found by the id of its check."""

from __future__ import annotations

from pathlib import Path

import pytest

from feeaudit.audit import checks
from feeaudit.audit.checks import REGISTRY

FAMILIES = {
    "FEE": "fees",
    "OPT": "options",
    "LIM": "limits",
    "ROT": "rotation",
    "TPP": "rotation",
    "PAY": "settlement",
    "DROP": "drop",
    "LOG": "log",
}


def modules() -> set[str]:
    folder = Path(checks.__file__).parent
    files = (each.relative_to(folder) for each in folder.rglob("*.py"))
    return {each.with_suffix("").as_posix() for each in files if each.name != "__init__.py"}


@pytest.mark.parametrize("name", REGISTRY)
def test_a_check_lives_in_the_file_of_its_id_in_the_folder_of_its_family(name: str) -> None:
    family, _, word = name.partition("-")
    path = f"{FAMILIES[family]}/{word.lower()}"
    assert REGISTRY[name].run.__module__ == f"{checks.__name__}.{path.replace('/', '.')}"


def test_every_file_among_the_checks_is_a_check() -> None:
    known = {each.run.__module__ for each in REGISTRY.values()}
    assert {f"{checks.__name__}.{each.replace('/', '.')}" for each in modules()} == known


def test_the_middle_check_is_read_on_one_screen() -> None:
    folder = Path(checks.__file__).parent
    lines = sorted(
        len((folder / f"{each}.py").read_text(encoding="utf-8").splitlines()) for each in modules()
    )
    assert lines[len(lines) // 2] <= 80
