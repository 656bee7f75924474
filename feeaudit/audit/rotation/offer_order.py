"""Whether the position was offered round the table as the rules say: the seats in their order.

Seats are numbered clockwise, seat 1 left of the house dealer. An offer's *distance* is how far its
seat lies from where the offers start, going the printed way; offers follow the rules where the
distance never falls, and where no taken seat nearer than the last one asked was left out.

Offers start beyond the seat of the player-dealer before, who is asked last. Asking that seat first
is in order as long as its turn is not over. In a new game they start at seat 1 where the rules say
so, else, and where the game may have been under way, at whoever was asked first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.identity import seat_bits, seat_numbers
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.claimants import bettors, claimants
from feeaudit.audit.rotation.earlier_bets import bets_by_entry
from feeaudit.audit.rotation.eligibility import new_players, on_bets, turn_over
from feeaudit.audit.rotation.findings import per_entry
from feeaudit.audit.rotation.offers import around, position_offers
from feeaudit.audit.seating import seats_in_use, table_days, tells_who_sat
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.bank_history import BankHistory
    from feeaudit.audit.rotation.offers import PositionOffers
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.rotation import Rules

_WAYS: Final = {"clockwise": 1, "counter_clockwise": -1}
_ROUND: Final = 64
_START_AT_ONE: Final = {"seat_1", "left_of_house_dealer"}


@dataclass(frozen=True, eq=False)
class Course:
    """How the offers before each hand of the history went, against one direction.

    ``printed``: the rules print it. ``own_first``: the player-dealer whose turn was over was asked
    first. ``back``: the place of the first offer that goes back, -1 for none. Seats that were
    passed over are bits: ``left_out`` of people who surely had to be asked, ``maybe_left_out`` of
    people who may have had to be, ``unlogged`` where no wager tells whether they qualified,
    ``gaps`` taken or not.
    """

    printed: Bools
    own_first: Bools
    back: Ints
    left_out: Ints
    maybe_left_out: Ints
    unlogged: Ints
    gaps: Ints

    @cached_property
    def wrong(self) -> Bools:
        """Where the offers did not go this way."""
        off = self.own_first | (self.back >= 0) | (self.left_out > 0)
        wrong: Bools = self.printed & off
        return wrong

    @cached_property
    def in_doubt(self) -> Bools:
        """Where they went this way unless somebody who was passed over qualified."""
        in_doubt: Bools = ~self.wrong & (self.maybe_left_out > 0)
        return in_doubt


@shared
def courses(case: Case, reading: int) -> tuple[Course, ...]:
    """Return how offers went against each direction that the rules of some hands print."""
    found = []
    for name, direction in _WAYS.items():
        printed = per_entry(case, partial(_prints, name), reading)
        if printed.any():
            found.append(_course(case, direction, printed, reading))
    return tuple(found)


def _prints(direction: str, rules: Rules) -> bool:
    return not rules.button and direction in rules.directions


def _course(case: Case, direction: int, printed: Bools, reading: int) -> Course:
    """Return how offers went, against a direction that is printed for some hands."""
    bank, offers = bank_history(case), position_offers(case)
    start, beyond = _starts(case, reading)
    distance = _distance(offers.number, start[offers.entry], direction)
    own = np.flatnonzero((distance == 0) & beyond[offers.entry])
    leading = _leading(offers, own)
    distance[own[~leading]] = _ROUND
    size = len(bank.hand)
    farthest = offers.together.combined(np.maximum, distance)
    own_first = np.zeros(size, dtype=bool)
    own_first[offers.entry[own[leading]]] = True
    gaps = _passed(case, offers.asked, start, farthest, direction=direction, beyond=beyond)
    gaps[~printed] = 0
    before = partial(_holder_before, bank)
    passed = claimants(case, gaps & ~_newcomers(case, reading), before, reading)
    return Course(
        printed=printed,
        own_first=own_first & turn_over(case, reading),
        back=_first_back(offers.entry, _around_again(case, distance, printed, reading), size),
        left_out=passed.surely,
        maybe_left_out=passed.maybe,
        unlogged=passed.unlogged,
        gaps=gaps,
    )


def offers_due(case: Case, reading: int) -> Bools:
    """Tell before which hands an offer is due: a holder has had so many hands, or twice as many."""
    bank = bank_history(case)
    after = per_entry(case, lambda rules: rules.offer.hands, reading)
    before = bank.turn_before
    over = (after > 0) & (before % np.maximum(after, 1) == 0)
    due: Bools = over & bank.follows & per_entry(case, lambda rules: rules.offered, reading)
    return due


def gaps_unlisted(case: Case, reading: int) -> Bools:
    """Tell where seats were passed over and the log does not say whether anybody sat there.

    Where an earlier bet is asked for, the wagers tell who sat there and could take the position;
    before the first hand of a table nobody has bet.
    """
    gaps = np.zeros(len(bank_history(case).hand), dtype=bool)
    for each in courses(case, reading):
        gaps |= each.printed & (each.gaps > 0)
    anybody = per_entry(case, lambda rules: not on_bets(rules), reading) | bank_history(case).opens
    unlisted: Bools = gaps & anybody & ~tells_who_sat(case, bank_history(case).hand)
    return unlisted


@dataclass(frozen=True, slots=True, eq=False)
class ButtonMoves:
    """Where a button moved to another seat, and past which seats of people in the game, as bits.

    ``unlogged``: no wager of one of the two hands is, so that nothing tells who was in the game.
    """

    moved: Bools
    skipped: Ints
    unlogged: Bools


@shared
def button_moves(case: Case, reading: int) -> ButtonMoves:
    """Return how buttons moved that go round clockwise, a seat after each hand."""
    bank = bank_history(case)
    before = np.concatenate([[-1], bank.number[:-1]])[: len(bank.number)]
    moved = per_entry(case, lambda rules: rules.button and bool(rules.directions), reading)
    moved &= bank.follows & (before > 0) & (bank.number > 0) & (before != bank.number)
    farthest = np.where(moved, _distance(bank.number, before, 1), 0)
    every = np.ones(len(moved), dtype=bool)
    asked = seat_bits(bank.number)
    passed = _passed(case, asked, before, farthest, direction=1, beyond=every)
    bets = bets_by_entry(case).count
    some = (bets > 0) & (np.concatenate([[0], bets[:-1]])[: len(bets)] > 0)
    return ButtonMoves(moved, bettors(case, passed).bits(len(moved)), moved & ~some)


def starts_at_one(case: Case, reading: int) -> Bools:
    """Tell for which hands of the history the rules say that a new game starts at seat 1."""
    at_one: Bools = per_entry(case, lambda rules: rules.first_offer in _START_AT_ONE, reading)
    return at_one


def _starts(case: Case, reading: int) -> tuple[Ints, Bools]:
    """Return the seat from which offers are counted, and whether they start beyond it."""
    bank, offers = bank_history(case), position_offers(case)
    beyond = ~bank.opens
    at_one = starts_at_one(case, reading) & ~bank.goes_on
    first_asked = np.full(len(bank.hand), -1, dtype=np.int64)
    some = offers.count > 0
    first_asked[some] = offers.number[offers.first[some]]
    start = np.where(at_one, 1, first_asked)
    start[1:] = np.where(beyond[1:], bank.number[:-1], start[1:])
    return start, beyond


def _distance(number: Ints, start: Ints, direction: int) -> Ints:
    distance: Ints = (direction * (number - start)) & (_ROUND - 1)
    return distance


def _leading(offers: PositionOffers, own: Ints) -> Bools:
    """Tell which offers to the seat of the player-dealer before came first, one after the other."""
    entry = offers.entry[own]
    place = np.arange(len(own))
    rank = place - np.maximum.accumulate(np.where(changes(entry), place, 0))
    leading: Bools = own - offers.first[entry] == rank
    return leading


def _holder_before(bank: BankHistory, entry: Ints) -> Ints:
    """Return who held the position in the hand before and is asked last; -1 for nobody."""
    before: Ints = np.where(bank.opens[entry], -1, bank.person[entry - 1])
    return before


def _around_again(case: Case, distance: Ints, printed: Bools, reading: int) -> Ints:
    """Return distances in which new players, asked when all others had refused, lie beyond these.

    Only the last offers before a hand can be theirs, and only those that go back behind the last of
    the others: among themselves new players are asked in order, too. That is looked into where the
    way round is printed.
    """
    entry = position_offers(case).entry
    falls = _falls(entry, distance)
    falls = falls[printed[entry[falls]]]
    if not len(falls):
        return distance
    rows = np.flatnonzero(np.isin(entry, entry[falls]))
    new = new_players(case, rows, reading)
    if not len(new):
        return distance
    last_other = np.full(int(entry.max()) + 1, -1)
    is_new = np.zeros(len(entry), dtype=bool)
    is_new[new] = True
    others = rows[~is_new[rows]]
    np.maximum.at(last_other, entry[others], others)
    before = last_other[entry[new]]
    behind = (before >= 0) & (distance[new] < distance[before])
    again = distance.copy()
    again[new[(new > before) & behind]] += 2 * _ROUND
    return again


def _falls(entry: Ints, distance: Ints) -> Ints:
    falls: Ints = np.flatnonzero((entry[1:] == entry[:-1]) & (distance[1:] < distance[:-1])) + 1
    return falls


def _first_back(entry: Ints, distance: Ints, size: int) -> Ints:
    """Return the first offer of each hand that goes back round the table."""
    back = np.full(size, -1, dtype=np.int64)
    falls = _falls(entry, distance)
    # Assigned from the last to the first, so that the first stays.
    back[entry[falls[::-1]]] = falls[::-1]
    return back


def _passed(  # noqa: PLR0913 - where it goes round, how far, which way, and past whom
    case: Case, asked: Ints, start: Ints, farthest: Ints, *, direction: int, beyond: Bools
) -> Ints:
    """Return the seats nearer than the last one asked that were not asked, as bits.

    Of a table nobody says how many seats it has: those count that are named on the day.
    """
    passed = np.zeros(len(start), dtype=np.int64)
    # No seat was passed over where as many were asked as it is far to the last.
    gaps = np.flatnonzero(farthest + ~beyond > np.bitwise_count(asked))
    from_seat, limit, inclusive = start[gaps], farthest[gaps], ~beyond[gaps]
    nearer = np.zeros(len(gaps), dtype=np.int64)
    for seat in distinct(seat_numbers(case)):
        if seat > 0:
            distance = (direction * (seat - from_seat)) & (_ROUND - 1)
            is_nearer = (distance < limit) & ((distance > 0) | inclusive)
            nearer |= is_nearer.astype(np.int64) << int(seat)
    if len(gaps):
        day = table_days(case).of_hand[bank_history(case).hand[gaps]]
        passed[gaps] = nearer & ~asked[gaps] & seats_in_use(case)[day]
    return passed


def _newcomers(case: Case, reading: int) -> Ints:
    """Return the seats, as bits, of those who are not asked first in a new game: no patrons."""
    active = per_entry(case, lambda rules: rules.first_offer == "left_of_house_dealer", reading)
    opening = np.flatnonzero(bank_history(case).opens & active)
    bits = np.zeros(len(active), dtype=np.int64)
    if len(opening):
        taken = around(case)
        bits[opening] = taken.players[opening] & ~taken.patrons[opening]
    return bits
