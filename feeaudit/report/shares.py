"""Fair shares: which findings a report shows that has no room for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd


def by_fair_shares(findings: pd.DataFrame, most: int) -> pd.DataFrame:
    """Return all findings, or where they are too many the first of every check."""
    if len(findings) <= most:
        return findings
    place = findings.groupby("check", sort=False).cumcount().to_numpy()
    share = _fair_share(findings["check"].value_counts().tolist(), most)
    return findings[place < share]


def _fair_share(counts: Sequence[int], most: int) -> int:
    """Return how many of each can stay so that all together are within the most."""
    left, waiting = most, sorted(counts)
    for place, count in enumerate(waiting):
        share = left // (len(waiting) - place)
        if count > share:
            return share
        left -= count
    return most
