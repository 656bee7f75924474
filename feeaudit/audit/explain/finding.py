"""Explaining findings: for each what makes sense of it, as pairs of a label and a text.

What a hand shows is worked out once, however many findings it has. The labels are Hand (First hand
where a finding is about a stretch of them), Collected, Owed, Tier, Arithmetic, Readings, Run,
Offers and Approved, in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

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
        _approved(case, check, context, frame),
    ]
    schedule = plain_words(schedule_keys(case)[context])
    return pd.DataFrame({"schedule": schedule, "why": plain_words(_whys(columns))})


class _Line(NamedTuple):
    """What is told of findings under a label: texts, and the number of each finding's, -1 for none.

    Whatever findings share, such as a hand, has one text, so that none are compared.
    """

    label: str
    texts: Sequence[str | None] | Words
    number: Ints


def _whys(columns: list[_Line]) -> Words:
    """Return the why of each finding: the labels for which something is told, each with it."""
    lines = [_pairs(each) for each in columns]
    told = np.stack([each != None for each in lines])  # noqa: E711 - element by element
    alike, patterns = numbered(list(told.astype(np.int64)))
    whys = np.empty(len(alike), dtype=object)
    for number, pattern in enumerate(patterns.tolist()):
        rows = np.flatnonzero(alike == number)
        shown = [each[rows].tolist() for each, there in zip(lines, pattern, strict=True) if there]
        whys[rows] = _plain([*zip(*shown, strict=True)] if shown else [()] * len(rows))
    return whys


def _pairs(line: _Line) -> Words:
    """Return texts beside their label; each pair stands in memory once, however often it recurs."""
    pairs = [(line.label, _one_line(each)) if each is not None else None for each in line.texts]
    found: Words = _plain([*pairs, None])[line.number]
    return found


def _plain(values: Sequence[object]) -> Words:
    """Return values as a column; an array made of tuples would take them for its dimensions."""
    column: Words = np.fromiter(values, dtype=object, count=len(values))
    return column


def _one_line(text: str) -> str:
    """Return a text on one line: a name in the log may hold a line break."""
    return text if text.isprintable() else " ".join(text.splitlines())


def _about_hands(case: Case, check: Check, hand: Ints, frame: pd.DataFrame) -> list[_Line]:
    """Return what is told of the findings' hands, by label."""
    rows = np.flatnonzero(hand >= 0)
    hands = distinct(hand[rows])
    place = np.searchsorted(hands, hand[rows])
    family, count = check.id.partition("-")[0], len(hand)
    lines = hand_lines(case, hands, results=family == "PAY")
    stretch = (frame["until"] > frame["at"]).to_numpy()[rows]
    told = [
        _Line(label, lines, _spread(rows[which], place[which], count))
        for label, which in (("First hand", stretch), ("Hand", ~stretch))
        if which.any()
    ]
    of_hand = _spread(rows, place, count)
    if family == "FEE":
        told.append(_Line("Collected", collected_lines(case, hands), of_hand))
    fees = rows[_is_fee(frame)[rows]]
    if len(fees):
        whys = zip(*_fee_whys(case, frame.iloc[fees]), strict=True)
        for label, texts in zip(WHY, whys, strict=True):
            number, different = pd.factorize(_plain(texts))
            told.append(_Line(label, different, _spread(fees, number, count)))
    if family == "ROT":
        turns = Turns(case, hands)
        of_hands = [dict(turns.why(each)) for each in hands.tolist()]
        told += [
            _Line(label, [each.get(label) for each in of_hands], of_hand)
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


def _spread(rows: Ints, numbers: Ints, count: int) -> Ints:
    """Return numbers in their rows of a column of so many, -1 elsewhere."""
    column = np.full(count, -1, dtype=np.int64)
    column[rows] = numbers
    return column


def _is_fee(frame: pd.DataFrame) -> Bools:
    fee: Bools = (frame["payer"].isin(PAYERS) & frame["component"].isin(FEES)).to_numpy()
    return fee


def _approved(case: Case, check: Check, context: Ints, frame: pd.DataFrame) -> _Line:
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
    return _Line("Approved", told, number)
