"""Fees: what every hand owed beside what was collected, in one frame.

Collections are compared at the finest grain the log has: by seat and player where both wagers and
collections name them, else by seat, else by hand. Over, under, missing and undue are never netted:
each payer, fee and place stands on its own row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.audit.lanes import (
    BY_PERIOD,
    FEES,
    ONLY_WITHOUT,
    PAYERS,
    PER,
    SKIPPED,
    WAIVED,
    Lane,
    Lanes,
    class_of,
    lanes_of,
)
from feeaudit.audit.places import shared_codes, word_codes
from feeaudit.audit.units import Units, chosen, free_of_charge, joined
from feeaudit.core.money import cents

if TYPE_CHECKING:
    from feeaudit.audit.case import Case

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
CLASSES = len(PAYERS) * len(FEES)
AGGREGATE = "table"
_PLAYER_CLASSES = len(FEES)
_HAND, _WAGER, _SEAT, _PLAYER = range(4)


@dataclass(frozen=True, slots=True)
class Fees:
    """The frame of fees, and which hands it could not tell anything of, with the reason."""

    frame: pd.DataFrame
    tested: Bools
    untested: dict[str, Bools]
    lanes: Lanes
    places: tuple[str, ...]


def fees_of(case: Case) -> Fees:
    """Return the fees of a case; see ``frame`` for one row a payer, fee and place of a hand.

    Columns: hand, klass, place, payer, fee, seat, player, owed and owed_most (cents), settled,
    unpriced, fits (some reading admits what was taken), taken, rows, waived, piece, amount (what
    picked the tier), record (the first collection's row, -1 without one).
    """
    return case.shared("fees", _fees)


def _fees(case: Case) -> Fees:
    work = _Work(case)
    readings = [work.units(reading) for reading in range(len(work.lanes.readings))]
    taken = work.taken()
    frame = work.compared(readings, taken)
    return Fees(frame, work.tested, work.untested, work.lanes, work.words)


class _Work:
    """The arrays of one case while its fees are worked out."""

    def __init__(self, case: Case) -> None:
        self.case = case
        hands = case.hands
        self.hands = len(hands)
        self.situation = hands["situation"].to_numpy()
        wagers = case.wagers
        kinds = list(map(str, wagers["wager"].cat.categories)) if len(wagers) else []
        self.lanes = lanes_of(case.situations, kinds)
        self.players = _ints(hands, "players", -1)
        self.opening = _ints(hands, "opening_round", -1)
        self.words, self.seat_codes = shared_codes(
            wagers, case.collections, hands, "seat", "player_dealer_seat"
        )
        self.names, self.player_codes = shared_codes(
            wagers, case.collections, hands, "player", "player_dealer"
        )
        self._wager_arrays(wagers)
        self._find_grain()
        self._find_testable()

    def _wager_arrays(self, wagers: pd.DataFrame) -> None:
        hand = wagers["hand"].to_numpy().astype(np.int64)
        seat = self.seat_codes["wagers"]
        dealer = self.seat_codes["hands"]
        own = (dealer[hand] == seat) & (seat >= 0) if len(dealer) else np.zeros(len(hand), bool)
        keep = (hand >= 0) & ~own
        self.w_hand = hand[keep]
        self.w_seat = seat[keep]
        self.w_player = self.player_codes["wagers"][keep]
        self.w_amount = wagers["amount"].to_numpy()[keep] if len(wagers) else np.empty(0, np.int64)
        codes = wagers["wager"].cat.codes.to_numpy() if len(wagers) else np.empty(0, np.int8)
        self.w_kind = codes[keep].astype(np.int64)
        table = self.words.index(AGGREGATE) if AGGREGATE in self.words else -2
        self.aggregated = np.zeros(self.hands, dtype=bool)
        self.aggregated[self.w_hand[self.w_seat == table]] = True

    def _find_grain(self) -> None:
        """Decide how a place is told: by seat, by player, by both, or not at all."""
        collections = self.case.collections
        self.by_seat = self.case.has("collections.seat") and self.case.has("wagers")
        self.by_player = self.case.has("collections.player", "wagers.player")
        hand = collections["hand"].to_numpy().astype(np.int64)
        fee = word_codes(collections, "fee", FEES)
        payer = word_codes(collections, "payer", PAYERS)
        mine = (hand >= 0) & (fee >= 0) & (payer >= 0)
        mine &= ~np.isin(fee, [FEES.index(each) for each in BY_PERIOD])
        self.c_record = np.flatnonzero(mine)
        self.c_hand = hand[mine]
        klass = payer[mine] * len(FEES) + fee[mine]
        if len(self.lanes.same_payer):
            klass = self.lanes.same_payer[self.situation[self.c_hand], klass]
        self.c_klass = klass
        self.c_amount = collections["amount"].to_numpy()[mine] if len(collections) else klass
        waived = collections["waived"].notna().to_numpy() if "waived" in collections else None
        self.c_waived = waived[mine] if waived is not None else np.zeros(len(klass), bool)
        self.c_place = self._place(
            self.seat_codes["collections"][mine],
            self.player_codes["collections"][mine],
            self._per_player(self.c_hand, klass),
        )
        pair = self.c_hand * CLASSES + klass
        by_player = klass < _PLAYER_CLASSES
        self.coarse = _merged_keys([np.sort(pair[by_player & (self.c_place < 0)])])
        self.c_place = self._settled_place(self.c_hand, klass, self.c_place)

    def _per_player(self, hand: Ints, klass: Ints) -> Bools:
        """Tell which are owed once a player over all seats, so that the seat does not matter."""
        matrix = np.zeros((len(self.case.situations), CLASSES), dtype=bool)
        for reading in self.lanes.readings:
            for lane in reading:
                rows = np.flatnonzero(lane.charged & (lane.per == _PLAYER))
                matrix[rows, self._klass(lane)[rows]] = True
        if not len(matrix):
            return np.zeros(len(hand), dtype=bool)
        chosen: Bools = matrix[self.situation[hand], klass]
        return chosen

    def _place(self, seat: Ints, player: Ints, per_player: Bools) -> Ints:
        """Return the number of a place; -1 where the log does not tell it."""
        width = len(self.names) + 2
        if self.by_seat and self.by_player:
            both = np.where(seat >= 0, (seat + 1) * width + player + 1, -1)
            alone = np.where(player >= 0, player + 1, both)
            return np.where(per_player, alone, both)
        if self.by_seat:
            return np.where(seat >= 0, (seat + 1) * width, -1)
        if self.by_player:
            return np.where(player >= 0, player + 1, -1)
        return np.full(len(seat), -1, dtype=np.int64)

    def _settled_place(self, hand: Ints, klass: Ints, place: Ints) -> Ints:
        """Return places, 0 where fees are compared for the hand as a whole."""
        whole = klass >= _PLAYER_CLASSES
        if len(self.coarse):
            whole |= np.isin(hand * CLASSES + klass, self.coarse)
        return np.where(whole | (place < 0), 0, place)

    def _klass(self, lane: Lane) -> Ints:
        rows = np.arange(len(lane.klass))
        found: Ints = self.lanes.same_payer[rows, lane.klass]
        return found

    def _find_testable(self) -> None:
        """Tell which hands' fees can be told, and why others cannot."""
        case = self.case
        each = case.situations
        known = np.array([not one.kind for one in each], dtype=bool)[self.situation]
        self.untested: dict[str, Bools] = {}
        for one in sorted({s.problem for s in each if s.kind}):
            number = np.array([s.problem == one for s in each], dtype=bool)[self.situation]
            self.untested[one] = number
        tested = known.copy()
        needs_players = self._any_lane(lambda lane: lane.charged & lane.by_players)
        self._set_aside(tested, needs_players & (self.players < 0), "hands.players")
        depends = self._any_lane(lambda lane: lane.charged & (lane.opening > 0))
        self._set_aside(tested, depends & (self.opening < 0), "hands.opening_round")
        wagered = np.zeros(self.hands, dtype=bool)
        wagered[self.w_hand] = True
        by_wagers = self._any_lane(
            lambda lane: lane.charged & ~lane.by_players & (~lane.flat | (lane.per != _HAND))
        )
        self._set_aside(tested, by_wagers & ~wagered, "wagers")
        if not case.has("collections"):
            self._set_aside(tested, np.ones(self.hands, bool), "collections")
        self.tested = tested

    def _set_aside(self, tested: Bools, which: Bools, lacking: str) -> None:
        found = tested & which
        if found.any():
            self.untested[f"the log lacks {lacking}"] = found
            tested &= ~found

    def _any_lane(self, test: object) -> Bools:
        found = np.zeros(len(self.case.situations), dtype=bool)
        for reading in self.lanes.readings:
            for lane in reading:
                found |= test(lane)  # type: ignore[operator]
        chosen: Bools = found[self.situation]
        return chosen

    def units(self, reading: int) -> Units:
        """Return what owes a fee under one reading."""
        parts = []
        for lane in self.lanes.readings[reading]:
            for per in range(len(PER)):
                rows = lane.charged & (lane.per == per)
                if rows.any():
                    parts.extend(self._lane_units(lane, rows, per))
        return joined(parts)

    def _lane_units(self, lane: Lane, rows: Bools, per: int) -> list[Units]:
        if per == _HAND:
            hand = np.flatnonzero(rows[self.situation] & self.tested)
            amount = self._hand_amounts(lane, hand)
            place = np.zeros(len(hand), dtype=np.int64)
        else:
            hand, place, amount = self._grouped(lane, rows, per)
        situation = self.situation[hand]
        looked_up = np.where(lane.flat[situation], 0, amount)
        piece = self.lanes.ladders.pieces(lane.ladder[situation], looked_up)
        klass = self._klass(lane)[situation]
        units = Units(
            hand,
            klass,
            self._settled_place(hand, klass, place),
            self.lanes.ladders.least[piece],
            self.lanes.ladders.most[piece],
            self.lanes.ladders.unpriced[piece],
            piece,
            amount,
        )
        return self._conditions(lane, units)

    def _hand_amounts(self, lane: Lane, hand: Ints) -> Ints:
        total = np.zeros(self.hands, dtype=np.int64)
        if len(self.w_hand):
            counted = lane.counted[self.situation[self.w_hand], self.w_kind]
            np.add.at(total, self.w_hand[counted], self.w_amount[counted])
        by_players = lane.by_players[self.situation[hand]]
        return np.where(by_players, self.players[hand], total[hand])

    def _grouped(self, lane: Lane, rows: Bools, per: int) -> tuple[Ints, Ints, Ints]:
        """Return the wagers that are charged, each by itself or added up for a seat or a player."""
        situation = self.situation[self.w_hand]
        mine = rows[situation] & lane.counted[situation, self.w_kind] & self.tested[self.w_hand]
        mine &= ~self.aggregated[self.w_hand]
        hand = self.w_hand[mine]
        amount = self.w_amount[mine]
        per_player = self._per_player(hand, self._klass(lane)[self.situation[hand]])
        seat, player = self.w_seat[mine], self.w_player[mine]
        place = self._place(seat, player, per_player)
        if per == _WAGER:
            return hand, place, amount
        width = len(self.names) + 2
        alone = np.where(player >= 0, player + 1, (seat + 1) * width)
        group = alone if per == _PLAYER else (seat + 1) * width + player + 1
        packed = hand * ((len(self.words) + 2) * width) + group
        _, first, of = np.unique(packed, return_index=True, return_inverse=True)
        sums = np.zeros(len(first), dtype=np.int64)
        np.add.at(sums, of, amount)
        return hand[first], place[first], sums

    def _conditions(self, lane: Lane, units: Units) -> list[Units]:
        """Apply what the opening round, the pot and the antes do to a fee."""
        unopened = self.opening[units.hand] == 0
        rule = lane.opening[self.situation[units.hand]]
        gone = ((rule == SKIPPED) & unopened) | ((rule == ONLY_WITHOUT) & ~unopened)
        free = (rule == WAIVED) & unopened
        if lane.from_pot:
            pot = np.zeros(self.hands, dtype=np.int64)
            np.add.at(pot, self.w_hand, self.w_amount)
            free |= pot[units.hand] < lane.from_pot
        if free.any():
            units = free_of_charge(units, free)
        if gone.any():
            units = chosen(units, ~gone)
        if lane.shortfall.any():
            return self._shortfall(lane, units)
        return [units]

    def _shortfall(self, lane: Lane, units: Units) -> list[Units]:
        """Split a fee between the antes and the button, which pays what they lack."""
        antes = np.zeros(self.hands, dtype=np.int64)
        kinds = list(map(str, self.case.wagers["wager"].cat.categories))
        if "ante" in kinds:
            mine = self.w_kind == kinds.index("ante")
            np.add.at(antes, self.w_hand[mine], self.w_amount[mine])
        stakes = np.array([_stake(each) for each in self.case.situations], dtype=np.int64)
        posted = stakes[self.situation] * np.maximum(self.players, 0)
        antes = np.where(antes > 0, antes, posted)[units.hand]
        split = lane.shortfall[self.situation[units.hand]]
        covered = np.where(split, np.minimum(units.least, antes), units.least)
        rest = units.least - covered
        button = class_of("button", "base")
        return [
            Units(
                units.hand,
                units.klass,
                units.place,
                covered,
                covered,
                units.unpriced,
                units.piece,
                units.amount,
            ),
            chosen(
                Units(
                    units.hand,
                    np.full(len(rest), button),
                    units.place,
                    rest,
                    rest,
                    units.unpriced,
                    units.piece,
                    units.amount,
                ),
                split,
            ),
        ]

    def taken(self) -> pd.DataFrame:
        """Return what was collected, by hand, class and place."""
        keep = self.tested[self.c_hand]
        keep &= ~(self.aggregated[self.c_hand] & (self.c_klass < _PLAYER_CLASSES))
        key = self._key(self.c_hand[keep], self.c_klass[keep], self.c_place[keep])
        keys, first, of = np.unique(key, return_index=True, return_inverse=True)
        amount = np.zeros(len(keys), dtype=np.int64)
        np.add.at(amount, of, self.c_amount[keep])
        waived = np.zeros(len(keys), dtype=bool)
        waived[of[self.c_waived[keep]]] = True
        rows = np.bincount(of, minlength=len(keys))
        record = self.c_record[keep][first]
        return pd.DataFrame(
            {"key": keys, "taken": amount, "rows": rows, "waived": waived, "record": record}
        )

    def _key(self, hand: Ints, klass: Ints, place: Ints) -> Ints:
        self.room = (len(self.words) + 3) * (len(self.names) + 3)
        return (hand * CLASSES + klass) * self.room + place

    def compared(self, readings: list[Units], taken: pd.DataFrame) -> pd.DataFrame:
        """Return obligations beside collections."""
        sums = [self._summed(units) for units in readings]
        keys = _merged_keys([taken["key"].to_numpy(), *(each["key"] for each in sums)])
        where = np.searchsorted(keys, taken["key"].to_numpy())
        count = len(keys)
        amount = np.zeros(count, dtype=np.int64)
        amount[where] = taken["taken"].to_numpy()
        frame = pd.DataFrame({"key": keys, "taken": amount})
        for name, absent in (("rows", 0), ("waived", False), ("record", -1)):
            column = np.full(count, absent)
            column[where] = taken[name].to_numpy()
            frame[name] = column
        self._judge(frame, sums)
        return self._named(frame)

    def _summed(self, units: Units) -> dict[str, Ints]:
        key = self._key(units.hand, units.klass, units.place)
        keys, first, of = np.unique(key, return_index=True, return_inverse=True)
        least = np.zeros(len(keys), dtype=np.int64)
        most = np.zeros(len(keys), dtype=np.int64)
        unpriced = np.zeros(len(keys), dtype=np.int64)
        amount = np.zeros(len(keys), dtype=np.int64)
        np.add.at(least, of, units.least)
        np.add.at(most, of, units.most)
        np.add.at(unpriced, of, units.unpriced.astype(np.int64))
        np.add.at(amount, of, units.amount)
        return {
            "key": keys,
            "least": least,
            "most": most,
            "unpriced": unpriced,
            "units": np.bincount(of, minlength=len(keys)),
            "piece": units.piece[first],
            "amount": amount,
        }

    def _judge(self, frame: pd.DataFrame, sums: list[dict[str, Ints]]) -> None:
        """Put the readings together: what any admits, whether all agree, whether one fits."""
        keys = frame["key"].to_numpy()
        taken = frame["taken"].to_numpy()
        plans = self.lanes.plans[self.situation[keys // (self.room * CLASSES)]]
        least = np.full(len(keys), np.iinfo(np.int64).max)
        most = np.full(len(keys), -1, dtype=np.int64)
        fits = np.zeros(len(keys), dtype=bool)
        unpriced = np.zeros(len(keys), dtype=bool)
        piece = np.full(len(keys), -1, dtype=np.int64)
        amount = np.full(len(keys), -1, dtype=np.int64)
        for reading, each in enumerate(sums):
            low, high, odd, many = (np.zeros(len(keys), dtype=np.int64) for _ in range(4))
            where = np.searchsorted(keys, each["key"])
            low[where], high[where] = each["least"], each["most"]
            odd[where], many[where] = each["unpriced"], each["units"]
            held = plans > reading
            least = np.where(held, np.minimum(least, low), least)
            most = np.where(held, np.maximum(most, high), most)
            inside = (
                (taken == low) | (taken == high) | ((many > 1) & (low < taken) & (taken < high))
            )
            fits |= held & inside & (odd == 0)
            unpriced |= held & (odd > 0)
            fresh = piece[where] < 0
            piece[where[fresh]] = each["piece"][fresh]
            amount[where[fresh]] = each["amount"][fresh]
        none = most < 0
        frame["owed"] = np.where(none, 0, least)
        frame["owed_most"] = np.where(none, 0, most)
        frame["settled"] = (frame["owed"] == frame["owed_most"]) & ~unpriced
        frame["unpriced"] = unpriced
        frame["fits"] = fits | (none & (taken == 0))
        frame["piece"] = piece
        frame["amount"] = amount

    def _named(self, frame: pd.DataFrame) -> pd.DataFrame:
        key = frame.pop("key").to_numpy()
        pair, place = key // self.room, key % self.room
        hand, klass = pair // CLASSES, pair % CLASSES
        width = len(self.names) + 2
        seat = np.where(place > 0, place // width - 1, -1)
        player = np.where(place > 0, place % width - 1, -1)
        frame.insert(0, "hand", hand)
        frame.insert(1, "klass", klass)
        frame["payer"] = pd.Categorical.from_codes(klass // len(FEES), list(PAYERS))
        frame["fee"] = pd.Categorical.from_codes(klass % len(FEES), list(FEES))
        frame["seat"] = pd.Categorical.from_codes(seat, list(self.words))
        frame["player"] = pd.Categorical.from_codes(player, list(self.names))
        frame["by_hand"] = place == 0
        return frame


def _merged_keys(runs: list[Ints]) -> Ints:
    """Return the keys of several sorted runs, once each and sorted; merging runs is cheap."""
    keys = np.concatenate(runs)
    keys.sort(kind="stable")
    return keys[np.concatenate([[True], keys[1:] != keys[:-1]])] if len(keys) else keys


def _stake(situation: object) -> int:
    offers = situation.offers  # type: ignore[attr-defined]
    for offer in offers:
        ante = dict(offer.option.stakes).get("ante")
        if ante is not None:
            try:
                return cents(ante)
            except ValueError:
                return 0
    return 0


def _ints(frame: pd.DataFrame, name: str, absent: int) -> Ints:
    if name not in frame:
        return np.full(len(frame), absent, dtype=np.int64)
    values: Ints = frame[name].to_numpy().astype(np.int64)
    return values
