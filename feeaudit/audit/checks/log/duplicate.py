"""LOG-DUPLICATE: a hand, or a record of a hand, is logged twice.

A hand id that stands twice is a fault of the log. Two records that are the same in every column may
be two of the same thing, so they are left to a person; where they well may (players who are not
named, wagers of later rounds, fees of a seat with several wagers) they are let be.

Finding     hand T1-0042 stands in two rows
Review      seat 3's player P7 has the same base wager of $25.00 twice in a hand
No finding  two unnamed players each bet $25.00 at seat 3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find, findings_frame, log_rows
from feeaudit.audit.records.copies import repeated_hands, repeated_records
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


@check(
    id="LOG-DUPLICATE",
    title="Logged twice",
    severity=Severity.VIOLATION,
    stake=Stake.RECORDS,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Find out whether one row is a copy, and remove it from the log.",
)
def logged_twice(case: Case) -> Outcome:
    """A hand, or a record of a hand, is logged twice."""
    found = [_hands(case)]
    if case.has("wagers.player"):
        found.append(_records(case, "wagers"))
    if case.has("collections"):
        found.append(_records(case, "collections"))
    return Cover(case.every_hand).outcome(*found)


def _hands(case: Case) -> pd.DataFrame:
    firsts = repeated_hands(case)
    rows = np.array([*firsts], dtype=np.int64)

    def tell(row: int) -> str:
        source, first = firsts[row]
        file = case.log.sources[source]
        sheet = f", sheet {file.sheet}" if file.sheet else ""
        place = f"{file.file}{sheet}, row {first}"
        hand = case.hands["hand_id"].to_numpy()[row]
        return f"hand {hand} is logged twice: it is already in {place}"

    return find(rows, tell=tell, hand=rows, **log_rows(case.hands, rows))


def _records(case: Case, name: str) -> pd.DataFrame:
    frame, rows = getattr(case, name), repeated_records(case, name)
    if not len(rows):
        return findings_frame()
    return find(
        [*frame.iloc[rows].itertuples()],
        tell=_sentence,
        review=True,
        hand=frame["hand"].to_numpy()[rows],
        seat=words_of(frame, "seat", rows),
        player=words_of(frame, "player", rows),
        **log_rows(frame, rows),
    )


def _sentence(each: Any) -> str:
    seat, player, wager = (getattr(each, name, None) for name in ("seat", "player", "wager"))
    where = f" at seat {seat}" if isinstance(seat, str) else ""
    who = f" by {player}" if isinstance(player, str) else ""
    what = f"{wager} wager" if wager else f"{each.payer} fee"
    same = f"the same {what.replace('_', '-')} of {dollars(int(each.amount))}"
    return f"{same}{where}{who} is logged twice for the hand"
