"""OPT-LIMIT: the placard at the table does not fit the option, or the hand not the placard.

Finding     option 2 is approved for $25 to $1,000, the placard says $10 to $1,000
Finding     a hand of option 3 while option 2 is posted
No finding  a minimum of $100 posted where the schedule prints minimums of $5 to $100
No finding  a hand of the option posted at the very moment it begins
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.limits.placards import Placards, placards_of, whereabouts
from feeaudit.audit.log_frames import MISSING
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars
from feeaudit.rules.contexts import setting_text
from feeaudit.rules.table_limits import TableLimit, table_limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.contexts import Context


class _Wrong(NamedTuple):
    """A posted figure that the schedule does not print."""

    place: int
    side: str
    message: str
    review: bool
    limit: TableLimit


@check(
    id="OPT-LIMIT",
    title="Posted limit or option is not the one in use",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("postings", "hands.option"),
    next_step="Put up the placard of the option in use, with the limits approved for it.",
)
def wrong_placard(case: Case) -> Outcome:
    """The posted limits are not the option's, or another option was posted than the one in use."""
    placards = placards_of(case)
    parts = [_other_option(case, placards), _other_limits(case, placards)]
    findings = [part for part in parts if len(part)] or [findings_frame()]
    tested, untested = _coverage(case, placards)
    return Outcome(pd.concat(findings, ignore_index=True), tested, untested)


def _coverage(case: Case, placards: Placards) -> tuple[Bools, dict[str, Bools]]:
    lacking = case.lacking("postings")
    if lacking:
        return case.no_hand, {lacking: case.every_hand}
    stated = case.of_contexts(lambda each: each.kind != "unstated")
    posted = placards.of_hand >= 0
    tested = posted & (stated | placards.other)
    return tested, {
        "nothing was posted at the table when the hand began": ~posted,
        "the log does not say which option was in use": posted & ~tested,
    }


def _other_option(case: Case, placards: Placards) -> pd.DataFrame:
    """Return a finding for each hand that was not of the posted option."""
    hand = np.flatnonzero(placards.other)
    if not len(hand):
        return findings_frame()
    place = placards.of_hand[hand]
    context = case.hands["context"].to_numpy()[hand]
    pairs = pd.DataFrame({"context": context, "place": place})
    told = {
        (own, posted): (
            _not_posted(case.contexts[own], placards.context[posted]),
            *_cited(case.contexts[own]),
        )
        for own, posted in pairs.drop_duplicates().itertuples(index=False)
    }
    chosen = [told[pair] for pair in zip(context, place, strict=True)]
    return findings_frame(
        len(hand),
        hand=hand,
        message=np.array([each[0] for each in chosen], dtype=object),
        lines=np.array([each[1] for each in chosen], dtype=object),
        document=np.array([each[2] for each in chosen], dtype=object),
    )


def _not_posted(own: Context, posted: Context) -> str:
    return f"{setting_text(own)} was played while {setting_text(posted)} was posted at the table"


def _cited(each: Context) -> tuple[str, str]:
    if not each.offers:
        return "", each.cardroom.document if each.cardroom is not None else ""
    offer = each.offers[0]
    return stretches(offer.option.lines[:1]), offer.schedule.document


def _other_limits(case: Case, placards: Placards) -> pd.DataFrame:
    """Return a finding for each posting whose minimum or maximum is not approved for its option."""
    wrong = list(_all_wrong(placards))
    if not wrong:
        return findings_frame()
    place = np.array([each.place for each in wrong], dtype=np.int64)
    where = whereabouts(case, placards, place)
    return findings_frame(
        len(wrong),
        **where,
        component=np.array([each.side for each in wrong], dtype=object),
        review=np.array([each.review for each in wrong], dtype=bool),
        message=np.array(
            [
                f"table {name}: {each.message}"
                for name, each in zip(where["table"], wrong, strict=True)
            ],
            dtype=object,
        ),
        lines=np.array([stretches(each.limit.lines) for each in wrong], dtype=object),
        document=np.array([each.limit.document for each in wrong], dtype=object),
    )


def _all_wrong(placards: Placards) -> Iterator[_Wrong]:
    """Yield the posted minimums and maximums that no or not every schedule has.

    Many tables post the same: of each context and figures that is found out once.
    """
    known: dict[tuple[int, int, int], list[_Wrong]] = {}
    figures = zip(placards.minimum.tolist(), placards.maximum.tolist(), strict=True)
    for place, posted in enumerate(figures):
        context = placards.context[place]
        key = (id(context), *posted)
        if key not in known:
            known[key] = list(_wrong(context, place, *posted))
        for each in known[key]:
            yield each._replace(place=place)


def _wrong(context: Context, place: int, minimum: int, maximum: int) -> Iterator[_Wrong]:
    """Yield the posted minimum and maximum, where no or not every schedule has them."""
    game = context.game
    if game is None or game.kind != "player_dealer" or not context.offers:
        return
    limits = table_limits(context)
    for side, amount in (("minimum", minimum), ("maximum", maximum)):
        if amount == MISSING:
            continue
        unfit = [each for each in limits if not _fits(each, side, amount)]
        if unfit:
            settled = len(unfit) == len(limits) and all(_settled(each, side) for each in unfit)
            message = (
                f"posted {side} of {dollars(amount)} for {setting_text(context)}, which"
                f" {_printed(unfit[0], side)}"
            )
            yield _Wrong(place, side, message, not settled, unfit[0])


def _fits(limit: TableLimit, side: str, amount: int) -> bool:
    least, most = limit.minimums if side == "minimum" else limit.maximums
    if least is None:
        return side == "minimum" or not limit.no_maximum
    return least <= amount and (most is None or amount <= most)


def _settled(limit: TableLimit, side: str) -> bool:
    """Tell whether the print leaves no doubt; that No Limit forbids a maximum is not said."""
    return limit.low_sure if side == "minimum" else not limit.no_maximum


def _printed(limit: TableLimit, side: str) -> str:
    least, most = limit.minimums if side == "minimum" else limit.maximums
    if least is None:
        return f"is approved without a maximum (limit {limit.text})"
    if least == most:
        return f"is approved for a {side} of {dollars(least)}"
    upper = f" to {dollars(most)}" if most is not None else " or more"
    return f"is approved for a {side} of {dollars(least)}{upper}"
