"""wrong-option: another option or edition was run than the one that is logged.

OPT-FITS names the stretch of hands and what their fees fit. Each wrong fee of a hand that the
other option explains belongs to it, whatever check reports it; a fee in the same stretch that it
does not explain has a cause of its own. Stretches of one table that fit the same option are one.

Incident     thirty hands logged under option 1, every fee is what option 2 says: one incident
Incident     the same on two evenings at one table: one incident, a placard that was left up
Not this one  a fee among them that option 2 does not explain either
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, nobody
from feeaudit.audit.coded_findings import combined, led

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints

_EXPLAINED = (
    *("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE", "FEE-JACKPOT"),
    *("OPT-UNKNOWN", "OPT-LIMIT"),
)


def _told(found: Gathered) -> tuple[Sure, str]:
    sure = Sure.EXACT if found.occasion == found.occasions else Sure.LIKELY
    return sure, f"The option run at {found.where} was not the one logged: {found.message}"


@cause(
    id="wrong-option",
    title="The option run was not the one logged",
    next_step="Find out which placard was posted at the table at the time, and correct the"
    " placard or the log; refund any amounts over-collected under the approved option.",
    led_by=("OPT-FITS",),
    tell=_told,
)
def another_option(found: CodedFindings) -> Ints:
    """Claim the fees that another option explains."""
    fits = found.of("OPT-FITS")
    if not fits.any():
        return nobody(len(found))
    group = np.where(fits, found.key("cardroom", "table", "document", "lines"), -1)
    stretch = np.where(fits, found["at"], found["rival"])
    place = combined([found["cardroom"], found["table"], stretch])
    explained = found.of(*_EXPLAINED) & (found["rival"] >= 0)
    group = np.where(explained, led(place, fits, group), group)
    option = found.key("cardroom", "table", "day", "game", "option")
    return np.where(found.of("OPT-RATES"), led(option, fits, group), group)
