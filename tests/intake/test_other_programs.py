"""Parquet files as other programs write them say the same as our own."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from support.shipped import shipped_book

from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Log

SEATS = {"wagers": "seat", "offers": "seat", "hands": "player_dealer_seat"}


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a small night, as feeaudit writes them."""
    folder = tmp_path_factory.mktemp("own")
    made = simulate(shipped_book(), hands=200, cardrooms=["lucky-chances"], plant={"FEE-OVER": 2})
    write_log(made.log, folder, "parquet")
    return folder


def as_pandas_writes(own: Path, folder: Path, number: str) -> Path:
    """Write a log by pandas: long texts, amounts as floats, seats as numbers of a kind."""
    for path in own.glob("*.parquet"):
        frame = pd.read_parquet(path)
        for name in frame.columns:
            if name == SEATS.get(path.stem):
                frame[name] = pd.to_numeric(frame[name].astype("str")).astype(number)
            elif isinstance(frame[name].dtype, pd.CategoricalDtype):
                frame[name] = frame[name].astype("str")
            elif any(isinstance(each, Decimal) for each in frame[name]):
                frame[name] = frame[name].astype(float)
        frame.to_parquet(folder / path.name, index=False)
    return folder


def rows_of(log: Log) -> dict[str, list[dict[str, object]]]:
    return {name: log.table(name).to_pylist() for name in sorted(log.tables)}


@pytest.mark.parametrize("number", ["Int64", "float64", "Int8"])
def test_a_log_that_pandas_wrote_reads_as_our_own(own: Path, tmp_path: Path, number: str) -> None:
    written = as_pandas_writes(own, tmp_path, number)
    assert pq.read_schema(written / "hands.parquet").field("table").type == pa.large_string()
    found = read_log([written])
    assert not found.faults
    assert rows_of(found) == rows_of(read_log([own]))


def test_how_far_a_file_is_packed_does_not_say_how_large_its_log_is(
    own: Path, tmp_path: Path
) -> None:
    for path in own.glob("*.parquet"):
        table = pq.read_table(path)
        pq.write_table(table, tmp_path / path.name, compression="none", use_dictionary=False)
    with opened_log([own]) as packed, opened_log([tmp_path]) as loose:
        assert packed.weight == loose.weight
