"""LOG-ORPHAN: records belong to no hand of the log, or to no table of it.

A time fee belongs to a table. One that names none, or a table without hands, is for review.

Finding     3 wagers of $75.00 name hand T1-0042, which is not in the hands table
Finding     2 collections of $3.00 name no hand
No finding  a time fee that names its table and no hand
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find, findings_frame, log_rows
from feeaudit.audit.records.orphans import NO_HAND, Orphans, of_lost_hands, of_no_place, taken_at
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


_RECORDS: Final = ("wagers", "collections", "offers")


@check(
    id="LOG-ORPHAN",
    title="Records for a hand or table that is not in the log",
    severity=Severity.VIOLATION,
    stake=Stake.RECORDS,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Find the hand's own record, or correct the hand id in these records.",
)
def without_a_hand(case: Case) -> Outcome:
    """Records belong to no hand of the log, or to no table of it."""
    cover = Cover(case.every_hand)
    present = [name for name in _RECORDS if case.has(f"{name}.hand_id")]
    if not present:
        cover.lacks("the log has no wagers, collections or offers")
    found = [_of_lost_hands(case, name) for name in present]
    if "collections" in present:
        found.append(_of_no_place(case))
    return cover.outcome(*found)


def _of_lost_hands(case: Case, name: str) -> pd.DataFrame:
    found = of_lost_hands(case, name)
    if not found:
        return findings_frame()

    def tell(each: Orphans) -> str:
        what, verb = (name.removesuffix("s"), "names") if each.number == 1 else (name, "name")
        money = "" if name == "offers" else f" of {dollars(each.total)}"
        lost = f"hand {each.about}, which is not in the hands table"
        return f"{each.number:,} {what}{money} {verb} {lost}"

    return find(
        found,
        tell=tell,
        named=[each.about for each in found],
        **log_rows(getattr(case, name), [each.first for each in found]),
    )


def _of_no_place(case: Case) -> pd.DataFrame:
    found, frame = of_no_place(case), case.collections
    if not found:
        return findings_frame()
    first = np.array([each.first for each in found], dtype=np.int64)

    def tell(each: Orphans) -> str:
        s, verb = ("", "names") if each.number == 1 else ("s", "name")
        what = f"collection{s}" if each.about == NO_HAND else f"fee{s} for a period"
        return f"{each.number:,} {what} of {dollars(each.total)} {verb} {each.about}"

    return find(
        found,
        tell=tell,
        review=np.array([each.about != NO_HAND for each in found], dtype=bool),
        table_code=case.tables_named(frame.iloc[first]),
        cardroom=words_of(frame, "cardroom", first),
        table=words_of(frame, "table", first),
        at=taken_at(frame, first),
        **log_rows(frame, first),
    )
