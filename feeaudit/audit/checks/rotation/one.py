"""TPP-ONE: a third-party provider had more than one authorised player at a table at once.

Finding     Ann and Ben of one provider sit at the table together from 20:10 to 20:25
No finding  Ben sits down at the instant Ann gets up
No finding  Ann and Ben play for two providers
No finding  Ann has two seats

Providers and people are told apart without regard to capitals, and somebody whom the configuration
lists with several spellings or badges is one person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find
from feeaudit.audit.law import applied_on, clock_text, number
from feeaudit.audit.rotation.provider_stays import (
    FOR_GOOD,
    first_hands,
    stays_together,
    unlisted_hands,
)

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.provider_stays import Stay

RULE: Final = "4-ccr-12270-b"
_NEEDS: Final = ("seats.provider", "seats.to")
_COPIED: Final = ("cardroom", "table", "seat", "player", "source", "row")
_AUTHORITY: Final = "4 CCR section 12270(b)(5)"


@check(
    id="TPP-ONE",
    title="Two players of one provider at a table",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.LAW,
    needs=_NEEDS,
    next_step="Have all but one of the provider's players leave the table.",
)
def two_of_one_provider(case: Case) -> Outcome:
    """A third-party provider had more than one authorised player at a table at once."""
    cover = Cover(case.player_dealer_hands)
    if cover.lacks(case.lacking(*_NEEDS)):
        return cover.outcome()
    for reason, hands in unlisted_hands(case).items():
        cover.set_aside(hands, reason)
    together = stays_together(case, _allowed(case))
    pairs = [pair for pair in together if _applies(case, pair[1]["from"])]
    found = _findings(case, pairs)
    # The rule is of tables: where no position is held, a hand counts once it has a finding.
    hands = found["hand"].to_numpy()
    cover.keep(hands[hands >= 0])
    return cover.outcome(found)


def _allowed(case: Case) -> int:
    return number(case, RULE, "players", "1")


def _applies(case: Case, instant: int) -> bool:
    return applied_on(case, RULE, int(case.config.gaming_days(np.array([instant]))[0]))


def _findings(case: Case, pairs: list[tuple[list[Stay], Stay]]) -> pd.DataFrame:
    starts = [stay["from"] for _, stay in pairs]
    ends = [min(stay["to"], *(each["to"] for each in others)) for others, stay in pairs]
    tables = np.array([stay["table_code"] for _, stay in pairs], dtype=np.int64)
    facts: dict[str, Any] = {name: [stay[name] for _, stay in pairs] for name in _COPIED}
    return find(
        list(zip(pairs, ends, strict=True)),
        tell=lambda each: _sentence(case, each[0], each[1]),
        hand=first_hands(case, tables, starts, ends),
        table_code=tables,
        at=starts,
        until=[-1 if end == FOR_GOOD else end for end in ends],
        **facts,
    )


def _sentence(case: Case, pair: tuple[list[Stay], Stay], end: int) -> str:
    others, stay = pair
    names = " and ".join(str(each["player"]) for each in others)
    until = "" if end == FOR_GOOD else f" to {clock_text(case, end)}"
    law = case.law(RULE)
    return (
        f"{stay['player']} sat down at table {stay['table']} for {stay['provider']} while {names} "
        f"of the same provider sat there, together from {clock_text(case, stay['from'])}{until}; "
        f"{law.authority if law else _AUTHORITY} allows {_allowed(case)}"
    )
