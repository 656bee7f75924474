"""Third hands: letting whoever held the position for two hands hold it for one more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.simulate.frames import NULL
from feeaudit.simulate.settling import CIRCLES, order_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.steps import Bools
    from feeaudit.simulate.turns import Turns


@dataclass(frozen=True, slots=True)
class Third:
    """A hand that follows two by one holder, who could hold it too, at a place of its ring."""

    hand: int
    place: int
    seated: int
    rules: Turns

    @property
    def around(self) -> tuple[int, ...]:
        """Return the hands that a third one leans on."""
        return (self.hand - 2, self.hand - 1, self.hand, self.hand + 1)


def third_hands(plot: Plot, wanted: Callable[[Turns], bool]) -> Iterator[Third]:
    """Yield, in random order, hands that a holder of two could hold without betting on them."""
    draft = plot.draft
    for hand in plot.free_hands(_after_two(draft)):
        rules = plot.setup(hand).turns
        if rules is None or not wanted(rules):
            continue
        holder = int(draft["hands"]["player_dealer"][hand - 1])
        place = _place(draft, hand, holder)
        if place is None or not _last_of_three(draft, hand, holder) or _bets(draft, hand, holder):
            continue
        third = Third(hand, place, seated_at(draft, hand), rules)
        if draft.free(*third.around):
            yield third


def hold_third(draft: Draft, third: Third, way: str) -> None:
    """Let the holder go on, and record the offers before that hand and the next one anew.

    They are ``asked`` round and all others decline, all incl. the holder have ``declined``, only
    the next ``one`` is asked, or all is ``silent``. Silence lasts for the whole turn: an offer
    after its first hand might do for its second too.
    """
    hand, place = third.hand, third.place
    _give(draft, hand, place)
    if way in {"silent", "one"}:
        draft.drop("offers", draft.rows_of("offers", hand - 1).tolist())
    if way == "silent":
        draft.drop("offers", draft.rows_of("offers", hand).tolist())
    else:
        most = 1 if way == "one" else CIRCLES
        _ask(draft, hand, place, place, accepted=way == "asked", most=most)
    _ask(draft, hand + 1, place, int(draft["hands"]["turn"][hand + 1]))


def seated_at(draft: Draft, hand: int) -> int:
    """Return how many are seated at a hand."""
    return sum(each != NULL for each in draft.rings.seats[int(draft["hands"]["ring"][hand])])


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
        or draft.returned(hand)
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
    seated = seated_at(draft, hand)
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
