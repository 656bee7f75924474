"""FEE-PERCENT: what was collected follows a share of the wagers, not the ladder.

Finding     forty hands with fees of 1% of the action to the cent, whatever the tier
No finding  fees that step with the tiers, though they rise with the action
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case

FEWEST_HANDS = 20
FEWEST_AMOUNTS = 8
CLOSE_CENTS = 2
CLOSE_SHARE = 0.9


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
    frame = fees.frame
    rows = _suspicious(case, frame)
    found = [
        _share(group)
        for _, group in rows.groupby(_together(rows), sort=True, observed=True)
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


def _together(rows: pd.DataFrame) -> list[str]:
    """Return what fees must share to be looked at together: table, game, option and payer."""
    return [name for name in ("table", "game", "option", "klass") if name in rows]


def _suspicious(case: Case, frame: pd.DataFrame) -> pd.DataFrame:
    """Return the fees on wagers of tables where some fee is not what the tiers say."""
    hand = frame["hand"].to_numpy()
    table = case.hands["table_code"].to_numpy()[hand]
    odd = np.zeros(int(table.max(initial=0)) + 1, dtype=bool)
    odd[table[~frame["fits"].to_numpy()]] = True
    on_wagers = (frame["taken"] > 0) & (frame["amount"] > 0) & (frame["payer"] != "pot")
    keep = on_wagers.to_numpy() & odd[table]
    played = {
        name: case.hands[name].cat.codes.to_numpy()[hand[keep]]
        for name in ("game", "option")
        if name in case.hands
    }
    return frame[keep].assign(table=table[keep], **played)


def _share(group: pd.DataFrame) -> tuple[int, str, int, str] | None:
    """Return the finding of a table's fees, if one share explains them better than the tiers."""
    taken, amount = group["taken"].to_numpy(), group["amount"].to_numpy()
    if len(np.unique(amount)) < FEWEST_AMOUNTS or len(np.unique(taken)) < FEWEST_AMOUNTS:
        return None
    share = float(np.median(taken / amount))
    close = float(np.mean(np.abs(taken - share * amount) <= CLOSE_CENTS))
    fitting = float(group["fits"].mean())
    if close < CLOSE_SHARE or fitting >= close:
        return None
    payer = str(group["payer"].iloc[0])
    told = (
        f"{payer.replace('_', '-')}: {close:.0%} of {len(group)} fees are {share:.2%} of what was"
        f" wagered to within {CLOSE_CENTS} cents, {fitting:.0%} are what the tiers say"
        f" ({dollars(int(taken.sum()))} in all)"
    )
    return int(group["hand"].iloc[0]), payer, int(taken.sum()), told
