"""The JSON Schema of profiles: made from the grammar, shipped, and true."""

from __future__ import annotations

import json
from functools import cache

import pytest
from jsonschema import Draft202012Validator
from support.editors import as_editor
from support.profiled import FULL, HANDS, WIDE, rule

from feeaudit.intake.profiles.model import UnusableProfile
from feeaudit.intake.profiles.profile_yaml import profile_of, profile_text
from feeaudit.intake.profiles.schema import schema_text
from feeaudit.resources import folder


@cache
def validator() -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema_text()))


def errors(text: str) -> list[str]:
    return [error.message for error in validator().iter_errors(as_editor(text))]


def test_the_shipped_schema_is_the_grammar() -> None:
    shipped = (folder("templates") / "profile.schema.json").read_text(encoding="utf-8")
    assert shipped == schema_text(), (
        "run: python -m feeaudit.intake.profiles.schema templates/profile.schema.json"
    )


@pytest.mark.parametrize("text", [FULL, rule(), rule(WIDE)])
def test_the_schema_takes_what_the_reader_takes(text: str) -> None:
    text = text.replace(" ~, 'null'", " none")  # an editor takes a bare ~ for nothing
    assert errors(text) == []
    assert errors(profile_text(profile_of(text, "case.yaml"))) == []


@pytest.mark.parametrize(
    "text",
    [
        rule().replace("profile:", "profil:"),
        rule(header="{roww: 3}"),
        rule(header="{row: x}"),
        rule(HANDS.replace("hand_id", "handid")),
        rule(HANDS.replace("Hand,", "{header: Hand, cents: yes},")),
        rule(WIDE.replace("payer: player", "payer: plyer")),
        rule(WIDE.replace("for: 1-2", "for: soon")),
        rule(facts="{tabel: {cell: B1}}"),
        rule(past_midnight="late"),
        rule(afternoon="16:00-24:00"),
        rule(rows_per_hand="0"),
        rule(top="dates: us"),
        "profile: x",
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(text: str) -> None:
    with pytest.raises(UnusableProfile):
        profile_of(text, "case.yaml")
    assert errors(text)


def test_every_key_says_what_it_is_for() -> None:
    schema = json.loads(schema_text())
    keys = [key for each in schema["$defs"].values() for key in each.get("properties", {}).items()]
    assert [name for name, key in keys if not key["description"]] == []
