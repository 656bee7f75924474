"""Accounts: the charges of one player's stay beside the periods that the stay spans.

Each period is paid once. The first charge within a period pays it; another one there was taken
early for the next, or late for the one before, where nothing else pays that one, and is one too
many otherwise. A wrong charge moves no period: the right ones after it stay right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feeaudit.audit.periods.rhythms import Rhythm

MINUTE: Final = 60 * 1_000_000
# Dealers collect between two hands, so a charge may come this much before its period begins: a hand
# lasts no longer, and a dealer has been round the table by then.
GRACE: Final = 5 * MINUTE
# A player who leaves so soon after a period began may have left before the dealer came by.
LATE: Final = 10 * MINUTE


class PeriodCharge(NamedTuple):
    """A charge for a period; of nothing where it was waived, ``joining`` as a new player's."""

    at: int
    amount: int
    joining: bool
    table: str


class Stay(NamedTuple):
    """From when to when a player sat at a table; ``open`` where the log does not tell the end."""

    start: int
    end: int
    open: bool = False


class StayAccount(NamedTuple):
    """What a stay's charges come to; charges by their places.

    ``extra`` are charges for a period that another one (its place) had paid, ``shifted`` those that
    pay a neighboring period, so much too early (or late, below zero), and ``unpaid`` the moments at
    which the periods began that nothing paid.
    """

    extra: dict[int, int]
    shifted: dict[int, int]
    unpaid: tuple[int, ...]

    @property
    def faults(self) -> tuple[int, int, int]:
        """How much there is against it, the gravest first."""
        return len(self.extra), len(self.unpaid), len(self.shifted)


