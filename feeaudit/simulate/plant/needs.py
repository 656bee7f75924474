"""What a check needs of an option to be planted at all, so that a small log has such tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.simulate.settling import order_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.bets import Extra
    from feeaudit.simulate.setups import Setup

    Test = Callable[[Setup], bool]


def _timed(setup: Setup) -> bool:
    return setup.timed and len(setup.periods) == 1


def _charged(setup: Setup) -> bool:
    return any(levy.printed.per == "hand" or levy.by_slot for levy in setup.levies)


def _stepped(setup: Setup) -> bool:
    shape = setup.shape
    return shape is not None and (
        shape.stepped or any(each.stepped for each in placed_extras(setup))
    )


def placed_extras(setup: Setup) -> list[Extra]:
    """Return the extras that bettors really place: those that every reading charges alike."""
    shape = setup.shape
    if shape is None:
        return []
    return [
        extra
        for extra in shape.extras
        if all(
            len({rate.counts(shape.kinds[extra.kind]) for rate in levy.rates}) == 1
            for levy in setup.levies
        )
    ]


def _bonus_limited(setup: Setup) -> bool:
    return any(
        each.role == "bonus" and each.least is not None and each.least > each.step
        for each in placed_extras(setup)
    )


def _related(setup: Setup) -> bool:
    shape = setup.shape
    return shape is not None and (
        bool(shape.tied) or any(each.equals for each in placed_extras(setup))
    )


def _capped_total(setup: Setup) -> bool:
    """Tell whether an entry and an extra together have a cap."""
    shape = setup.shape
    extras = {
        each.kind
        for each in placed_extras(setup)
        if each.role == "bonus" and not each.equals and not each.at_least
    }
    return (
        shape is not None
        and not shape.tied
        and any(
            total.sure and total.cap is not None and extras.intersection(total.kinds)
            for total in shape.totals
            if set(shape.entries).intersection(total.kinds)
        )
    )


def _goes_short(setup: Setup) -> bool:
    order = order_of(setup.game)
    return setup.turns is not None and order.returns and order.stated and not setup.turns.pair


def _free_of_player_fees(setup: Setup) -> bool:
    return bool(setup.levies) and all(levy.payer != "player" for levy in setup.levies)


def _by_table_action(setup: Setup) -> bool:
    return any(
        levy.payer == "player_dealer" and levy.printed.basis == "table_action"
        for levy in setup.levies
    )


def _by_amount(setup: Setup) -> bool:
    return not _stepped(setup) and any(
        levy.printed.basis not in {"flat", "players"} and len(levy.rates) == 1
        for levy in setup.levies
    )


def _by_reading(setup: Setup) -> bool:
    """Tell whether readings differ on whether a bonus bet is charged."""
    kinds = () if setup.shape is None else setup.shape.kinds
    return any(
        len({rate.counts(kind) for rate in levy.rates}) > 1
        for levy in setup.levies
        for kind in kinds
    )


def _at_a_moment(setup: Setup) -> bool:
    return any(levy.admissible and "any_round" not in levy.admissible for levy in setup.levies)


def _double_turns(setup: Setup) -> bool:
    """Tell whether a provider's person holds the position twice in a row now and then."""
    return setup.turns is not None and setup.turns.most > 1 and not setup.turns.pair


NEEDS: Final[dict[str, Test]] = {
    "FEE-OVER": _charged,
    "FEE-UNDER": _charged,
    "FEE-MISSING": _charged,
    "FEE-UNDUE": _free_of_player_fees,
    "FEE-MOMENT": _at_a_moment,
    "FEE-WAIVER": _charged,
    "FEE-TIME": _timed,
    "FEE-JACKPOT": lambda setup: setup.turns is None and not setup.timed,
    "FEE-PERCENT": _by_table_action,
    "FEE-UNSETTLED": lambda setup: _by_amount(setup) or _by_reading(setup),
    "OPT-LIMIT": lambda setup: setup.turns is not None and setup.limit.high is not None,
    "OPT-FITS": _by_table_action,
    "LIM-LOW": lambda setup: setup.shape is not None and (setup.limit.low or 0) > setup.shape.step,
    "LIM-HIGH": lambda setup: setup.shape is not None and setup.limit.high is not None,
    "LIM-BONUS": _bonus_limited,
    "LIM-TOTAL": _capped_total,
    "LIM-INCREMENT": _stepped,
    "LIM-RELATION": _related,
    "ROT-TURNS": lambda setup: _double_turns(setup) and bool(setup.turns and setup.turns.capped),
    "ROT-OFFER": lambda setup: (
        _double_turns(setup) and bool(setup.turns and setup.turns.offered and not setup.turns.bound)
    ),
    "ROT-ORDER": lambda setup: _double_turns(setup) and bool(setup.turns and setup.turns.directed),
    "ROT-INTERVENE": lambda setup: (
        _double_turns(setup) and bool(setup.turns and setup.turns.intervening)
    ),
    "ROT-BROKEN": lambda setup: _double_turns(setup) and bool(setup.turns and setup.turns.breaks),
    "ROT-ELIGIBLE": lambda setup: setup.turns is not None and setup.turns.seated_only,
    "ROT-HOUSE": lambda setup: setup.turns is not None and setup.turns.newcomers,
    "ROT-WINDOW": _double_turns,
    "TPP-ONE": _double_turns,
    "PAY-EXCESS": lambda setup: setup.covers_only,
    "PAY-UNCOVERED": _goes_short,
    "PAY-ORDER": _goes_short,
}
