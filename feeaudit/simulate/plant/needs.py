"""What a check needs of an option to be planted at all, so that a small log has such tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.simulate.settling import order_of
from feeaudit.simulate.setups import setups_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.book.model import Book
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
    "FEE-PERCENT": lambda setup: setup.shape is not None and _charged(setup),
    "FEE-UNSETTLED": lambda setup: _by_amount(setup) or _by_reading(setup),
    "OPT-LIMIT": lambda setup: setup.turns is not None and setup.limit.high is not None,
    "OPT-FITS": _charged,
    "LIM-LOW": lambda setup: setup.shape is not None and (setup.limit.low or 0) > setup.shape.step,
    "LIM-HIGH": lambda setup: setup.shape is not None and setup.limit.high is not None,
    "LIM-BONUS": _bonus_limited,
    "LIM-TOTAL": _capped_total,
    "LIM-INCREMENT": _stepped,
    "LIM-RELATION": _related,
    "ROT-TURNS": lambda setup: _double_turns(setup) and bool(setup.turns and setup.turns.capped),
    "ROT-OFFER": lambda setup: _double_turns(setup) and bool(setup.turns and setup.turns.offered),
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

WHY_NOT: Final[dict[str, str]] = {
    "FEE-UNDUE": "players pay a fee under every option",
    "FEE-MOMENT": "no terms state a moment",
    "FEE-TIME": "no option charges by the period",
    "FEE-JACKPOT": "no poker is played for a fee of the hand",
    "FEE-UNSETTLED": "no fee depends on an amount, and no readings differ on what is charged",
    "OPT-LIMIT": "no option has a table maximum",
    "LIM-LOW": "no option has a table minimum above the least chip",
    "LIM-HIGH": "no option has a table maximum",
    "LIM-BONUS": "no bonus bet has limits of its own",
    "LIM-TOTAL": "no rule caps what a base wager and a bonus bet come to together",
    "LIM-INCREMENT": "no rule prints a step for a wager",
    "LIM-RELATION": "no wager hangs on another one",
    "ROT-TURNS": "no rule caps the hands in a row",
    "ROT-OFFER": "no rule says after how many hands the position is offered",
    "ROT-ORDER": "no rule says in which direction the position is offered",
    "ROT-INTERVENE": "no rule asks for somebody between two turns",
    "ROT-BROKEN": "no rule breaks a game when nobody takes the position",
    "ROT-ELIGIBLE": "no rule asks a player-dealer to be seated",
    "PAY-EXCESS": "no rule binds the player-dealer to what was put up",
    "PAY-UNCOVERED": "no rule returns wagers that are not covered",
    "PAY-ORDER": "no game states one order of settlement and returns what is not covered",
}


@dataclass(frozen=True, slots=True, order=True)
class Unplantable:
    """A check that cannot be violated at a cardroom as the book has it, and why."""

    cardroom: str
    check: str
    reason: str


def not_plantable(book: Book) -> list[Unplantable]:
    """Return which checks no simulated option of a cardroom gives room to violate."""
    setups, _ = setups_of(book)
    return [
        Unplantable(cardroom.cardroom, check, WHY_NOT.get(check, "no option is simulated"))
        for cardroom in book.cardrooms
        for check, need in NEEDS.items()
        if not any(need(each) for each in setups if each.cardroom == cardroom.cardroom)
    ]
