"""Breaches of limits told: findings with their sentence, and which hands a check could test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import Citation, find, findings_frame, log_rows
from feeaudit.audit.limits.bound_wagers import bound_wagers
from feeaudit.audit.limits.limits_in_force import limits_in_force
from feeaudit.audit.wagers import STRANGE_WAGER
from feeaudit.book.views import stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Outcome
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.limits import Demand


class Explanation(NamedTuple):
    """Why an amount is not allowed: the sentence, whether it is settled, and where it stands.

    ``kind`` is the wager that the finding is named after, where it is not that of its place;
    ``anomalies`` are the open questions of the paper that leave it unsettled.
    """

    message: str
    sure: bool
    lines: tuple[int, ...]
    document: str
    kind: str = ""
    anomalies: tuple[str, ...] = ()


class Breach(NamedTuple):
    """A wager (its place among the bets) and what is wrong with it."""

    place: int
    told: Explanation


def kind_text(kind: str) -> str:
    """Return a wager kind for reading."""
    return kind.replace("_", " ")


class LimitDoubt(NamedTuple):
    """What leaves a breach open beside the demand itself: why, and the anomalies it rests on."""

    why: str = ""
    anomalies: tuple[str, ...] = ()


NO_DOUBT: Final = LimitDoubt()


def explained(
    message: str,
    demand: Demand,
    lines: tuple[int, ...],
    question: LimitDoubt = NO_DOUBT,
    kind: str = "",
) -> Explanation:
    """Return why a demand is broken, with what is in doubt about it or about this breach."""
    why = demand.doubt or question.why
    text = f"{message}; not settled: {why}" if why else message
    ids = tuple(dict.fromkeys((*demand.anomalies, *question.anomalies)))
    return Explanation(text, not why, lines, demand.document, kind, ids)


def limit_outcome(
    case: Case,
    test: Callable[[Demand], bool],
    breaches: Iterable[Breach],
    *,
    untested: dict[str, Bools] | None = None,
    more: pd.DataFrame | None = None,
) -> Outcome:
    """Return the outcome of a check: one finding a wager, and the hands its demands bind.

    ``untested`` are hands that the check itself sets aside, with the reason; ``more`` are findings
    about whole hands.
    """
    found: dict[int, Explanation] = {}
    for place, told in breaches:
        if place not in found or (told.sure and not found[place].sure):
            found[place] = told
    others = findings_frame() if more is None else more
    hands = np.concatenate([bound_wagers(case).hand[list(found)], others["hand"].to_numpy()])
    cover = _cover(case, test, untested or {}, hands.astype(np.int64))
    return cover.outcome(_findings(case, found), others)


def _findings(case: Case, found: dict[int, Explanation]) -> pd.DataFrame:
    if not found:
        return findings_frame()
    bets, wagers = bound_wagers(case), case.wagers
    place = np.array(list(found), dtype=np.int64)
    record = bets.record(place)
    seat = words_of(wagers, "seat", record)
    return find(
        list(zip(seat, found.values(), strict=True)),
        tell=lambda each: f"seat {each[0]}: {each[1].message}",
        cite=lambda each: Citation(stretches(each[1].lines), each[1].document),
        review=np.array([not each.sure for each in found.values()], dtype=bool),
        hand=bets.hand[place],
        seat=seat,
        player=words_of(wagers, "player", record),
        component=[each.kind or bets.kind(at) for at, each in found.items()],
        doubt=[", ".join(sorted(each.anomalies)) for each in found.values()],
        **log_rows(wagers, record),
    )


def _problem(context: Context) -> str:
    """Return why it is not known what binds a context; blank where it is."""
    banked = context.game is None or context.game.kind == "player_dealer"
    return context.problem if banked else ""


def _cover(
    case: Case, test: Callable[[Demand], bool], aside: dict[str, Bools], found: Ints
) -> Cover:
    """Return the hands that demands bind, and those of which it is not known."""
    context = case.hands["context"].to_numpy()
    bound = limits_in_force(case).where(test)[context] if case.contexts else case.no_hand
    problem = np.array([_problem(each) for each in case.contexts], dtype=object)
    reasons = {each: (problem == each)[context] for each in dict.fromkeys(problem) if each}
    lacking = case.lacking("wagers")
    if not lacking:
        bets = bound_wagers(case)
        reasons |= {
            "the hand's wagers are logged as table totals": bound & bets.summed,
            "no wagers of the hand are logged": bound & bets.bare,
            STRANGE_WAGER: bound & bets.strange,
        }
        reasons |= aside
    cover = Cover(np.logical_or.reduce([bound, *reasons.values()]))
    cover.keep(found)
    if not cover.lacks(lacking):
        for reason, hands in reasons.items():
            cover.set_aside(hands, reason)
    return cover
