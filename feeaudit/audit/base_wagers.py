"""A plain ``base`` in a log goes by the name of the game's one base wager.

The book says which that is (``Game.kind_meant``), to ``quote`` as well; here it is done by columns.
Where a game has two, as baccarat has, LOG-VALUE asks which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context

_BASE: Final = "base"


def with_base_wagers(
    wagers: pd.DataFrame, context: Ints, contexts: Sequence[Context]
) -> pd.DataFrame:
    """Return wagers in which those of the kind ``base`` have the kind that their game has for it.

    ``context`` is that of each hand.
    """
    kinds = wagers["wager"].cat.categories
    names = np.array([*map(_name, contexts), ""], dtype=object)
    if _BASE not in kinds or not names.any():
        return wagers
    codes = wagers["wager"].cat.codes.to_numpy().copy()
    rows = np.flatnonzero(codes == kinds.get_loc(_BASE))
    # The last place is for wagers without a hand.
    name = names[np.append(context, -1)[wagers["hand"].to_numpy()[rows]]]
    known = kinds.append(
        pd.Index([each for each in dict.fromkeys(names) if each and each not in kinds])
    )
    called = name != ""
    codes = codes.astype(np.min_scalar_type(-len(known) - 1))
    codes[rows[called]] = known.get_indexer(name[called])
    shown = pd.Categorical.from_codes(codes, dtype=pd.CategoricalDtype(known), validate=False)
    return wagers.assign(wager=shown)


def _name(context: Context) -> str:
    """Return what a game calls its only base wager; blank where that says nothing new."""
    meant = context.game.kind_meant(_BASE) if context.game else _BASE
    return meant if meant != _BASE else ""
