"""Shortfalls: every fee that was under-collected, with who dealt and which tier was charged.

A dealer who charges the tier below the right one stands at the edge between two tiers. So does a
chart that prints the edge wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.columns import words_of
from feeaudit.audit.facts.frames import SHORTFALLS, frame_of, ordered
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import fee_payers, misfits
from feeaudit.book.lookup import tier_text

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.ladder_arrays import Ladders

_WHO = ("payer", "component", "seat", "player")
_FROM_FINDINGS = ("cardroom", "table", "at", "hand_id", "game", "option", "payer", "under")


def shortfalls_of(case: Case, findings: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each under-collected fee among the findings of a case."""
    short = findings[(findings["verdict"] == "violation") & (findings["under"] > 0)]
    if not len(short):
        return frame_of(SHORTFALLS, {})
    hand = _hands(case, short)
    tiers = _tiers(case, hand)
    ladders = fees_of(case).arrays.ladders
    keys = zip(hand.tolist(), *(short[name] for name in _WHO), strict=True)
    # Fees for time and for the jackpot have ladders of their own, and no tier to misread.
    told = [
        _edge(ladders, *tiers[key], taken) if check == "FEE-UNDER" and key in tiers else _NO_EDGE
        for key, check, taken in zip(keys, short["check"], short["taken"].tolist(), strict=True)
    ]
    columns = dict(
        zip(("basis", "counted", "tier", "charged"), zip(*told, strict=True), strict=True)
    )
    rows: dict[str, Any] = {name: short[name].to_numpy() for name in _FROM_FINDINGS}
    rows |= columns | {"dealer": words_of(case.hands, "dealer", hand)}
    return ordered(frame_of(SHORTFALLS, rows), "at", "hand_id", "payer", "under")


_NO_EDGE = ("", -1, "", "")


def _hands(case: Case, short: pd.DataFrame) -> Ints:
    """Return the row of each finding's hand; -1 where it rests on none."""
    ids, code = case.hands["hand_id"].to_numpy(), case.hands["table_code"].to_numpy()
    wanted = pd.Series(ids).isin(set(short["hand_id"]) - {""}).to_numpy()
    rows = np.flatnonzero(wanted)
    known = {(int(code[row]), str(ids[row])): int(row) for row in rows[::-1]}
    places = zip(short["cardroom"], short["table"], strict=True)
    tables = (case.table_numbers.get(each, -1) for each in places)
    found = (known.get(key, -1) for key in zip(tables, short["hand_id"], strict=True))
    return np.fromiter(found, dtype=np.int64, count=len(short))


def _tiers(case: Case, hands: Ints) -> dict[tuple[Any, ...], tuple[int, int]]:
    """Return for each fee of some hands the piece of its ladder and the amount that picked it."""
    rows = misfits(case)
    rows = rows[np.isin(rows["hand"].to_numpy(), hands)]
    who = fee_payers(case, rows)
    keys = zip(rows["hand"].tolist(), *(who[name] for name in _WHO), strict=True)
    picked = zip(rows["piece"].tolist(), rows["amount"].tolist(), strict=True)
    return dict(zip(keys, picked, strict=True))


def _edge(ladders: Ladders, piece: int, amount: int, taken: int) -> tuple[str, int, str, str]:
    """Return basis, amount, the tier that was owed and the one below it that was charged."""
    if piece < 0:
        return _NO_EDGE
    ladder, owed = ladders.ladder(piece), ladders.tiers[piece]
    below = [
        tier
        for tier in ladder.tiers
        if tier.fee == taken and tier.high is not None and tier.high < amount
    ]
    charged = max(below, key=lambda tier: tier.high or 0, default=None)
    return (
        ladder.basis,
        amount,
        " or ".join(tier_text(ladder.basis, tier) for tier in owed),
        tier_text(ladder.basis, charged) if charged else "",
    )
