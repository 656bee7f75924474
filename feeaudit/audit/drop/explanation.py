"""The smallest explanation of a difference: so many fees of one amount, or of two."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterable

_MOST_IN_A_PAIR: Final = 50


@dataclass(frozen=True, slots=True, order=True)
class FeeKind:
    """Fees of one name and amount (cents), and how many of them the period has."""

    name: str
    amount: int
    number: int


def explanation(difference: int, kinds: Iterable[FeeKind], *, short: bool) -> str:
    """Return which fees make up a difference exactly: as few as can be, of one kind before two.

    Where the box is short, no more fees can be missing than were logged.
    """
    usable = sorted(each for each in kinds if 0 < each.amount <= difference)
    alone = [
        (difference // each.amount, each)
        for each in usable
        if difference % each.amount == 0 and not (short and difference // each.amount > each.number)
    ]
    if alone:
        number, kind = min(alone)
        return _told(kind, number)
    pairs = [
        found
        for first, second in combinations(usable, 2)
        if (found := _pair(difference, first, second, short=short)) is not None
    ]
    if not pairs:
        return ""
    _, (first, many), (second, more) = min(pairs)
    return f"{_told(first, many)} and {_told(second, more)}"


def _pair(
    difference: int, first: FeeKind, second: FeeKind, *, short: bool
) -> tuple[int, tuple[FeeKind, int], tuple[FeeKind, int]] | None:
    """Return how many of each of two kinds make up a difference, with the least number in all."""
    best = None
    for many in range(1, min(difference // first.amount, _MOST_IN_A_PAIR) + 1):
        more, rest = divmod(difference - many * first.amount, second.amount)
        if rest or more < 1 or many + more > _MOST_IN_A_PAIR:
            continue
        if short and (many > first.number or more > second.number):
            continue
        if best is None or many + more < best[0]:
            best = (many + more, (first, many), (second, more))
    return best


def _told(kind: FeeKind, number: int) -> str:
    plural = "fee" if number == 1 else "fees"
    return f"{number:,} {kind.name} {plural} at {dollars(kind.amount)}"
