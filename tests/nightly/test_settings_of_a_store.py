"""store.toml: read by a closed grammar, every mistake told with its place in one pass."""

from __future__ import annotations

import json
import tomllib
from typing import TYPE_CHECKING

import pytest
from jsonschema import Draft202012Validator

from feeaudit.core.problem import BookError
from feeaudit.nightly.settings import Keeping, read_settings, schema_text
from feeaudit.register.store import Store
from feeaudit.resources import folder

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.nightly.settings import Settings

WHOLE = """\
formats = ["html", "json"]
settle = 5

[cardrooms.harbor]
game = "texas-holdem"

[retention.inputs]
years = 5
authority = "4 CCR section 12003"
verified = true
"""


def settings(root: Path, text: str) -> Settings:
    (root / "store.toml").write_text(text, encoding="utf-8")
    return read_settings(Store(root))


def problems(root: Path, text: str) -> list[str]:
    with pytest.raises(BookError) as raised:
        settings(root, text)
    return [str(problem) for problem in raised.value.problems]


def test_every_setting_is_read(tmp_path: Path) -> None:
    found = settings(tmp_path, WHOLE)
    assert found.formats == ("html", "json")
    assert found.settle == 5
    assert found.cardrooms == {"harbor": {"game": "texas-holdem"}}
    assert found.retention == {"inputs": Keeping(5, "4 CCR section 12003", verified=True)}


def test_a_store_without_the_file_has_the_settings_that_a_new_one_is_given(tmp_path: Path) -> None:
    shipped = (folder("templates") / "store" / "store.toml").read_text(encoding="utf-8")
    assert read_settings(Store(tmp_path)) == settings(tmp_path, shipped)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("setle = 5\n", "1:1: 'setle' is not a key of a store's settings (did you mean 'settle'"),
        ("\nsettle = -1\n", "2:10: expected a whole number from 0, found '-1'"),
        ("settle = soon\n", "1:10: not TOML: Invalid value"),
        ('formats = ["html", "jsn"]\n', "1:20: 'jsn' is not a format (did you mean 'json'"),
        ("formats = []\n", "1:11: expected at least 1, found an empty list"),
        (WHOLE + "verifed = true\n", "11:1: 'verifed' is not a key of a retention rule"),
        (WHOLE.replace("true", '"yes"'), "10:12: expected true or false, found 'yes'"),
        (WHOLE.replace("years = 5", "years = 500"), "8:9: expected a whole number from 1 to 100"),
        (WHOLE.replace("inputs", "imputs"), "7:12: 'imputs' is not a key of a retention"),
        ("[retention.inputs]\nyears = 5\n", "1:1: this retention rule lacks its 'authority'"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_column(tmp_path: Path, text: str, told: str) -> None:
    (problem,) = problems(tmp_path, text)
    assert problem.startswith(f"store.toml:{told}")


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    text = "setle = 5\nformats = ['htm']\n[retention.inputs]\nyears = 0\nauthority = ''\n"
    lines = [problem.split(":")[1] for problem in problems(tmp_path, text)]
    assert lines == ["1", "2", "4", "5"]


def test_the_shipped_schema_is_the_grammar() -> None:
    path = folder("templates") / "store" / "store.schema.json"
    assert path.read_text(encoding="utf-8") == schema_text(), (
        "run: python -m feeaudit.nightly.settings templates/store/store.schema.json"
    )


def test_the_schema_takes_what_the_reader_takes() -> None:
    validator = Draft202012Validator(json.loads(schema_text()))
    assert list(validator.iter_errors(tomllib.loads(WHOLE))) == []
    assert list(validator.iter_errors(tomllib.loads("setle = 5")))
