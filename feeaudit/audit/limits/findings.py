"""Breaches of limits told: findings with their sentence, and which hands a check could test."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.check import Outcome
from feeaudit.audit.findings import findings_frame
from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.book.views import stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints, Words
    from feeaudit.rules.limits import Demand


class Explanation(NamedTuple):
    """Why an amount is not allowed: the sentence, whether it is settled, and where it stands.

    ``kind`` is the wager that the finding is named after, where it is not that of its place.
    """

    message: str
    sure: bool
    lines: tuple[int, ...]
    document: str
    kind: str = ""


class Breach(NamedTuple):
    """A wager (its place among the bets) and what is wrong with it."""

    place: int
    told: Explanation


def kind_text(kind: str) -> str:
    """Return a wager kind for reading."""
    return kind.replace("_", " ")


def limit_outcome(
    case: Case,
    test: Callable[[Demand], bool],
    breaches: Iterable[Breach],
    *,
    untested: dict[str, Bools] | None = None,
) -> Outcome:
    """Return the outcome of a check: one finding a wager, and the hands its demands bind.

    ``untested`` are hands that the check itself sets aside, with the reason.
    """
    found: dict[int, Explanation] = {}
    for place, told in breaches:
        if place not in found or (told.sure and not found[place].sure):
            found[place] = told
    findings = _findings(case, found)
    tested, aside = _coverage(case, test, untested or {}, findings["hand"].to_numpy())
    return Outcome(findings, tested, aside)


def _findings(case: Case, found: dict[int, Explanation]) -> pd.DataFrame:
    if not found:
        return findings_frame()
    bets, wagers = bound_wagers(case), case.wagers
    place = np.array(list(found), dtype=np.int64)
    told = list(found.values())
    record = bets.record(place)
    seat = _words(wagers, "seat", record)
    kinds = [each.kind or bets.kind(at) for at, each in found.items()]
    return findings_frame(
        len(told),
        hand=bets.hand[place],
        seat=seat,
        player=_words(wagers, "player", record),
        component=np.array(kinds, dtype=object),
        review=np.array([not each.sure for each in told], dtype=bool),
        message=np.array(
            [f"seat {at}: {each.message}" for at, each in zip(seat, told, strict=True)],
            dtype=object,
        ),
        lines=np.array([stretches(each.lines) for each in told], dtype=object),
        document=np.array([each.document for each in told], dtype=object),
        source=wagers["source"].to_numpy()[record],
        row=wagers["row"].to_numpy()[record],
    )


def _words(wagers: pd.DataFrame, name: str, record: Ints) -> Words:
    if name not in wagers:
        return np.full(len(record), "", dtype=object)
    words = np.array([*map(str, wagers[name].cat.categories), ""], dtype=object)
    found: Words = words[wagers[name].cat.codes.to_numpy()[record]]
    return found


def _coverage(
    case: Case, test: Callable[[Demand], bool], aside: dict[str, Bools], found: Ints
) -> tuple[Bools, dict[str, Bools]]:
    context = case.hands["context"].to_numpy()
    bound = limits_in_force(case).where(test)[context] if case.contexts else case.no_hand
    reasons: dict[str, Bools] = {}
    for number, each in enumerate(case.contexts):
        if each.problem and (each.game is None or each.game.kind == "player_dealer"):
            reasons[each.problem] = reasons.get(each.problem, False) | (context == number)
    lacking = case.lacking("wagers")
    if lacking:
        return case.no_hand, {lacking: np.logical_or.reduce([bound, *reasons.values()])}
    bets = bound_wagers(case)
    reasons |= {
        "the hand's wagers are totals of the table": bound & bets.summed,
        "no wagers of the hand are logged": bound & bets.bare,
        "a wager of the hand is not of a kind that its game has": bound & bets.strange,
    }
    return _settled(bound, reasons | aside, found)


def _settled(
    bound: Bools, reasons: dict[str, Bools], found: Ints
) -> tuple[Bools, dict[str, Bools]]:
    """Return the hands tested, and the others under the first reason that holds for them."""
    tested = np.zeros(len(bound), dtype=bool)
    tested[found] = True
    left = ~tested
    untested = {}
    for reason, hands in reasons.items():
        untested[reason] = hands & left
        left = left & ~hands
    return tested | (bound & left), untested
