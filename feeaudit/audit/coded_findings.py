"""Findings as whole numbers, so that causes compare whole columns of 200,000 at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.core.arrays import extent
from feeaudit.core.groups import changes
from feeaudit.core.timelines import Timelines

if TYPE_CHECKING:
    from feeaudit.core.arrays import Bools, Ints

# What a number of 64 bits has room for.
_ROOM: Final = 2**62


@dataclass(frozen=True, slots=True, eq=False)
class CodedFindings:
    """Columns of findings: numbers as they are, words by their codes, -1 where blank.

    ``rows`` are those that are looked at, None for all; columns are cut to them when asked for.
    """

    columns: dict[str, Ints]
    checks: dict[str, int]
    rows: Ints | None = None
    _cut: dict[str, Ints] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Ints:
        if self.rows is None:
            return self.columns[name]
        if name not in self._cut:
            self._cut[name] = self.columns[name][self.rows]
        return self._cut[name]

    def __len__(self) -> int:
        return len(self.columns["check"]) if self.rows is None else len(self.rows)

    def of(self, *checks: str) -> Bools:
        """Tell which findings are of these checks."""
        wanted = np.zeros(len(self.checks), dtype=bool)
        wanted[[self.checks[each] for each in checks if each in self.checks]] = True
        return wanted[self["check"]]

    def family(self, prefix: str) -> Bools:
        """Tell which findings are of checks whose ids begin so."""
        return self.of(*(each for each in self.checks if each.startswith(prefix)))

    def key(self, *names: str) -> Ints:
        """Return a number for each finding, the same where these columns agree."""
        return combined([self[name] for name in names])

    def only(self, rows: Bools) -> CodedFindings:
        """Return some of the findings."""
        chosen = np.flatnonzero(rows)
        within = chosen if self.rows is None else self.rows[chosen]
        return CodedFindings(self.columns, self.checks, within)


def coded(words: dict[str, Any], numbers: dict[str, Any]) -> CodedFindings:
    """Return columns of findings as numbers."""
    columns: dict[str, Ints] = {
        name: np.asarray(column).astype(np.int64) for name, column in numbers.items()
    }
    known = {}
    for name, column in words.items():
        columns[name], known[name] = codes_of(column)
    return CodedFindings(columns, {word: code for code, word in enumerate(known["check"])})


def codes_of(column: Any) -> tuple[Ints, list[str]]:
    """Return the code of each word, -1 where it is blank, and the words by their codes."""
    codes, words = pd.factorize(np.asarray(column, dtype=object))
    known: list[str] = words.tolist()
    codes = codes.astype(np.int64)
    return (np.where(codes == known.index(""), -1, codes) if "" in known else codes), known


def combined(columns: list[Ints]) -> Ints:
    """Return a number for each row, from 0 on, the same where all columns agree."""
    key = np.zeros(len(columns[0]), dtype=np.int64)
    size = 1
    for column in columns:
        low = int(column.min(initial=0))
        width = int(column.max(initial=0)) - low + 1
        if width > len(column):
            column = _packed(column)  # noqa: PLW2901 - the same, in fewer numbers
            low, width = 0, len(column)
        if size * width >= _ROOM:
            key, size = _packed(key), len(key)
        key, size = key * width + (column - low), size * width
    return _packed(key)


def _packed(values: Ints) -> Ints:
    """Return a number for each value, from 0 on in the order they come; quicker than sorting."""
    packed: Ints = pd.factorize(values)[0].astype(np.int64)
    return packed


def led(key: Ints, leads: Bools, group: Ints) -> Ints:
    """Return for each row the group of the first leading row with the same key, -1 for none."""
    found = np.full(extent(key), -1, dtype=np.int64)
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
    lines = Timelines(key, at)
    return lines.order, lines.places(keys, start, "left"), lines.places(keys, end, "right")
