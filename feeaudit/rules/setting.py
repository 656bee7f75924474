"""Settings: what a table is run at, the game and the option, whatever the number of players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.book.catalogue import slug

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context


def settings_of(contexts: Sequence[Context]) -> tuple[Ints, tuple[Context, ...]]:
    """Return the number of each context's setting, and one context of each setting."""
    numbers: dict[tuple[str, str, str], int] = {}
    first: list[Context] = []
    of_context = []
    for each in contexts:
        key = (each.cardroom_name, each.game_name, each.option_name)
        if key not in numbers:
            numbers[key] = len(numbers)
            first.append(each)
        of_context.append(numbers[key])
    return np.array(of_context, dtype=np.int64), tuple(first)


def differ(one: Context, other: Context) -> bool:
    """Tell whether two settings are surely not the same game and option.

    Options of one price list are the same: the table moves within it as players come and go. A
    bare number may be that of any schedule of the game, also of one whose table is lost.
    """
    if game_of(one) != game_of(other):
        return True
    if not one.option_name or not other.option_name:
        return False
    (named, number), (named_too, number_too) = map(_parted, (one.option_name, other.option_name))
    if number == number_too and (not named or not named_too or named == named_too):
        return False
    return not _options(one) & _options(other)


def _parted(option: str) -> tuple[str, str]:
    """Return the schedule that an option names, blank where it names none, and its number."""
    schedule, _, number = option.rpartition("/")
    return schedule, number


def setting_text(each: Context) -> str:
    """Return a setting for reading: ``ez-baccarat option 3``."""
    option = f" option {each.option_name}" if each.option_name else ", option not stated"
    return game_of(each) + option


def game_of(each: Context) -> str:
    """Return the game of a setting by one name, however the log spells it."""
    return each.game.game if each.game is not None else slug(each.game_name)


def _options(each: Context) -> set[tuple[str, str]]:
    """Return every printed option that a setting may mean, with those of the same price list."""
    found = {(offer.schedule.key, offer.option.option) for offer in each.offers}
    for offer in each.offers:
        for band in offer.term.bands if offer.term is not None else ():
            if offer.option.option in band:
                found |= {(offer.schedule.key, name) for name in band}
    return found or {("", each.option_name)}
