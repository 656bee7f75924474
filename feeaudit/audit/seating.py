"""Who sat where, what they are, and which seats were taken at a time, from the seats table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.identity import HIGHEST_SEAT, people, seat_bits, seat_names, seat_numbers
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.people import entries
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import MOST_DAYS, distinct, paired, parted
from feeaudit.core.numbering import sorted_out
from feeaudit.core.timelines import Timelines
from feeaudit.rules.configuration.model import spelled

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.configuration.model import Config

PATRON: Final = 0
THIRD_PARTY: Final = 1
HOUSE: Final = 2
UNKNOWN: Final = -1
_ROLES: Final = {"patron": PATRON, "third_party": THIRD_PARTY, "house": HOUSE}
_FOR_GOOD: Final = np.iinfo(np.int64).max
# A time in the year 3000: who stays for good stays longer than any log.
_LATEST: Final = 32_503_680_000 * 1_000_000
_NUMBERS: Final = HIGHEST_SEAT + 1
"""Numbers of seats at a table."""


@dataclass(frozen=True, eq=False)
class Sittings:
    """The seats table as arrays: one entry a person, seat and stay."""

    table: Ints
    person: Ints
    seat: Ints
    number: Ints
    start: Ints
    end: Ints
    role: Ints
    provider: Ints
    providers: tuple[str, ...]


@shared
def sittings(case: Case) -> Sittings:
    """Return who sat where, at tables that have hands."""
    frame = case.seats
    start = frame["from"].to_numpy()
    end = frame["to"].to_numpy() if "to" in frame else np.full(len(frame), MISSING)
    end = np.where(end == MISSING, _FOR_GOOD, end)
    person = people(case).numbers("seats.player")
    usable = (frame["table_code"].to_numpy() >= 0) & (start != MISSING) & (start <= end)
    usable &= person >= 0
    # An order of the log's own, so that shuffled rows change nothing.
    order = np.lexsort((frame["row"].to_numpy(), frame["source"].to_numpy(), start))
    order = order[usable[order]]
    seat = seat_names(case).numbers("seats.seat")
    return Sittings(
        table=frame["table_code"].to_numpy()[order],
        person=person[order],
        seat=seat[order],
        number=seat_numbers(case)[seat][order],
        start=start[order],
        end=end[order],
        role=_roles(frame)[order],
        provider=_provider_codes(frame)[order],
        providers=_providers(frame, case),
    )


@dataclass(frozen=True, eq=False)
class TableDays:
    """The gaming days of tables that have hands, in order, and which of them each hand is of.

    A day of a table is always looked at whole: what is said of one depends on no other.
    """

    keys: Ints
    of_hand: Ints
    config: Config

    def spans(self, table: Ints, start: Ints, end: Ints) -> tuple[Ints, Ints]:
        """Return the place of the first on which each of some stays was going on, and its end."""
        first, last = (
            paired(table, self.config.gaming_days(np.minimum(each, _LATEST)), MOST_DAYS)
            for each in (start, end)
        )
        end = np.searchsorted(self.keys, np.maximum(first, last), side="right")
        return np.searchsorted(self.keys, first), end

    def reached(self, first: Ints, end: Ints) -> Bools:
        """Tell on which of them any of some stays was going on, which have these spans."""
        there = np.zeros(len(self.keys) + 1, dtype=np.int64)
        np.add.at(there, first, 1)
        np.add.at(there, end, -1)
        reached: Bools = np.cumsum(there[:-1]) > 0
        return reached


@shared
def table_days(case: Case) -> TableDays:
    """Return the gaming days of the tables of a case."""
    table, day = (case.hands[name].to_numpy() for name in ("table_code", "day"))
    return TableDays(*sorted_out(paired(table, day, MOST_DAYS)), case.config)


@shared
def _days_of_stays(case: Case) -> tuple[Ints, Ints]:
    """Return the days of tables that each stay spans."""
    stays = sittings(case)
    return table_days(case).spans(stays.table, stays.start, stays.end)


def listed(case: Case, hand: Ints) -> Bools:
    """Tell for which hands the seats table lists anybody at the table on the gaming day."""
    days = table_days(case)
    return days.reached(*_days_of_stays(case))[days.of_hand[hand]]


def tells_who_sat(case: Case, hand: Ints) -> Bools:
    """Tell for which hands the log says who sat at the table: who came, and who had left."""
    return listed(case, hand) & case.has("seats.to")


@shared
def seats_in_use(case: Case) -> Ints:
    """Return the seats, as bits, that anything names on each day of a table."""
    days, stays, numbers = table_days(case), sittings(case), seat_numbers(case)
    # The last column is for what names no seat, and seat 0 is none; the last row for no hand.
    seen = np.zeros((len(days.keys) + 1, _NUMBERS + 1), dtype=bool)
    cells = seen.ravel()
    first = np.append(days.of_hand, len(days.keys)) * seen.shape[1]
    # The number of none is -1, which is no place in a row of its own.
    column_of = numbers % seen.shape[1]
    hands = np.arange(len(case.hands))
    of_hands = {
        "hands.player_dealer_seat": hands,
        "hands.action_seat": hands,
        "wagers.seat": case.wagers["hand"].to_numpy(),
        "collections.seat": case.collections["hand"].to_numpy(),
        "offers.seat": case.offers["hand"].to_numpy(),
    }
    for column, hand in of_hands.items():
        cells[first[hand] + column_of[seat_names(case).codes(column)]] = True
    seen = seen[:-1]
    begin, end = _days_of_stays(case)
    for number in distinct(stays.number[stays.number > 0]):
        mine = stays.number == number
        seen[days.reached(begin[mine], end[mine]), number] = True
    bits: Ints = seen[:, :_NUMBERS] @ seat_bits(np.arange(_NUMBERS))
    return bits


def _roles(frame: pd.DataFrame) -> Ints:
    """Return what people are; whoever plays for a provider is a third party, said or not."""
    named = _provider_codes(frame) >= 0
    if "role" not in frame:
        return np.where(named, THIRD_PARTY, UNKNOWN).astype(np.int64)
    own = frame["role"].cat
    known = np.array([*(_ROLES.get(str(word), UNKNOWN) for word in own.categories), UNKNOWN])
    role = known[own.codes.to_numpy()].astype(np.int64)
    return np.where((role == UNKNOWN) & named, THIRD_PARTY, role).astype(np.int64)


def _provider_codes(frame: pd.DataFrame) -> Ints:
    """Return the number of each provider, the same for names that differ in capitals."""
    if "provider" not in frame:
        return np.full(len(frame), -1, dtype=np.int64)
    own, names = frame["provider"].cat, list(map(spelled, _logged_providers(frame)))
    each = [spelled(str(word)) for word in own.categories]
    known = np.array([*(names.index(name) if name else -1 for name in each), -1])
    codes: Ints = known[own.codes.to_numpy()].astype(np.int64)
    return codes


def _logged_providers(frame: pd.DataFrame) -> list[str]:
    """Return the providers that the log names, in an order that is not that of its rows.

    The first spelling of a provider stands for all: Harborline comes before HARBORLINE.
    """
    words = map(str, frame["provider"].cat.categories) if "provider" in frame else ()
    return sorted(words, key=str.swapcase)


def _providers(frame: pd.DataFrame, case: Case) -> tuple[str, ...]:
    """Return the providers that the log names, then those that only the configuration does."""
    known = (person.provider for person in case.config.people if person.provider)
    return (*_logged_providers(frame), *known)


def person_in_seat(case: Case, table: Ints, seat: Ints, time: Ints) -> Ints:
    """Return who sat in a seat at a time, -1 where the log does not say."""
    wanted = np.where(seat >= 0, paired(table, seat, len(seat_names(case))), -1)
    return _person_sitting(sittings(case), _by_seat(case).last(wanted, time), time)


@shared
def _by_seat(case: Case) -> Timelines:
    stays = sittings(case)
    return Timelines(paired(stays.table, stays.seat, len(seat_names(case))), stays.start)


def person_in_numbered_seat(case: Case, table: Ints, number: Ints, time: Ints) -> Ints:
    """Return who sat in the seat of a number at a time, -1 where the log does not say."""
    wanted = np.where(number > 0, paired(table, number, _NUMBERS), -1)
    return _person_sitting(sittings(case), _by_number(case).last(wanted, time), time)


@shared
def _by_number(case: Case) -> Timelines:
    stays = sittings(case)
    return Timelines(paired(stays.table, stays.number, _NUMBERS), stays.start)


def _person_sitting(stays: Sittings, at: Ints, time: Ints) -> Ints:
    """Return who had last sat down, in a stay that was found, and was still there."""
    there = (at >= 0) & _covers(stays.end, at, time)
    return np.where(there, _taken(stays.person, at), -1)


def seat_of_person(case: Case, table: Ints, person: Ints, time: Ints) -> Ints:
    """Return which seat a person had at a table at a time, -1 where the log does not say."""
    stays = sittings(case)
    at = _stay(case, table, person, time)
    there = (at >= 0) & _covers(stays.end, at, time)
    return np.where(there, _taken(stays.seat, at), -1)


def _stay(case: Case, table: Ints, person: Ints, time: Ints) -> Ints:
    wanted = np.where(person >= 0, paired(table, person, len(people(case))), -1)
    return _by_person(case).last(wanted, time)


@shared
def _by_person(case: Case) -> Timelines:
    stays = sittings(case)
    return Timelines(paired(stays.table, stays.person, len(people(case))), stays.start)


def _covers(end: Ints, at: Ints, time: Ints) -> Bools:
    covers: Bools = _taken(end, at) >= time
    return covers


def _taken(values: Ints, at: Ints) -> Ints:
    """Return values at places; anything at -1."""
    return values[at] if len(values) else np.full(len(at), -1, dtype=np.int64)


def is_seated(case: Case, table: Ints, person: Ints, time: Ints) -> Bools:
    """Tell whether a person sat anywhere at a table at a time, however many seats they had."""
    stays = sittings(case)
    seated: Bools = seat_of_person(case, table, person, time) >= 0
    # Who has got up from the seat taken last may still have another.
    rest = np.flatnonzero(~seated)
    if len(rest):
        group = paired(table[rest], person[rest], len(people(case)))
        key = paired(stays.table, stays.person, len(people(case)))
        begun = Timelines(key, stays.start).counts(group, time[rest], "right")
        seated[rest] = begun > Timelines(key, stays.end).counts(group, time[rest], "left")
    return seated


@dataclass(frozen=True, eq=False)
class Standing:
    """What people are: role and provider, -1 where the log does not say."""

    role: Ints
    provider: Ints


def standing(case: Case, table: Ints, person: Ints, time: Ints) -> Standing:
    """Return the role and provider of people at tables at times, as listed at that very table.

    Nearly everybody is one thing all night; only who is not is looked up by time.
    """
    stays = sittings(case)
    many = len(people(case))
    fact = paired(stays.role + 1, stays.provider, len(stays.providers))
    pairs, place = np.unique(paired(stays.table, stays.person, many), return_inverse=True)
    least = np.full(len(pairs) + 1, np.iinfo(np.int64).max)
    # Nothing is known of whoever is not listed, which is 0.
    most = np.zeros(len(pairs) + 1, dtype=np.int64)
    np.minimum.at(least, place, fact)
    np.maximum.at(most, place, fact)
    # The last place is for whoever is not listed.
    asked = paired(table, person, many)
    at = np.searchsorted(pairs, asked)
    listed_there = (person >= 0) & (np.append(pairs, -1)[at] == asked)
    at = np.where(listed_there, at, len(pairs))
    known = most[at]
    several = np.flatnonzero(listed_there & (least[at] != known))
    stay = _stay(case, table[several], person[several], time[several])
    known[several] = np.where(stay >= 0, _taken(fact, stay), 0)
    role, provider = parted(known, len(stays.providers))
    return _as_configured(case, person, time, Standing(role - 1, provider))


def _as_configured(case: Case, person: Ints, time: Ints, logged: Standing) -> Standing:
    """Return what people are with the configuration's word where the log has none at the table."""
    blank = np.flatnonzero((logged.role == UNKNOWN) & (person >= 0))
    if not case.config.people or not len(blank):
        return logged
    entry = entries(case.config, people(case).words, person[blank], time[blank])
    names, everybody = list(map(spelled, sittings(case).providers)), case.config.people
    roles = np.array([*(_ROLES[each.role] for each in everybody), UNKNOWN], dtype=np.int64)
    own = [names.index(spelled(each.provider)) if each.provider else -1 for each in everybody]
    role, provider = logged.role.copy(), logged.provider.copy()
    role[blank], provider[blank] = roles[entry], np.array([*own, -1], dtype=np.int64)[entry]
    return Standing(role, provider)


class Taken:
    """Which numbered seats were taken at a time, as bits: seat 3 is bit 3."""

    def __init__(self, stays: Sittings, counted: Bools) -> None:
        use = np.flatnonzero(counted & (stays.number > 0))
        table = np.concatenate([stays.table[use]] * 2)
        when = np.concatenate([stays.start[use], stays.end[use]])
        change = np.repeat([1, -1], len(use))
        number = np.concatenate([stays.number[use]] * 2)
        # At one instant people leave before others sit down.
        order = np.lexsort((change, when, table))
        self.bits = np.zeros(len(order), dtype=np.int64)
        for seat in distinct(number):
            count = np.cumsum(np.where(number == seat, change, 0)[order])
            self.bits |= (count > 0).astype(np.int64) << int(seat)
        self.changes = Timelines(table[order], when[order])

    def at(self, table: Ints, time: Ints) -> Ints:
        """Return the seats taken at tables at times."""
        # The last place is for no change of seats by then.
        bits: Ints = np.append(self.bits, 0)[self.changes.last(table, time)]
        return bits
