"""The ledger: every stay at a table that charges by the period, with what is wrong in its account.

Each gaming day is looked at by itself, and each table with the charges that its players paid
anywhere. Where readings of the print give several rhythms, what all of them find is certain.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.periods.accounts import GRACE, LATE, MINUTE, Stay, accounts, paid_already
from feeaudit.audit.periods.payments import payments_of
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.periods.rhythms import timed_hands
from feeaudit.audit.periods.stays import stays_of, units_of
from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.periods.accounts import PeriodCharge, StayAccount
    from feeaudit.audit.periods.payments import Payments
    from feeaudit.audit.periods.rhythms import Rhythm, Rhythms
    from feeaudit.audit.periods.stays import StayUnits
    from feeaudit.core.arrays import Ints

NEEDS: Final = ("collections.taken_at", "collections.player")
_ZONE_STEP: Final = 24 * 60 * MINUTE


class Again(NamedTuple):
    """A charge that pays no period of its own; ``row`` is its place among the period fees.

    ``sure`` that it was one too many; ``since`` is how long after the one that had paid, ``before``
    that one's table; ``shift`` by how much it is early (late below zero) for a period nothing else
    paid; ``absent`` that the log has the player at the table at other times only.
    """

    row: int
    sure: bool
    minutes: int
    since: int = 0
    before: str = ""
    shift: int = 0
    absent: bool = False
    doubts: tuple[str, ...] = ()


class Gap(NamedTuple):
    """Periods of a stay, one after the other, that nothing paid, and where the stay is logged."""

    unit: int
    player: str
    at: int
    marks: tuple[int, ...]
    length: int
    minutes: int
    sure: bool
    doubts: tuple[str, ...]
    source: int
    row: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """What is wrong at the tables of a case."""

    again: tuple[Again, ...] = ()
    gaps: tuple[Gap, ...] = ()

    @property
    def extra(self) -> Ints:
        """Which period fees were surely one too many: they owe nothing."""
        return np.array([each.row for each in self.again if each.sure], dtype=np.int64)


class SeatedStay(NamedTuple):
    """One stay in its unit, and where it is logged; without, charges that lie in no stay.

    ``absent`` tells of these that the log has the player at the table at other times; ``earlier``
    is the stay if the player had sat there for up to a period before the first of them.
    """

    unit: int
    key: int
    stay: Stay
    player: str = ""
    logged: tuple[int, int] | None = None
    absent: bool = False
    earlier: Stay | None = None

    @property
    def views(self) -> tuple[Stay, ...]:
        """The stays that the log leaves possible."""
        return (self.stay,) if self.earlier is None else (self.stay, self.earlier)


@shared
def ledger_of(case: Case) -> Ledger:
    """Return the ledger, worked out once."""
    timed = timed_hands(case)
    if not timed.any() or case.lacking("collections", *NEEDS):
        return Ledger()
    return _Books(case, units_of(case, timed)).ledger()


class _Books:
    """The stays and charges of a case, to be held against each other."""

    def __init__(self, case: Case, units: StayUnits) -> None:
        self.units = units
        self.payments: Payments = payments_of(case)
        self.fees = period_fees(case)
        self.places = self.payments.places_of(case, self.fees.record)
        self.unit_of = units.of(self.fees.table, self.fees.day, self.fees.at).tolist()
        self.row_at = {place: row for row, place in enumerate(self.places.tolist()) if place >= 0}
        self.charges = self.payments.charges()
        self.midnights = midnights(case, units.first).tolist()
        self.stays = stays_of(case, units)
        names = (self.stays[name].tolist() for name in ("cardroom", "player"))
        self.keys = [self.payments.key_of(*each) for each in zip(*names, strict=True)]

    def ledger(self) -> Ledger:
        """Return what is wrong in the account of each stay."""
        again: dict[int, Again] = {}
        gaps: list[Gap] = []
        seen: set[int] = set()
        # A charge that was one too many pays for nothing later.
        too_many: set[int] = set()
        for sitting in chain(self._logged(), self._unlogged(seen)):
            places = [place for place in self._around(sitting) if place not in too_many]
            charges = [self.charges[place] for place in places]
            own = self._own(sitting, places, seen)
            seen.update(own.values())
            rhythms = self.units.rhythms[sitting.unit]
            midnight = self.midnights[sitting.unit]
            found = {
                rhythm: [
                    account
                    for stay in sitting.views
                    for account in accounts(charges, stay, rhythm, midnight)
                ]
                for rhythm in rhythms.each
            }
            for each in chain(
                _absent(own, charges, sitting, rhythms),
                _again(found, charges, own, rhythms),
                _joined_again(charges, own, sitting.stay, rhythms, midnight),
            ):
                again[each.row] = each
            too_many.update(
                places[number] for number, row in own.items() if row in again and again[row].sure
            )
            gaps.extend(_gaps(found, charges, sitting, rhythms))
        return Ledger(tuple(again[row] for row in sorted(again)), tuple(gaps))

    def _own(self, sitting: SeatedStay, places: list[int], seen: set[int]) -> dict[int, int]:
        """Return the charges of a stay at its own table, each with its place among the fees."""
        return {
            number: row
            for number, place in enumerate(places)
            if (row := self.row_at.get(place)) is not None
            and row not in seen
            and self.unit_of[row] == sitting.unit
            and _inside(sitting.stay, self.charges[place].at)
        }

    def _logged(self) -> Iterator[SeatedStay]:
        columns = ("player", "unit", "start", "end", "open", "source", "row")
        stays = zip(self.keys, *(self.stays[name].tolist() for name in columns), strict=True)
        for key, player, unit, start, end, is_open, source, logged in stays:
            until = end
            if is_open:
                # Nothing shows the player at the table after the last charge there.
                mine = self.payments.within(key, start, end + GRACE)
                here = [
                    place
                    for place in mine
                    if (row := self.row_at.get(place)) is not None and self.unit_of[row] == unit
                ]
                until = max(start, self.charges[here[-1]].at) if here else start
            stay = Stay(start, until, open=is_open)
            yield SeatedStay(unit, key, stay, player, (source, logged))

    def _unlogged(self, seen: set[int]) -> Iterator[SeatedStay]:
        """Yield a sitting for the charges of somebody at a unit that lie in no stay."""
        left: dict[tuple[int, int], list[int]] = {}
        for place, row in sorted(self.row_at.items()):
            if row not in seen and self.unit_of[row] >= 0:
                whose = self.unit_of[row], int(self.payments.key[place])
                left.setdefault(whose, []).append(self.charges[place].at)
        logged = set(zip(self.stays["unit"].tolist(), self.keys, strict=True))
        for (unit, key), times in left.items():
            stay = Stay(times[0], times[-1], open=True)
            # Nobody owes for a time before the table was in play.
            opened = int(self.units.first[unit])
            before = max(opened, times[0] - self.units.rhythms[unit].longest * MINUTE)
            yield SeatedStay(
                unit,
                key,
                stay,
                absent=(unit, key) in logged,
                earlier=stay._replace(start=min(before, times[0])),
            )

    def _around(self, sitting: SeatedStay) -> range:
        """Return the player's charges of the stay, and of a period before and after it."""
        longest = self.units.rhythms[sitting.unit].longest * MINUTE
        since = sitting.stay.start - longest + GRACE
        return self.payments.within(sitting.key, since, sitting.stay.end + longest)


