"""Planters by hand, for what a case of a few hands cannot state.

Fees are planted wrong under any option that is played, so that every price of the book is tried;
the rest takes a whole stretch of hands, or a box. All other checks have their cases planted.

Violations that need a stretch are planted first, then those of single hands; the boxes are counted
after both, so that they tell what was collected, and DROP-MATCH is planted last.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.simulate.plant import drop, fees, fits, percent, rates, window

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.plant.plot import Plot

BEFORE_COUNTING: Final[dict[str, Callable[[Plot], None]]] = {
    "ROT-WINDOW": window.window,
    "OPT-FITS": fits.fits,
    "FEE-PERCENT": percent.percent,
    "OPT-RATES": rates.rates,
    "FEE-JACKPOT": fees.jackpot,
    "FEE-UNDUE": fees.undue,
    "FEE-MOMENT": fees.moment,
    "FEE-WAIVER": fees.waiver,
    "FEE-MISSING": fees.missing,
    "FEE-OVER": fees.over,
    "FEE-UNDER": fees.under,
}
AFTER_COUNTING: Final[dict[str, Callable[[Plot], None]]] = {"DROP-MATCH": drop.drop}
PLANTERS: Final = {**BEFORE_COUNTING, **AFTER_COUNTING}
