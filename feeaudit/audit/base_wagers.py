"""A plain ``base`` in a log goes by the name of the game's one base wager.

A sheet with a column of bets a seat says what was bet, not what the game calls it. Where a game has
one wager of the role, an ante for instance, there is nothing else that it can be; where it has two,
as baccarat has, LOG-VALUE asks which.
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
    names = np.array([*map(_only_base, contexts), ""], dtype=object)
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


def _only_base(context: Context) -> str:
    """Return the one wager of a game that is placed as its base; blank where it is called so."""
    game = context.game
    base = [each.wager for each in game.wagers if each.role == _BASE] if game else []
    return base[0] if len(base) == 1 and base[0] != _BASE else ""
