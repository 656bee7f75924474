"""Planting OPT-FITS: for a stretch the fees of another option than the one that is posted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.simulate.plant.payments import collect, fees_under, paid, summed
from feeaudit.simulate.plant.plot import Stretch

if TYPE_CHECKING:
    from feeaudit.simulate.plant.payments import PlantedFee
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.setups import Setup

    Owed = dict[int, list[PlantedFee]]

_FEWEST: Final = 12
_MOST: Final = 24
# Of schedules with hundreds of options, so many are tried for one that differs on most hands.
_TRIED: Final = 40


def fits(plot: Plot) -> None:
    """OPT-FITS: for two dozen hands the fees are those of another option of the same schedule.

    On every hand where the two differ there is FEE-OVER or FEE-UNDER as well.
    """
    tables: set[int] = set()
    for stretch in plot.stretches():
        part = Stretch(stretch.setup, stretch.first, min(stretch.last, stretch.first + _MOST - 1))
        sitting = int(plot.draft["hands"]["sitting"][stretch.first])
        if len(part.hands) < _FEWEST or plot.draft.setups[stretch.setup].timed or sitting in tables:
            continue
        found = _other_option(plot, part)
        if found is None:
            continue
        tables.add(sitting)
        setup, owed = found
        what = f"fees of option {setup.option.option} for {len(owed)} hands; FEE-OVER or FEE-UNDER"
        # Nothing else is planted under this placard, so that the stretch stays a stretch.
        plot.plant(part.first, what, also=tuple(stretch.hands))
        for hand, fees in owed.items():
            if hand != part.first:
                plot.note(hand, f"{what}: a further hand")
            plot.fees_come_with_it(hand, paid(plot.draft, hand), summed(fees))
            collect(plot.draft, hand, fees)
        if _too_many_rates(plot, stretch, owed):
            plot.comes_with_it(part.first, "OPT-RATES")


def _too_many_rates(plot: Plot, stretch: Stretch, owed: Owed) -> bool:
    """Tell whether a stretch has more different fees than allowed once some hands owe otherwise."""
    frame = plot.draft["collections"]
    amounts = {fee.amount for fees in owed.values() for fee in fees}
    for hand in stretch.hands:
        if hand not in owed:
            amounts |= set(frame["amount"][plot.draft.rows_of("collections", hand)].tolist())
    return len(amounts - {0}) > plot.draft.setups[stretch.setup].allowed_rates


def _other_option(plot: Plot, stretch: Stretch) -> tuple[Setup, Owed] | None:
    """Return another option that settles all the hands otherwise, with what they owe under it."""
    for setup in _siblings(plot, stretch):
        owed = _owed_under(plot, stretch, setup)
        if owed is not None:
            return setup, owed
    return None


def _siblings(plot: Plot, stretch: Stretch) -> list[Setup]:
    """Return other options of the same schedule and game that charge otherwise.

    Those with which a table keeps to the number of rates that are allowed come first.
    """
    own = plot.draft.setups[stretch.setup]
    found = [
        setup
        for setup in plot.draft.setups
        if setup.key[:4] == own.key[:4]
        and setup is not own
        and not setup.timed
        and setup.rates != own.rates
        and len(setup.fees) == len(own.fees)
        and not any(levy.shortfall or levy.component == "jackpot" for levy in setup.fees)
    ]
    found.sort(key=lambda setup: len(setup.rates | own.rates) > own.allowed_rates)
    return found[:_TRIED]


def _owed_under(plot: Plot, stretch: Stretch, setup: Setup) -> Owed | None:
    """Return what each hand of a stretch owes under another option, if that differs on most."""
    owed: Owed = {}
    frame = plot.draft["collections"]
    differing = 0
    for hand in stretch.hands:
        fees = fees_under(plot.draft, plot.book, hand, setup)
        if fees is None:
            return None
        owed[hand] = fees
        rows = plot.draft.rows_of("collections", hand)
        differing += sorted(fee.amount for fee in fees) != sorted(frame["amount"][rows].tolist())
    return owed if differing * 3 > len(owed) * 2 else None
