"""A simulated log is written with what was planted beside it, and is read back without that list."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from feeaudit.intake.log_files import read_log
from feeaudit.simulate import simulate
from feeaudit.simulate.writing import write_simulation

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book


@pytest.mark.parametrize(
    ("format_", "log", "planted"),
    [
        ("csv", "night", "night/planted.csv"),
        ("parquet", "night", "night/planted.csv"),
        ("xlsx", "night.xlsx", "night.planted.csv"),
    ],
)
def test_what_was_planted_stands_beside_the_log(
    book: Book, tmp_path: Path, format_: str, log: str, planted: str
) -> None:
    made = simulate(book, hands=60, cardrooms=["mortimers"], plant={"FEE-OVER": 2, "DROP-MATCH": 1})
    written = write_simulation(made, tmp_path / log, format_)
    assert written[-1] == tmp_path / planted
    with written[-1].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["check"] for row in rows) == ["DROP-MATCH", "FEE-OVER", "FEE-OVER"]
    assert {row["cardroom"] for row in rows} == {"mortimers"}
    again = read_log([tmp_path / log])
    assert again.faults == ()
    assert again.hands["hand_id"].to_pylist() == made.log.hands["hand_id"].to_pylist()
