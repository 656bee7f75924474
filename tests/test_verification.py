"""Manifests that somebody made up: verification answers in words, whatever stands where."""

from __future__ import annotations

import json
import shutil
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.harbor import write_book
from support.nights import Log

from feeaudit.core.problem import BookError, Unknown
from feeaudit.pipeline import BadLog, Request, audited
from feeaudit.verification import Verified, verified

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a book, a log of two hands, and its results."""
    root = tmp_path_factory.mktemp("forged")
    write_book(root / "book")
    Log(hands=2, wrong=(1,)).write(root / "night")
    (root / "out").mkdir()
    request = Request((root / "night",), root / "book", date="2026-03-07", formats=("json",))
    for name, content in audited(request, beside=root / "out").files.items():
        (root / "out" / name).write_bytes(content)
    assert answer(root) == "whole"
    return root


def answer(root: Path) -> str:
    """Return what verification answers in words; anything but words is raised."""
    try:
        found: Verified = verified(root / "out", root / "book")
    except (Unknown, BadLog, BookError, OSError) as refused:
        return str(refused)
    return found.difference or "whole"


def forged(root: Path, manifest: Any) -> str:
    path = root / "out" / "manifest.json"
    before = path.read_bytes()
    path.write_text(json.dumps(manifest), encoding="utf-8")
    try:
        return answer(root)
    finally:
        path.write_bytes(before)


def manifest_of(root: Path) -> Any:
    return json.loads((root / "out" / "manifest.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("part", "value", "told"),
    [
        ("outputs", False, "outputs is false, which no audit writes"),
        ("outputs", {"../../secret": "0"}, "which no audit writes"),
        ("outputs", {"findings.json": 3}, "which no audit writes"),
        ("inputs", [{"file": "night/hands.csv"}], "inputs is"),
        ("date", "soon", 'date is "soon"'),
        ("asked", [], "is not the manifest of an audit"),
    ],
)
def test_a_part_that_no_audit_writes_is_named(
    results: Path, part: str, value: object, told: str
) -> None:
    assert told in forged(results, manifest_of(results) | {part: value})


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("from", "1e5"),
        ("to", 17),
        ("from", "2026-03-06T19:00:00+00:00"),
        ("logs", "night"),
        ("logs", [None]),
        ("config", 1),
        ("formats", ["jsn"]),
        ("formats", [["json"]]),
        ("allow_set_aside", "yes"),
    ],
)
def test_a_question_that_no_audit_was_asked_is_named(
    results: Path, part: str, value: object
) -> None:
    manifest = manifest_of(results)
    told = forged(results, manifest | {"asked": manifest["asked"] | {part: value}})
    assert f"asked.{part} is {json.dumps(value)}, which no audit writes" in told


def test_a_manifest_that_is_no_json_is_told(results: Path, tmp_path: Path) -> None:
    root = shutil.copytree(results, tmp_path / "copy")
    for content in (b"\xff", b"{", b"[" * 100_000, b"null"):
        (root / "out" / "manifest.json").write_bytes(content)
        assert "is not the manifest of an audit" in answer(root)


def places(value: Any, before: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where every part of a document is."""
    yield before
    parts = list(value.items()) if isinstance(value, dict) else []
    parts += enumerate(value) if isinstance(value, list) else []
    for key, each in parts:
        yield from places(each, (*before, key))


def with_part(value: Any, place: tuple[Any, ...], part: Any) -> Any:
    if not place:
        return part
    key, *rest = place
    if isinstance(value, dict):
        return {
            name: with_part(each, tuple(rest), part) if name == key else each
            for name, each in value.items()
        }
    return [
        with_part(each, tuple(rest), part) if number == key else each
        for number, each in enumerate(value)
    ]


anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=12)
    | st.sampled_from(
        ["..", "/", "1e5", "2026-03-08T02:30:00", "9999-12-31T23:59:59", "json", "\0"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@pytest.mark.slow
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_any_value_in_any_place_is_answered_in_words(results: Path, data: st.DataObject) -> None:
    manifest = manifest_of(results)
    place = data.draw(st.sampled_from(list(places(manifest))))
    made_up = with_part(manifest, place, data.draw(anything))
    # Another question may have the same answer, whatever else is changed is a difference.
    if forged(results, made_up) == "whole":
        assert made_up | {"asked": None} == manifest | {"asked": None}


def test_an_hour_that_clocks_skipped_is_no_time_to_audit_from(results: Path) -> None:
    skipped = datetime.fromisoformat("2026-03-08T02:30:00")
    request = Request((results / "night",), results / "book", start=skipped, formats=("json",))
    with pytest.raises(Unknown, match="does not exist in America/Los_Angeles"):
        audited(request)


def test_a_time_in_the_hour_that_clocks_skipped_says_so(results: Path, tmp_path: Path) -> None:
    log = Log(day="2026-03-08", hour=2, hands=1).write(tmp_path / "night")
    with pytest.raises(BadLog, match="started_at: a time that does not exist"):
        audited(Request((log,), results / "book"))
