"""OPT-FITS: over a stretch of hands the fees fit another approved option.

Finding     thirty hands logged under option 1, every fee is what option 2 says
No finding  a few wrong fees among right ones
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.audit.replay import replayed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation

FEWEST_HANDS = 10
SAMPLE = 40
MUCH_BETTER = 0.9
WRONG_SHARE = 0.5


@check(
    id="OPT-FITS",
    title="The fees fit another option better",
    severity=Severity.REVIEW,
    authority=Authority.SCHEDULE,
    needs=("hands.option", "wagers", "collections"),
    next_step="Find out which placard was up at this table in that time.",
)
def another_option_fits(case: Case) -> Outcome:
    """Over a stretch of hands at a table the fees fit another approved option of the game."""
    fees = fees_of(case)
    if not case.has("hands.option"):
        return Outcome(findings_frame(), case.no_hand, {case.lacking("hands.option"): fees.tested})
    right = np.ones(len(case.hands), dtype=bool)
    right[fees.frame["hand"].to_numpy()[~fees.frame["fits"].to_numpy()]] = False
    found = [_finding(case, *stretch) for stretch in _stretches(case, fees.tested, right)]
    told = [each for each in found if each is not None]
    findings = findings_frame(
        len(told),
        hand=np.array([each["hand"] for each in told], dtype=np.int64),
        until=np.array([each["until"] for each in told], dtype=np.int64),
        review=np.ones(len(told), dtype=bool),
        message=np.array([each["message"] for each in told], dtype=object),
    )
    return Outcome(findings, fees.tested, fees.untested)


def _stretches(case: Case, tested: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """Yield stretches of hands at one table under one option whose fees are mostly wrong."""
    hands = case.hands
    order = np.lexsort((hands["started_at"].to_numpy(), hands["table_code"].to_numpy()))
    order = order[tested[order]]
    if not len(order):
        return
    table = hands["table_code"].to_numpy()[order]
    option = hands["option"].cat.codes.to_numpy()[order]
    game = hands["game"].cat.codes.to_numpy()[order]
    same = (table[1:] == table[:-1]) & (option[1:] == option[:-1]) & (game[1:] == game[:-1])
    for stretch in np.split(order, np.flatnonzero(~same) + 1):
        wrong = np.flatnonzero(~right[stretch])
        if len(wrong) < FEWEST_HANDS:
            continue
        # From the first wrong hand to the last: the time the other placard may have been up.
        inner = stretch[wrong[0] : wrong[-1] + 1]
        if len(wrong) >= WRONG_SHARE * len(inner):
            yield inner, right[inner]


def _finding(case: Case, stretch: Any, right: Any) -> dict[str, Any] | None:
    situation = case.situations[int(case.hands["situation"].to_numpy()[stretch[0]])]
    options = _others(situation)
    if not options:
        return None
    sample = stretch[np.unique(np.linspace(0, len(stretch) - 1, SAMPLE).astype(int))]
    other = replayed(case, np.sort(sample), options)
    fits = _fitting(other, len(options), len(sample))
    best = int(np.argmax(fits))
    if fits[best] < MUCH_BETTER or fits[best] <= right.mean():
        return None
    equal = [options[place] for place in np.flatnonzero(fits == fits[best])]
    names = " or ".join(equal[:3]) + (f" or {len(equal) - 3} others" if len(equal) > 3 else "")  # noqa: PLR2004
    last = int(case.hands["started_at"].to_numpy()[stretch[-1]])
    told = (
        f"{len(stretch)} hands logged under option {situation.option_name}: the fees of"
        f" {right.mean():.0%} fit it, {fits[best]:.0%} fit option {names}"
    )
    return {"hand": int(stretch[0]), "until": last, "message": told}


def _others(situation: Situation) -> list[str]:
    """Return the other options of the game's schedules, named with their schedule."""
    own = {(offer.schedule.key, offer.option.option) for offer in situation.offers}
    return [
        f"{offer.schedule.schedule}/{option.option}"
        for offer in situation.offers
        for option in offer.schedule.options
        if (offer.schedule.key, option.option) not in own
    ]


def _fitting(other: Case, options: int, hands: int) -> Any:
    """Return the share of hands whose fees all fit, by option."""
    fees = fees_of(other)
    right = fees.tested.copy()
    right[fees.frame["hand"].to_numpy()[~fees.frame["fits"].to_numpy()]] = False
    return right.reshape(options, hands).mean(axis=1)
