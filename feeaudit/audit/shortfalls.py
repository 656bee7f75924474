"""Shortfalls: every fee that was under-collected, with who dealt and which tier was charged.

A dealer who charges the tier below the right one stands at the edge between two tiers. So does a
chart that prints the edge wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.coded_findings import combined
from feeaudit.audit.columns import words_of
from feeaudit.audit.facts.frames import SHORTFALLS, frame_of, ordered
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import fee_payers, misfits
from feeaudit.book.lookup import tier_text
from feeaudit.core.arrays import extent

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.ladder_arrays import Ladders

_WHO = ("payer", "component", "seat", "player")
_FROM_FINDINGS = ("cardroom", "table", "at", "hand_id", "game", "option", "payer", "under")


def shortfalls_of(case: Case, findings: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each under-collected fee among the findings of a case.

    Besides the columns of findings, ``hand`` is the row of each one's hand, -1 for none.
    """
    violation = findings["verdict"].to_numpy() == "violation"
    rows = np.flatnonzero(violation & (findings["under"].to_numpy() > 0))
    short = findings[[*{*_FROM_FINDINGS, *_WHO, "hand", "check", "taken"}]].iloc[rows]
    if not len(short):
        return frame_of(SHORTFALLS, {})
    hand = short["hand"].to_numpy()
    told: dict[str, Any] = {name: short[name].to_numpy() for name in _FROM_FINDINGS}
    told |= _edges(case, short, hand) | {"dealer": words_of(case.hands, "dealer", hand)}
    return ordered(frame_of(SHORTFALLS, told), "at", "hand_id", "payer", "under")


_NO_EDGE = ("", -1, "", "")


def _edges(case: Case, short: pd.DataFrame, hand: Ints) -> dict[str, Any]:
    """Return basis, amount, tier owed and tier charged of each; what is alike is told once."""
    piece, amount = _picked(case, short, hand)
    # Fees for time and for the jackpot have ladders of their own, and no tier to misread.
    piece[short["check"].to_numpy() != "FEE-UNDER"] = -1
    columns = [piece, amount, short["taken"].to_numpy()]
    number = combined(columns)
    _, first = np.unique(number, return_index=True)
    ladders = fees_of(case).arrays.ladders
    different = zip(*(each[first].tolist() for each in columns), strict=True)
    told = zip(*(_edge(ladders, *each) for each in different), strict=True)
    names = ("basis", "counted", "tier", "charged")
    return {
        name: np.array(each, dtype=SHORTFALLS[name])[number]
        for name, each in zip(names, told, strict=True)
    }


def _picked(case: Case, short: pd.DataFrame, hand: Ints) -> tuple[Ints, Ints]:
    """Return the piece of a ladder of each fee and the amount that picked it; -1 for none."""
    rows = misfits(case)
    who = fee_payers(case, rows)
    words = [np.concatenate([who[name], short[name].to_numpy()]) for name in _WHO]
    codes = [pd.factorize(each)[0] for each in words]
    key = combined([np.concatenate([rows["hand"].to_numpy(), hand]), *codes])
    place = np.full(extent(key), -1, dtype=np.int64)
    place[key[: len(rows)]] = np.arange(len(rows))
    row = place[key[len(rows) :]]
    # The last place is that of a fee that is not among them.
    piece, amount = (np.append(rows[name].to_numpy(), -1)[row] for name in ("piece", "amount"))
    return piece, amount


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
