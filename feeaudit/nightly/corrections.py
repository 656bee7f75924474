"""Late and corrected files: which hands of a gaming day count when several files hold it.

A later file replaces an earlier one table by table, where the two share at least one hand: the
earlier file's hands at that table within the stretch of time that the later one covers are
replaced, those before and after it stay. Files that share no hand at a table are parts of one day,
and all their hands count. So nothing is lost when a night comes in pieces, nothing counts twice
when a night comes again, and a hand that a correction leaves out is gone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pandas as pd

    from feeaudit.core.arrays import Bools


@dataclass(frozen=True, slots=True)
class Replacement:
    """At a table, a later file replaces an earlier one in a stretch of time, or altogether."""

    earlier: int
    later: int
    table: str
    first: int
    last: int
    altogether: bool


def replacements(files: Sequence[pd.DataFrame]) -> Iterator[Replacement]:
    """Yield what files, in the order in which they came, replace of those before them.

    A file is a frame of its hands of one day: ``table``, ``hand_id``, ``started_at``.
    """
    for later, new in enumerate(files):
        for earlier, old in enumerate(files[:later]):
            shared = old.merge(new, on=["table", "hand_id"])["table"].unique()
            for table in sorted(shared):
                mine = new.loc[new["table"] == table, "started_at"]
                theirs = old.loc[old["table"] == table, "started_at"]
                first, last = int(mine.min()), int(mine.max())
                altogether = first <= int(theirs.min()) and int(theirs.max()) <= last
                yield Replacement(earlier, later, str(table), first, last, altogether)


def counting(files: Sequence[pd.DataFrame], replaced: Sequence[Replacement]) -> list[Bools]:
    """Return which hands of each file count."""
    kept = [np.ones(len(hands), dtype=bool) for hands in files]
    for each in replaced:
        old, new = files[each.earlier], files[each.later]
        here = (old["table"] == each.table).to_numpy()
        again = old["hand_id"].isin(new.loc[new["table"] == each.table, "hand_id"]).to_numpy()
        within = old["started_at"].between(each.first, each.last).to_numpy()
        kept[each.earlier] &= ~(here & (again | within))
    return kept
