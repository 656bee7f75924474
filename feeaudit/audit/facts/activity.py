"""Activity: how many hands were played, and what was owed and taken, by table and hour."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.facts.frames import ACTIVITY, frame_of, ranks
from feeaudit.audit.facts.schedules import schedule_key
from feeaudit.audit.facts.table_places import hours, summed, tables_of
from feeaudit.audit.fees import fees_of
from feeaudit.audit.periods.ledger import ledger_of
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints


def activity_of(case: Case) -> pd.DataFrame:
    """Return a row a table, gaming day, hour, game and option."""
    hands, periods, owed = case.hands, period_fees(case), fees_of(case).sums.every
    games, of_context = _games(case)
    started = hands["started_at"].to_numpy()
    table = np.concatenate([hands["table_code"].to_numpy(), periods.table])
    day = np.concatenate([np.where(started > 0, hands["day"].to_numpy(), -1), periods.day])
    hour = hours(np.concatenate([started, periods.at]), case.config.zone)
    game = of_context[np.concatenate([hands["context"].to_numpy(), periods.prices.context])]
    row, rows = numbered([table, day, hour, game])
    of_hand, of_period = row[: len(hands)], row[len(hands) :]
    money = {
        name: summed(owed[name], of_hand, len(rows)) + summed(amounts, of_period, len(rows))
        for name, amounts in _of_periods(case).items()
    }
    tables = tables_of(case)
    table, day, hour, game = rows.T
    # In the order of the frame: table, day, hour, then what was played.
    order = np.lexsort((ranks(games)[game], hour, day, tables.rank[table]))
    table, day, hour, game = rows[order].T
    words = np.array(games, dtype=object)[game]
    facts = {
        "cardroom": tables.cardroom[table],
        "table": tables.table[table],
        "day": day,
        "hour": hour,
        **dict(zip(("game", "option", "schedule"), words.T, strict=True)),
        "hands": np.bincount(of_hand, minlength=len(rows))[order],
        **{name: sums[order] for name, sums in money.items()},
    }
    return frame_of(ACTIVITY, facts)


def _of_periods(case: Case) -> dict[str, Ints]:
    """Return what is owed and taken of each fee for a period; one taken too soon owes nothing."""
    fees = period_fees(case)
    due = np.ones(len(fees.record), dtype=np.int64)
    due[ledger_of(case).extra] = 0
    return {"owed": fees.owed * due, "owed_most": fees.owed_most * due, "taken": fees.taken}


def _games(case: Case) -> tuple[list[tuple[str, str, str]], Ints]:
    """Return what was played (game, option, schedule) and which of it each context is.

    The last is for the context -1, of which nothing is known.
    """
    numbers: dict[tuple[str, str, str], int] = {}
    of_context = [
        numbers.setdefault((each.game_name, each.option_name, schedule_key(each)), len(numbers))
        for each in case.contexts
    ]
    return [*numbers, ("", "", "")], np.array([*of_context, len(numbers)], dtype=np.int64)
