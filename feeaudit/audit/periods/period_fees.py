"""Fees for periods: where and when each was taken, and what is printed for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.columns import word_codes
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.periods.prices import Moments, Prices, prices_at
from feeaudit.audit.shared import shared
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.prices import PeriodPrice
    from feeaudit.core.arrays import Bools, Ints


@dataclass(frozen=True, slots=True)
class PeriodFees:
    """The fees for periods taken at tables of the log; an entry a collection.

    ``record`` is the collection's row. ``at`` is 0 and ``day`` -1 where the log does not tell the
    time. ``fee`` is the place of its name in PERIOD_FEES. ``waived`` where a reason is logged.
    """

    record: Ints
    table: Ints
    at: Ints
    day: Ints
    fee: Ints
    taken: Ints
    waived: Bools
    prices: Prices

    @property
    def excused(self) -> Bools:
        """Which were waived, whole or in part."""
        excused: Bools = self.waived & (self.taken < self.owed)
        return excused

    @property
    def owed(self) -> Ints:
        """The least that is printed for each, 0 where nothing is."""
        return self.prices.of_each(each.least for each in self.prices.printed)

    @property
    def owed_most(self) -> Ints:
        """The most that is printed for each, 0 where nothing is."""
        return self.prices.of_each(each.most for each in self.prices.printed)

    @property
    def misfit(self) -> Bools:
        """Which amounts no reading admits for so many players."""
        return self._amount_is(lambda price, taken: taken not in price.amounts)

    @property
    def recounted(self) -> Bools:
        """Which misfits are the fee for another count of the players."""
        return self._amount_is(lambda price, taken: taken in price.perhaps)

    def _amount_is(self, so: Callable[[PeriodPrice, int], bool]) -> Bools:
        """Tell of which amounts something is so; each price and amount is looked at once."""
        pairs = np.stack([self.prices.choice, self.taken])
        each, of = np.unique(pairs, axis=1, return_inverse=True)
        priced = [(self.prices.printed[choice], int(taken)) for choice, taken in each.T]
        found: Bools = np.array(
            [bool(price.amounts) and so(price, taken) for price, taken in priced], dtype=bool
        )[of]
        return found

    @property
    def unprinted(self) -> Bools:
        """Which were taken with so many players that the option prints nothing for them."""
        bare = [each.kind == "printed" and not each.amounts for each in self.prices.printed]
        known = (self.taken > 0) & (self.prices.players >= 0)
        unprinted: Bools = (self.prices.of_each(bare) > 0) & known
        return unprinted


@shared
def period_fees(case: Case) -> PeriodFees:
    """Return the fees for periods, worked out once."""
    fee = word_codes(case.collections, "fee", PERIOD_FEES)
    record = np.flatnonzero(fee >= 0)
    table, at = _places(case, record)
    placed = table >= 0
    record, table, at = record[placed], table[placed], at[placed]
    day = np.where(at > 0, case.config.gaming_days(at), -1) if len(record) else record
    amount = case.collections["amount"].to_numpy() if len(case.collections) else record
    return PeriodFees(
        record=record,
        table=table,
        at=at,
        day=day,
        fee=fee[record],
        taken=amount[record],
        waived=_waived(case, record),
        prices=prices_at(case, Moments(table, at, day), fee[record]),
    )


def _places(case: Case, record: Ints) -> tuple[Ints, Ints]:
    """Return the table (-1 for none) and the time (0 for none) of collections."""
    hands, collections = case.hands, case.collections
    hand = collections["hand"].to_numpy()[record]
    named = case.tables_named(collections.iloc[record]) if len(record) else record
    by_hand = np.append(hands["table_code"].to_numpy(), -1)[hand]
    at = np.append(hands["started_at"].to_numpy(), 0)[hand]
    if "taken_at" in collections:
        taken = collections["taken_at"].to_numpy()[record]
        at = np.where(taken != MISSING, taken, at)
    return np.where(hand >= 0, by_hand, named), np.maximum(at, 0)


def _waived(case: Case, record: Ints) -> Bools:
    if "waived" not in case.collections:
        return np.zeros(len(record), dtype=bool)
    waived: Bools = case.collections["waived"].notna().to_numpy()[record]
    return waived
