"""Planted violations are found under their ids; clean logs are silent. A sample of the full run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from planted import clean, planted

from feeaudit.audit.checks import REGISTRY
from feeaudit.book.load import read_laws
from feeaudit.simulate import PLANTERS

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book


def test_every_check_can_be_planted() -> None:
    assert set(PLANTERS) == set(REGISTRY)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_clean_log_gives_no_finding(book: Book, schedules: Path, seed: int) -> None:
    trial = clean(book, read_laws(schedules), hands=15_000, seed=seed)
    found = trial.result.findings
    assert list(zip(found["check"], found["message"], strict=True)) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_every_planted_violation_is_found_and_nothing_else(
    book: Book, schedules: Path, seed: int
) -> None:
    trial = planted(book, read_laws(schedules), hands=30_000, seed=seed, each=3)
    assert trial.missed() == []
    assert trial.unexplained() == []
