"""Planting: one small function for each check of the catalogue, in an explicit registry.

Violations that need a whole stretch of hands are planted first, then those of single hands; the box
counts are made after both, so that they tell what was collected, and DROP-MATCH is planted last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.simulate.plant import (
    fees,
    holders,
    limits,
    options,
    percent,
    records,
    settlement,
    time_fees,
    turns,
    unsettled,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.plant.plot import Plot

STRETCHES: Final[dict[str, Callable[[Plot], None]]] = {
    "ROT-WINDOW": holders.window,
    "OPT-FITS": options.fits,
    "FEE-PERCENT": percent.percent,
    "OPT-RATES": options.rates,
}
HANDS: Final[dict[str, Callable[[Plot], None]]] = {
    "OPT-LIMIT": options.limit,
    "FEE-TIME": time_fees.time,
    "PAY-UNCOVERED": settlement.uncovered,
    "PAY-ORDER": settlement.order,
    "ROT-TURNS": turns.turns,
    "ROT-INTERVENE": turns.intervene,
    "ROT-OFFER": turns.offer,
    "ROT-BROKEN": turns.broken,
    "ROT-ORDER": turns.order,
    "ROT-ELIGIBLE": holders.eligible,
    "ROT-HOUSE": holders.house,
    "TPP-ONE": holders.second_person,
    "LIM-INCREMENT": limits.increment,
    "LIM-TOTAL": limits.total,
    "LIM-RELATION": limits.relation,
    "LIM-BONUS": limits.bonus,
    "LIM-LOW": limits.low,
    "LIM-HIGH": limits.high,
    "FEE-UNSETTLED": unsettled.unsettled,
    "FEE-JACKPOT": fees.jackpot,
    "FEE-UNDUE": fees.undue,
    "FEE-MOMENT": fees.moment,
    "FEE-WAIVER": fees.waiver,
    "FEE-MISSING": fees.missing,
    "FEE-OVER": fees.over,
    "FEE-UNDER": fees.under,
    "PAY-EXCESS": settlement.excess,
    "OPT-UNKNOWN": options.unknown,
    "OPT-MIXED": options.mixed,
    "LOG-VALUE": records.value,
    "LOG-ORPHAN": records.orphan,
    "LOG-TIME": records.time,
    "LOG-SEQUENCE": records.sequence,
}
# This adds hands, after which a row is no longer the number of a hand; so all others come before.
AGAIN: Final[dict[str, Callable[[Plot], None]]] = {"LOG-DUPLICATE": records.duplicate}
COUNTS: Final[dict[str, Callable[[Plot], None]]] = {"DROP-MATCH": records.drop}
PLANTERS: Final = {**STRETCHES, **HANDS, **AGAIN, **COUNTS}
