"""Near misses: hands that only just keep to a check, one small function for each.

They are planted like violations, and no check may find them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.simulate.near import (
    fees,
    limits,
    options,
    records,
    rotation,
    settlement,
    special_fees,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.plant.plot import Plot

NEAR_MISSES: Final[dict[str, Callable[[Plot], None]]] = {
    "FEE-OVER": fees.over,
    "FEE-UNDER": fees.under,
    "FEE-MISSING": fees.missing,
    "FEE-UNDUE": fees.undue,
    "FEE-MOMENT": fees.moment,
    "FEE-WAIVER": fees.waiver,
    "FEE-TIME": special_fees.time,
    "FEE-JACKPOT": special_fees.jackpot,
    "FEE-PERCENT": special_fees.percent,
    "FEE-UNSETTLED": fees.unsettled,
    "OPT-UNKNOWN": options.unknown,
    "OPT-MIXED": options.mixed,
    "OPT-RATES": options.rates,
    "OPT-LIMIT": options.limit,
    "OPT-FITS": options.fits,
    "LIM-LOW": limits.low,
    "LIM-HIGH": limits.high,
    "LIM-BONUS": limits.bonus,
    "LIM-TOTAL": limits.total,
    "LIM-INCREMENT": limits.increment,
    "LIM-RELATION": limits.relation,
    "ROT-TURNS": rotation.turns,
    "ROT-OFFER": rotation.offer,
    "ROT-ORDER": rotation.order,
    "ROT-INTERVENE": rotation.intervene,
    "ROT-BROKEN": rotation.broken,
    "ROT-ELIGIBLE": rotation.eligible,
    "ROT-HOUSE": rotation.house,
    "ROT-WINDOW": rotation.window,
    "TPP-ONE": rotation.second_person,
    "PAY-EXCESS": settlement.excess,
    "PAY-UNCOVERED": settlement.uncovered,
    "PAY-ORDER": settlement.order,
    "DROP-MATCH": records.drop,
    "LOG-SEQUENCE": records.sequence,
    "LOG-TIME": records.time,
    "LOG-DUPLICATE": records.duplicate,
    "LOG-ORPHAN": records.orphan,
    "LOG-VALUE": records.value,
}
