"""Findings on disk are found again by their rows, whatever groups of rows they lie in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest

from feeaudit.audit.parts import findings_files

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Three files of seventeen findings, three in a group."""
    monkeypatch.setattr(findings_files, "_IN_A_GROUP", 3)
    monkeypatch.setattr(findings_files, "_AT_A_TIME", 4)
    paths = []
    for first, last in ((0, 9), (9, 10), (10, 17)):
        numbers = range(first, last)
        why = [(("Bet", f"{each}"),) for each in numbers]
        frame = pd.DataFrame({"id": [f"F{each}" for each in numbers], "row": numbers, "why": why})
        paths.append(tmp_path / f"{first}.parquet")
        findings_files.written(paths[-1], frame)
    return paths


@pytest.mark.parametrize(
    "rows", [[0], [16, 0, 9], [8, 7, 6, 3], [*range(17)], [*range(16, -1, -1)], [11, 4, 15, 4]]
)
def test_rows_come_in_the_order_they_are_asked_for(files: list[Path], rows: list[int]) -> None:
    found = findings_files.as_frame(findings_files.picked(files, np.array(rows)))
    assert found["row"].tolist() == rows
    assert found["id"].tolist() == [f"F{each}" for each in rows]
    assert found["why"].tolist() == [(("Bet", f"{each}"),) for each in rows]


def test_groups_come_in_order(files: list[Path]) -> None:
    sizes = [rows.num_rows for rows in findings_files.groups(files[0])]
    assert sum(sizes) == 9
    assert max(sizes) == 3
