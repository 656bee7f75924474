"""Which option a table runs, told by its blinds; the options come as plain data."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from feeaudit.core.dialect import Refused, amount

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLINDS_OF_A_GAME: Final = 2


def options_by_stakes(
    blinds: tuple[int, ...], schedule_options: Sequence[tuple[str, str]]
) -> tuple[str, ...]:
    """Return the options whose blinds, written as ``1-2`` or ``1-1-2``, are these, in cents.

    Blinds beyond the first two may be straddles, which are no part of the stakes: where no option
    has them all, those of the first two fit.
    """
    if not blinds:
        return ()
    stakes = sorted(blinds)
    found = _matching(stakes, schedule_options)
    if not found and len(stakes) > _BLINDS_OF_A_GAME:
        found = _matching(stakes[:_BLINDS_OF_A_GAME], schedule_options)
    return found


def _matching(stakes: list[int], options: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    fitting = (option for option, printed in options if _stakes(printed) == stakes)
    return tuple(dict.fromkeys(fitting))


def _stakes(printed: str) -> list[int] | None:
    """Return printed blinds in cents, smallest first; None where they are no amounts."""
    amounts = []
    for part in re.split(r"\s*[-\u2013/]\s*", printed.strip()):
        try:
            amounts.append(amount(part))
        except Refused:
            return None
    return sorted(amounts)
