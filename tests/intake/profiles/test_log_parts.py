"""Settling: every bad cell is told in one pass, and its hand set aside whole."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from support.profiled import (
    EVENING,
    WIDE,
    WIDE_HEADER,
    fault,
    hand_ids,
    log_from,
    records,
    rule,
    told,
)
from support.spreadsheets import xlsx

from feeaudit.intake.profiles import log_parts as settle

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_every_bad_cell_is_told_in_one_pass_and_the_hand_set_aside_whole(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "night.xlsx",
        {
            "Night": [
                WIDE_HEADER,
                [1, EVENING, 25, 1, 50, 1],
                [2, "soon", "1.5k", 1, "~20", 1],
                [None, EVENING, 25, 1, 50, 1],
                [4, EVENING, 25, 1, "=1+1", 1],
            ]
        },
    )
    log = log_from(path, rule(WIDE))
    assert told(log) == [
        ("B3", "not a time", "soon"),
        ("C3", "not an amount", "1.5k"),
        ("E3", "not an amount", "~20"),
        ("A4", "missing", ""),
        ("E5", "formula without a stored value", ""),
    ]
    assert hand_ids(log) == ["1"]
    assert {row for (row,) in records(log, "wagers", "row")} == {2}
    first = next(each for each in log.faults if each.address == "C3")
    assert (first.file, first.sheet, first.row, first.column) == (
        "night.xlsx",
        "Night",
        3,
        "Seat 1 Bet",
    )
    assert str(first) == (
        "night.xlsx, sheet Night, C3, Seat 1 Bet: not an amount '1.5k'; expected an amount such as 25 or 25.50"
    )
    aside = [(each.row, each.value) for each in log.faults if each.kind == "hand set aside"]
    assert aside == [(3, "2"), (5, "4")]


def test_a_bad_wager_sets_its_hand_aside_with_what_other_sheets_hold_of_it(tmp_path: Path) -> None:
    path = xlsx(
        tmp_path / "a.xlsx",
        {
            "Hands": [["Hand", "Start"], [1, EVENING], [2, EVENING]],
            "Bets": [
                ["Hand", "Seat", "Kind", "Bet"],
                [1, 3, "Ante", 25],
                [2, 3, "Ante", "x"],
                [2, 4, "Ante", 5],
            ],
        },
    )
    text = rule(names="Hands", top="translate: {wager: {Ante: ante}}") + dedent(
        """
        - names: Bets
          records:
            wagers: {columns: {hand_id: Hand, seat: Seat, wager: Kind, amount: Bet}}
        """
    )
    log = log_from(path, text)
    assert records(log, "wagers", "hand_id", "seat", "wager", "amount", "source") == [
        ("1", "3", "ante", 2500, 1)
    ]
    assert hand_ids(log) == ["1"]
    aside = fault(log, "hand set aside")
    assert (aside.sheet, aside.row, aside.value) == ("Hands", 3, "2")
    assert aside.expected == (
        "Bets!D3 repaired; set aside until then: 1 of hands (row 3); 2 of wagers (Bets row 3, Bets row 4)"
    )


def test_the_repaired_file_gives_the_full_log(tmp_path: Path) -> None:
    broken = [WIDE_HEADER, [1, EVENING, 25, 1], [2, EVENING, "2o", 1], [3, EVENING, 30, 1]]
    repaired = [WIDE_HEADER, [1, EVENING, 25, 1], [2, EVENING, 20, 1], [3, EVENING, 30, 1]]
    first = log_from(xlsx(tmp_path / "a.xlsx", {"N": broken}), rule(WIDE))
    second = log_from(xlsx(tmp_path / "b.xlsx", {"N": repaired}), rule(WIDE))
    assert (first.hands.num_rows, second.hands.num_rows) == (2, 3)
    assert (bool(first.faults), second.faults) == (True, ())


def test_faults_beyond_those_that_are_listed_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [["Hand", "Start"], *[[None, EVENING] for _ in range(5)]]
    path = xlsx(tmp_path / "a.xlsx", {"N": rows})
    assert [address for address, *_ in told(log_from(path, rule()))] == [
        "A2",
        "A3",
        "A4",
        "A5",
        "A6",
    ]
    monkeypatch.setattr(settle, "MOST_FAULTS", 3)
    *listed, rest = told(log_from(path, rule()))
    assert ([address for address, *_ in listed], rest) == (
        ["A2", "A3", "A4"],
        ("", "too many faults", "2 more"),
    )
