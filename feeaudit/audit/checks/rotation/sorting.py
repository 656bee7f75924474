"""Putting many rows in order quickly: most logs are in order already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from feeaudit.audit.checks.rotation.names import Ints

_MOST: Final = 2**62


def in_order(first: Ints, second: Ints) -> Ints:
    """Return the order by one number, then by another; rows that agree in both in any order."""
    if not len(first):
        return np.zeros(0, dtype=np.int64)
    low, high = int(second.min()), int(second.max())
    width = high - low + 1
    if (int(first.max()) - int(first.min()) + 1) * width > _MOST:
        return np.lexsort((second, first))
    key = (first - first.min()) * width + (second - low)
    if (key[1:] >= key[:-1]).all():
        return np.arange(len(key))
    return np.argsort(key)
