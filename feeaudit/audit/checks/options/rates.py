"""OPT-RATES: more different rates were collected at a table than are allowed.

A rate is an amount that some option of the game prints. An amount that none prints is a wrong fee
(FEE-OVER, FEE-UNDER) and no rate: it is told apart.

Finding     six printed rates at one table in one day under an option that may have five
Finding     a fourth kind of fee where the rules establish three: regular, designated, jackpot
No finding  five different fees, and a jackpot fee beside them
No finding  five rates, and a fee that no option prints
No finding  three rates of two options in use, and a wrong fee that only a third option prints
No finding  two bets at one seat that paid $1.00 each, logged as one payment of $2.00
For review  the option itself prints more rates than the rules allow
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find, log_rows
from feeaudit.audit.options.fee_kinds import too_many_kinds
from feeaudit.audit.options.rate_counts import TooMany, too_many
from feeaudit.core.money import dollars
from feeaudit.rules.contexts import setting_text

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


@check(
    id="OPT-RATES",
    title="Too many rates at a table",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("collections", "hands.option"),
    next_step="Find the collections that do not belong to the posted option, and get an"
    " explanation.",
)
def too_many_rates(case: Case) -> Outcome:
    """More different amounts were collected at a table in a day than rates are allowed."""
    cover = Cover(case.of_contexts(lambda each: bool(each.offers)))
    if cover.lacks(case.lacking("collections")):
        return cover.outcome()
    found = list(too_many(case)) if cover.tested.any() else []
    unstated = case.of_contexts(lambda each: each.kind == "unstated")
    cover.take_up(unstated)
    cover.set_aside(unstated, "the log does not say which option was in use")
    record = np.array([each.record for each in found], dtype=np.int64)
    collections = case.collections
    findings = find(
        found,
        tell=lambda each: _sentence(each, int(collections["amount"].iloc[each.record])),
        cite=lambda each: (each.broken.lines, each.broken.document),
        doubt=[",".join(each.doubts) for each in found],
        review=np.array([each.review for each in found], dtype=bool),
        hand=collections["hand"].to_numpy()[record],
        until=[each.until for each in found],
        taken=collections["amount"].to_numpy()[record],
        **log_rows(collections, record),
    )
    return cover.outcome(findings, _kinds(case))


def _kinds(case: Case) -> pd.DataFrame:
    """Return the tables with more kinds of fee than the rules of their game establish."""
    found = list(too_many_kinds(case))
    record = np.array([each.record for each in found], dtype=np.int64)
    collections = case.collections
    return find(
        found,
        tell=lambda each: (
            f"{len(each.kinds)} kinds of fee were collected at the table in one gaming day"
            f" ({', '.join(each.kinds).replace('_', '-')}), and at most"
            f" {each.allowed.at_most} are allowed"
        ),
        cite=lambda each: (each.allowed.lines, each.allowed.document),
        hand=collections["hand"].to_numpy()[record],
        until=[each.until for each in found],
        taken=collections["amount"].to_numpy()[record],
        **log_rows(collections, record),
    )


def _sentence(each: TooMany, shown: int) -> str:
    message = (
        f"{len(each.amounts)} different fees were collected under {_setting(each)}"
        f" in one gaming day ({', '.join(map(dollars, each.amounts))}), and at most"
        f" {each.broken.at_most} are allowed"
    )
    if each.strange:
        message += f"; the option does not print {dollars(shown)}"
    if any(kept.per == "payer" for kept in each.kept):
        message += (
            "; the option itself prints more, unless rates are counted separately for each payer"
        )
    elif each.broken.over_all:
        message += ", unless rates are counted separately for each option"
    if each.wrong:
        amounts = ", ".join(map(dollars, each.wrong))
        nobody = "no option in use" if each.broken.over_all else "no option"
        message += f"; wrong fees that {nobody} prints are not counted ({amounts})"
    return message


def _setting(each: TooMany) -> str:
    if each.broken.over_all:
        game = each.context.game.name if each.context.game else each.context.game_name
        return f"all options of {game} in use at the table"
    return setting_text(each.context)
