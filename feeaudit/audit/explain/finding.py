"""Explaining findings: for each what makes sense of it, as pairs of a label and a text.

What a hand shows is worked out once, however many findings it has. The labels are Hand (First hand
where a finding is about a stretch of them), Collected, Owed, Tier, Arithmetic, Readings, Run,
Offers and Approved, in this order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.columns import plain_words
from feeaudit.audit.explain.citation import citation
from feeaudit.audit.explain.dues import dues_of
from feeaudit.audit.explain.fee_text import fee_why
from feeaudit.audit.explain.hand_text import played_of
from feeaudit.audit.explain.turn_text import Turns
from feeaudit.audit.facts.schedules import schedule_keys
from feeaudit.core.arrays import distinct
from feeaudit.rules.levies import FEES, PAYERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Authority
    from feeaudit.core.arrays import Ints


def explained(
    case: Case, authority: Authority, hand: Ints, context: Ints, frame: pd.DataFrame
) -> pd.DataFrame:
    """Return findings of one authority with the schedule they were held against and their why.

    ``hand`` is the row of each finding's hand in ``case.hands``, ``context`` what was played; -1
    for none.
    """
    if not len(frame):
        return frame
    work = _Work(case, authority, hand)
    columns = (frame[name].tolist() for name in Finding._fields)
    findings = map(Finding._make, zip(*columns, strict=True))
    # An array made of tuples all at once would take them for its dimensions.
    why = np.empty(len(frame), dtype=object)
    rows = zip(hand.tolist(), context.tolist(), findings, strict=True)
    # Tiers, citations and sums recur: each pair stands in memory once.
    pairs: dict[tuple[str, str], tuple[str, str]] = {}
    for number, (row, played, finding) in enumerate(rows):
        told = [(label, _one_line(text)) for label, text in work.why(row, played, finding)]
        why[number] = tuple([pairs.setdefault(each, each) for each in told])
    schedule = plain_words(schedule_keys(case)[context])
    return frame.assign(schedule=schedule, why=plain_words(why))


def _one_line(text: str) -> str:
    """Return a text on one line: a name in the log may hold a line break."""
    return text if text.isprintable() else " ".join(text.splitlines())


class Finding(NamedTuple):
    """What is looked at of a finding."""

    check: str
    at: int
    until: int
    seat: str
    player: str
    payer: str
    component: str
    owed: int
    owed_most: int
    taken: int
    document: str
    lines: str


class _Work:
    """What explaining the findings of a case needs, fetched once."""

    def __init__(self, case: Case, authority: Authority, hand: Ints) -> None:
        self.case = case
        self.authority = authority
        self.hands = distinct(hand[hand >= 0])
        self.played = played_of(case, self.hands)
        self.fetched = False
        self.turns: Turns | None = None
        self.approved: dict[tuple[int, str, str, str], str] = {}

    def why(self, hand: int, context: int, finding: Finding) -> Iterator[tuple[str, str]]:
        """Yield the why of a finding: labels, each with its text."""
        if hand >= 0:
            yield from self._about_hand(hand, finding)
        approved = self._approved(context, finding)
        if approved:
            yield "Approved", approved

    def _about_hand(self, hand: int, finding: Finding) -> Iterator[tuple[str, str]]:
        played = self.played[hand]
        family = finding.check.partition("-")[0]
        label = "First hand" if finding.until > finding.at else "Hand"
        yield label, played.described(results=True) if family == "PAY" else played.line
        if family == "FEE":
            yield "Collected", played.taken
        if finding.payer in PAYERS and finding.component in FEES:
            self._fetch_dues()
            yield from fee_why(self.case, played, finding)
        if family == "ROT":
            yield from self._turns().why(hand)

    def _fetch_dues(self) -> None:
        if not self.fetched:
            dues_of(self.case).fetch(self.hands)
            self.fetched = True

    def _turns(self) -> Turns:
        if self.turns is None:
            self.turns = Turns(self.case, self.hands)
        return self.turns

    def _approved(self, context: int, finding: Finding) -> str:
        key = (context, finding.check, finding.document, finding.lines)
        if key not in self.approved:
            known = self.case.contexts[context] if context >= 0 else None
            self.approved[key] = citation(known, self.authority, finding.document, finding.lines)
        return self.approved[key]
