"""Windows of time in which too few players other than third parties held the position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.law import figure, number
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.seating import THIRD_PARTY
from feeaudit.core.arrays import extent
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.bank_history import BankHistory
    from feeaudit.core.arrays import Bools, Ints

_MINUTE: Final = 60 * 1_000_000


@dataclass(frozen=True, slots=True)
class WindowTerms:
    """What a rule on windows says, its open points as set."""

    minutes: int
    others: int
    rolling: bool
    from_provider: bool
    break_resets: bool

    @property
    def length(self) -> int:
        """Return the window in microseconds."""
        return self.minutes * _MINUTE


def terms_of(case: Case, rule: str) -> WindowTerms:
    """Return the terms of a rule as a case applies it."""

    def stated(parameter: str, default: str) -> str:
        return figure(case, rule, parameter, default)

    return WindowTerms(
        minutes=number(case, rule, "window_minutes", "40"),
        others=number(case, rule, "others", "2"),
        rolling=stated("window", "rolling") == "rolling",
        from_provider=stated("clock_starts", "first_hand") == "first_provider_turn",
        break_resets=stated("break_resets", "no") == "yes",
    )


@dataclass(frozen=True, eq=False)
class Windows:
    """Windows with too few others: the hand with which the game went on, from, to, how many."""

    entry: Ints
    start: Ints
    end: Ints
    count: Ints


def short_windows(case: Case, span: Ints, terms: WindowTerms) -> Windows:
    """Return the windows within stretches of play that had too few others."""
    return (_rolling if terms.rolling else _fixed)(bank_history(case), span, terms)


def spans(bank: BankHistory, terms: WindowTerms) -> Ints:
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


def _rolling(bank: BankHistory, span: Ints, terms: WindowTerms) -> Windows:
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
    return Windows(entry, bank.time[entry] - terms.length, bank.time[last], count[entry])


def _fixed(bank: BankHistory, span: Ints, terms: WindowTerms) -> Windows:
    """Return the windows, one after the other, that had too few others before the game went on."""
    clock = _clock(bank, span)
    number = clock // terms.length
    other, who = _other(bank)
    window = np.cumsum(changes(span) | changes(number)) - 1
    pairs = np.unique(np.column_stack([window, who])[other & (span >= 0)], axis=0)
    count = np.bincount(pairs[:, 0], minlength=extent(window))
    # The window that the hand before a change of window was in, in the same stretch, is complete.
    entry = np.flatnonzero(changes(window) & ~changes(span) & (span >= 0))
    entry = entry[count[window[entry - 1]] < terms.others]
    start = bank.time[entry] - clock[entry] + number[entry - 1] * terms.length
    return Windows(entry, start, start + terms.length, count[window[entry - 1]])
