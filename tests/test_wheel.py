"""What the wheel holds: an installed feeaudit needs no checkout."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_every_template_but_the_pictures_ships() -> None:
    if not (ROOT / "templates").is_dir():
        pytest.skip("the tests do not stand in a checkout")
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    here = {f"templates/{each.name}" for each in (ROOT / "templates").iterdir()}
    assert here - {"templates/pictures"} == {each for each in shipped if "templates/" in each}
