"""Findings as checks return them: where each is, what is told of it, and what it cites."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feeaudit.core.arrays import Bools, Ints

COLUMNS: Final = {
    "hand": np.int64,
    "table_code": np.int64,
    "cardroom": object,
    "table": object,
    "context": np.int64,
    "at": np.int64,
    "until": np.int64,
    "seat": object,
    "player": object,
    "payer": object,
    "component": object,
    "owed": np.int64,
    "owed_most": np.int64,
    "taken": np.int64,
    "over": np.int64,
    "under": np.int64,
    "review": np.bool_,
    "message": object,
    "lines": object,
    "document": object,
    "doubt": object,
    "named": object,
    "told": object,
    "source": np.int64,
    "row": np.int64,
}
_ABSENT: Final = {np.int64: -1, np.bool_: False}


class Citation(NamedTuple):
    """The lines that a finding rests on; of the schedule's own document where it names none."""

    lines: str = ""
    document: str = ""


def find(
    rows: Sequence[Any] | Ints,
    *,
    tell: Callable[[Any], str],
    cite: Callable[[Any], tuple[str, str]] | None = None,
    review: Bools | bool = False,
    **facts: object,
) -> pd.DataFrame:
    """Return a finding for each row that a check selected: a hand, a record, or its own idea.

    ``tell`` says of one row what is wrong, in a sentence; ``cite`` gives the lines and the document
    it rests on. ``review`` marks what the rules do not settle. ``facts`` are other columns of
    findings, each with a value a row or one for all; see ``findings_frame``.
    """
    if not len(rows):
        return findings_frame()
    each = rows.tolist() if isinstance(rows, np.ndarray) else rows
    if cite is not None:
        facts["lines"], facts["document"] = zip(*map(cite, each), strict=True)
    return findings_frame(len(each), message=[*map(tell, each)], review=review, **facts)


def findings_frame(count: int = 0, **columns: object) -> pd.DataFrame:
    """Return a frame of findings: what is not given is absent (-1, blank, False).

    ``hand`` is the row of the hand; without one, ``table_code`` and ``at`` place the finding, or
    ``cardroom`` and ``table`` where the table has no hands and so no code; ``context`` is what
    was played there, by its number among the case's.
    Money is cents; ``over`` and ``under`` are what was over- and under-collected, never netted.
    ``message`` is the finding in one sentence. ``review`` marks what the rules do not settle.
    ``lines`` cite ``document``, the schedule's where blank. ``doubt`` names the anomalies that
    leave it open, by their ids. ``named`` is another hand it rests on, which may not be logged: the
    one before a gap, or the one that records without a hand name. ``told`` is what makes sense of a
    fee where that is told already, see ``FeesTold.whys``. ``source`` and ``row`` point to the log,
    the hand's own where -1.
    """
    strange = columns.keys() - COLUMNS.keys()
    if strange:
        msg = f"not columns of a finding: {', '.join(sorted(strange))}"
        raise TypeError(msg)
    # A copy that shares what it shows until somebody writes to it, as frames of pandas do.
    return _filled(count, columns) if count else _nothing().copy(deep=False)


def _filled(count: int, columns: dict[str, object]) -> pd.DataFrame:
    index = pd.RangeIndex(count)
    # Most columns of words are blank in most findings: one blank column stands for them all.
    blank = pd.Series("", index, dtype=object)
    kept: dict[str, Any] = {}
    for name, kind in COLUMNS.items():
        given = columns.get(name)
        if kind is object:
            # Words are kept as they are: telling what kind of text they might be costs more than a
            # check.
            kept[name] = blank if given is None else pd.Series(given, index, dtype=object)
        else:
            kept[name] = np.full(count, _ABSENT[kind] if given is None else given, dtype=kind)
    return pd.DataFrame(kept, index, copy=False)


@cache
def _nothing() -> pd.DataFrame:
    """Return no findings, made once: most checks find nothing in most parts of a log."""
    return _filled(0, {}).copy()


def log_rows(frame: pd.DataFrame, rows: Ints | list[int]) -> dict[str, Any]:
    """Return where records stand in the log, as facts of their findings."""
    return {name: frame[name].to_numpy()[rows].astype(np.int64) for name in ("source", "row")}


def together(*found: pd.DataFrame) -> pd.DataFrame:
    """Return the findings of several tests as one frame; most logs have none of most."""
    some = [each for each in found if len(each)]
    if len(some) > 1:
        return pd.concat(some, ignore_index=True)
    # One frame is what it is, but for its rows' labels, which a check may have left as they were.
    if some:
        return some[0].reset_index(drop=True)
    return found[0] if found else findings_frame()


def one_a_hand(*found: pd.DataFrame) -> pd.DataFrame:
    """Return one finding for each hand: of several tests, the first that found something."""
    every = together(*found)
    return every.drop_duplicates("hand", ignore_index=True) if len(every) > 1 else every
