"""Planting OPT-RATES: fees that other options of the game print, so that a table takes too many."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from feeaudit.audit.options.single_fees import fees_in
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Plot, Stretch


def rates(plot: Plot) -> None:
    """OPT-RATES: one more different fee is taken at a table than its rules allow, jackpots aside.

    As many hands as it takes pay what other options print and this one does not; each is FEE-OVER
    or FEE-UNDER too.
    """
    for stretch in plot.stretches():
        allowed = plot.draft.setups[stretch.setup].allowed_rates
        what = f"more than {allowed} different fees at one table; each is FEE-OVER or FEE-UNDER too"
        _take_other_rates(plot, stretch, allowed + 1, what)


def _take_other_rates(plot: Plot, stretch: Stretch, number: int, what: str) -> None:
    """Let a stretch have so many different fees, some of which the option does not print.

    Nothing else changes a fee of the stretch afterwards, so that the number of rates stays.
    """
    frame = plot.draft["collections"]
    rows = _chosen_rows(plot.draft, stretch, number)
    for place, (row, amount) in enumerate(_other_amounts(plot.draft, stretch, rows)):
        hand, owed, seat = (int(frame[name][row]) for name in ("hand", "amount", "seat"))
        frame["amount"][row] = amount
        note = plot.note if place else plot.plant
        note(hand, f"{what}: {dollars(amount)}", seat=seat)
        plot.fee_comes_with_it(hand, amount - owed, seat=seat)
    if rows:
        plot.draft.reserve(*stretch.hands)


def _chosen_rows(draft: Draft, stretch: Stretch, number: int) -> list[int]:
    """Return collections to change so that a stretch has so many different fees, or none.

    One a hand, and only such as leave another one of their own amount, so that no rate is lost; of
    one payer for the whole hand, so that none can be taken for several fees paid at once.
    """
    setup = draft.setups[stretch.setup]
    if setup.timed or any(levy.shortfall for levy in setup.fees):
        return []
    amounts = _amounts(draft, stretch)
    left = Counter(amounts.values())
    needed = number - len(left)
    if needed > len(_rates_elsewhere(draft, stretch)):
        return []
    chosen: dict[int, int] = {}
    levies = draft["collections"]["levy"]
    for row, amount in amounts.items():
        hand = int(draft["collections"]["hand"][row])
        whole = setup.fees[int(levies[row])].printed.per == "hand"
        if len(chosen) < needed and hand not in chosen and left[amount] > 1 and whole:
            chosen[hand] = row
            left[amount] -= 1
    return list(chosen.values()) if len(chosen) == needed > 0 else []


def _rates_elsewhere(draft: Draft, stretch: Stretch) -> list[int]:
    """Return what other options of the schedule print, and is taken nowhere in a stretch."""
    setup = draft.setups[stretch.setup]
    taken = set(_amounts(draft, stretch).values())
    return sorted(fees_in([setup.schedule]) - taken - setup.rates)


def _other_amounts(draft: Draft, stretch: Stretch, rows: list[int]) -> Iterator[tuple[int, int]]:
    """Yield for each of these collections an amount that is taken nowhere yet."""
    return zip(rows, _rates_elsewhere(draft, stretch), strict=False)


def _amounts(draft: Draft, stretch: Stretch) -> dict[int, int]:
    """Return what each collection of a stretch came to, jackpots and nothings aside."""
    frame = draft["collections"]
    jackpot = draft.names.code("jackpot")
    return {
        row: int(frame["amount"][row])
        for hand in stretch.hands
        for row in draft.rows_of("collections", hand).tolist()
        if frame["fee"][row] != jackpot and frame["amount"][row] > 0
    }
