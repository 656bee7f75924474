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
No finding  two patrons held it within any 40 minutes
No finding  the game stopped after 39 minutes
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.law import as_if, clock_text, figure, law_text, number
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import counted, outcome
from feeaudit.audit.seating import THIRD_PARTY, UNKNOWN
from feeaudit.core.groups import changes
from feeaudit.rules.configuration.model import date_of

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.bank_history import BankHistory
    from feeaudit.core.arrays import Bools, Ints

RULE: Final = "11-ccr-2076"
_MINUTE: Final = 60 * 1_000_000


@dataclass(frozen=True, slots=True)
class _Terms:
    """What the rule says, its open points as set."""

    minutes: int
    others: int
    rolling: bool
    from_provider: bool
    break_resets: bool

    @property
    def length(self) -> int:
        """Return the window in microseconds."""
        return self.minutes * _MINUTE


@check(
    id="ROT-WINDOW",
    title="Too few others in the position within the window",
    severity=Severity.REVIEW,
    authority=Authority.LAW,
    needs=("hands.player_dealer", "seats.role"),
    next_step="Read it with the rule's legal status; it applies only if the rule is in force.",
)
def too_few_others(case: Case) -> Outcome:
    """Too few players other than third parties held the position within a window of time."""
    bank = bank_history(case)
    if not as_if(case, RULE):
        nothing = np.zeros(len(bank.hand), dtype=bool)
        return outcome(case, findings_frame(), nothing)
    terms = _terms(case)
    span = _spans(bank, terms)
    find = _rolling if terms.rolling else _fixed
    unknown = case.lacking("seats.role") or "the log does not say what the player-dealer is"
    found = _told(case, find(bank, span, terms), terms)
    return outcome(case, found, span >= 0, {unknown: bank.role == UNKNOWN})


@dataclass(frozen=True, eq=False)
class _Windows:
    """Windows with too few others: the hand with which the game went on, from, to, how many."""

    entry: Ints
    start: Ints
    end: Ints
    count: Ints


def _terms(case: Case) -> _Terms:
    def said(parameter: str, default: str) -> str:
        return figure(case, RULE, parameter, default)

    return _Terms(
        minutes=number(case, RULE, "window_minutes", "40"),
        others=number(case, RULE, "others", "2"),
        rolling=said("window", "rolling") == "rolling",
        from_provider=said("clock_starts", "first_hand") == "first_provider_turn",
        break_resets=said("break_resets", "no") == "yes",
    )


def _spans(bank: BankHistory, terms: _Terms) -> Ints:
    """Return the stretch of play on one clock that each hand belongs to; -1 before the clock."""
    fresh = bank.opens if terms.break_resets else bank.changes
    stopped = np.concatenate([[True], np.diff(bank.time) >= terms.length])[: len(fresh)]
    span: Ints = np.cumsum(fresh | stopped) - 1
    if not terms.from_provider:
        return span
    turns = np.flatnonzero(bank.role == THIRD_PARTY)
    first = np.full(len(span) + 1, len(span), dtype=np.int64)
    np.minimum.at(first, span[turns], turns)
    return np.where(np.arange(len(span)) >= first[span], span, -1)


def _clock(bank: BankHistory, span: Ints) -> Ints:
    """Return how long the clock of each hand's stretch had run."""
    starts = np.full(int(span.max(initial=-1)) + 2, np.iinfo(np.int64).max)
    np.minimum.at(starts, span, bank.time)
    clock: Ints = bank.time - starts[span]
    return clock


def _other(bank: BankHistory) -> tuple[Bools, Ints]:
    """Return which hands somebody other than a third party held, and who.

    Where nobody is logged it may have been anybody, so each such hand counts as one more.
    """
    who = np.where(bank.known, bank.person, -2 - np.arange(len(bank.hand)))
    return bank.role != THIRD_PARTY, who


def _rolling(bank: BankHistory, span: Ints, terms: _Terms) -> _Windows:
    """Return every stretch of hands before each of which the window had too few others."""
    clock = _clock(bank, span)
    width = int(clock.max(initial=0)) + terms.length + 2
    now = span * width + clock
    other, who = _other(bank)
    held_by = np.flatnonzero(other & (span >= 0))
    # Somebody counts from a hand of theirs until the window has passed, or until their next hand.
    order = held_by[np.lexsort((now[held_by], who[held_by]))]
    until = now[order] + terms.length + 1
    again = who[order[1:]] == who[order[:-1]]
    until[:-1] = np.where(again, np.minimum(until[:-1], now[order[1:]]), until[:-1])
    begun = np.searchsorted(np.sort(now[order]), now, "right")
    count = begun - np.searchsorted(np.sort(until), now, "right")
    short = (span >= 0) & (clock >= terms.length) & (count < terms.others)
    first = short & ~np.concatenate([[False], short[:-1] & (span[1:] == span[:-1])])[: len(short)]
    entry = np.flatnonzero(first)
    last = np.flatnonzero(short & ~np.concatenate([short[1:] & ~first[1:], [False]])[: len(short)])
    return _Windows(entry, bank.time[entry] - terms.length, bank.time[last], count[entry])


def _fixed(bank: BankHistory, span: Ints, terms: _Terms) -> _Windows:
    """Return the windows, one after the other, that had too few others before the game went on."""
    clock = _clock(bank, span)
    number = clock // terms.length
    other, who = _other(bank)
    window = np.cumsum(changes(span) | changes(number)) - 1
    pairs = np.unique(np.column_stack([window, who])[other & (span >= 0)], axis=0)
    count = np.bincount(pairs[:, 0], minlength=int(window.max(initial=-1)) + 1)
    # The window that the hand before a change of window was in, in the same stretch, is complete.
    entry = np.flatnonzero(changes(window) & ~changes(span) & (span >= 0))
    entry = entry[count[window[entry - 1]] < terms.others]
    start = bank.time[entry] - clock[entry] + number[entry - 1] * terms.length
    return _Windows(entry, start, start + terms.length, count[window[entry - 1]])


def _told(case: Case, windows: _Windows, terms: _Terms) -> pd.DataFrame:
    bank = bank_history(case)
    hand = bank.hand[windows.entry]
    days = case.hands["day"].to_numpy()[hand]
    figures = zip(windows.start.tolist(), windows.end.tolist(), windows.count, days, strict=True)
    messages = np.empty(len(hand), dtype=object)
    messages[:] = [
        f"from {clock_text(case, start)} to {clock_text(case, end)} there were {terms.minutes} "
        f"minutes with {counted(int(count), 'player')} other than third parties in the position, "
        f"and the game went on; {terms.others} are wanted by {law_text(case, RULE, date_of(day))}"
        for start, end, count, day in figures
    ]
    return findings_frame(
        len(hand),
        hand=hand,
        table_code=bank.table[windows.entry],
        at=windows.start,
        until=windows.end,
        review=np.ones(len(hand), dtype=bool),
        message=messages,
    )
