"""What a hand owes in one world: every fee, from whom, for which wagers, on what amount."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from reference.paper import listed
from reference.tiers import Fee, Priced, cents, holds, priced

if TYPE_CHECKING:
    from reference.readings import World

Hand = dict[str, Any]
Charge = dict[str, Any]
PAYERS = {
    "player": "player",
    "bonus": "player",
    "time": "player",
    "new_player": "player",
    "player_dealer": "player_dealer",
    "ante": "ante",
    "button": "button",
}
BY_THE_CLOCK = ("time", "new_player")
LATER_JACKPOT = "jackpot, second stage"
NOTHING = Priced(frozenset({0}), unsettled=False)


class Unit(NamedTuple):
    """One fee owed once: for some wagers (their places in the hand), or for the hand itself."""

    component: str
    payer: str
    wagers: frozenset[int]
    basis: str
    basis_amount: int | None
    amounts: frozenset[int]
    unsettled: bool


def units(world: World, row: str, hand: Hand) -> list[Unit]:
    """Return what a hand owes in one world by one row of its price list."""
    return [
        unit
        for component, fees in world.fees[row].items()
        if due(world, component, hand) and world.prices(row, component)
        for fee in fees
        for places in groups(charge_of(world, component), hand)
        for unit in shared(one_unit(world, component, fee, places, hand), world, row, hand)
    ]


def rows_of_the_count(world: World, hand: Hand) -> list[str]:
    """Return the row of a price list that the number of players picks.

    A table runs one option at a time: the one it names, if that is for this number, else whichever
    is. Where none is, the named one is left, with nothing printed for the number.
    """
    mine = [row for row, fees in world.fees.items() if _is_for(fees, hand["players"])]
    return [hand["option"]] if hand["option"] in mine or not mine else mine


def _is_for(fees: dict[str, tuple[Fee, ...]], players: int) -> bool:
    return any(
        fee.basis == "players" and any(holds(tier, players) for tier in fee.tiers)
        for parts in fees.values()
        for fee in parts
    )


def charge_of(world: World, component: str) -> Charge:
    """Return how a component is charged; one printed without terms is a fee of the hand."""
    return world.charges.get(component, {"per": "hand"})


def reached(hand: Hand) -> bool:
    """Tell whether the hand reached the opening round."""
    return bool(hand["opening_round"] == "yes")


def due(world: World, component: str, hand: Hand) -> bool:
    """Tell whether a hand that ends where this one did comes to owe a component."""
    if component == "no_flop":
        return not reached(hand)
    instead = not reached(hand) and world.term.get("no_opening_round") == "no_flop_fee"
    return not instead or component in BY_THE_CLOCK


def groups(charge: Charge, hand: Hand) -> list[frozenset[int]]:
    """Return the wagers that owe a fee together: each, by circle, by player, or none but the hand."""
    if charge["per"] in ("hand", "period"):
        return [frozenset()]
    together: dict[Any, set[int]] = {}
    for place in counted(charge, hand):
        owner = _owner(charge["per"], place, hand["wagers"][place])
        together.setdefault(owner, set()).add(place)
    return [frozenset(places) for places in together.values()]


def counted(charge: Charge, hand: Hand) -> list[int]:
    """Return the places of the wagers that count; the player-dealer's own are no player's."""
    kinds = listed(charge.get("wagers"))
    return [
        place
        for place, each in enumerate(hand["wagers"])
        if each["seat"] != hand["player_dealer_seat"] and (not kinds or each["wager"] in kinds)
    ]


def _owner(per: str, place: int, wager: dict[str, str]) -> Any:
    if per == "wager":
        return place
    if per == "seat":
        return wager["seat"], wager["player"]
    return wager["player"] or ("whoever holds the seat", wager["seat"])


def one_unit(world: World, component: str, fee: Fee, places: frozenset[int], hand: Hand) -> Unit:
    """Return one fee of a component, with what picks its tier and what the tiers print."""
    charge = charge_of(world, component)
    payer = charge.get("payer") or PAYERS.get(component, "pot")
    amount = basis_amount(fee.basis, places or counted(charge, hand), hand)
    if fee.basis == "players" and charge.get("count") == "after_flop":
        amount = hand["players_after_flop"]
    name = LATER_JACKPOT if fee.from_pot else component
    return Unit(name, payer, places, fee.basis, amount, *price(world, component, fee, amount, hand))


def basis_amount(basis: str, places: Any, hand: Hand) -> int | None:
    """Return what picks the tier: a number of players, or wagers added up."""
    if basis == "flat":
        return None
    if basis == "players":
        players: int = hand["players"]
        return players
    return sum(cents(hand["wagers"][place]["amount"]) for place in places)


def price(world: World, component: str, fee: Fee, amount: int | None, hand: Hand) -> Priced:
    """Return what is printed, or nothing where the hand or the pot ended too soon."""
    spared = not reached(hand) and world.term.get("no_opening_round") == "no_fee"
    if spared and component not in BY_THE_CLOCK:
        return NOTHING
    return NOTHING if pot(hand["wagers"]) < fee.from_pot else priced(fee, amount)


def pot(wagers: list[dict[str, str]]) -> int:
    """Return wagers added up."""
    return sum(cents(each["amount"]) for each in wagers)


def shared(unit: Unit, world: World, row: str, hand: Hand) -> list[Unit]:
    """Split a fee between the antes and whoever pays what they lack, where the terms say so."""
    rest = charge_of(world, unit.component).get("shortfall")
    if rest is None:
        return [unit]
    antes = pot([each for each in hand["wagers"] if each["wager"] == "ante"])
    most = charge_of(world, unit.component).get("antes") or hand["players"]
    antes = antes or cents(world.antes[row]) * min(hand["players"], int(most))
    borne = frozenset(min(fee, antes) for fee in unit.amounts)
    lacking = frozenset(max(fee - antes, 0) for fee in unit.amounts)
    return [
        unit._replace(amounts=borne),
        unit._replace(component=rest, payer=rest, amounts=lacking),
    ]
