"""Findings about the player-dealer position, and which hands were tested, told for a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.audit.check import Outcome
from feeaudit.audit.findings import findings_frame
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.rules_in_force import rotation_rules
from feeaudit.book.views import stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.rotation import Lines, Rules

_TEENS: Final = range(11, 14)
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
BY_SEAT: Final = "; the log names the seat, not the person"
UNSURE: Final = "whether the same person went on: of two hands one names only the seat"


@dataclass(frozen=True, eq=False)
class Ground:
    """One ground for a finding: on which hands of the history, how it is told, and on which lines.

    All of them are for review, or those that ``review`` marks, or whose holder is known by the
    seat only.
    """

    chosen: Bools
    tell: Callable[[int], str]
    lines: Callable[[Rules], Lines]
    review: Bools | bool = False


def findings(case: Case, *grounds: Ground) -> pd.DataFrame:
    """Return one finding a hand, on the first ground that it has, in the order of play."""
    done = np.zeros(len(bank_history(case).hand), dtype=bool)
    parts = []
    for ground in grounds:
        entries = np.flatnonzero(ground.chosen & ~done)
        if len(entries):
            done[entries] = True
            parts.append((entries, _told(case, ground, entries)))
    if not parts:
        return findings_frame()
    frame = pd.concat([part for _, part in parts], ignore_index=True)
    order = np.argsort(np.concatenate([entries for entries, _ in parts]), kind="stable")
    return frame.iloc[order].reset_index(drop=True)


def _told(case: Case, ground: Ground, entries: Ints) -> pd.DataFrame:
    bank = bank_history(case)
    by_seat = bank.by_seat[entries]
    names, seats = people(case), seat_names(case)
    lines = [ground.lines(rules) if used else () for rules, used in _used(case, entries)]
    documents = [
        rules.document if cites else ""
        for rules, cites in zip(rotation_rules(case).each, lines, strict=True)
    ]
    doubts = [BY_SEAT if each else "" for each in by_seat]
    review = np.broadcast_to(ground.review, len(bank.hand))[entries] | by_seat
    return findings_frame(
        len(entries),
        hand=bank.hand[entries],
        seat=_words(seats.word(int(each)) for each in bank.seat[entries]),
        player=_words(names.word(int(each)) for each in bank.named[entries]),
        review=review,
        message=_words(
            ground.tell(int(entry)) + doubt for entry, doubt in zip(entries, doubts, strict=True)
        ),
        lines=_words(map(stretches, lines))[bank.rules[entries]],
        document=_words(documents)[bank.rules[entries]],
    )


def _used(case: Case, entries: Ints) -> list[tuple[Rules, bool]]:
    """Return all printed rules, each with whether any of the hands is played by it."""
    rules = rotation_rules(case).each
    used = np.bincount(bank_history(case).rules[entries], minlength=len(rules)) > 0
    return list(zip(rules, used.tolist(), strict=True))


def _words(words: Any) -> Any:
    found = list(words)
    column = np.empty(len(found), dtype=object)
    column[:] = found
    return column


def outcome(
    case: Case, found: pd.DataFrame, business: Bools, untested: Mapping[str, Bools] | None = None
) -> Outcome:
    """Return an outcome from masks over the hands of the history.

    ``business`` is what the check is about; what of it is not untested, or has a finding, was
    tested. A hand whose player-dealer is not logged is untested whatever the check. A hand has
    one reason, the first.
    """
    bank = bank_history(case)
    blank = case.lacking("hands.player_dealer") or "the log does not say who held the position"
    told = np.zeros(len(business), dtype=bool)
    told[bank.entry_of[found["hand"].to_numpy()]] = True
    reasons = {}
    left = business & ~told
    for reason, chosen in [(blank, ~bank.known), *(untested or {}).items()]:
        mask = chosen & left
        if mask.any():
            reasons[reason] = bank.mask(case, mask)
            left &= ~mask
    return Outcome(found, bank.mask(case, left | (told & business)), reasons)


def per_entry(case: Case, figure: Callable[[Rules], Any]) -> Any:
    """Return a figure of the rules for each hand of the history."""
    figures = np.array([figure(rules) for rules in rotation_rules(case).each])
    return figures[bank_history(case).rules]


def rules_at(case: Case, entry: int) -> Rules:
    """Return the rules of one hand of the history."""
    return rotation_rules(case).each[int(bank_history(case).rules[entry])]


def holder(case: Case, entry: int) -> str:
    """Return who held the position: a name, else the seat."""
    bank = bank_history(case)
    if not bank.by_seat[entry]:
        return people(case).word(int(bank.named[entry]))
    return f"seat {seat_names(case).word(int(bank.seat[entry]))}"


def ordinal(number: int) -> str:
    """Return ``3rd`` for 3."""
    ending = "th" if number % 100 in _TEENS else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: int, what: str) -> str:
    """Return ``1 hand`` or ``2 hands``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def seats_text(bits: int) -> str:
    """Return the seats of a set of bits: ``seat 3`` or ``seats 3, 5``."""
    numbers = [str(each) for each in range(int(bits).bit_length()) if int(bits) >> each & 1]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
