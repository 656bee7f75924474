"""OPT-FITS: over a stretch of hands the fees fit another approved option or edition.

A stretch is of one table, game and gaming day. Hands whose fees fit as logged and fit the other
option too say nothing; of those that tell the two apart at least four in five fit the other one,
and at least eight hands more than it takes to make up for the rest.

Finding     thirty hands logged under option 1, every fee is what option 2 says
Finding     twenty hands whose fees are those of the edition before the one in force
Finding     an hour of option 2's fees in an evening that is right otherwise: the hour is told
No finding  a few wrong fees among right ones
No finding  seven such hands in a row
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.replay import fitting_hands
from feeaudit.audit.findings import find
from feeaudit.audit.law import clock_text
from feeaudit.audit.options.better_fits import BetterFit, better_fits

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools

# A sentence that lists more rivals is not read.
_NAMED: Final = 3


@check(
    id="OPT-FITS",
    title="The fees fit another option better",
    severity=Severity.REVIEW,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("hands.option", "wagers", "collections"),
    next_step="Find out which placard was posted at this table at the time; if another edition"
    " was in force, state it in feeaudit.toml.",
)
def another_option_fits(case: Case) -> Outcome:
    """Over a stretch of hands at a table the fees fit another approved option of the game."""
    fees = fees_of(case)
    cover = Cover(fees.tested)
    if cover.lacks(case.lacking("hands.option")):
        return cover.outcome()
    cover, fits = Cover(fees.tested, fees.untested), fitting_hands(fees)
    found = better_fits(case)
    for stretch in found:
        cover.keep(stretch.hands)
    started = case.hands["started_at"].to_numpy()
    findings = find(
        found,
        tell=lambda stretch: _sentence(case, stretch, fits),
        cite=lambda stretch: (stretch.rival.lines, stretch.rival.schedule.document),
        review=True,
        hand=[each.hands[0] for each in found],
        until=[started[each.hands[-1]] for each in found],
    )
    return cover.outcome(findings)


def _sentence(case: Case, stretch: BetterFit, fits: Bools) -> str:
    hands = case.hands.iloc[stretch.hands]
    first, last = (clock_text(case, hands["started_at"].iloc[place]) for place in (0, -1))
    logged = sorted(hands["option"].astype(str).unique())
    options = f"option {logged[0]}" if len(logged) == 1 else f"options {', '.join(logged)}"
    kinds = {case.contexts[number].kind for number in hands["context"].unique()}
    as_logged = f"{fits[stretch.hands].mean():.0%} of the hands have its fees"
    if "" not in kinds:
        as_logged = "no edition in force prints it"
    names, left = stretch.equals, len(stretch.equals) - _NAMED
    more = f" or {left} other{'s' if left > 1 else ''}" if left > 0 else ""
    return (
        f"{len(hands)} hands from {first} to {last} logged under {options}: {as_logged},"
        f" {stretch.share:.0%} have those of {' or '.join(names[:_NAMED])}{more}"
    )
