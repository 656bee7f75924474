"""Names in the log that do not tell what is meant: one fault for each table, not for each hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.findings import find, findings_frame
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Collection

    from feeaudit.audit.case import Case
    from feeaudit.audit.coverage import Cover

# Kinds of problem of a context: a cardroom, or a game, that the name in the log does not tell.
UNNAMED: Final = ("cardroom", "unnamed")


def unknown_names(
    case: Case, kinds: Collection[str] = UNNAMED, *, review: bool = False
) -> pd.DataFrame:
    """Return a finding for each such name at a table on a day, with its number of hands."""
    mine = np.flatnonzero(case.of_contexts(lambda each: each.kind in kinds))
    if not len(mine):
        return findings_frame()
    columns = ("context", "table_code", "day", "started_at")
    context, table, day, started = (case.hands[name].to_numpy()[mine] for name in columns)
    problems = [each.problem for each in case.contexts]
    # Options and days tell contexts apart that have the name in common.
    name = np.array([problems.index(each) for each in problems], dtype=np.int64)[context]
    group, _ = numbered([table, day, name])
    ids, _ = pd.factorize(case.hands["hand_id"].to_numpy()[mine], sort=True)
    order = np.lexsort((ids, started, group))
    starts = np.flatnonzero(np.diff(group[order], prepend=-1))
    hands = np.diff(np.append(starts, len(order)))
    last = np.append(starts[1:], len(order)) - 1

    def tell(place: int) -> str:
        number = int(hands[place])
        many = f"{number:,} hands" if number > 1 else "1 hand"
        return f"{problems[int(name[order[starts[place]]])]}: {many} of the table cannot be tested"

    return find(
        range(len(starts)),
        tell=tell,
        review=review,
        hand=mine[order[starts]],
        until=started[order[last]],
    )


def set_aside_names(cover: Cover, case: Case, kinds: Collection[str] = UNNAMED) -> None:
    """Leave out the hands whose names do not tell what is meant."""
    problems = np.array([each.problem for each in case.contexts], dtype=object)
    for problem in sorted({each.problem for each in case.contexts if each.kind in kinds}):
        cover.set_aside((problems == problem)[case.hands["context"].to_numpy()], problem)
