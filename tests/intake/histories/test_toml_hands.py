"""The hands of a PHH file, each parsed by itself: a broken one costs no other."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.hand_histories import (
    HAND,
    column,
    numbered,
    only_fault,
    read,
    rows,
    set_aside,
    taken,
    toml,
)

from feeaudit.intake.histories.toml_hands import plain_record

if TYPE_CHECKING:
    from pathlib import Path


def test_every_hand_knows_the_line_it_begins_on(tmp_path: Path) -> None:
    log = read(tmp_path, "# a night\n\n" + numbered(toml(), toml()))
    assert column(log, "hands", "row") == [3, 3 + len(HAND) + 2]


def test_broken_toml_costs_one_hand_and_is_shown_where_it_is(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(toml(), toml(min_bet="= 2"), toml()))
    (fault,) = set_aside(log)
    line = len(HAND) + 2 + 1
    assert (fault.kind, fault.row, fault.address) == ("not TOML", line, f"line {line + 4}")
    assert len(rows(log, "hands")) == 2


def test_broken_toml_of_a_single_hand_is_shown_where_it_is(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, "# one\n\n" + toml(variant="NT"), "one.phh"))
    assert (fault.row, fault.address) == (3, "line 3")


def test_a_field_stated_twice_is_refused(tmp_path: Path) -> None:
    fault = only_fault(read(tmp_path, numbered(toml() + 'table = "T2"\n')))
    assert fault.kind == "not TOML"


def test_many_hands_may_be_named_and_carry_tables_of_their_own(tmp_path: Path) -> None:
    text = f'["first hand"] # opens\n{toml()}[second]\n{toml()}[second._notes]\nby = "floor"\n'
    assert len(rows(read(tmp_path, text), "hands")) == 2


def test_tables_that_are_no_numbered_hands_are_listed_not_skipped(tmp_path: Path) -> None:
    log = read(tmp_path, f"[[hands]]\n{toml()}\n[1]\n{toml()}")
    assert column(log, "hands", "hand_id") == ["night-2"]
    assert [fault.row for fault in set_aside(log)] == [1]


def test_multi_line_arrays_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    spread = toml(winnings="[\n  0, # Ann\n  0,\n  9,\n]")
    log = read(tmp_path, numbered(toml(), spread).replace("\n", "\r\n"))
    assert taken(log) == [("base", 400), ("base", 400)]


@pytest.mark.parametrize(
    "field",
    [
        "x = " + "[" * 20_000,
        "x = " + "{a = " * 20_000,
        "x = " + "[" * 900 + "]" * 900,
        "x = " + "9" * 6_000,
        "x = 1e99999999999999999999",
        "a" + ".a" * 20_000 + " = 1",
        "x = '" + "y" * 1_000_001 + "'",
        "x = '''\n[9]\n'''",
    ],
    ids=["arrays", "tables", "nested", "digits", "exponent", "dots", "length", "header in text"],
)
def test_a_hostile_field_costs_one_hand_at_most(tmp_path: Path, field: str) -> None:
    log = read(tmp_path, numbered(toml(), f"{toml()}{field}\n", toml(hand='"last"')))
    assert {"night-1", "last"} <= set(column(log, "hands", "hand_id"))
    assert all(fault.expected for fault in log.faults)


PLAIN = st.one_of(
    st.integers(-(10**6), 10**6).map(str),
    st.decimals(0, 10**6, places=2).map(str),
    st.sampled_from(["true", "false", "nan", "inf", "-0.0", "1e3", "01", "1_000", "0x1f", "null"]),
    st.times().map(lambda time: time.isoformat()),
    st.text("ab'\"\\#[]=, é\t", max_size=6).map(lambda text: f"'{text}'"),
    st.text("ab'\"\\#[]=, é\t", max_size=6).map(lambda text: f'"{text}"'),
    st.lists(st.sampled_from(["1", "2.50", "'a'", '"b"', "[1]", "''", "{a = 1}"]), max_size=4).map(
        lambda cells: f"[{', '.join(cells)}]"
    ),
)


def test_the_usual_hand_is_left_to_the_quick_reader() -> None:
    text = numbered(toml(winnings="[0, 0, 9.50]", players="['Ann', 'Bo', '']"))
    assert plain_record(text) == tomllib.loads(text, parse_float=Decimal)["1"]


@given(st.lists(st.tuples(st.sampled_from(["a", "b_1", "c-d", "É", ""]), PLAIN), max_size=5))
@example([("a", "null")])
@example([("", "1")])
def test_the_quick_reader_reads_as_the_standard_parser_does(fields: list[tuple[str, str]]) -> None:
    text = "[7]\n" + "".join(f"{name} = {value}\n" for name, value in fields)
    quick = plain_record(text)
    if quick is not None:  # else it is left to the standard parser
        assert repr(quick) == repr(tomllib.loads(text, parse_float=Decimal)["7"])


@settings(max_examples=150, deadline=None)
@given(st.sampled_from([*HAND, "hand", "seats", "players", "_rake", "venue", "currency"]), PLAIN)
def test_any_toml_value_in_any_field_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, field: str, value: str
) -> None:
    log = read(tmp_path_factory.mktemp("junk"), numbered(toml(**{field: value})))
    assert len(rows(log, "hands")) + len(set_aside(log)) == 1
