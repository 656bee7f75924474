"""Findings as whole numbers, so that causes compare whole columns of 200,000 at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from feeaudit.core.arrays import Bools, Ints

# What a number of 64 bits has room for.
_ROOM: Final = 2**62


@dataclass(frozen=True, slots=True, eq=False)
class CodedFindings:
    """Columns of findings: numbers as they are, words by their codes, -1 where blank."""

    columns: dict[str, Ints]
    checks: dict[str, int]

    def __getitem__(self, name: str) -> Ints:
        return self.columns[name]

    def __len__(self) -> int:
        return len(self.columns["check"])

    def of(self, *checks: str) -> Bools:
        """Tell which findings are of these checks."""
        codes = [self.checks[each] for each in checks if each in self.checks]
        mine: Bools = np.isin(self["check"], codes) if codes else np.zeros(len(self), dtype=bool)
        return mine

    def family(self, prefix: str) -> Bools:
        """Tell which findings are of checks whose ids begin so."""
        return self.of(*(each for each in self.checks if each.startswith(prefix)))

    def key(self, *names: str) -> Ints:
        """Return a number for each finding, the same where these columns agree."""
        return combined([self[name] for name in names])

    def only(self, rows: Bools) -> CodedFindings:
        """Return some of the findings."""
        return CodedFindings({name: each[rows] for name, each in self.columns.items()}, self.checks)


def coded(
    findings: pd.DataFrame, words: tuple[str, ...], numbers: tuple[str, ...]
) -> CodedFindings:
    """Return columns of findings as numbers."""
    columns: dict[str, Ints] = {
        name: findings[name].to_numpy().astype(np.int64) for name in numbers
    }
    checks: dict[str, int] = {}
    for name in words:
        codes, known = pd.factorize(findings[name].to_numpy())
        blank = np.flatnonzero(known == "")
        codes = codes.astype(np.int64)
        columns[name] = np.where(codes == blank[0], -1, codes) if len(blank) else codes
        if name == "check":
            checks = {str(word): code for code, word in enumerate(known)}
    return CodedFindings(columns, checks)


def combined(columns: list[Ints]) -> Ints:
    """Return a number for each row, from 0 on, the same where all columns agree."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    size = 1
    for column in columns:
        low = int(column.min(initial=0))
        width = int(column.max(initial=0)) - low + 1
        if width > len(column):
            column = np.unique(column, return_inverse=True)[1]  # noqa: PLW2901 - the same, packed
            low, width = 0, len(column)
        if size * width >= _ROOM:
            key = np.unique(key, return_inverse=True)[1]
            size = len(key)
        key, size = key * width + (column - low), size * width
    packed: Ints = np.unique(key, return_inverse=True)[1]
    return packed


def led(key: Ints, leads: Bools, group: Ints) -> Ints:
    """Return for each row the group of the first leading row with the same key, -1 for none."""
    found = np.full(int(key.max(initial=-1)) + 1, -1, dtype=np.int64)
    rows = np.flatnonzero(leads)[::-1]
    found[key[rows]] = group[rows]
    return found[key]


def runs(key: Ints, place: Ints, gap: int) -> tuple[Ints, Ints]:
    """Return the run of each row, and how many places it has.

    A run is of one key, and from each place to the next there are at most ``gap`` steps.
    """
    order = np.lexsort((place, key))
    key, place = key[order], place[order]
    opens = changes(key)
    opens[1:] |= place[1:] - place[:-1] > gap
    number = np.cumsum(opens) - 1
    fresh = opens | changes(place)
    sizes = np.bincount(number[fresh], minlength=1)
    run = np.empty(len(order), dtype=np.int64)
    run[order] = number
    return run, sizes[run] if len(run) else run


def within(key: Ints, at: Ints, keys: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the order of rows by key and time, and for each span the first row and the one after.

    Spans have a key, a start and an end, both included.
    """
    order = np.lexsort((at, key))
    moments = np.unique(np.concatenate([at, start, end]))
    width = len(moments) + 1
    packed = key[order] * width + np.searchsorted(moments, at[order])
    first = np.searchsorted(packed, keys * width + np.searchsorted(moments, start))
    last = np.searchsorted(packed, keys * width + np.searchsorted(moments, end), side="right")
    return order, first, last
