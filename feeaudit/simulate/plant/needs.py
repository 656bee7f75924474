"""What a check needs of an option to be planted by hand, so that a small log has such tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.setups import Setup


def _charged(setup: Setup) -> bool:
    return any(levy.printed.per == "hand" or levy.by_slot for levy in setup.fees)


def _free_of_player_fees(setup: Setup) -> bool:
    return bool(setup.fees) and all(levy.payer != "player" for levy in setup.fees)


def _at_a_moment(setup: Setup) -> bool:
    return any(levy.admissible and "any_round" not in levy.admissible for levy in setup.fees)


def _double_turns(setup: Setup) -> bool:
    """Tell whether a provider's person holds the position twice in a row now and then."""
    return setup.turns is not None and setup.turns.most > 1 and not setup.turns.pair


NEEDS: Final[dict[str, Callable[[Setup], bool]]] = {
    "FEE-OVER": _charged,
    "FEE-UNDER": _charged,
    "FEE-MISSING": _charged,
    "FEE-UNDUE": _free_of_player_fees,
    "FEE-MOMENT": _at_a_moment,
    "FEE-WAIVER": _charged,
    "FEE-JACKPOT": lambda setup: setup.turns is None and not setup.timed,
    "FEE-PERCENT": lambda setup: setup.shape is not None and _charged(setup),
    "OPT-FITS": _charged,
    "ROT-WINDOW": _double_turns,
}
