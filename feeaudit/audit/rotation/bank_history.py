"""Who held the player-dealer position, hand by hand: the order of play, games, turns.

Hands are taken table by table in the order of time. A game at a table begins anew, and turns are
counted anew, where the game or the session changes, where a hand of another game lies between, on
a new gaming day, and where more than BREAK_MINUTES pass between the starts of two hands. A blank
session is the one before. A hand whose player-dealer is not logged ends the run of turns before it:
what is not told is no finding.

People are told apart by name; spellings and badges that the configuration lists for one person are
that person. Where a hand names only the seat, the seats table says who sat there;
where it does not, the seat stands for the person, and findings that rest on it are for review.
Whether that is who sat there in the hand before or after, by name, is not told.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.identity import people, seat_names, seat_numbers
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.order_of_play import another_session, may_go_on, order_of_play
from feeaudit.audit.rotation.rules_in_force import rotation_rules
from feeaudit.audit.seating import person_in_seat, seat_of_person, standing
from feeaudit.audit.shared import shared
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

BREAK_MINUTES: Final = 30
_BREAK: Final = BREAK_MINUTES * 60 * 1_000_000


@dataclass(frozen=True, eq=False)
class BankHistory:
    """The hands of games with a player-dealer or a button in the order of play; an entry a hand.

    ``rules`` is the place of the game's among the printed rules.
    ``opens`` marks the first hand of a game at a table; ``game`` numbers these games. ``changes``
    marks those that are no mere break: another table, game or gaming day before. ``goes_on`` marks
    first hands so soon after the start of the gaming day, or of the hours that are looked at, that
    the game may have been under way before. ``person`` is -1 where the holder is not known; seats
    that stand for people have numbers of their own (``by_seat``). ``named`` is the person as the
    hand spells the name. ``turn`` counts a person's hands in a row from 1, ``entity_turn`` those of
    the person or provider (``entity``). ``seat`` is the seat's name, ``number`` its number.
    ``entry_of`` is the entry of each hand of the log, -1 for none.
    """

    hand: Ints
    table: Ints
    time: Ints
    rules: Ints
    opens: Bools
    changes: Bools
    goes_on: Bools
    game: Ints
    person: Ints
    named: Ints
    by_seat: Bools
    entity: Ints
    role: Ints
    provider: Ints
    seat: Ints
    number: Ints
    turn: Ints
    entity_turn: Ints
    entry_of: Ints

    @cached_property
    def known(self) -> Bools:
        """Whose holder is known."""
        known: Bools = self.person >= 0
        return known

    @cached_property
    def follows(self) -> Bools:
        """Which entries follow another hand of the same game whose holder is known too."""
        before = np.concatenate([[False], self.known[:-1]]) if len(self.hand) else self.known
        follows: Bools = self.known & ~self.opens & before
        return follows

    @cached_property
    def unsure(self) -> Bools:
        """Which may have the holder of the hand before: one names the seat, one who sat there."""
        unsure = np.zeros(len(self.hand), dtype=bool)
        same_seat = (self.seat[1:] == self.seat[:-1]) & (self.seat[1:] >= 0)
        unsure[1:] = same_seat & (self.by_seat[1:] != self.by_seat[:-1])
        return unsure & self.follows

    @cached_property
    def turn_before(self) -> Ints:
        """How many hands in a row the player-dealer of the hand before had held."""
        before: Ints = np.concatenate([[0], self.turn[:-1]])[: len(self.turn)]
        return before

    def mask(self, case: Case, chosen: Bools) -> Bools:
        """Return entries as a mask of the log's hands."""
        mask: Bools = case.no_hand
        mask[self.hand[chosen]] = True
        return mask


@shared
def bank_history(case: Case) -> BankHistory:
    """Return who held the position, hand by hand."""
    order, opens, alters = _order_of_play(case)
    hands = case.hands
    table = hands["table_code"].to_numpy()[order]
    time = hands["started_at"].to_numpy()[order]
    seat = seat_names(case).numbers("hands.player_dealer_seat", order)
    person = people(case).numbers("hands.player_dealer", order)
    logged = people(case).as_logged("hands.player_dealer", order)
    if len(case.seats):
        person, seat = _completed(case, table, time, person, seat)
    by_seat = (person < 0) & (seat >= 0)
    found = standing(case, table, person, time)
    person = np.where(by_seat, len(people(case)) + seat, person)
    entity = np.where(found.provider >= 0, -2 - found.provider, person)
    entry_of = np.full(len(hands), -1, dtype=np.int64)
    entry_of[order] = np.arange(len(order))
    return BankHistory(
        hand=order,
        table=table,
        time=time,
        rules=np.array(rotation_rules(case).of_context)[hands["context"].to_numpy()[order]],
        opens=opens,
        changes=alters,
        goes_on=may_go_on(case, order, _BREAK),
        game=np.cumsum(opens) - 1,
        person=person,
        named=np.where(by_seat, -1, np.where(logged >= 0, logged, person)),
        by_seat=by_seat,
        entity=entity,
        role=found.role,
        provider=found.provider,
        seat=seat,
        number=seat_numbers(case)[seat],
        turn=_in_a_row(person, opens),
        entity_turn=_in_a_row(entity, opens),
        entry_of=entry_of,
    )


def _completed(case: Case, table: Ints, time: Ints, person: Ints, seat: Ints) -> tuple[Ints, Ints]:
    """Return people and seats with what the hands leave blank filled from the seats table."""
    nameless = np.flatnonzero((person < 0) & (seat >= 0))
    if len(nameless):
        person = person.copy()
        person[nameless] = person_in_seat(case, table[nameless], seat[nameless], time[nameless])
    seatless = np.flatnonzero((person >= 0) & (seat < 0))
    if len(seatless):
        seat = seat.copy()
        seat[seatless] = seat_of_person(case, table[seatless], person[seatless], time[seatless])
    return person, seat


def _order_of_play(case: Case) -> tuple[Ints, Bools, Bools]:
    """Return the hands with a position in the order of play, which open a game, which change it."""
    hands, order = case.hands, _once_each(case)
    time = hands["started_at"].to_numpy()[order]
    alters = changes(hands["table_code"].to_numpy()[order])
    for kind in (case.games, hands["day"].to_numpy()):
        alters |= changes(kind[order])
    opens = alters.copy()
    opens[1:] |= np.diff(time) > _BREAK
    if "session" in hands:
        opens |= another_session(hands["session"].cat.codes.to_numpy()[order], alters)
    ruled = np.array(rotation_rules(case).of_context, dtype=np.int64) > 0
    ours = ruled[hands["context"].to_numpy()[order]]
    return order[ours], opens[ours], alters[ours]


def _once_each(case: Case) -> Ints:
    """Return the hands whose time is known in the order of play; one that is logged twice once."""
    order, tied = order_of_play(case)
    if tied.any():
        again = tied.copy()
        at = np.flatnonzero(tied)
        ids = case.hands["hand_id"]
        again[at] = ids.iloc[order[at]].to_numpy() == ids.iloc[order[at - 1]].to_numpy()
        order = order[~again]
    timed = case.hands["started_at"].to_numpy()[order] != MISSING
    return order if timed.all() else order[timed]


def _in_a_row(holder: Ints, opens: Bools) -> Ints:
    """Return which in a row each hand is for its holder; 0 where the holder is not known."""
    starts = opens | changes(holder)
    place = np.arange(len(holder))
    first = np.maximum.accumulate(np.where(starts, place, 0))
    turns: Ints = np.where(holder == -1, 0, place - first + 1)
    return turns
