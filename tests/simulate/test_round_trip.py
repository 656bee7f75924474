"""A simulated log, written in every format and read back, is the same log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feeaudit.intake.log_files import read_log
from feeaudit.intake.log_writer import FORMATS, write_log
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log

pytestmark = pytest.mark.slow


def records(log: Log) -> dict[str, list[dict[str, Any]]]:
    """Return a log's records without where they came from."""
    return {
        name: table.drop_columns(["source", "row"]).to_pylist()
        for name, table in log.tables.items()
    }


@pytest.mark.parametrize("format_", FORMATS)
@given(seed=st.integers(1, 10_000))
@settings(max_examples=4, deadline=None)
def test_a_simulated_log_survives_every_format(
    book: Book, tmp_path_factory: pytest.TempPathFactory, format_: str, seed: int
) -> None:
    made = simulate(book, hands=150, seed=seed)
    folder: Path = tmp_path_factory.mktemp("log")
    target = folder / "log.xlsx" if format_ == "xlsx" else folder / "log"
    write_log(made.log, target, format_)
    again = read_log([target])
    assert again.faults == ()
    assert records(again) == records(made.log)
