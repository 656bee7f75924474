"""The figures of a statement, for paper and workbook alike: totals, and what stands open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pandas as pd

from feeaudit.core.money import dollars
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from feeaudit.audit.fee_statements import FeeStatement


@dataclass(frozen=True, slots=True)
class FeeTotals:
    """What a party owed and paid in all; over and under are never netted against each other."""

    fees: int
    hands: int
    owed: int
    owed_most: int
    paid: int
    over: int
    under: int
    unsettled: int

    @property
    def figures(self) -> list[tuple[str, str]]:
        """Return the figures in the order in which every format shows them."""
        least, most = dollars(self.owed), dollars(self.owed_most)
        return [
            ("Hands", f"{self.hands:,}"),
            ("Fees", f"{self.fees:,}"),
            ("Owed by the schedule", least if least == most else f"{least} to {most}"),
            ("Paid", dollars(self.paid)),
            ("Over-paid", dollars(self.over)),
            ("Under-paid", dollars(self.under)),
            ("Not settled by the schedule", counted(self.unsettled, "fee")),
        ]


def totals_of(rows: pd.DataFrame) -> FeeTotals:
    """Return the totals of some fees."""
    priced = rows[rows["owed"] >= 0]
    # A fee for a period may be right without the statement saying what was owed.
    unpriced = (rows["owed"] < 0) & (rows["hand_id"] != "")
    unsettled = (rows["owed"] != rows["owed_most"]) | unpriced
    hands = rows.loc[rows["hand_id"] != "", ["cardroom", "table", "hand_id"]]
    return FeeTotals(
        fees=len(rows),
        hands=len(hands.drop_duplicates()),
        owed=int(priced["owed"].sum()),
        owed_most=int(priced["owed_most"].sum()),
        paid=int(rows["taken"].sum()),
        over=int(rows["over"].sum()),
        under=int(rows["under"].sum()),
        unsettled=int(unsettled.sum()),
    )


def by_game(rows: pd.DataFrame) -> list[tuple[tuple[str, str, str], FeeTotals]]:
    """Return the totals of each cardroom, game and option."""
    keys = zip(rows["cardroom"], rows["game"], rows["option"], strict=True)
    groups = rows.groupby(pd.Series([*keys], index=rows.index, dtype=object), sort=True)
    return [(key, totals_of(some)) for key, some in groups]


def remarked(statement: FeeStatement) -> pd.DataFrame:
    """Return the fees that something is to be said of."""
    return statement.rows[statement.rows["remark"] != ""]
