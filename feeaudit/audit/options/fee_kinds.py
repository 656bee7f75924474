"""Fee kinds: tables at which more kinds of fee were taken than their rules establish."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.columns import words_of
from feeaudit.audit.options.allowed_rates import allowed_kinds
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.options.allowed_rates import Allowance


class TooManyKinds(NamedTuple):
    """Too many kinds of fee at one table in one day; ``record`` is the first that is too many."""

    record: int
    kinds: list[str]
    until: int
    allowed: Allowance


def too_many_kinds(case: Case) -> Iterator[TooManyKinds]:
    """Yield the tables and days with more kinds of fee than their rules allow."""
    allowed = [allowed_kinds(each) for each in case.contexts]
    if not any(allowed):
        return
    collections, hands = case.collections, case.hands
    bound = np.array([each is not None for each in allowed], dtype=bool)
    hand = collections["hand"].to_numpy()
    # The last place is for collections without a hand.
    counted = np.append(bound[hands["context"].to_numpy()], False)[hand]
    record = np.flatnonzero(counted & (collections["amount"].to_numpy() > 0))
    places = [hands[name].to_numpy()[hand[record]] for name in ("table_code", "day")]
    group, _ = numbered(places)
    started = hands["started_at"].to_numpy()[hand[record]]
    kind = collections["fee"].cat.codes.to_numpy()[record]
    frame = pd.DataFrame({"record": record, "group": group, "kind": kind, "at": started})
    firsts = frame.sort_values(["group", "at", "kind"]).drop_duplicates(["group", "kind"])
    for number, part in firsts.groupby("group", sort=True):
        most = allowed[int(hands["context"].to_numpy()[hand[part["record"].iloc[0]]])]
        if most is not None and len(part) > most.at_most:
            kinds = sorted(words_of(collections, "fee", part["record"].to_numpy()))
            until = int(started[group == number].max())
            yield TooManyKinds(int(part["record"].iloc[most.at_most]), kinds, until, most)
