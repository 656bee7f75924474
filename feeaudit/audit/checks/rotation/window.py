"""ROT-WINDOW: too few players other than third parties held the position within a window of time.

Only on request (``--as-if 11-ccr-2076``), and always for review: the message says what the rule's
status is. 11 CCR 2076 and 2077 want at least two players other than a third-party provider in the
position within every 40 minutes, else the game ends. What they leave open is set as
``11-ccr-2076.window``: ``rolling`` (any 40 minutes) or ``fixed`` (one window after the other);
``clock_starts``: ``first_hand`` or ``first_provider_turn``; ``break_resets``: ``yes`` where the
clock starts anew after a break of the table, ``no`` where only a new game or gaming day does. A
game that stops for as long as the window has ended. That another player's turn follows a
provider's is not tested here: the rule does not say how long a turn is.

Review      one patron and a provider held the position from 19:00 to 19:41
Review      the same, though another patron was offered it, and declined
No finding  two patrons held it within any 40 minutes
No finding  the game stopped after 39 minutes
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.findings import find
from feeaudit.audit.law import as_if, clock_text, law_text
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import Verdict, counted, per_entry, settled_outcome
from feeaudit.audit.rotation.windows import short_windows, spans, terms_of
from feeaudit.audit.seating import UNKNOWN
from feeaudit.rules.configuration.model import date_of

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.windows import Windows, WindowTerms

RULE: Final = "11-ccr-2076"


@check(
    id="ROT-WINDOW",
    title="Too few other players in the position within the window",
    severity=Severity.REVIEW,
    stake=Stake.INTEGRITY,
    authority=Authority.LAW,
    needs=("hands.player_dealer", "seats.role"),
    next_step="Consider the rule's legal status; the finding counts only if the rule is in force.",
)
def too_few_others(case: Case) -> Outcome:
    """Too few players other than third parties held the position within a window of time."""
    bank = bank_history(case)
    banked = ~per_entry(case, lambda rules: rules.button, 0)
    if not as_if(case, RULE):
        return settled_outcome(case, Verdict(np.zeros(len(bank.hand), dtype=bool), {}, ()))
    terms = terms_of(case, RULE)
    span = np.where(banked, spans(bank, terms), -1)
    unknown = case.lacking("seats.role") or "the log does not show the player-dealer's role"
    found = _findings(case, short_windows(case, span, terms), terms)
    return settled_outcome(case, Verdict(span >= 0, {unknown: bank.role == UNKNOWN}, (found,)))


def _findings(case: Case, windows: Windows, terms: WindowTerms) -> pd.DataFrame:
    bank, entry = bank_history(case), windows.entry
    days = case.hands["day"].to_numpy()[bank.hand[entry]].tolist()
    figures = zip(windows.start.tolist(), windows.end.tolist(), windows.count, days, strict=True)
    return find(
        list(figures),
        tell=lambda window: _sentence(case, terms, window),
        review=True,
        hand=bank.hand[entry],
        table_code=bank.table[entry],
        at=windows.start,
        until=windows.end,
    )


def _sentence(case: Case, terms: WindowTerms, window: tuple[int, int, int, int]) -> str:
    start, end, count, day = window
    return (
        f"from {clock_text(case, start)} to {clock_text(case, end)} there were {terms.minutes} "
        f"minutes in which {counted(int(count), 'player')} other than third parties held the "
        f"position, and the game went on; {terms.others} must hold it under "
        f"{law_text(case, RULE, date_of(day))}"
    )
