"""Planting OPT-RATES: fees that an option does not print, so that a table takes too many."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars
from feeaudit.simulate.bet_shapes import DOLLAR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Plot, Stretch

# No printed fees add up to such amounts, so none can be taken for several fees paid at once.
_ODD: Final = 7


def rates(plot: Plot) -> None:
    """OPT-RATES: one more different fee is taken at a table than its rules allow, jackpots aside.

    As many hands as it takes pay odd amounts that the option does not print; each is FEE-OVER too.
    """
    for stretch in plot.stretches():
        allowed = plot.draft.setups[stretch.setup].allowed_rates
        what = f"more than {allowed} different fees at one table; each is FEE-OVER too"
        _take_odd_rates(plot, stretch, allowed + 1, what)


def _take_odd_rates(plot: Plot, stretch: Stretch, number: int, what: str) -> None:
    """Let a stretch have so many different fees; each that the option does not print is FEE-OVER.

    Nothing else changes a fee of the stretch afterwards, so that the number of rates stays.
    """
    frame = plot.draft["collections"]
    rows = _chosen_rows(plot.draft, stretch, number)
    for place, (row, amount) in enumerate(_odd_amounts(plot.draft, stretch, rows)):
        hand, owed, seat = (int(frame[name][row]) for name in ("hand", "amount", "seat"))
        frame["amount"][row] = amount
        note = plot.note if place else plot.plant
        note(hand, f"{what}: {dollars(amount)}", seat=seat)
        plot.fee_comes_with_it(hand, amount - owed, seat=seat)
    if rows:
        plot.draft.reserve(*stretch.hands)


def _chosen_rows(draft: Draft, stretch: Stretch, number: int) -> list[int]:
    """Return collections to make odd so that a stretch has so many different fees, or none.

    One a hand, and only such as leave another one of their own amount, so that no rate is lost.
    """
    setup = draft.setups[stretch.setup]
    if setup.timed or any(levy.shortfall for levy in setup.fees):
        return []
    amounts = _amounts(draft, stretch)
    left = Counter(amounts.values())
    needed = number - len(left)
    chosen: dict[int, int] = {}
    for row, amount in amounts.items():
        hand = int(draft["collections"]["hand"][row])
        if len(chosen) < needed and hand not in chosen and left[amount] > 1:
            chosen[hand] = row
            left[amount] -= 1
    return list(chosen.values()) if len(chosen) == needed > 0 else []


def _odd_amounts(draft: Draft, stretch: Stretch, rows: list[int]) -> Iterator[tuple[int, int]]:
    """Yield for each of these collections a higher amount that is taken nowhere yet."""
    seen = set(_amounts(draft, stretch).values()) | draft.setups[stretch.setup].rates
    for number, row in enumerate(rows, 1):
        amount = int(draft["collections"]["amount"][row]) + DOLLAR + _ODD * number
        while amount in seen:
            amount += _ODD
        seen.add(amount)
        yield row, amount


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