def midnights(case: Case, times: Ints) -> Ints:
    """Return the last midnight of the site's clock before each moment."""
    local = pd.DatetimeIndex(pd.to_datetime(times, unit="us", utc=True)).tz_convert(
        case.config.zone
    )
    clock = local.tz_localize(None).to_numpy().astype("datetime64[us]").astype(np.int64)
    found: Ints = times - clock % _ZONE_STEP
    return found


def _inside(stay: Stay, at: int) -> bool:
    """Tell whether a charge is of a stay; when people sat down and left is logged by hand."""
    return stay.start - LATE <= at <= stay.end + LATE


def _absent(
    own: dict[int, int], charges: Sequence[PeriodCharge], sitting: SeatedStay, rhythms: Rhythms
) -> Iterator[Again]:
    """Yield the charges of somebody whom the log has at the table at other times only."""
    if sitting.absent:
        for place, row in own.items():
            if charges[place].amount:
                yield Again(row, sure=False, minutes=rhythms.longest, absent=True)


def _again(
    found: dict[Rhythm, list[StayAccount]],
    charges: Sequence[PeriodCharge],
    own: dict[int, int],
    rhythms: Rhythms,
) -> Iterator[Again]:
    """Yield the charges that some rhythm has no period for: sure where all agree how many."""
    views = [(rhythm, each) for rhythm, several in found.items() for each in several]
    votes: dict[int, int] = {}
    for _, view in views:
        for place in view.extra:
            votes[place] = votes.get(place, 0) + 1
    certain = min((len(view.extra) for _, view in views), default=0)
    ranked = sorted(votes, key=lambda place: (-votes[place], place))
    doubts = rhythms.doubts if len(found) > 1 else ()
    for number, place in enumerate(ranked):
        if place in own:
            rhythm, view = next(each for each in views if place in each[1].extra)
            first = charges[view.extra[place]]
            sure = number < certain and rhythms.firm
            since = abs(charges[place].at - first.at)
            yield Again(
                own[place],
                sure,
                rhythm.minutes,
                since,
                first.table,
                doubts=() if sure else doubts,
            )
    for place in sorted(own.keys() - votes.keys()):
        shifts = {rhythm: _shift(several, place) for rhythm, several in found.items()}
        early = [rhythm for rhythm, shift in shifts.items() if shift]
        if early:
            yield Again(
                own[place],
                sure=False,
                minutes=early[0].minutes,
                shift=shifts[early[0]],
                doubts=() if len(early) == len(shifts) else doubts,
            )


