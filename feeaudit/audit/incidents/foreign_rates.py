"""foreign-rates: a table takes more different fees than it may, and the odd ones are wrong.

OPT-RATES counts the different fees of a table, option and gaming day. The fees under that option
there that are more or less than their tiers say are those it counts too many of.

Incident     two fees that another option prints, at a table that may take two rates: one incident
Not this one  a wrong fee under another option at the same table
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, nobody
from feeaudit.audit.coded_findings import led

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints


def _told(found: Gathered) -> tuple[Sure, str]:
    sure = Sure.LIKELY if found.findings > 1 else Sure.EXACT
    return (
        sure,
        f"Fees of other options were taken at {found.where}: {found.message}",
    )


@cause(
    id="foreign-rates",
    title="Fees of other options at a table",
    next_step="Find the collections that do not belong to the posted option, and get an"
    " explanation.",
    led_by=("OPT-RATES",),
    tell=_told,
)
def too_many(found: CodedFindings) -> Ints:
    """Claim the wrong fees of tables with too many rates."""
    rates = found.of("OPT-RATES") & (found["violation"] > 0)
    if not rates.any():
        return nobody(len(found))
    option = found.key("cardroom", "table", "day", "game", "option")
    group = np.where(rates, option, -1)
    wrong = found.of("FEE-OVER", "FEE-UNDER") & (found["violation"] > 0)
    group = np.where(wrong, led(option, rates, group), group)
    # The same fees may be too many under one reading of the paper only, over all options.
    game = found.key("cardroom", "table", "day", "game")
    return np.where(found.of("OPT-RATES") & ~rates, led(game, rates, group), group)
