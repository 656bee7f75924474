"""Situations: every combination of cardroom, game, option and player count that a log holds.

There are few of them however many hands there are, so the book is asked once for each, in plain
code; hands carry the number of theirs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.readings import Plan, plans
from feeaudit.book.catalogue import (
    editions_in_force,
    find_cardroom,
    find_game,
    option_of,
    schedules_of,
    term_of,
)
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from feeaudit.book.model import Book, Cardroom, Game, Option, Schedule, Term

Codes = np.ndarray[tuple[int], np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Offer:
    """One schedule that prints the option, with the terms that cover it and its readings."""

    schedule: Schedule
    option: Option
    term: Term | None
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """What the book says of one combination; ``problem`` says why it says nothing of fees.

    ``kind`` of a problem: ``cardroom``, ``game``, ``schedule``, ``option``, ``unstated``.
    """

    cardroom_name: str
    game_name: str
    option_name: str
    players: int
    cardroom: Cardroom | None = None
    game: Game | None = None
    offers: tuple[Offer, ...] = ()
    kind: str = ""
    problem: str = ""

    @property
    def terms(self) -> tuple[Term, ...]:
        """Return the terms that cover the option."""
        return tuple(offer.term for offer in self.offers if offer.term is not None)

    @property
    def plans(self) -> tuple[Plan, ...]:
        """Return every defensible reading of the option."""
        return tuple(plan for offer in self.offers for plan in offer.plans)


@dataclass(frozen=True, slots=True)
class Situations:
    """The situations of a log and the number of each hand's."""

    of_hand: Codes
    each: tuple[Situation, ...]


def situations(
    hands: pd.DataFrame, book: Book, pins: Mapping[str, str] | None = None
) -> Situations:
    """Return the situations that occur, resolved against the book."""
    codes = [_codes(hands, name) for name in ("cardroom", "game", "option")]
    players = hands["players"].to_numpy() if "players" in hands else np.full(len(hands), -1)
    keys = np.column_stack([*codes, players.astype(np.int64)])
    packed = _packed(keys)
    _, first, of_hand = np.unique(packed, return_index=True, return_inverse=True)
    names = [_names(hands, name) for name in ("cardroom", "game", "option")]
    each = []
    resolver = _Resolver(book, pins or {})
    for row in first:
        cardroom, game, option = (words[keys[row, place]] for place, words in enumerate(names))
        each.append(resolver.situation(cardroom, game, option, int(keys[row, 3])))
    return Situations(of_hand.astype(np.int64), tuple(each))


def _codes(hands: pd.DataFrame, name: str) -> Codes:
    if name not in hands:
        return np.full(len(hands), -1, dtype=np.int64)
    codes: Codes = hands[name].cat.codes.to_numpy().astype(np.int64)
    return codes


def _names(hands: pd.DataFrame, name: str) -> dict[int, str]:
    words = {-1: ""}
    if name in hands:
        words |= dict(enumerate(map(str, hands[name].cat.categories)))
    return words


def _packed(keys: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> Codes:
    """Return rows of small numbers as one number each."""
    packed = np.zeros(len(keys), dtype=np.int64)
    for place in range(keys.shape[1]):
        column = keys[:, place] + 1
        packed = packed * (int(column.max(initial=0)) + 1) + column
    return packed


class _Resolver:
    """Asks the book about combinations, remembering cardrooms and games."""

    def __init__(self, book: Book, pins: Mapping[str, str]) -> None:
        self.book = book
        self.pins = pins

    def situation(self, cardroom: str, game: str, option: str, players: int) -> Situation:
        """Return what the book says of a combination."""
        known = Situation(cardroom, game, option, players)
        try:
            place = find_cardroom(self.book, cardroom)
        except Unknown as unknown:
            return replace(known, kind="cardroom", problem=str(unknown))
        known = replace(known, cardroom=place)
        try:
            played = find_game(place, game)
        except Unknown as unknown:
            return replace(known, kind="game", problem=str(unknown))
        known = replace(known, game=played)
        schedules = schedules_of(place, played)
        if not schedules:
            problem = f"no fee schedule is printed for {played.game} at {place.cardroom}"
            return replace(known, kind="schedule", problem=problem)
        if not option:
            problem = "the log does not say which option was in use"
            return replace(known, kind="unstated", problem=problem)
        offers = self._offers(schedules, option, played, players)
        if not offers:
            keys = " or ".join(each.key for each in editions_in_force(schedules, self.pins))
            problem = f"option {option!r} of {played.game} is not approved: it is not in {keys}"
            return replace(known, kind="option", problem=problem)
        return replace(known, offers=offers)

    def _offers(
        self, schedules: list[Schedule], option: str, game: Game, players: int
    ) -> tuple[Offer, ...]:
        named, _, number = option.rpartition("/")
        found = []
        for schedule in editions_in_force(schedules, self.pins):
            if named and schedule.schedule != named:
                continue
            printed = option_of(schedule, number if named else option)
            if printed is not None:
                term = term_of(schedule, printed, game)
                count = players if players >= 0 else None
                readings = tuple(plans(schedule, printed, term, game, count))
                found.append(Offer(schedule, printed, term, readings))
        return tuple(found)
