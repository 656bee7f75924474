"""Percentages: the share of the wagers that what a table collected follows, if it follows one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.columns import words_of
from feeaudit.audit.facts.frames import rank
from feeaudit.audit.fees import fees_of
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.core.groups import groups_of
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees import Fees
    from feeaudit.core.arrays import Bools, Ints, Words


_LOOKED_AT: Final = ("hand", "klass", "payer", "taken", "amount", "fits")
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


class _Fees(NamedTuple):
    """Fees on wagers by columns, in order of time; ``group`` is what is looked at together."""

    group: Ints
    hand: Ints
    payer: Words
    taken: Ints
    amount: Ints
    fits: Bools

    def only(self, rows: Ints) -> _Fees:
        """Return some of them."""
        return _Fees(
            self.group[rows],
            self.hand[rows],
            self.payer[rows],
            self.taken[rows],
            self.amount[rows],
            self.fits[rows],
        )


def percentages(case: Case) -> Iterator[Percentage]:
    """Yield where one share of the wagers explains a table's fees better than the tiers do."""
    fees = _suspicious(case)
    if fees is None:
        return
    enough = np.bincount(fees.group) >= FEWEST_HANDS
    for values in (fees.amount, fees.taken):
        enough &= _different(fees.group, values) >= FEWEST_AMOUNTS
    rows = np.flatnonzero(enough[fees.group])
    rows = rows[np.argsort(fees.group[rows], kind="stable")]
    for part in np.split(rows, np.flatnonzero(np.diff(fees.group[rows])) + 1):
        if len(part):
            yield from _followed(fees.only(part))


def _different(group: Ints, values: Ints) -> Ints:
    """Return how many different values each group has."""
    number, different = pd.factorize(values)
    pairs = pd.unique(group * len(different) + number)
    return np.bincount(pairs // len(different), minlength=int(group.max()) + 1)


def _followed(fees: _Fees) -> Iterator[Percentage]:
    taken, fitting = fees.taken, float(fees.fits.mean())
    unit = max(each for each in UNITS if np.mean(taken % each == 0) >= CLOSE_SHARE)
    line = _line(taken, fees.amount, unit)
    by_tier = line.close if unit == 1 else MOST_BY_TIER
    if line.close >= CLOSE_SHARE and fitting < by_tier:
        yield Percentage(
            hand=int(fees.hand[0]),
            payer=str(fees.payer[0]),
            fees=len(taken),
            taken=int(taken.sum()),
            line=line,
            fitting=fitting,
        )


def _suspicious(case: Case) -> _Fees | None:
    """Return the fees on wagers of tables where enough are not what the tiers say, by time."""
    fees = fees_of(case)
    wrong = _on_wagers(case, fees.deviations[~fees.deviations["fits"].to_numpy()])
    if not len(wrong):
        return None
    tables = case.hands["table_code"].to_numpy()
    enough = np.bincount(tables[wrong["hand"].to_numpy()]) >= _fewest_wrong(fees)
    if not enough.any():
        return None
    at_odds = np.zeros(int(tables.max()) + 1, dtype=bool)
    at_odds[: len(enough)] = enough
    rows = _on_wagers(case, fees.of_hands(at_odds[tables], names=_LOOKED_AT))
    place = np.empty(len(tables), dtype=np.int64)
    place[order_of_play(case).hand] = np.arange(len(tables))
    rows = rows.iloc[np.argsort(place[rows["hand"].to_numpy()], kind="stable")]
    hand = rows["hand"].to_numpy()
    option, day = rank(words_of(case.hands, "option", hand)), case.hands["day"].to_numpy()[hand]
    group, _ = numbered(
        [tables[hand], day - day.min(initial=0), case.games[hand], option, rows["klass"].to_numpy()]
    )
    taken, amount, fits = (rows[name].to_numpy() for name in ("taken", "amount", "fits"))
    return _Fees(group, hand, rows["payer"].to_numpy(), taken, amount, fits)


def _on_wagers(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return fees with what was wagered for each: all of the hand's wagers where the pot pays."""
    own = rows["payer"].isin(_ON_THEIR_OWN)
    if not own.all():
        pots = _pots(case, rows["hand"].to_numpy())
        rows = rows.assign(amount=rows["amount"].where(own, pots))
    return rows[(rows["taken"] > 0) & (rows["amount"] > 0)]


def _pots(case: Case, asked: Ints) -> Ints:
    """Return what was wagered on each of some hands; they are few, and no others are added up."""
    wanted = np.append(case.no_hand, [False])
    wanted[asked] = True
    hand = case.wagers["hand"].to_numpy()
    mine = np.flatnonzero(wanted[hand])
    hands = groups_of(hand[mine])
    pots = np.zeros(len(case.hands), dtype=np.int64)
    pots[hands.keys] = hands.sums(case.wagers["amount"].to_numpy()[mine])
    return pots[asked]


def _fewest_wrong(fees: Fees) -> int:
    """Return how many wrong fees a finding takes at the least, told by the ladders alone.

    Fees count by the cent only where more than a tenth of them are no whole quarters. Where the
    tiers print quarters, those are wrong; by coarser units, half of the fees are.
    """
    printed = np.concatenate([fees.arrays.ladders.least, fees.arrays.ladders.most])
    return FEWEST_WRONG if (printed % UNITS[1] == 0).all() else 1


def _line(taken: Ints, amount: Ints, unit: int) -> Line:
    """Return the share of the wagers that explains the most fees, as they are rounded."""
    within = CLOSE_CENTS if unit == 1 else unit
    low, high = (taken - within) / amount, (taken + within) / amount
    # Each fee allows a stretch of shares; the best lies where most stretches overlap.
    bounds = np.concatenate([low, high])
    order = np.lexsort((np.repeat([0, 1], len(taken)), bounds))
    overlap = np.cumsum(np.repeat([1, -1], len(taken))[order])
    best = int(overlap.argmax())
    share = np.clip(taken.sum() / amount.sum(), bounds[order][best], bounds[order][best + 1])
    return Line(float(share), float(overlap[best]) / len(taken), within)
