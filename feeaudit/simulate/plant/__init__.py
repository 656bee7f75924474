"""Planting: one small function for each check of the catalogue, in an explicit registry.

Violations that need a whole stretch of hands are planted first, then those of single hands; the box
counts are made after both, so that they tell what was collected, and DROP-MATCH is planted last.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pyarrow as pa

from feeaudit.core.problem import Unknown, nearest
from feeaudit.intake.tables import NAME
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.paperwork import count_boxes
from feeaudit.simulate.plant import (
    fees,
    holders,
    limits,
    options,
    records,
    settlement,
    special_fees,
    turns,
)
from feeaudit.simulate.plant.plot import Plot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    import numpy as np

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Planted

STRETCHES: Final[dict[str, Callable[[Plot], None]]] = {
    "ROT-WINDOW": holders.window,
    "OPT-FITS": options.fits,
    "FEE-PERCENT": special_fees.percent,
    "OPT-RATES": options.rates,
}
HANDS: Final[dict[str, Callable[[Plot], None]]] = {
    "OPT-LIMIT": options.limit,
    "FEE-TIME": special_fees.time,
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
    "FEE-UNSETTLED": special_fees.unsettled,
    "FEE-JACKPOT": special_fees.jackpot,
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
    "LOG-DUPLICATE": records.duplicate,
}
COUNTS: Final[dict[str, Callable[[Plot], None]]] = {"DROP-MATCH": records.drop}
PLANTERS: Final = {**STRETCHES, **HANDS, **COUNTS}


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A check for which fewer places were found than asked for."""

    check: str
    wanted: int
    planted: int

    def __str__(self) -> str:
        return (
            f"{self.check}: {self.planted} of {self.wanted} planted; the log has no further place"
        )


def plant_all(
    draft: Draft, wanted: Mapping[str, int], rng: np.random.Generator
) -> tuple[list[Planted], list[Shortfall]]:
    """Plant what is wanted, count the boxes, and return what was done and what fell short."""
    strange = [check for check in wanted if check not in PLANTERS]
    if strange:
        msg = f"{strange[0]!r} is not a check of the catalogue{nearest(strange[0], PLANTERS)}"
        raise Unknown(msg)
    asked = [check for check in PLANTERS if wanted.get(check, 0) > 0]
    before = [check for check in asked if check not in COUNTS]
    plots = [_planted(check, wanted[check], draft, rng) for check in before]
    count_boxes(draft)
    plots += [_planted(check, wanted[check], draft, rng) for check in asked if check in COUNTS]
    short = [Shortfall(plot.check, plot.wanted, plot.done) for plot in plots if not plot.full]
    return [each for plot in plots for each in plot.planted], short


def _planted(check: str, wanted: int, draft: Draft, rng: np.random.Generator) -> Plot:
    plot = Plot(check, wanted, draft, rng)
    PLANTERS[check](plot)
    draft.settle()
    return plot


def planted_table(draft: Draft, planted: Iterable[Planted]) -> pa.Table:
    """Return what was planted, in the order of the hands."""
    ids = draft.ids.texts()
    rows = sorted(planted, key=lambda each: (each.hand == NULL, each.hand, each.check))

    def named(codes: Iterable[int]) -> pa.Array:
        texts = [draft.names.text(code) or None for code in codes]
        return pa.array(texts, pa.string()).dictionary_encode().cast(NAME)

    return pa.table(
        {
            "hand_id": pa.array(
                [None if each.hand == NULL else ids[each.hand] for each in rows], pa.string()
            ),
            "cardroom": named(each.cardroom for each in rows),
            "table": named(each.table for each in rows),
            "check": pa.array([each.check for each in rows], pa.string()),
            "what": pa.array([each.what for each in rows], pa.string()),
            "seat": named(each.seat for each in rows),
            "amount_cents": pa.array(
                [None if each.amount == NULL else each.amount for each in rows], pa.int64()
            ),
        }
    )
