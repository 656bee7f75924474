"""findings.json: described field by field, exact, and read line by line."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.audited import HOSTILE, Night, bad_night, clean_night, hostile_night

from feeaudit.core.money import cents, decimal
from feeaudit.report import findings_json
from feeaudit.report.json_text import json_text
from feeaudit.report.plain_values import gaming_day, moment, moments, record_texts, records
from feeaudit.resources import folder

ZONES = st.sampled_from(["America/Los_Angeles", "UTC", "Asia/Kathmandu"])


@pytest.fixture(scope="module")
def schema() -> Any:
    path = folder("templates") / "report" / "findings.schema.json"
    return json.loads(path.read_text(encoding="utf-8"))


def document(night: Night) -> Any:
    return json.loads(findings_json.rendered(night.result, night.basis))


def closed(part: Any) -> Any:
    """Return a schema that allows no field it does not describe."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    inner = {name: closed(each) for name, each in part.items()}
    if "properties" in part and "type" in part:
        inner.setdefault("additionalProperties", False)
    return inner


def fields(part: Any, path: str = "") -> list[tuple[str, Any]]:
    """Return every field that a schema describes, with its path."""
    found = []
    for name, each in part.get("properties", {}).items():
        found += [(f"{path}/{name}", each), *fields(each, f"{path}/{name}")]
    if isinstance(part.get("items"), dict):
        found += [(f"{path}/items", part["items"]), *fields(part["items"], f"{path}/items")]
    return found


@pytest.mark.parametrize("night", [bad_night, clean_night, hostile_night])
def test_real_output_fits_the_shipped_schema_and_no_field_is_undescribed(
    night: Any, schema: Any
) -> None:
    jsonschema.Draft202012Validator.check_schema(schema)
    checker = jsonschema.Draft202012Validator(closed(schema))
    problems = [
        f"{each.json_path}: {each.message}" for each in checker.iter_errors(document(night()))
    ]
    assert problems == []


def test_the_schema_describes_every_field_in_words(schema: Any) -> None:
    described = fields(schema) + list(schema["$defs"].items())
    assert len(described) > 100
    assert [path for path, each in described if not each.get("description", "").strip()] == []


def test_the_version_is_the_one_the_schema_asks_for(schema: Any) -> None:
    version = document(clean_night())["version"]
    assert version == findings_json.VERSION == schema["properties"]["version"]["const"]
    assert schema["$id"].endswith(f":{version}")


def test_the_same_result_gives_the_same_bytes() -> None:
    night = bad_night()
    first, second = (findings_json.rendered(night.result, night.basis) for _ in range(2))
    assert first == second
    assert first.endswith(b"}\n")
    assert b"\r" not in first


def test_every_finding_stands_on_a_line_of_its_own() -> None:
    night = bad_night()
    lines = findings_json.rendered(night.result, night.basis).decode().splitlines()
    start = lines.index(' "findings": [') + 1
    found = [json.loads(line.strip().removesuffix(",")) for line in lines[start:-2]]
    assert found == document(night)["findings"]
    assert len(found) == len(night.result.findings)


def test_a_night_without_findings_has_an_empty_list() -> None:
    assert document(clean_night())["findings"] == []


def test_hostile_text_is_kept_as_logged() -> None:
    found = document(hostile_night())["findings"]
    assert {each["player"] for each in found} == set(HOSTILE)
    assert {each["message"] for each in found} == set(HOSTILE)


def test_a_why_is_told_by_label_and_text() -> None:
    night = bad_night()
    why = (("Hand", "h1, table T1"), ("Owed", "$1.00: by the player"), ("Note: mark", "a: b"))
    found = night.result.findings.head(2).assign(why=[why, ()])
    told = document(Night(replace(night.result, findings=found), night.basis))["findings"]
    assert told[0]["why"] == [{"label": label, "text": text} for label, text in why]
    assert told[1]["why"] == []


def test_a_gaming_day_is_an_iso_date_and_none_is_blank() -> None:
    assert (gaming_day(20518), gaming_day(0), gaming_day(-1)) == ("2026-03-06", "1970-01-01", "")


@given(amount=st.integers(min_value=0, max_value=10**11 - 1))
def test_an_amount_reads_back_to_the_cent(amount: int) -> None:
    assert cents(decimal(amount)) == amount


@given(seconds=st.integers(min_value=1, max_value=4_000_000_000), zone=ZONES)
def test_a_time_reads_back_to_the_second(seconds: int, zone: str) -> None:
    text = moment(seconds * 1_000_000 + 999_999, zone)
    assert datetime.fromisoformat(text) == datetime.fromtimestamp(seconds, UTC)
    assert (
        datetime.fromisoformat(text).utcoffset()
        == datetime.fromtimestamp(seconds, ZoneInfo(zone)).utcoffset()
    )


@pytest.mark.parametrize("night", [bad_night, hostile_night])
def test_rows_told_by_columns_are_the_rows_told_one_by_one(night: Any) -> None:
    result, zone = night().result, night().basis.zone
    for frame in (result.findings, result.facts.drops, result.rules):
        lines = [*map(json_text, records(frame, zone))]
        assert b"\n".join(record_texts(frame, zone, b"\n")).decode() == "\n".join(lines)


@given(
    st.lists(st.integers(-1, 4 * 10**15)), st.sampled_from(["Africa/Monrovia", "Asia/Kathmandu"])
)
def test_times_of_a_column_are_those_told_one_by_one(times: list[int], zone: str) -> None:
    column = np.array(times, dtype=np.int64)
    assert moments(column, zone) == [moment(each, zone) for each in times]
