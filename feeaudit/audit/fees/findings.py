"""Findings about fees, told in full: what picked the tier, what it owes, what was taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import Outcome, findings_frame
from feeaudit.audit.columns import words_of
from feeaudit.audit.explain.dues import dues_of
from feeaudit.audit.explain.fee_text import fee_sentence
from feeaudit.audit.explain.hand_text import played_of
from feeaudit.audit.fees import fees_of
from feeaudit.audit.identity import people
from feeaudit.audit.wagers import spelled_on_wagers

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees import Fees
    from feeaudit.core.arrays import Ints, Words


def fee_outcome(case: Case, rows: pd.DataFrame, *, review: bool = False) -> Outcome:
    """Return an outcome whose findings are rows of a frame of fees."""
    fees = fees_of(case)
    return Outcome(fee_findings(case, fees, rows, review=review), fees.tested, fees.untested)


def fee_findings(case: Case, fees: Fees, rows: pd.DataFrame, *, review: bool) -> pd.DataFrame:
    """Return findings for rows of a frame of fees."""
    if not len(rows):
        return findings_frame()
    hand, record = rows["hand"].to_numpy(), rows["record"].to_numpy()
    collections = case.collections
    known = record >= 0
    found = findings_frame(
        len(rows),
        hand=hand,
        **_payers(case, rows),
        **{name: rows[name].to_numpy() for name in ("owed", "owed_most", "taken")},
        review=np.full(len(rows), review),
        lines=np.array([_lines(fees, piece) for piece in rows["piece"]], dtype=object),
        document=documents(case, case.hands["context"].to_numpy()[hand]),
        source=np.where(known, _taken_from(collections, "source", record), -1),
        row=np.where(known, _taken_from(collections, "row", record), -1),
    )
    if not review:
        found["over"] = np.maximum(found["taken"] - found["owed_most"], 0)
        found["under"] = np.maximum(found["owed"] - found["taken"], 0)
    found["message"] = np.array(_sentences(case, found), dtype=object)
    return found


def _payers(case: Case, rows: pd.DataFrame) -> dict[str, Any]:
    """Return who paid; the player-dealer's seat and name are those of the hand."""
    payer, hand = _words(rows["payer"]), rows["hand"].to_numpy()
    dealer = payer == "player_dealer"
    return {
        "payer": payer,
        "component": _words(rows["fee"]),
        "seat": np.where(
            dealer, words_of(case.hands, "player_dealer_seat", hand), _words(rows["seat"])
        ),
        "player": np.where(
            dealer, words_of(case.hands, "player_dealer", hand), _players(case, rows)
        ),
    }


def _players(case: Case, rows: pd.DataFrame) -> Words:
    """Return who paid as the log spells it: on the fee, else on a wager of the hand."""
    shown: Words = _words(rows["player"]).copy()
    if people(case).distinct:
        return shown
    player, record = rows["player"].cat.codes.to_numpy(), rows["record"].to_numpy()
    paid, owing = (player >= 0) & (record >= 0), (player >= 0) & (record < 0)
    shown[paid] = words_of(case.collections, "player", record[paid])
    shown[owing] = spelled_on_wagers(case, rows["hand"].to_numpy()[owing], player[owing])
    return shown


def _sentences(case: Case, found: pd.DataFrame) -> list[str]:
    hands = np.unique(found["hand"].to_numpy())
    played = played_of(case, hands)
    dues_of(case).fetch(hands)
    return [fee_sentence(case, played[each.hand], each) for each in found.itertuples()]


def _lines(fees: Fees, piece: int) -> str:
    if piece < 0:
        return ""
    return ", ".join(str(tier.line) for tier in fees.arrays.ladders.tiers[piece])


def documents(case: Case, context: Ints) -> Any:
    """Return the document that each context's schedule is printed in, blank for none."""
    names = [each.offers[0].schedule.document if each.offers else "" for each in case.contexts]
    return np.array([*names, ""], dtype=object)[context]


def _words(column: pd.Series) -> Any:
    return column.astype(object).where(column.notna(), "").to_numpy()


def _taken_from(collections: pd.DataFrame, name: str, record: Ints) -> Any:
    if not len(collections):
        return np.full(len(record), -1)
    return collections[name].to_numpy()[np.maximum(record, 0)]
