"""Names of games and cardrooms that nobody can tell: one fault of the log for each table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.findings import find, findings_frame
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case

# Kinds of problem of a context: a cardroom, or a game, that the name in the log does not tell.
UNNAMED: Final = ("cardroom", "unnamed")


def unknown_names(case: Case) -> pd.DataFrame:
    """Return a finding for each such name at a table on a day, with its number of hands."""
    mine = np.flatnonzero(case.of_contexts(lambda each: each.kind in UNNAMED))
    if not len(mine):
        return findings_frame()
    context = case.hands["context"].to_numpy()[mine]
    problems = [each.problem for each in case.contexts]
    # Options and days tell contexts apart that have the name in common.
    name = np.array([problems.index(each) for each in problems], dtype=np.int64)[context]
    table, day = (case.hands[column].to_numpy()[mine] for column in ("table_code", "day"))
    group, _ = numbered([table, day, name])
    started = case.hands["started_at"].to_numpy()[mine]
    order = np.lexsort((started, group))
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    hands = np.diff(np.append(starts, len(order)))
    first = mine[order[starts]]
    last = started[order[np.append(starts[1:], len(order)) - 1]]

    def tell(place: int) -> str:
        number = int(hands[place])
        many = f"{number:,} hands" if number > 1 else "1 hand"
        return f"{problems[int(name[order[starts[place]]])]}: {many} of the table cannot be tested"

    return find(range(len(starts)), tell=tell, hand=first, until=last)
