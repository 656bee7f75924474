"""Findings about fees, told in full: what picked the tier, what it owes, what was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import Outcome, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.book.lookup import amount_text
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees import Fees

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


def fee_outcome(case: Case, rows: pd.DataFrame, *, review: bool = False) -> Outcome:
    """Return an outcome whose findings are rows of the fees frame."""
    fees = fees_of(case)
    return Outcome(fee_findings(case, fees, rows, review=review), fees.tested, fees.untested)


def fee_findings(case: Case, fees: Fees, rows: pd.DataFrame, *, review: bool) -> pd.DataFrame:
    """Return findings for rows of the fees frame."""
    taken = rows["taken"].to_numpy()
    owed, most = rows["owed"].to_numpy(), rows["owed_most"].to_numpy()
    hand = rows["hand"].to_numpy()
    record = rows["record"].to_numpy()
    collections = case.collections
    known = record >= 0
    return findings_frame(
        len(rows),
        hand=hand,
        seat=_words(rows["seat"]),
        player=_words(rows["player"]),
        payer=_words(rows["payer"]),
        component=_words(rows["fee"]),
        owed=owed,
        owed_most=most,
        taken=taken,
        over=np.where(review, 0, np.maximum(taken - most, 0)),
        under=np.where(review, 0, np.maximum(owed - taken, 0)),
        review=np.full(len(rows), review),
        message=np.array([_sentence(case, fees, row) for row in rows.itertuples()], dtype=object),
        lines=np.array([_lines(fees, piece) for piece in rows["piece"]], dtype=object),
        document=_documents(case, hand),
        source=np.where(known, _taken_from(collections, "source", record), -1),
        row=np.where(known, _taken_from(collections, "row", record), -1),
    )


def _sentence(case: Case, fees: Fees, row: Any) -> str:
    piece, amount = row.piece, row.amount
    who = str(row.payer).replace("_", "-")
    fee = "" if row.fee == "base" else f"{str(row.fee).replace('_', ' ')} "
    seat = f" at seat {row.seat}" if isinstance(row.seat, str) else ""
    taken = dollars(row.taken)
    if piece < 0:
        return f"{who}{seat}: no {fee}fee is owed here, {taken} was taken"
    tier = fees.lanes.ladders.tiers[piece]
    doubt = fees.lanes.ladders.doubts[piece]
    owed = _owed(row)
    basis = _basis(case, row, amount, tier)
    told = f"{who}{seat}: {basis}owes {owed}, {taken} was taken"
    return f"{told}; {doubt}" if doubt else told


def _basis(case: Case, row: Any, amount: int, tier: str) -> str:
    if tier == "flat" or not tier or amount < 0:
        return ""
    hands = case.hands
    by_players = row.payer in {"pot", "button"} and "players" in hands
    shown = amount_text("players" if by_players else "money", amount)
    return f"{shown} is in tier {tier}, which "


def _owed(row: Any) -> str:
    low, high = row.owed, row.owed_most
    if row.unpriced:
        return "no printed fee"
    return dollars(low) if low == high else f"{dollars(low)} or {dollars(high)}"


def _lines(fees: Fees, piece: int) -> str:
    if piece < 0:
        return ""
    return ", ".join(map(str, fees.lanes.ladders.lines[piece]))


def _documents(case: Case, hand: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Any:
    names = [each.offers[0].schedule.document if each.offers else "" for each in case.situations]
    return np.array(names, dtype=object)[case.hands["situation"].to_numpy()[hand]]


def _words(column: pd.Series) -> Any:
    return column.astype(object).where(column.notna(), "").to_numpy()


def _taken_from(
    collections: pd.DataFrame, name: str, record: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> Any:
    if not len(collections):
        return np.full(len(record), -1)
    return collections[name].to_numpy()[np.maximum(record, 0)]
