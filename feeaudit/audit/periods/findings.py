"""Findings about fees for periods: what was taken, from whom, and where the price is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import findings_frame
from feeaudit.audit.columns import fee_word, words_of
from feeaudit.audit.fees.findings import documents
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.records.positions import pointed
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.prices import Prices
    from feeaudit.core.arrays import Ints


def of_charges(case: Case, rows: Ints, told: list[str], **facts: Any) -> pd.DataFrame:
    """Return findings about charges for a period, with what is logged of each."""
    fees, collections = period_fees(case), case.collections
    record = fees.record[rows]
    return findings_frame(
        len(rows),
        table_code=fees.table[rows],
        at=fees.at[rows],  # noqa: PD008 - our own column of moments
        **{name: words_of(collections, name, record) for name in ("seat", "player", "payer")},
        component=np.array(PERIOD_FEES, dtype=object)[fees.fee[rows]],
        taken=fees.taken[rows],
        message=np.array(told, dtype=object),
        **priced(case, fees.prices, rows),
        **pointed(collections, record),
        **facts,
    )


def priced(case: Case, prices: Prices, rows: Ints) -> dict[str, Any]:
    """Return what findings were held against: the context, the document and its lines."""
    context = prices.context[rows]
    lines = [", ".join(map(str, prices.price(row).lines)) for row in rows.tolist()]
    return {
        "context": context,
        "document": documents(case, context),
        "lines": np.array(lines, dtype=object),
    }


def payers(case: Case, rows: Ints) -> list[str]:
    """Return who paid charges for a period: the player, else the seat."""
    record = period_fees(case).record[rows]
    names, seats = (words_of(case.collections, name, record) for name in ("player", "seat"))
    return [
        name or (f"seat {seat}" if seat else "a player not named")
        for name, seat in zip(names, seats, strict=True)
    ]


def fee_names(case: Case, rows: Ints) -> list[str]:
    """Return what charges are called: ``time fee``, ``new-player fee``."""
    return [f"{fee_word(PERIOD_FEES[fee])} fee" for fee in period_fees(case).fee[rows]]
