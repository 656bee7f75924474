"""The schedules that hands were held against."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.facts.frames import SCHEDULES, frame_of, listed
from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Words
    from feeaudit.rules.contexts import Context, Offer


_ORDER: Final = ("cardroom", "schedule", "edition", "pinned", "assumed")


def schedule_key(context: Context) -> str:
    """Return the schedule that a context is held against, with its edition: ``room/game@2``.

    Where two schedules print the option and neither is known to be the one, both are named.
    """
    return " or ".join(dict.fromkeys(offer.schedule.key for offer in context.offers))


@shared
def schedule_keys(case: Case) -> Words:
    """Return the schedule of each context; blank for -1."""
    keys: Words = np.array([*map(schedule_key, case.contexts), ""], dtype=object)
    return keys


def schedules_of(case: Case) -> pd.DataFrame:
    """Return a row a schedule and edition, with the games and options that were played by it.

    Of games that only one edition prints it is known to be the one; of others it may be assumed,
    and they have a row of their own.
    """
    hands = np.bincount(case.hands["context"].to_numpy(), minlength=len(case.contexts))
    rows: dict[tuple[str, str, bool], dict[str, Any]] = {}
    played: dict[tuple[str, str, bool], tuple[set[str], set[str], list[int]]] = {}
    for context, count in zip(case.contexts, hands.tolist(), strict=True):
        for offer in context.offers if context.game else ():
            key = (context.cardroom_name, offer.schedule.key, offer.assumed)
            rows.setdefault(key, _described(case, context, offer))
            games, options, number = played.setdefault(key, (set(), set(), []))
            games.add(context.game.game if context.game else context.game_name)
            options.add(offer.option.option)
            number.append(count)
    found = [
        rows[key] | {"games": listed(games), "options": listed(options), "hands": sum(number)}
        for key, (games, options, number) in played.items()
    ]
    # In the order of their columns, as the schedules of parts are united.
    found.sort(key=lambda row: [row[name] for name in _ORDER])
    return frame_of(SCHEDULES, {name: [row[name] for row in found] for name in SCHEDULES})


def _described(case: Case, context: Context, offer: Offer) -> dict[str, Any]:
    schedule = offer.schedule
    pins = (schedule.schedule, f"{schedule.cardroom}/{schedule.schedule}")
    return {
        "cardroom": context.cardroom_name,
        "schedule": schedule.key,
        "edition": schedule.edition,
        "pinned": not offer.assumed and any(case.config.spans(each) for each in pins),
        "assumed": offer.assumed,
        "approvals": ", ".join(schedule.approvals),
        "document": schedule.document,
    }
