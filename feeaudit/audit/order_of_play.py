"""The order of play: hands one table after another, by time; at one instant by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.core.groups import changes, in_order

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints


class OrderOfPlay(NamedTuple):
    """The rows of all hands, and which are of the same table and instant as the one before."""

    hand: Ints
    tied: Bools


@shared
def order_of_play(case: Case) -> OrderOfPlay:
    """Return the hands in the order of play, whatever their order in the log.

    Hands of one table and instant go by the length of their ids, then by the ids. Of a hand that is
    logged twice the first comes first: the log's other records are taken to belong to it.
    """
    table, time = case.hands["table_code"].to_numpy(), case.hands["started_at"].to_numpy()
    order = in_order(table, time)
    table, time = table[order], time[order]
    tied = np.zeros(len(order), dtype=bool)
    tied[1:] = (table[1:] == table[:-1]) & (time[1:] == time[:-1])
    if tied.any():
        together = np.flatnonzero(tied | np.append(tied[1:], False))
        order[together] = _by_ids(case, order[together])
    return OrderOfPlay(order, tied)


def may_go_on(case: Case, order: Ints, pause: int) -> Bools:
    """Tell before which first hands of a table or day there may have been others out of sight.

    That is within a pause (microseconds) of the start of the gaming day, or of the hours that were
    asked for. Whether the day before is in the log makes no difference: a part of a log does not
    have it.
    """
    columns = ("table_code", "day", "started_at")
    table, day, time = (case.hands[name].to_numpy()[order] for name in columns)
    first = np.flatnonzero(changes(table) | changes(day))
    timed = time[first] != MISSING
    earlier = np.where(timed, time[first] - pause, MISSING)
    soon = ~timed | (case.config.gaming_days(earlier) != day[first])
    if case.log.since is not None:
        soon |= earlier < int(case.log.since.timestamp()) * 1_000_000
    goes_on: Bools = np.zeros(len(order), dtype=bool)
    goes_on[first] = soon
    return goes_on


def another_session(session: Ints, alters: Bools) -> Bools:
    """Tell where a session is named and another one was before, at the same table, game and day."""
    place = np.arange(len(session))
    first = np.maximum.accumulate(np.where(alters, place, 0))
    named = np.maximum.accumulate(np.where(session >= 0, place, -1))
    before = np.concatenate([[-1], named[:-1]])[: len(named)]
    another: Bools = (session >= 0) & (before >= first) & (session != session[before])
    return another


def _by_ids(case: Case, rows: Ints) -> list[int]:
    """Return hands of few instants in the order of play."""
    hands = case.hands.iloc[rows]
    ids = hands["hand_id"].tolist()
    table, time = hands["table_code"].tolist(), hands["started_at"].tolist()
    keys = zip(table, time, map(len, ids), ids, rows.tolist(), strict=True)
    return [key[-1] for key in sorted(keys)]
