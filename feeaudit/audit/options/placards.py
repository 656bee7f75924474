"""Placards: what was posted at each table, when, and whether it is what the schedule prints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from feeaudit.audit.columns import table_of
from feeaudit.audit.findings import log_rows
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.core.numbering import numbered
from feeaudit.core.timelines import Timelines
from feeaudit.rules.contexts import contexts, differ
from feeaudit.rules.editions import day_matters
from feeaudit.rules.table_limits import LimitInForce, table_limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context

_SETTING = ("cardroom", "game", "option")


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
    now = (hands[name].to_numpy() for name in ("table_code", "started_at"))
    of_hand = Timelines(table, at).last(*now)
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
    return {
        **table_of(postings, record),
        "at": placards.since[place],
        **log_rows(postings, record),
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


def _matched(
    case: Case, of_hand: Ints, table: Ints, at: Ints, posted: tuple[Context, ...]
) -> tuple[Ints, Bools]:
    """Return the posting of each hand and whether it is another option than the hand's.

    Of several postings of one moment the hand's own counts.
    """
    codes, pairs = numbered([case.hands["context"].to_numpy(), of_hand])
    chosen = np.empty(len(pairs), dtype=np.int64)
    other = np.zeros(len(pairs), dtype=bool)
    for number, (context, place) in enumerate(pairs.tolist()):
        own, together = case.contexts[context], _together(table, at, place)
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


class WrongLimit(NamedTuple):
    """A posted figure, by the place of its posting, that the schedule does not print.

    ``settled`` where the print leaves no doubt of that; else ``anomalies`` may say which it is.
    """

    place: int
    context: Context
    side: str
    amount: int
    settled: bool
    limit: LimitInForce
    anomalies: tuple[str, ...] = ()


def wrong_limits(placards: Placards) -> Iterator[WrongLimit]:
    """Yield the posted minimums and maximums that no or not every schedule has.

    Many tables post the same: of each context and figures that is found out once.
    """
    known: dict[tuple[int, int, int], list[WrongLimit]] = {}
    figures = zip(placards.minimum.tolist(), placards.maximum.tolist(), strict=True)
    for place, posted in enumerate(figures):
        context = placards.context[place]
        key = (id(context), *posted)
        if key not in known:
            known[key] = list(_wrong(context, place, *posted))
        for each in known[key]:
            yield each._replace(place=place)


def _wrong(context: Context, place: int, minimum: int, maximum: int) -> Iterator[WrongLimit]:
    """Yield the posted minimum and maximum, where no or not every schedule has them."""
    if context.game is None or not context.offers:
        return
    limits = table_limits(context)
    for side, amount in (("minimum", minimum), ("maximum", maximum)):
        if amount == MISSING:
            continue
        unfit = [each for each in limits if not _fits(each, side, amount)]
        if unfit:
            everywhere = len(unfit) == len(limits)
            settled = everywhere and all(_settled(each, side) for each in unfit)
            ids = () if everywhere else unfit[0].anomalies
            yield WrongLimit(place, context, side, amount, settled, unfit[0], ids)


def _fits(limit: LimitInForce, side: str, amount: int) -> bool:
    least, most = limit.minimums if side == "minimum" else limit.maximums
    if side == "minimum" and limit.free_minimum:
        return limit.high is None or amount <= limit.high
    if least is None:
        return side == "minimum" or not limit.no_maximum
    return least <= amount and (most is None or amount <= most)


def _settled(limit: LimitInForce, side: str) -> bool:
    """Tell whether the print leaves no doubt; that No Limit forbids a maximum is not said."""
    return side == "minimum" or not limit.no_maximum