def _shift(views: Sequence[StayAccount], place: int) -> int:
    """Return how much too early a charge is by all views of a rhythm; 0 if one has it in time."""
    shifts = [view.shifted.get(place, 0) for view in views]
    return shifts[0] if shifts and all(shifts) else 0


def _joined_again(
    charges: Sequence[PeriodCharge],
    own: dict[int, int],
    stay: Stay,
    rhythms: Rhythms,
    midnight: int,
) -> Iterator[Again]:
    """Yield the new players' fees of those who had paid at the table for the period."""
    for place, row in own.items():
        if not charges[place].joining or not charges[place].amount:
            continue
        found = [
            (rhythm, paid_already(charges, place, stay, rhythm, midnight))
            for rhythm in rhythms.each
        ]
        wrong = [(rhythm, other) for rhythm, other in found if other >= 0]
        if wrong:
            rhythm, other = wrong[0]
            sure = rhythms.firm and len(wrong) == len(found)
            since = abs(charges[place].at - charges[other].at)
            doubts = () if sure else rhythms.doubts
            table = charges[other].table
            yield Again(row, sure, rhythm.minutes, since, table, doubts=doubts)


def _gaps(
    found: dict[Rhythm, list[StayAccount]],
    charges: Sequence[PeriodCharge],
    sitting: SeatedStay,
    rhythms: Rhythms,
) -> Iterator[Gap]:
    """Yield what was left unpaid: sure what is so under every rhythm, else for review.

    Who is not logged as seated owes for no time.
    """
    least = {
        rhythm: min((each.unpaid for each in several), key=len) for rhythm, several in found.items()
    }
    if not least or sitting.logged is None:
        return
    source, row = sitting.logged
    fewest, most = (pick(least, key=lambda each: len(least[each])) for pick in (min, max))
    certain = least[fewest]
    rest = least[most][len(certain) :]
    runs = [(run, fewest, rhythms.firm) for run in _runs(certain, fewest.minutes * MINUTE)]
    runs += [(run, most, False) for run in _runs(rest, most.minutes * MINUTE)]
    for run, rhythm, sure in runs:
        since = max([sitting.stay.start, *(each.at for each in charges if each.at <= run[0])])
        later = [each.at for each in charges if each.at > run[-1]]
        yield Gap(
            unit=sitting.unit,
            player=sitting.player,
            at=run[0],
            marks=run,
            length=min([sitting.stay.end, *later]) - since,
            minutes=rhythm.minutes,
            sure=sure,
            doubts=() if sure else rhythms.doubts,
            source=source,
            row=row,
        )


def _runs(marks: Sequence[int], length: int) -> list[tuple[int, ...]]:
    """Return moments that follow on one another by a period, run by run."""
    runs: list[tuple[int, ...]] = []
    for mark in marks:
        if runs and mark - runs[-1][-1] == length:
            runs[-1] = (*runs[-1], mark)
        else:
            runs.append((mark,))
    return runs
