"""FEE-PERCENT: what was collected follows a share of the wagers, not the ladder.

Finding     forty hands with fees of 1% of the action to the cent, whatever the tier
Finding     forty hands with fees of 3% of the action, rounded to the dollar
Finding     forty hands with 5% of the pot, rounded to the dollar
No finding  fees that step with the tiers, though they rise with the action
No finding  the fees of another option: no option has as many different ones
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.columns import words_of
from feeaudit.audit.fees import fees_of
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.audit.shared import shared
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees import Fees
    from feeaudit.core.arrays import Ints


# What fees must share to be looked at together.
_TOGETHER: Final = ["table", "day", "game", "option", "klass"]
# Who pays on wagers of their own, or of the table; of others the number of players picks the tier.
_ON_THEIR_OWN: Final = ["player", "player_dealer"]
FEWEST_HANDS: Final = 20
FEWEST_AMOUNTS: Final = 8
# More than a tenth of the fewest hands.
FEWEST_WRONG: Final = 3
CLOSE_CENTS: Final = 2
CLOSE_SHARE: Final = 0.9
MOST_BY_TIER: Final = 0.5
# What a share may be rounded to, in cents: chips, as far as the fees allow.
UNITS: Final = (1, 25, 50, 100, 500)


class _Line(NamedTuple):
    """A share of the wagers, and how much of what was taken it explains to within so many cents."""

    share: float
    close: float
    within: int


@check(
    id="FEE-PERCENT",
    title="Fees follow a share of the wagers",
    severity=Severity.REVIEW,
    authority=Authority.LAW,
    needs=("wagers", "collections"),
    next_step="Ask how the fee was worked out at this table; a percentage is not allowed.",
)
def follows_a_share(case: Case) -> Outcome:
    """What a table collected tracks a share of the wagers more closely than the ladder."""
    fees = fees_of(case)
    rows = _suspicious(case, fees)
    if not len(rows):
        return Outcome(findings_frame(), fees.tested, fees.untested)
    found = [
        _share(group)
        for _, group in rows.groupby(_TOGETHER, sort=True)
        if len(group) >= FEWEST_HANDS
    ]
    told = [each for each in found if each is not None]
    first = np.array([each[0] for each in told], dtype=np.int64)
    findings = findings_frame(
        len(told),
        hand=first,
        payer=np.array([each[1] for each in told], dtype=object),
        taken=np.array([each[2] for each in told], dtype=np.int64),
        review=np.ones(len(told), dtype=bool),
        message=np.array([each[3] for each in told], dtype=object),
    )
    return Outcome(findings, fees.tested, fees.untested)


def _suspicious(case: Case, fees: Fees) -> pd.DataFrame:
    """Return the fees on wagers of tables where enough are not what the tiers say, by time."""
    wrong = _on_wagers(case, fees.odd[~fees.odd["fits"].to_numpy()])
    tables = case.hands["table_code"].to_numpy()
    enough = np.bincount(tables[wrong["hand"].to_numpy()]) >= _fewest_wrong(fees)
    if not enough.any():
        return wrong.iloc[:0]
    at_odds = np.zeros(int(tables.max()) + 1, dtype=bool)
    at_odds[: len(enough)] = enough
    rows = _on_wagers(case, fees.of_hands(at_odds[tables]))
    place = np.empty(len(tables), dtype=np.int64)
    place[order_of_play(case).hand] = np.arange(len(tables))
    rows = rows.iloc[np.argsort(place[rows["hand"].to_numpy()], kind="stable")]
    hand = rows["hand"].to_numpy()
    day = case.hands["day"].to_numpy()[hand]
    option = words_of(case.hands, "option", hand)
    return rows.assign(table=tables[hand], day=day, game=case.games[hand], option=option)


def _on_wagers(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return fees with what was wagered for each: all of the hand's wagers where the pot pays."""
    own = rows["payer"].isin(_ON_THEIR_OWN)
    if not own.all():
        pots = _pots(case)[rows["hand"].to_numpy()]
        rows = rows.assign(amount=rows["amount"].where(own, pots))
    return rows[(rows["taken"] > 0) & (rows["amount"] > 0)]


@shared
def _pots(case: Case) -> Ints:
    """Return what was wagered on each hand."""
    pots = np.zeros(len(case.hands), dtype=np.int64)
    hand = case.wagers["hand"].to_numpy()
    told = np.flatnonzero(hand >= 0)
    if len(told):
        np.add.at(pots, hand[told], case.wagers["amount"].to_numpy()[told])
    return pots


def _fewest_wrong(fees: Fees) -> int:
    """Return how many wrong fees a finding takes at the least, told by the ladders alone.

    Fees count by the cent only where more than a tenth of them are no whole quarters. Where the
    tiers print quarters, those are wrong; by coarser units, half of the fees are.
    """
    printed = np.concatenate([fees.arrays.ladders.least, fees.arrays.ladders.most])
    return FEWEST_WRONG if (printed % UNITS[1] == 0).all() else 1


def _share(group: pd.DataFrame) -> tuple[int, str, int, str] | None:
    """Return the finding of a table's fees, if one share explains them better than the tiers."""
    taken, amount = group["taken"].to_numpy(), group["amount"].to_numpy()
    if len(np.unique(amount)) < FEWEST_AMOUNTS or len(np.unique(taken)) < FEWEST_AMOUNTS:
        return None
    line = _line(taken, amount)
    fitting = float(group["fits"].mean())
    most = line.close if line.within == CLOSE_CENTS else MOST_BY_TIER
    if line.close < CLOSE_SHARE or fitting >= most:
        return None
    payer = str(group["payer"].iloc[0])
    told = (
        f"{payer.replace('_', '-')}: {line.close:.0%} of {len(group)} fees are {line.share:.2%} of"
        f" what was wagered {_closely(line)}, {fitting:.0%} are what the tiers say"
        f" ({dollars(int(taken.sum()))} in all)"
    )
    return int(group["hand"].iloc[0]), payer, int(taken.sum()), told


def _closely(line: _Line) -> str:
    if line.within == CLOSE_CENTS:
        return f"to within {CLOSE_CENTS} cents"
    return f"rounded to {dollars(line.within)}"


def _line(taken: Ints, amount: Ints) -> _Line:
    """Return the share of the wagers that explains the most fees, as they are rounded."""
    unit = max(each for each in UNITS if np.mean(taken % each == 0) >= CLOSE_SHARE)
    within = CLOSE_CENTS if unit == 1 else unit
    low, high = (taken - within) / amount, (taken + within) / amount
    # Each fee allows a stretch of shares; the best lies where most stretches overlap.
    bounds = np.concatenate([low, high])
    order = np.lexsort((np.repeat([0, 1], len(taken)), bounds))
    overlap = np.cumsum(np.repeat([1, -1], len(taken))[order])
    best = int(overlap.argmax())
    share = np.clip(taken.sum() / amount.sum(), bounds[order][best], bounds[order][best + 1])
    return _Line(float(share), float(overlap[best]) / len(taken), within)
