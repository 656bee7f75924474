"""Findings about fees for periods: what was taken, from whom, and where the price is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.columns import fee_word, words_of
from feeaudit.audit.fees.findings import documents
from feeaudit.audit.findings import find, log_rows
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.ledger import Again, Gap
    from feeaudit.audit.periods.newcomers import Newcomer
    from feeaudit.audit.periods.prices import Prices
    from feeaudit.core.arrays import Ints


def of_charges(
    case: Case, rows: Ints, tell: Callable[[str, str, int], str], **facts: Any
) -> pd.DataFrame:
    """Return findings about charges for a period, with what is logged of each.

    ``tell`` is given who paid, what the fee is called (``time fee``) and the charge's place.
    """
    fees, collections = period_fees(case), case.collections
    record = fees.record[rows]
    names: dict[str, Any] = {
        name: words_of(collections, name, record) for name in ("seat", "player", "payer")
    }
    component = [PERIOD_FEES[fee] for fee in fees.fee[rows].tolist()]
    each = zip(names["player"], names["seat"], component, rows.tolist(), strict=True)
    return find(
        [*each],
        tell=lambda one: tell(_payer(*one[:2]), f"{fee_word(one[2])} fee", one[3]),
        table_code=fees.table[rows],
        at=fees.at[rows],  # noqa: PD008 - our own column of moments
        **names,
        component=component,
        taken=fees.taken[rows],
        **priced(case, fees.prices, rows),
        **log_rows(collections, record),
        **facts,
    )


def of_stays(
    stays: Sequence[Gap | Newcomer], tell: Callable[[Any], str], fee: str, **facts: Any
) -> pd.DataFrame:
    """Return findings about stays at a table for which nothing was taken."""
    return find(
        stays,
        tell=tell,
        at=[each.at for each in stays],
        player=[each.player for each in stays],
        payer="player",
        component=fee,
        taken=0,
        review=np.array([not each.sure for each in stays], dtype=bool),
        doubt=[doubts_text(each) for each in stays],
        source=[each.source for each in stays],
        row=[each.row for each in stays],
        **facts,
    )


def doubts_text(each: Again | Gap | Newcomer) -> str:
    """Return the anomalies that leave a finding open; none where it is sure."""
    return "" if each.sure else ",".join(each.doubts)


def _payer(name: str, seat: str) -> str:
    return name or (f"seat {seat}" if seat else "a player the log does not name")


def priced(case: Case, prices: Prices, rows: Ints) -> dict[str, Any]:
    """Return what findings were held against: the context, the document and its lines."""
    context = prices.context[rows]
    lines = [", ".join(map(str, prices.price(row).lines)) for row in rows.tolist()]
    return {
        "context": context,
        "document": documents(case, context),
        "lines": lines,
    }
