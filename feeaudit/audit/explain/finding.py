"""Explaining findings: for each what makes sense of it, as pairs of a label and a text.

What a hand shows is worked out once, however many findings it has. The labels are Hand (First hand
where a finding is about a stretch of them), Collected, Owed, Tier, Arithmetic, Readings, Run,
Offers and Approved, in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.audit.columns import plain_words
from feeaudit.audit.explain.citation import citation
from feeaudit.audit.explain.fee_text import WHY, FeesTold
from feeaudit.audit.explain.hand_text import collected_lines, hand_lines
from feeaudit.audit.explain.turn_text import Turns
from feeaudit.audit.facts.schedules import schedule_keys
from feeaudit.core.arrays import distinct
from feeaudit.core.numbering import numbered
from feeaudit.rules.levies import FEES, PAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Check
    from feeaudit.core.arrays import Bools, Ints, Words


def explained(case: Case, check: Check, frame: pd.DataFrame) -> pd.DataFrame:
    """Return of findings of a check the schedule they were held against, and their why.

    Besides the columns of findings, ``hand`` is the row of each one's hand in ``case.hands``,
    ``context`` what was played, -1 for none; ``told`` is what its check has told of a fee.
    """
    if not len(frame):
        return frame[["schedule", "why"]]
    hand, context = (frame[name].to_numpy().astype(np.int64) for name in ("hand", "context"))
    columns = [
        *_about_hands(case, check, hand, frame),
        ("Approved", _approved(case, check, context, frame)),
    ]
    schedule = plain_words(schedule_keys(case)[context])
    return pd.DataFrame({"schedule": schedule, "why": plain_words(_whys(columns))})


def _whys(columns: list[tuple[str, Words]]) -> Words:
    """Return the why of each finding: the labels for which something is told, each with it."""
    lines = [_pairs(label, texts) for label, texts in columns]
    told = np.stack([each != None for each in lines])  # noqa: E711 - element by element
    alike, patterns = numbered(list(told.astype(np.int64)))
    whys = np.empty(len(alike), dtype=object)
    for number, pattern in enumerate(patterns.tolist()):
        rows = np.flatnonzero(alike == number)
        shown = [each[rows].tolist() for each, there in zip(lines, pattern, strict=True) if there]
        whys[rows] = _plain([*zip(*shown, strict=True)] if shown else [()] * len(rows))
    return whys


def _pairs(label: str, texts: Words) -> Words:
    """Return texts beside their label; each pair stands in memory once, however often it recurs."""
    codes, different = pd.factorize(texts)
    pairs = [*((label, _one_line(each)) for each in different.tolist()), None]
    found: Words = _plain(pairs)[codes]
    return found


def _plain(values: Sequence[object]) -> Words:
    """Return values as a column; an array made of tuples would take them for its dimensions."""
    column: Words = np.fromiter(values, dtype=object, count=len(values))
    return column


def _one_line(text: str) -> str:
    """Return a text on one line: a name in the log may hold a line break."""
    return text if text.isprintable() else " ".join(text.splitlines())


def _about_hands(
    case: Case, check: Check, hand: Ints, frame: pd.DataFrame
) -> list[tuple[str, Words]]:
    """Return what is told of the findings' hands, by label; None where there is nothing."""
    rows = np.flatnonzero(hand >= 0)
    hands = distinct(hand[rows])
    place = np.searchsorted(hands, hand[rows])
    family, count = check.id.partition("-")[0], len(hand)
    line = hand_lines(case, hands, results=family == "PAY")[place]
    stretch = (frame["until"] > frame["at"]).to_numpy()[rows]
    told = [
        (label, _spread(rows[which], line[which], count))
        for label, which in (("First hand", stretch), ("Hand", ~stretch))
    ]
    if family == "FEE":
        told.append(("Collected", _spread(rows, collected_lines(case, hands)[place], count)))
    fees = rows[_is_fee(frame)[rows]]
    if len(fees):
        whys = zip(*_fee_whys(case, frame.iloc[fees]), strict=True)
        told += [
            (label, _spread(fees, _plain(texts), count))
            for label, texts in zip(WHY, whys, strict=True)
        ]
    if family == "ROT":
        turns = Turns(case, hands)
        of_hands = [dict(turns.why(each)) for each in hands.tolist()]
        told += [
            (label, _spread(rows, _plain([each.get(label) for each in of_hands])[place], count))
            for label in ("Run", "Offers")
        ]
    return told


def _fee_whys(case: Case, frame: pd.DataFrame) -> Words:
    """Return what makes sense of fees, as their check has told it, or told now."""
    told: Words = frame["told"].to_numpy().copy()
    left = np.flatnonzero(told == "")
    if len(left):
        told[left] = FeesTold(case, frame.iloc[left]).whys()
    return told


def _spread(rows: Ints, texts: Words, count: int) -> Words:
    """Return texts in their rows of a column of so many, None elsewhere."""
    column = np.full(count, None, dtype=object)
    column[rows] = texts
    return column


def _is_fee(frame: pd.DataFrame) -> Bools:
    fee: Bools = (frame["payer"].isin(PAYERS) & frame["component"].isin(FEES)).to_numpy()
    return fee


def _approved(case: Case, check: Check, context: Ints, frame: pd.DataFrame) -> Words:
    """Return the citation of each finding, None where nothing is cited."""
    (document, documents), (lines, cited) = (
        pd.factorize(frame[name]) for name in ("document", "lines")
    )
    number, different = numbered([context, document, lines])
    told = [
        citation(
            case.contexts[at] if at >= 0 else None, check.authority, documents[paper], cited[line]
        )
        or None
        for at, paper, line in different.tolist()
    ]
    cited_by: Words = _plain(told)[number]
    return cited_by