class _Grid(NamedTuple):
    """Periods that follow on one another from a moment on."""

    origin: int
    length: int
    clock: bool

    def cell(self, at: int) -> int:
        return (at + GRACE - self.origin) // self.length

    def start(self, cell: int) -> int:
        return self.origin + cell * self.length

    def nth(self, at: int) -> int:
        """Return the first period that begins at a moment or after it."""
        return -((self.origin - at) // self.length)


def accounts(
    charges: Sequence[PeriodCharge], stay: Stay, rhythm: Rhythm, midnight: int
) -> list[StayAccount]:
    """Return the account of a stay, under each view that is to be had of where periods begin.

    By the clock there is one. A length alone binds from when the player sat down, from the first
    charge, or from anywhere between; a charge that is late by more than half a period is another
    view.
    """
    length = rhythm.minutes * MINUTE
    if rhythm.clock:
        return [_account(charges, stay, _Grid(midnight, length, clock=True))]
    paid = [each.at for each in charges if not each.joining]
    if not paid:
        return [StayAccount({}, {}, tuple(_never_paid(stay, length)))]
    if paid[0] >= stay.start - GRACE:
        return _own_views(charges, stay, length)
    # A charge before the stay, at another table or before a break, pays for the time that follows
    # it; whether the table's own periods are left unpaid is asked of the stay by itself.
    brought = account_from(charges, stay, paid[0], length)
    own = accounts([each for each in charges if each.at >= stay.start - GRACE], stay, rhythm, 0)
    return [brought._replace(unpaid=min((brought.unpaid, *(each.unpaid for each in own)), key=len))]


def account_from(
    charges: Sequence[PeriodCharge], stay: Stay, origin: int, length: int
) -> StayAccount:
    """Return the account of a stay whose periods follow on one another from a moment on."""
    return _account(charges, stay, _Grid(origin, length, clock=False))


def paid_already(
    charges: Sequence[PeriodCharge], place: int, stay: Stay, rhythm: Rhythm, midnight: int
) -> int:
    """Return the charge at the same table that leaves nothing for a new player to pay, or -1.

    The charge at ``place`` is a new player's; whoever sat there as the period began is none of it.
    """
    grid = _Grid(midnight, rhythm.minutes * MINUTE, rhythm.clock)
    mine = charges[place]
    cell = grid.cell(mine.at)
    seated = rhythm.clock and stay.start <= grid.start(cell) + GRACE
    for other, charge in enumerate(charges):
        if not charge.amount or charge.table != mine.table:
            continue
        if rhythm.clock:
            same = grid.cell(charge.at) == cell
        else:
            same = mine.at - charge.at < grid.length - GRACE
        if same and (other < place or (seated and not charge.joining)):
            return other
    return -1


def _own_views(charges: Sequence[PeriodCharge], stay: Stay, length: int) -> list[StayAccount]:
    """Return the accounts by length alone: at their best with all charges in time, and late."""
    paid = [each.at for each in charges if not each.joining]
    latest = max(stay.start, min(paid[0], stay.start + length))
    earliest = {min(latest, max(stay.start, paid[0] - length // 2)), stay.start}
    return [
        _best(
            account_from(charges, stay, origin, length)
            for origin in _origins(charges, stay, first, latest, length)
        )
        for first in sorted(earliest)
    ]


def _best(views: Iterable[StayAccount]) -> StayAccount:
    """Return the first of the accounts with the least against them."""
    best = None
    for each in views:
        if not any(each.faults):
            return each
        if best is None or each.faults < best.faults:
            best = each
    assert best is not None  # noqa: S101 - periods begin somewhere
    return best


def _never_paid(stay: Stay, length: int) -> Iterator[int]:
    """Yield the periods of a stay without a charge: those it spans in full."""
    if stay.end - stay.start > length + LATE:
        yield from range(stay.start, stay.end - length + 1, length)


def _origins(
    charges: Sequence[PeriodCharge], stay: Stay, earliest: int, latest: int, length: int
) -> Iterator[int]:
    """Yield where periods may begin, the latest first, as far as the best account may be there.

    Each question that an account asks is answered alike from one edge to the next, so that the last
    moment before the answer changes stands for all. Mostly nothing is asked of any but the latest.
    """
    yield latest
    found = set[int]()
    for edge in _edges(charges, stay, length):
        first = earliest + (edge - earliest) % length
        found.update(range(first, latest, length))
    yield from sorted(found, reverse=True)


def _edges(charges: Sequence[PeriodCharge], stay: Stay, length: int) -> Iterator[int]:
    """Yield the last moments of a period's beginning for which an answer of an account holds.

    Whether the player sat long enough to owe the last period, and had sat down by the first, is
    asked, too; but periods that begin later have only less against them by that.
    """
    for each in charges:
        yield each.at + GRACE  # it lies in that period
        yield each.at + length // 2  # it is early for that period, not too many
    yield stay.end + GRACE  # the player was there as the period began


def _account(charges: Sequence[PeriodCharge], stay: Stay, grid: _Grid) -> StayAccount:
    excused = {grid.cell(each.at) for each in charges if not each.amount}
    paid, spare = _payments(charges, stay, grid)
    extra: dict[int, int] = {}
    shifted: dict[int, int] = {}
    for place in spare:
        at = charges[place].at
        cell = grid.cell(at)
        early = grid.start(cell + 1) - at
        reached = stay.open or grid.start(cell + 1) - GRACE <= stay.end
        if cell + 1 not in {*paid, *excused} and early <= grid.length // 2 and reached:
            paid[cell + 1], shifted[place] = place, early
        elif cell - 1 not in {*paid, *excused} and grid.start(cell - 1) >= stay.start - GRACE:
            paid[cell - 1], shifted[place] = place, grid.start(cell - 1) - at
        else:
            extra[place] = paid[cell]
    return StayAccount(extra, shifted, tuple(_unpaid(stay, grid, {*paid, *excused})))


def _payments(
    charges: Sequence[PeriodCharge], stay: Stay, grid: _Grid
) -> tuple[dict[int, int], list[int]]:
    """Return which charge pays each period, and the charges that are left over.

    By the clock, whoever joins between two periods pays for the rest of the first as a new player.
    """
    paid: dict[int, int] = {}
    spare = []
    if grid.clock:
        for place, charge in enumerate(charges):
            cell = grid.cell(charge.at)
            if charge.joining and charge.amount and stay.start > grid.start(cell) + GRACE:
                paid.setdefault(cell, place)
    for place, charge in enumerate(charges):
        if charge.joining or not charge.amount:
            continue
        cell = grid.cell(charge.at)
        if paid.setdefault(cell, place) != place:
            spare.append(place)
    if grid.clock:
        for place, charge in enumerate(charges):
            cell = grid.cell(charge.at)
            if charge.joining and charge.amount and stay.start >= grid.start(cell) - GRACE:
                paid.setdefault(cell, place)
    return paid, spare


def _unpaid(stay: Stay, grid: _Grid, paid: set[int]) -> Iterator[int]:
    cell = max(grid.nth(stay.start), 0)
    while grid.start(cell) + LATE < stay.end:
        if cell not in paid:
            yield grid.start(cell)
        cell += 1
