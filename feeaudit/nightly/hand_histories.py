"""Poker hand histories of a cardroom, with what they do not say themselves."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import editions_in_force, find_cardroom, find_game, schedules_of
from feeaudit.core.problem import Unknown
from feeaudit.intake.histories import read_histories
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from feeaudit.book.model import Book, Cardroom, Game
    from feeaudit.intake.log import Log


def history(path: Path, constants: Mapping[str, str], book: Book, zone: str) -> Log:
    """Return the log in a hand history; the option is chosen by the blinds where one fits."""
    missing = [each for each in ("cardroom", "game") if not constants.get(each)]
    if missing:
        raise UnusableLog(
            f"{path.name}: a hand history does not say its {' and '.join(missing)}; put it in the"
            " cardroom's folder of the inbox and name the game in store.toml"
        )
    try:
        place = find_cardroom(book, constants["cardroom"])
        game = find_game(place, constants["game"])
        day = _day(constants.get("date", ""))
    except Unknown as error:
        raise UnusableLog(f"{path.name}: {error}") from None
    return read_histories(
        path,
        cardroom=place.cardroom,
        game=game.game,
        table=constants.get("table", ""),
        zone=zone,
        date=day,
        options=_blinds(place, game),
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Unknown(f"{text!r} is not a day such as 2026-03-01") from None


def _blinds(place: Cardroom, game: Game) -> list[tuple[str, str]]:
    """Return the options of a game with their printed blinds."""
    schedules = editions_in_force(schedules_of(place, game))
    claimed = Counter(option.option for schedule in schedules for option in schedule.options)
    return [
        # A number that two schedules use is told apart by its schedule.
        (
            f"{each.schedule}/{option.option}" if claimed[option.option] > 1 else option.option,
            blinds,
        )
        for each in schedules
        for option in each.options
        if (stake := option.stake("blinds")) is not None
        for blinds in stake.each
    ]
