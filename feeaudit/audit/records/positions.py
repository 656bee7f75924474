"""Where records stand in the log, and how findings point there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from feeaudit.audit.check import findings_frame

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints


def stands_before(frame: pd.DataFrame, rows: Ints) -> Ints:
    """Return rows in the order of the log's files, which no shuffling of a frame changes."""
    source, row = frame["source"].to_numpy()[rows], frame["row"].to_numpy()[rows]
    ordered: Ints = rows[np.lexsort((row, source))]
    return ordered


def pointed(frame: pd.DataFrame, rows: Ints) -> dict[str, Ints]:
    """Return the source and row of records, for their findings."""
    return {
        "source": frame["source"].to_numpy()[rows].astype(np.int64),
        "row": frame["row"].to_numpy()[rows].astype(np.int64),
    }


def hand_ids(case: Case, rows: Ints) -> list[str]:
    """Return the ids of hands."""
    return [str(each) for each in case.hands["hand_id"].iloc[rows]]


def clock(case: Case, at: int) -> str:
    """Return an instant as the table's clock showed it: ``2026-02-01 19:30:00``."""
    local = pd.Timestamp(at, unit="us", tz="UTC").tz_convert(ZoneInfo(case.config.zone))
    return str(local.strftime("%Y-%m-%d %H:%M:%S"))


def together(found: list[pd.DataFrame]) -> pd.DataFrame:
    """Return the findings of several tests as one frame; most logs have none of most."""
    some = [each for each in found if len(each)]
    return pd.concat(some, ignore_index=True) if some else findings_frame()


def texts(sentences: list[str]) -> Any:
    """Return sentences as a column of a findings frame."""
    return np.array(sentences, dtype=object)
