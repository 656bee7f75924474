"""Hand-history files: typed as a log is, or refused in a sentence."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.hand_histories import ZONE, column, numbered, only_fault, read, rows, toml

from feeaudit.intake.histories import read_histories
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.tables import schema_of

if TYPE_CHECKING:
    from pathlib import Path


def test_the_tables_have_the_types_of_the_log(tmp_path: Path) -> None:
    log = read(tmp_path, toml())
    for name, table in log.tables.items():
        declared = schema_of(name, ZONE)
        assert [declared.field(field.name).type for field in table.schema] == table.schema.types
    assert not log.has("hands", "option")
    assert not log.has("wagers", "player")
    assert set(log.names) == {"hands", "wagers", "collections"}


def test_the_same_file_gives_the_same_log(tmp_path: Path) -> None:
    text = numbered(toml(), toml(winnings="[0, 0, 50]"), toml("winnings"))
    first, second = read(tmp_path, text), read(tmp_path, text)
    assert first == second
    assert first.faults == second.faults


def test_text_that_is_not_utf_8_is_read_as_windows_text_and_said_to_be(tmp_path: Path) -> None:
    text = toml(players='["Zo\u00eb", "Bo", "Cy"]', _rake="4")
    log = read(tmp_path, text.encode("cp1252"))
    assert column(log, "wagers", "player")[0] == "Zo\u00eb"
    assert only_fault(log).kind == "not UTF-8"
    marked = read(tmp_path, text.encode("utf-16"))
    assert column(marked, "wagers", "player")[0] == "Zo\u00eb"


@pytest.mark.usefixtures("nothing_cleared_away")
@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.phh", b"", "no hands"),
        ("a.phhs", b"# only a remark\n\n", "no hands"),
        ("a.phhs", b"[1]\n" * 100_001, "more than 100,000 faults"),
        ("a.ohh", b" \n ", "no hands"),
        ("a.ohh", b"[]", "no hands"),
        ("a.json", b'"hands"', "not an Open Hand History"),
        ("a.json", b"7 8 9", "not an Open Hand History"),
        ("a.phh", b"variant\0 = 'NT'", "NUL"),
        ("a.ohh", b'{"ohh":\0}', "NUL"),
        ("a.ohh", b'{"ohh": {"a" ' * 1_100, "broken throughout"),
        ("a.ohh", b'{"ohh": [1, ' * 400, "broken throughout"),
        ("a.txt", b"variant = 'NT'", "not a hand history"),
        ("a.ohh", b'{"ohh":' * 50_000, "nested too deeply"),
        ("a.ohh", b"[" * 50_000, "no hands"),
    ],
)
def test_a_file_that_is_no_history_is_refused_in_a_sentence(
    tmp_path: Path, name: str, data: bytes, said: str
) -> None:
    with pytest.raises(UnusableLog, match=said):
        read(tmp_path, data, name)


def test_what_cannot_be_opened_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder.phh").mkdir()
    for name, why in (("none.phh", "cannot be read"), ("folder.phh", "no hand histories")):
        with pytest.raises(UnusableLog, match=why):
            read_histories(tmp_path / name, cardroom="m", game="g")


def test_a_file_over_the_limit_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.phhs"
    with path.open("wb") as file:
        file.truncate(512 * 1024**2 + 1)
    with pytest.raises(UnusableLog, match="larger than 512 MB"):
        read_histories(path, cardroom="m", game="g")


def test_a_zone_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableLog, match="not a time zone"):
        read(tmp_path, toml(), zone="Mars/Olympus")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300), st.sampled_from(["a.phh", "a.phhs", "a.ohh"]))
def test_no_bytes_make_the_reader_stumble(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, name: str
) -> None:
    head = b'{"ohh": {' if name.endswith("ohh") else b"[1]\nvariant = 'NT'\n"
    with contextlib.suppress(UnusableLog):
        log = read(tmp_path_factory.mktemp("hostile"), head + data, name)
        assert rows(log, "hands") == []
        assert log.faults
