"""Findings as numbers: rows that agree in all columns have one number, however wide the columns."""

from __future__ import annotations

import numpy as np

from feeaudit.audit.coded_findings import combined

ROWS = 1 << 12


def test_rows_are_told_apart_where_the_columns_together_fit_no_integer() -> None:
    # Seven columns of 12 bits: the first would be shifted out of 64 bits.
    first = np.arange(ROWS)
    others = np.where(first == 0, ROWS - 1, 0)
    assert len(set(combined([first, *[others] * 6]).tolist())) == ROWS


def test_rows_that_agree_in_all_columns_are_one() -> None:
    numbers = combined([np.array([3, -1, 3, 3]), np.array([0, 7, 0, 1])])
    assert numbers.tolist() == [0, 1, 0, 2]
