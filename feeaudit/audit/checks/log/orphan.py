"""LOG-ORPHAN: records name a hand that is not among the hands.

Finding     3 wagers of $75.00 name hand T1-0042, which is not among the hands
No finding  a time fee that names no hand
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd
import pyarrow.compute as pc

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.checks.log.places import pointed, stands_before, texts, together
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.log.places import Ints

_RECORDS: Final = ("wagers", "collections", "offers")


@check(
    id="LOG-ORPHAN",
    title="Records of a hand that is not logged",
    severity=Severity.VIOLATION,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Find the hand's own record, or correct the id that the records name.",
)
def without_a_hand(case: Case) -> Outcome:
    """Records name a hand that is not among the hands."""
    present = [name for name in _RECORDS if case.has(f"{name}.hand_id")]
    if not present:
        reason = "the log has no wagers, collections or offers"
        return Outcome(findings_frame(), case.no_hand, {reason: case.every_hand})
    found = [_findings(case, name) for name in present]
    return Outcome(together(found), case.every_hand)


def _findings(case: Case, name: str) -> pd.DataFrame:
    """Return one finding for each missing hand that records of a table name."""
    frame: pd.DataFrame = getattr(case, name)
    alone = np.flatnonzero(frame["hand"].to_numpy() < 0)
    if not len(alone):
        return findings_frame()
    column = case.log.table(name).column("hand_id")
    named = pc.is_valid(column).to_numpy()
    rows = stands_before(frame, alone[named[alone]])
    if not len(rows):
        return findings_frame()
    ids = column.take(rows).to_pandas()
    codes, words = pd.factorize(ids)
    first = rows[np.unique(codes, return_index=True)[1]]
    numbers = np.bincount(codes)
    totals = np.zeros(len(words), dtype=np.int64)
    if name != "offers":
        np.add.at(totals, codes, frame["amount"].to_numpy()[rows])
    return findings_frame(
        len(words),
        message=texts(_sentences(name, list(map(str, words)), numbers, totals)),
        **pointed(frame, first),
    )


def _sentences(name: str, words: list[str], numbers: Ints, totals: Ints) -> list[str]:
    told = []
    for word, number, total in zip(words, numbers.tolist(), totals.tolist(), strict=True):
        what = name.removesuffix("s") if number == 1 else name
        money = "" if name == "offers" else f" of {dollars(total)}"
        verb = "names" if number == 1 else "name"
        told.append(f"{number:,} {what}{money} {verb} hand {word}, which is not among the hands")
    return told
