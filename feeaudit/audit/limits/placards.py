"""Placards: what was posted at each table, and under which posting each hand was played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.rules.contexts import contexts, differ
from feeaudit.rules.editions import day_matters

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context

_SETTING = ("cardroom", "game", "option")
_TABLE = ("cardroom", "table")


@dataclass(frozen=True, slots=True, eq=False)
class Placards:
    """The postings by table and time, and the one in force when each hand began.

    ``record`` is the row in the case's postings, ``of_hand`` the place of the posting here (-1
    where nothing was posted yet), ``other`` tells where that is another game or option. Posted
    limits are MISSING where not stated.
    """

    record: Ints
    table: Ints
    since: Ints
    minimum: Ints
    maximum: Ints
    context: tuple[Context, ...]
    of_hand: Ints
    other: Bools


@shared
def placards_of(case: Case) -> Placards:
    """Return the placards of a case."""
    hands = case.hands
    if not case.has("postings"):
        nothing = np.empty(0, dtype=np.int64)
        never = np.full(len(hands), -1, dtype=np.int64)
        return Placards(nothing, nothing, nothing, nothing, nothing, (), never, case.no_hand)
    postings = case.postings
    order = np.lexsort(
        (
            postings["row"].to_numpy(),
            postings["source"].to_numpy(),
            postings["posted_at"].to_numpy(),
            postings["table_code"].to_numpy(),
        )
    )
    table = postings["table_code"].to_numpy()[order]
    at = postings["posted_at"].to_numpy()[order]
    each = _contexts(case, postings, order)
    of_hand = _in_force(table, at, hands["table_code"].to_numpy(), hands["started_at"].to_numpy())
    of_hand, other = _matched(case, of_hand, table, at, each)
    return Placards(
        record=order,
        table=table,
        since=at,
        minimum=_posted(postings, "minimum", order),
        maximum=_posted(postings, "maximum", order),
        context=each,
        of_hand=of_hand,
        other=other,
    )


def whereabouts(case: Case, placards: Placards, place: Ints) -> dict[str, Any]:
    """Return where and when postings were put up and where the log has them, as findings say it."""
    record = placards.record[place]
    postings = case.postings
    rooms, tables = (postings[name].astype(object).to_numpy()[record] for name in _TABLE)
    return {
        "table_code": placards.table[place],
        "cardroom": rooms,
        "table": tables,
        "at": placards.since[place],
        "source": postings["source"].to_numpy()[record],
        "row": postings["row"].to_numpy()[record],
    }


@shared
def posted_limits(case: Case) -> tuple[Ints, Ints]:
    """Return the minimum and maximum posted for each hand's own option; MISSING where unknown."""
    placards = placards_of(case)
    known = (placards.of_hand >= 0) & ~placards.other
    if not known.any():
        nothing = np.full(len(known), MISSING, dtype=np.int64)
        return nothing, nothing
    place = np.maximum(placards.of_hand, 0)
    minimum = np.where(known, placards.minimum[place], MISSING)
    maximum = np.where(known, placards.maximum[place], MISSING)
    return minimum, maximum


def _contexts(case: Case, postings: pd.DataFrame, order: Ints) -> tuple[Context, ...]:
    """Return the context of each posting; most are those of hands, resolved already."""
    known = {
        (each.cardroom_name, each.game_name, each.option_name): each
        for each in case.contexts
        if not day_matters(case.config, each)
    }
    columns = (postings[name].astype(object).to_numpy()[order] for name in _SETTING)
    named = [
        (str(room), str(game), str(option)) for room, game, option in zip(*columns, strict=True)
    ]
    new: dict[int, Context] = {}
    strange = [place for place, names in enumerate(named) if names not in known]
    if strange:
        days = case.config.gaming_days(postings["posted_at"].to_numpy()[order[strange]])
        chosen = postings.iloc[order[strange]].assign(day=days)
        found = contexts(chosen, case.book, case.config)
        new = dict(zip(strange, (found.each[number] for number in found.of_hand), strict=True))
    return tuple(new.get(place) or known[names] for place, names in enumerate(named))


def _posted(postings: pd.DataFrame, name: str, order: Ints) -> Ints:
    if name not in postings:
        return np.full(len(order), MISSING, dtype=np.int64)
    values: Ints = postings[name].to_numpy()[order]
    return values


def _in_force(table: Ints, at: Ints, hand_table: Ints, started: Ints) -> Ints:
    """Return the last posting at a hand's table that is not later than its start; -1 for none."""
    if not len(at) or not len(started):
        return np.full(len(started), -1, dtype=np.int64)
    first = min(int(at.min()), int(started.min()))
    span = max(int(at.max()), int(started.max())) - first + 1
    posted = table * span + (at - first)
    place = np.searchsorted(posted, hand_table * span + (started - first), side="right") - 1
    same = (place >= 0) & (table[np.maximum(place, 0)] == hand_table)
    return np.where(same, place, -1)


def _matched(
    case: Case, of_hand: Ints, table: Ints, at: Ints, posted: tuple[Context, ...]
) -> tuple[Ints, Bools]:
    """Return the posting of each hand and whether it is another option than the hand's.

    Of several postings of one moment the hand's own counts.
    """
    width = len(posted) + 1
    codes, pairs = pd.factorize(case.hands["context"].to_numpy() * width + of_hand + 1)
    chosen = np.empty(len(pairs), dtype=np.int64)
    other = np.zeros(len(pairs), dtype=bool)
    for number, pair in enumerate(pairs.tolist()):
        own, place = case.contexts[pair // width], pair % width - 1
        together = _together(table, at, place)
        fitting = [each for each in together if not differ(own, posted[each])]
        chosen[number] = fitting[-1] if fitting else place
        other[number] = place >= 0 and not fitting
    return chosen[codes], other[codes]


def _together(table: Ints, at: Ints, place: int) -> range:
    """Return the postings of the same table and moment up to a place."""
    first = place
    while first > 0 and table[first - 1] == table[place] and at[first - 1] == at[place]:
        first -= 1
    return range(first, place + 1) if place >= 0 else range(0)
