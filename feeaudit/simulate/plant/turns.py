"""Planting violations of the checks on how the position moves: turns, offers and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.frames import NULL
from feeaudit.simulate.settling import CIRCLES, order_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.steps import Bools
    from feeaudit.simulate.turns import Turns

_ASKED_TWICE: Final = 3


def turns(plot: Plot) -> None:
    """ROT-TURNS: in a game with a cap, whoever held the position for two hands holds a third.

    Everybody else is asked first and declines. Games whose rules also ask for somebody between, or
    for the game to be broken, come last, for there the same hand violates those rules too.
    """
    _third_hands(plot, lambda rules: rules.capped and not rules.intervening and not rules.breaks)
    _third_hands(plot, lambda rules: rules.capped)


def intervene(plot: Plot) -> None:
    """ROT-INTERVENE: where somebody must come between after two hands, the holder goes on at once.

    ROT-TURNS comes with it, since the same hand is the third in a row.
    """
    _third_hands(plot, lambda rules: rules.intervening)


def broken(plot: Plot) -> None:
    """ROT-BROKEN: after a turn of two hands everybody declines, and the old holder banks on.

    ROT-TURNS comes with it where there is a cap, ROT-INTERVENE where somebody must come between.
    """
    _third_hands(plot, lambda rules: rules.breaks, how=("declined",))


def offer(plot: Plot) -> None:
    """ROT-OFFER: a holder goes on for a third hand and the position was not offered round.

    By turns it is offered to nobody since the holder took it, or to the next seat alone. Where more
    than a duty to offer is printed, ROT-TURNS comes with it; such games come last.
    """
    ways = ("silent", "one")
    _third_hands(plot, lambda rules: rules.offered and not rules.bound, how=ways)
    _third_hands(plot, lambda rules: rules.offered, how=ways)


def _third_hands(
    plot: Plot, wanted: Callable[[Turns], bool], how: tuple[str, ...] = ("asked",)
) -> None:
    """Let holders of two hands hold a third, in one of several ways by turns."""
    draft = plot.draft
    hands = draft["hands"]
    for hand in plot.free_hands(_after_two(draft)):
        rules = plot.setup(hand).turns
        around = (hand - 2, hand - 1, hand, hand + 1)
        if rules is None or not wanted(rules) or not draft.free(*around):
            continue
        holder = int(hands["player_dealer"][hand - 1])
        place = _place(draft, hand, holder)
        if place is None or not _last_of_three(draft, hand, holder) or _bets(draft, hand, holder):
            continue
        way = how[plot.done % len(how)]
        _give(draft, hand, place)
        _offer_again(draft, hand, place, way)
        what = f"a third hand in a row by the same player-dealer, {_SAID[way]}"
        seat = int(hands["player_dealer_seat"][hand])
        plot.plant(hand, what, seat=seat, also=around)
        for check in _companions(plot.check, rules, way):
            plot.comes_with_it(hand, check, seat=seat)


_SAID: Final = {
    "asked": "after all others declined",
    "declined": "after everybody declined",
    "silent": "and the position was offered to nobody",
    "one": "and the position was offered to one seat only",
}


def _offer_again(draft: Draft, hand: int, place: int, way: str) -> None:
    """Record the offers before a hand anew, and those before the next, which now start elsewhere.

    Silence lasts for the whole turn: an offer after its first hand might do for its second too.
    """
    if way == "silent":
        draft.drop("offers", draft.rows_of("offers", hand - 1).tolist())
        draft.drop("offers", draft.rows_of("offers", hand).tolist())
    elif way == "one":
        draft.drop("offers", draft.rows_of("offers", hand - 1).tolist())
        _ask(draft, hand, place, place, accepted=False, most=1)
    else:
        _ask(draft, hand, place, place, accepted=way == "asked")
    _ask(draft, hand + 1, place, int(draft["hands"]["turn"][hand + 1]))


def _companions(check: str, rules: Turns, way: str) -> list[str]:
    """Return which other checks the same hand violates."""
    others = {
        "ROT-TURNS": rules.bound,
        "ROT-INTERVENE": rules.intervening,
        "ROT-BROKEN": rules.breaks and way in {"asked", "declined"},
    }
    return [each for each, there in others.items() if there and each != check]


def _after_two(draft: Draft) -> Bools:
    """Tell which hands follow two by the same holder and are held by another."""
    hands = draft["hands"]
    holder, sitting = hands["player_dealer"], hands["sitting"]
    after = np.zeros(len(holder), dtype=np.bool_)
    after[2:] = (
        (holder[:-2] == holder[1:-1])
        & (holder[2:] != holder[1:-1])
        & (holder[2:] != NULL)
        & (sitting[:-2] == sitting[2:])
    )
    return after


def _last_of_three(draft: Draft, hand: int, holder: int) -> bool:
    """Tell whether the table plays on with another holder, so that the run ends at three."""
    hands = draft["hands"]
    return (
        hand + 1 < len(hands["hand"])
        and hands["sitting"][hand + 1] == hands["sitting"][hand]
        and hands["player_dealer"][hand + 1] != holder
        and hands["player_dealer"][hand - 3 if hand > 2 else hand] != holder  # noqa: PLR2004
        and _place(draft, hand + 1, holder) is not None
    )


def _place(draft: Draft, hand: int, person: int) -> int | None:
    people = draft.rings.people[int(draft["hands"]["ring"][hand])]
    return people.index(person) if person in people else None


def _bets(draft: Draft, hand: int, person: int) -> bool:
    """Tell whether a person has a wager, or one stands on their circle, or money was short."""
    rows = draft.rows_of("wagers", hand)
    wagers = draft["wagers"]
    place = _place(draft, hand, person)
    seats = draft.rings.seats[int(draft["hands"]["ring"][hand])]
    seat = seats[place] if place is not None else NULL
    return bool(
        (wagers["player"][rows] == person).any()
        or (wagers["seat"][rows] == seat).any()
        or (wagers["returned"][rows] > 0).any()
    )


def _give(draft: Draft, hand: int, place: int) -> None:
    """Make somebody else the player-dealer of a hand: record, fee, and where the action starts."""
    hands, fees = draft["hands"], draft["collections"]
    ring = int(hands["ring"][hand])
    seat, person = draft.rings.seats[ring][place], draft.rings.people[ring][place]
    hands["player_dealer_seat"][hand] = seat
    hands["player_dealer"][hand] = person
    hands["turn"][hand] = place
    for row in draft.rows_of("collections", hand).tolist():
        if fees["payer"][row] == draft.names.code("player_dealer"):
            fees["seat"][row], fees["player"][row] = seat, person
    if order_of(draft.setup_of(hand).game).starts == "left_of_player_dealer":
        bank = int(draft.names.text(seat))
        circles = draft["wagers"]["seat"][draft.rows_of("wagers", hand)].tolist()
        hands["action_seat"][hand] = min(
            circles, key=lambda each: (int(draft.names.text(each)) - bank) % CIRCLES
        )


def _ask(  # noqa: PLR0913 - an offer has so many sides
    draft: Draft, hand: int, start: int, taker: int, *, accepted: bool = True, most: int = CIRCLES
) -> None:
    """Record offers anew: from one place round the table to the one who takes the position."""
    ring = int(draft["hands"]["ring"][hand])
    seats, people = draft.rings.seats[ring], draft.rings.people[ring]
    seated = sum(each != NULL for each in seats)
    hop = (taker - start) % seated or seated
    draft.drop("offers", draft.rows_of("offers", hand).tolist())
    for sequence in range(1, min(hop, most) + 1):
        place = (start + sequence) % seated
        draft.add(
            "offers",
            hand=hand,
            sequence=sequence,
            seat=seats[place],
            player=people[place],
            response=draft.names.code("accept" if accepted and sequence == hop else "decline"),
        )
    draft["hands"]["hop"][hand] = hop


def order(plot: Plot) -> None:
    """ROT-ORDER: of three or more who are asked, the second is asked before the first."""
    hands, offers = plot.draft["hands"], plot.draft["offers"]
    for hand in plot.free_hands(hands["hop"] >= _ASKED_TWICE):
        rules = plot.setup(hand).turns
        if rules is None or not rules.directed:
            continue
        first, second = plot.draft.rows_of("offers", hand)[:2].tolist()
        for name in ("seat", "player"):
            offers[name][first], offers[name][second] = offers[name][second], offers[name][first]
        seat = int(offers["seat"][first])
        plot.plant(hand, "the position offered to one seat before its neighbour", seat=seat)
