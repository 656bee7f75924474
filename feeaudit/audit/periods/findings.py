"""Findings about fees for periods: what was taken, from whom, and where the price is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.columns import fee_word, words_of
from feeaudit.audit.fees.findings import documents
from feeaudit.audit.findings import find, log_rows
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.prices import Moments, prices_at
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.newcomers import Joined
    from feeaudit.audit.periods.prices import Prices
    from feeaudit.audit.periods.stays import Gap, Units
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
    case: Case,
    units: Units,
    stays: Sequence[Gap | Joined],
    tell: Callable[[Any], str],
    fee: str,
    **facts: Any,
) -> pd.DataFrame:
    """Return findings about stays at a table for which nothing was taken."""
    unit = np.array([each.unit for each in stays], dtype=np.int64)
    at = np.array([each.at for each in stays], dtype=np.int64)
    moments = Moments(units.table[unit], at, units.day[unit])
    prices = prices_at(case, moments, np.full(len(stays), PERIOD_FEES.index(fee)))
    return find(
        stays,
        tell=tell,
        table_code=moments.table,
        at=at,
        player=[each.player for each in stays],
        payer="player",
        component=fee,
        taken=0,
        source=[each.source for each in stays],
        row=[each.row for each in stays],
        **priced(case, prices, np.arange(len(stays))),
        **facts,
    )


def _payer(name: str, seat: str) -> str:
    return name or (f"seat {seat}" if seat else "a player not named")


def priced(case: Case, prices: Prices, rows: Ints) -> dict[str, Any]:
    """Return what findings were held against: the context, the document and its lines."""
    context = prices.context[rows]
    lines = [", ".join(map(str, prices.price(row).lines)) for row in rows.tolist()]
    return {
        "context": context,
        "document": documents(case, context),
        "lines": lines,
    }
