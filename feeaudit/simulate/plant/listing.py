"""Lists of what was planted, as Arrow tables in the order of the hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pyarrow as pa

from feeaudit.intake.tables import NAME
from feeaudit.simulate.frames import NULL

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Companion, Planted, Plot


def planted_table(draft: Draft, plots: Iterable[Plot]) -> pa.Table:
    """Return what was done: rows of one check with the same ``plant`` are one violation."""
    rows = _ordered([each for plot in plots for each in plot.planted])
    return pa.table(
        {
            **_places(draft, rows),
            "check": pa.array([each.check for each in rows], pa.string()),
            "what": pa.array([each.what for each in rows], pa.string()),
            **_amounts(draft, rows),
            "player": _named(draft, [each.player for each in rows]),
            "plant": pa.array([each.plant for each in rows], pa.int32()),
        }
    )


def companions_table(draft: Draft, plots: Iterable[Plot]) -> pa.Table:
    """Return what is violated too: ``check``, by the violation ``plant`` of ``comes_with``.

    What comes for ``review`` only may be found so, and not as a violation.
    """
    rows = _ordered([each for plot in plots for each in plot.companions])
    return pa.table(
        {
            **_places(draft, rows),
            "check": pa.array([each.check for each in rows], pa.string()),
            "comes_with": pa.array([each.comes_with for each in rows], pa.string()),
            **_amounts(draft, rows),
            "plant": pa.array([each.plant for each in rows], pa.int32()),
            "review": pa.array([each.review for each in rows], pa.bool_()),
        }
    )


Row = TypeVar("Row", "Planted", "Companion")


def _ordered(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda each: (each.hand == NULL, each.hand, each.check))


def _places(draft: Draft, rows: Sequence[Planted | Companion]) -> dict[str, pa.Array]:
    ids = draft.ids.texts()
    hands = [None if each.hand == NULL else ids[each.hand] for each in rows]
    return {
        "hand_id": pa.array(hands, pa.string()),
        "cardroom": _named(draft, [each.cardroom for each in rows]),
        "table": _named(draft, [each.table for each in rows]),
    }


def _amounts(draft: Draft, rows: Sequence[Planted | Companion]) -> dict[str, pa.Array]:
    amounts = [None if each.amount == NULL else each.amount for each in rows]
    return {
        "seat": _named(draft, [each.seat for each in rows]),
        "amount_cents": pa.array(amounts, pa.int64()),
    }


def _named(draft: Draft, codes: list[int]) -> pa.Array:
    texts = [draft.names.text(code) or None for code in codes]
    return pa.array(texts, pa.string()).dictionary_encode().cast(NAME)
