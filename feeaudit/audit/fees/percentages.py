"""Percentages: the share of the wagers that what a table collected follows, if it follows one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.columns import words_of
from feeaudit.audit.fees import fees_of
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct
from feeaudit.core.groups import groups_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees import Fees
    from feeaudit.core.arrays import Ints


# What fees must share to be looked at together.
_TOGETHER: Final = ["table", "day", "game", "option", "klass"]
# Who pays on wagers of their own, or of the table; of others the number of players picks the tier.
_ON_THEIR_OWN: Final = ["player", "player_dealer"]
# Half an hour of play: fewer fees lie on some line by chance.
FEWEST_HANDS: Final = 20
# No ladder of the book prints more than five different fees, so eight are of none, slips aside; and
# a line through fewer different wagers would say little.
FEWEST_AMOUNTS: Final = 8
# More than a tenth of the fewest hands: with fewer the tiers explain as much as a share can.
FEWEST_WRONG: Final = 3
# A share worked out in cents is rounded up, down or to the nearest, and perhaps twice.
CLOSE_CENTS: Final = 2
# One fee in ten may be a slip, a promotion or a change of the dealer.
CLOSE_SHARE: Final = 0.9
# Rounded to chips, a share is close to any ladder that rises with the wagers: only where the tiers
# explain less than half of the fees is it the better account of them.
MOST_BY_TIER: Final = 0.5
# What a share may be rounded to, in cents: chips, as far as the fees allow.
UNITS: Final = (1, 25, 50, 100, 500)


class Line(NamedTuple):
    """A share of the wagers, and how much of what was taken it explains to within so many cents."""

    share: float
    close: float
    within: int


class Percentage(NamedTuple):
    """Fees of a table that follow a percentage of the wagers, from their first hand on.

    ``fees`` is how many there are, ``taken`` their sum, ``fitting`` the part of them that are what
    the tiers say.
    """

    hand: int
    payer: str
    fees: int
    taken: int
    line: Line
    fitting: float


def percentages(case: Case) -> Iterator[Percentage]:
    """Yield where one share of the wagers explains a table's fees better than the tiers do."""
    rows = _suspicious(case)
    if not len(rows):
        return
    for _, group in rows.groupby(_TOGETHER, sort=True):
        if len(group) >= FEWEST_HANDS:
            yield from _followed(group)


def _followed(group: pd.DataFrame) -> Iterator[Percentage]:
    taken, amount = group["taken"].to_numpy(), group["amount"].to_numpy()
    if len(distinct(amount)) < FEWEST_AMOUNTS or len(distinct(taken)) < FEWEST_AMOUNTS:
        return
    line = _line(taken, amount)
    fitting = float(group["fits"].mean())
    most = line.close if line.within == CLOSE_CENTS else MOST_BY_TIER
    if line.close >= CLOSE_SHARE and fitting < most:
        yield Percentage(
            hand=int(group["hand"].iloc[0]),
            payer=str(group["payer"].iloc[0]),
            fees=len(group),
            taken=int(taken.sum()),
            line=line,
            fitting=fitting,
        )


def _suspicious(case: Case) -> pd.DataFrame:
    """Return the fees on wagers of tables where enough are not what the tiers say, by time."""
    fees = fees_of(case)
    wrong = _on_wagers(case, fees.deviations[~fees.deviations["fits"].to_numpy()])
    if not len(wrong):
        return wrong
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
        hands = groups_of(hand[told])
        pots[hands.keys] = hands.sums(case.wagers["amount"].to_numpy()[told])
    return pots


def _fewest_wrong(fees: Fees) -> int:
    """Return how many wrong fees a finding takes at the least, told by the ladders alone.

    Fees count by the cent only where more than a tenth of them are no whole quarters. Where the
    tiers print quarters, those are wrong; by coarser units, half of the fees are.
    """
    printed = np.concatenate([fees.arrays.ladders.least, fees.arrays.ladders.most])
    return FEWEST_WRONG if (printed % UNITS[1] == 0).all() else 1


def _line(taken: Ints, amount: Ints) -> Line:
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
    return Line(float(share), float(overlap[best]) / len(taken), within)
