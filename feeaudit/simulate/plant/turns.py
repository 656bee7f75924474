"""Planting violations of the checks on how the position moves: turns, offers and their order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.simulate.plant.seats import provider_after, sit_in_for
from feeaudit.simulate.plant.third_hands import hold_third, third_hands

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.turns import Turns

_ASKED_TWICE: Final = 3
_SAID: Final = {
    "asked": "after all others declined",
    "declined": "after everybody declined",
    "silent": "and the position was offered to nobody",
    "one": "and the position was offered to one seat only",
}


def turns(plot: Plot) -> None:
    """ROT-TURNS: in a game with a cap, whoever held the position for two hands holds a third.

    Everybody else is asked first and declines. Where the cap is on entities, every other time
    another person of the same provider holds the third. Games whose rules also ask for somebody
    between, or for the game to be broken, come last: there the same hand violates those rules too.
    """
    _by_another_person(plot, plot.wanted // 2)
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
    for third in third_hands(plot, wanted):
        way = how[plot.done % len(how)]
        if way == "one" and third.seated <= 2:  # noqa: PLR2004 - one other is everybody
            continue
        hold_third(plot.draft, third, way)
        hand = third.hand
        seat = int(plot.draft["hands"]["player_dealer_seat"][hand])
        what = f"a third hand in a row by the same player-dealer, {_SAID[way]}"
        plot.plant(hand, what, seat=seat, also=third.around)
        for check in _companions(plot.check, third.rules, way):
            plot.comes_with_it(hand, check, seat=seat)


def _companions(check: str, rules: Turns, way: str) -> list[str]:
    """Return which other checks the same hand violates."""
    others = {
        "ROT-TURNS": rules.bound,
        "ROT-INTERVENE": rules.intervening,
        "ROT-BROKEN": rules.breaks and way != "silent",
    }
    return [each for each, there in others.items() if there and each != check]


def _by_another_person(plot: Plot, most: int) -> None:
    """Let another person of the same provider hold the third hand, where entities are capped."""
    draft = plot.draft
    for third in third_hands(plot, lambda rules: rules.by_entity and rules.newcomers):
        if plot.done >= most:
            return
        provider = provider_after(draft, third.hand)
        if provider is None:
            continue
        hold_third(draft, third, "asked")
        person = draft.names.code(f"B7{plot.done + 1:04d}")
        sit_in_for(draft, third.hand, person, "third_party", provider)
        seat = int(draft["hands"]["player_dealer_seat"][third.hand])
        what = "a third hand in a row by the same provider, another person holding it"
        plot.plant(third.hand, what, seat=seat, also=third.around)


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
