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
    from feeaudit.simulate.setups import Setup

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


def _charged(setup: Setup) -> bool:
    return any(levy.printed.per == "hand" or levy.by_slot for levy in setup.fees)


def _free_of_player_fees(setup: Setup) -> bool:
    return bool(setup.fees) and all(levy.payer != "player" for levy in setup.fees)


def _at_a_moment(setup: Setup) -> bool:
    return any(levy.admissible and "any_round" not in levy.admissible for levy in setup.fees)


def _double_turns(setup: Setup) -> bool:
    """Tell whether a provider's person holds the position twice in a row now and then."""
    return setup.turns is not None and setup.turns.most > 1 and not setup.turns.pair


# What a check needs of an option to be planted, so that a small log has such tables.
NEEDS: Final[dict[str, Callable[[Setup], bool]]] = {
    "FEE-OVER": _charged,
    "FEE-UNDER": _charged,
    "FEE-MISSING": _charged,
    "FEE-UNDUE": _free_of_player_fees,
    "FEE-MOMENT": _at_a_moment,
    "FEE-WAIVER": _charged,
    "FEE-JACKPOT": lambda setup: setup.turns is None and not setup.timed,
    "FEE-PERCENT": lambda setup: setup.shape is not None and _charged(setup),
    "OPT-FITS": _charged,
    "ROT-WINDOW": _double_turns,
}
