"""Profiles on disk: every mistake is told with its place, and what is written reads back."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.profiled import FULL, HANDS, WIDE, rule

from feeaudit.intake.profiles.model import (
    CellRule,
    FactRule,
    Header,
    Profile,
    RecordRule,
    RowTest,
    SheetRule,
    UnusableProfile,
)
from feeaudit.intake.profiles.profile_yaml import profile_of, profile_text, read_profile

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def problems(text: str) -> str:
    with pytest.raises(UnusableProfile) as caught:
        profile_of(text, "case.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            rule().replace("profile:", "profil:"),
            "case.yaml:1:1: 'profil' is not a key of a profile (did you mean 'profile'?)",
        ),
        (rule(header="{roww: 3}"), "'roww' is not a key of a header (did you mean 'row'"),
        (rule(header="{row: x}"), "expected a whole number from 0, found 'x'"),
        (rule(header="{row: 1, find: Hand}"), "say 'row' or 'find', not both"),
        (
            rule(HANDS.replace("hand_id", "handid")),
            "'handid' is not a key of a set of hands columns (did you mean 'hand_id'",
        ),
        (
            rule(HANDS.replace("Start", "{header: A, letter: B}")),
            "say one of 'header', 'letter', or 'time' with or without 'date'",
        ),
        (
            rule(HANDS.replace("Hand,", "{header: A, letter: B},")),
            "say one of 'header', 'letter' or 'text'",
        ),
        (
            rule(HANDS.replace("Start", "{text: '{Date} {Start}'}")),
            "'text' is not a key of a cell of a time (did you mean 'time'",
        ),
        (rule(HANDS.replace("Start", "{date: Date}")), "a date alone is not a time"),
        (rule(HANDS.replace("Hand,", "{time: T},")), "'time' is not a key of a cell"),
        (rule(HANDS.replace("game:", "hand_id:")), "'hand_id' is both a column and a constant"),
        (
            rule(WIDE.replace("payer: player", "payer: plyer")),
            "'plyer' is not a payer (did you mean 'player'",
        ),
        (rule(WIDE.replace("1-2", "2-1")), "'2-1' is not a stretch of blocks such as 1-8"),
        (rule(WIDE.replace("for: 1-2", "for: [1, 1]")), "a block is named twice"),
        (rule(WIDE.replace("  for: 1-2\n", "")), "{n} needs 'for'"),
        (
            rule(WIDE.replace("when: amount", "when: seat")),
            "'when' names 'seat', which is not among the columns",
        ),
        (
            rule(WIDE.replace("Seat {n} Fee", "Fee")),
            "'for' needs {n} in a heading, such as 'Seat {n} Bet'",
        ),
        (rule(HANDS + "  skip_zero: yes"), "'skip_zero' needs 'when' to name the column"),
        (
            rule(HANDS.replace("columns: {", "for: 1-2\n  columns: {option: 'O{n}', ")),
            "a row is one hand at most",
        ),
        (
            rule("collections: {once: yes, columns: {amount: Fee}}"),
            "'once' needs 'hand_id' to say which rows are one hand",
        ),
        (
            rule(HANDS.replace("Hand,", "{header: Hand, cents: yes},")),
            "'cents' is not a key of a cell",
        ),
        (rule("{}"), "no records: say what becomes of a row, such as 'hands'"),
        (rule(facts="{table: {sheet_name: Table}}"), "a pattern has one {}"),
        (
            rule(facts="{table: {cell: B1, sheet_name: '{}'}}"),
            "say one of 'cell', 'title', 'sheet_name' or 'file_name'",
        ),
        (rule(facts="{table: {sheet_name: '{}', pattern: '{}'}}"), "'pattern' reads a 'cell'"),
        (
            rule(facts="{tabel: {cell: B1}}"),
            "'tabel' is not a key of a set of facts (did you mean 'table'",
        ),
        (rule(stacked="yes"), "'stacked' needs 'header' to name the headings to 'find'"),
        (
            rule(header="{find: Hand}", stacked="yes", first_row="3"),
            "'first_row' cannot hold for tables that are stacked",
        ),
        (
            rule(HANDS.replace("Start", "{header: Start, row: 2}")),
            "a cell is in row 2 of its hand; say 'rows_per_hand'",
        ),
        (
            rule(HANDS.replace("Hand,", "{text: Hand, row: 2},"), rows_per_hand="2"),
            "'text' is made of cells of a hand's first row",
        ),
        (
            rule("counts: {columns: {amount: A}}", rows_per_hand="2"),
            "'rows_per_hand' needs 'hands' among the records",
        ),
        (
            rule(HANDS.replace("Start", "{letter: B}"), transposed="yes"),
            "'letter' names no column of a sheet that is transposed",
        ),
        (rule(rows_per_hand="0"), "expected a whole number from 1 to 20, found '0'"),
        (rule(past_midnight="late"), "'late' is not rows, no, or an hour such as 06:00"),
        (rule(afternoon="16:00-24:00"), "is not hours of the clock face such as 4:00-12:00"),
        (rule(skip="{blank: yes}"), "'blank' needs the 'column'"),
        (rule(top="dates: us"), "'us' is not a date order"),
        (rule(top="translate: {game: {TCP: a, tcp: b}}"), "'tcp' of 'game' is translated twice"),
        (
            rule("hands: {columns: {players: P}, constants: {players: many}}"),
            "'many' is not a number",
        ),
        ("profile: x\nsheets: []\n", "no rule for any sheet"),
        ("", "the file is empty"),
        ("profile: [", "not YAML"),
        ("profile: &a x\nsheets: *a\n", "case.yaml:1:10: anchors and aliases are not for profiles"),
        ("[" * 100_000, "nested too deeply"),
        ("profile: x\nprofile: y\n", "'profile' is given twice; the first is on line 1"),
    ],
)
def test_a_profile_with_a_mistake_says_where_and_what_would_be_right(
    text: str, expected: str
) -> None:
    assert expected in problems(text)


def test_every_mistake_is_told_at_once_with_line_and_column() -> None:
    text = rule(HANDS.replace("hand_id", "handid").replace("game", "gaem"), header="{row: x}")
    lines = problems(text).splitlines()
    assert len(lines) == 3
    assert all(line.startswith("case.yaml:") for line in lines)


def test_a_profile_is_read_from_its_file(tmp_path: Path) -> None:
    path = tmp_path / "night.yaml"
    path.write_text(rule(), encoding="utf-8")
    assert read_profile(path) == profile_of(rule(), "night.yaml")
    with pytest.raises(UnusableProfile, match="cannot be opened"):
        read_profile(tmp_path / "none.yaml")
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnusableProfile, match="not UTF-8"):
        read_profile(path)


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        rule(),
        rule(WIDE),
        rule(WIDE.replace("for: 1-2", "for: [007, 008]")),
        rule(WIDE.replace("for: 1-2", "for: [9999, 10000]")),
        rule(WIDE.replace("for: 1-2", f"for: {[*range(250)]}")),
    ],
)
def test_a_profile_reads_back_as_it_was_written(text: str) -> None:
    profile = profile_of(text, "case.yaml")
    assert profile_of(profile_text(profile), "again.yaml") == profile


def stated(part: object) -> Iterator[str]:
    """Which keys a profile and its parts state."""
    if isinstance(part, tuple):
        for each in part:
            yield from stated(each)
    elif is_dataclass(part):
        for key in fields(part):
            value = getattr(part, key.name)
            unsaid = key.default_factory() if callable(key.default_factory) else key.default
            if value != unsaid:
                yield f"{type(part).__name__}.{key.name}"
            yield from stated(value)


def test_the_full_profile_states_every_key_so_that_each_is_known_to_read_back() -> None:
    parts = (Profile, SheetRule, Header, RowTest, FactRule, RecordRule, CellRule)
    keys = {f"{part.__name__}.{key.name}" for part in parts for key in fields(part)}
    assert set(stated(profile_of(FULL, "full.yaml"))) == keys


def test_reasons_stand_above_their_keys_and_change_nothing() -> None:
    profile = profile_of(rule(WIDE, header="{row: 3}", top="dates: month_first"), "case.yaml")
    reasons = [
        ((), "Guessed from night.xlsx, 80% sure."),
        (("dates",), "B7 holds 3/14/2026."),
        (("decimal",), "Amounts have a point."),
        (("sheets", 0, "header"), "Row 3 has the headings."),
        (("sheets", 0, "records", "wagers", 0, "columns", "amount"), "Six columns hold bets."),
        (("sheets", 0, "records", "wagers", 0, "columns", "amount"), "Check it."),
        (("sheets", 7, "names"), "No such sheet."),
    ]
    text = profile_text(profile, reasons)
    assert profile_of(text, "again.yaml") == profile
    lines = text.splitlines()
    assert lines[:5] == [
        "# Guessed from night.xlsx, 80% sure.",
        "# Amounts have a point.",
        "profile: case",
        "# B7 holds 3/14/2026.",
        "dates: month_first",
    ]
    assert lines[lines.index("# No such sheet.") + 1] == "sheets:"
    place = next(n for n, line in enumerate(lines) if line.endswith("# Six columns hold bets."))
    assert lines[place + 1].endswith("# Check it.")
    assert lines[place + 2].lstrip() == "amount: Seat {n} Bet"
    assert lines[place].index("#") == lines[place + 2].index("amount")
    assert lines[lines.index("  # Row 3 has the headings.") + 1].lstrip("- ").startswith("header:")


STEPS = st.sampled_from(
    [
        "sheets",
        "records",
        "hands",
        "wagers",
        "columns",
        "facts",
        "header",
        "names",
        0,
        1,
        "game",
        "x",
    ]
)


@given(
    reasons=st.lists(st.tuples(st.lists(STEPS, max_size=7).map(tuple), st.text(max_size=300))),
    text=st.sampled_from([FULL, rule(), rule(WIDE)]),
)
def test_a_profile_with_any_reasons_reads_back_the_same(
    reasons: list[tuple[tuple[str | int, ...], str]], text: str
) -> None:
    profile = profile_of(text, "case.yaml")
    written = profile_text(profile, reasons)
    assert profile_of(written, "again.yaml") == profile
    bare = profile_text(profile).split("\n")
    assert [line for line in written.split("\n") if not line.lstrip().startswith("# ")] == bare
