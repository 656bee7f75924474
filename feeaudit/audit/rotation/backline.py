"""Who bet on a seat the hand before and was not asked, where the rules ask them after the seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.rotation.bank_history import held
from feeaudit.audit.rotation.earlier_bets import bets_by_entry
from feeaudit.audit.rotation.offers import offered

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


def passed_over_backline(case: Case, due: Bools) -> Ints:
    """Return for each hand of Held somebody whose seat passed and who was not asked, -1 for none.

    Only seats whose offers all name the person asked are looked at, and seats where nobody
    accepted: once somebody does, nobody else need be asked.
    """
    holding, offers = held(case), offered(case)
    passed = np.full(len(holding.hand), -1, dtype=np.int64)
    chosen = np.flatnonzero(due)
    if not len(chosen) or not case.has("wagers.player", "offers.player"):
        return passed
    mine = np.flatnonzero(due[offers.entry])
    asked = pd.DataFrame(
        {
            "entry": offers.entry[mine],
            "seat": offers.seat[mine],
            "person": offers.person[mine],
            "yes": offers.accepted[mine],
        }
    )
    seats = asked.groupby(["entry", "seat"], as_index=False).agg(
        least=("person", "min"), yes=("yes", "any")
    )
    seats = seats[(seats["least"] >= 0) & ~seats["yes"]]
    bettors = _bettors(case, chosen).merge(seats[["entry", "seat"]], on=["entry", "seat"])
    told = asked[["entry", "seat", "person"]].drop_duplicates()
    left = bettors.merge(told, on=["entry", "seat", "person"], how="left", indicator=True)
    left = left[(left["_merge"] == "left_only") & (left["person"] >= 0)]
    left = left[left["person"].to_numpy() != holding.person[left["entry"].to_numpy()]]
    left = left.sort_values("person", ascending=False)
    passed[left["entry"].to_numpy()] = left["person"].to_numpy()
    return passed


def _bettors(case: Case, entries: Ints) -> pd.DataFrame:
    """Return who bet on which seat in the hand before each entry."""
    mine, count = bets_by_entry(case).of(entries - 1)
    return pd.DataFrame(
        {
            "entry": np.repeat(entries, count),
            "seat": seat_names(case).numbers("wagers.seat", mine),
            "person": people(case).numbers("wagers.player", mine),
        }
    ).drop_duplicates()
