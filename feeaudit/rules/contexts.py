"""Contexts: every combination of cardroom, game and option that a log holds.

There are few of them however many hands there are, so the book is asked once for each, in plain
code; hands carry the number of theirs. The gaming day and the number of players tell contexts
apart only where what is in force, or the row of a price list, depends on them. A setting is what a
table is run at: a game and an option, whatever the day and the number of players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.book.catalogue import find_cardroom, schedule_and_option, slug
from feeaudit.core.kept_answers import kept
from feeaudit.core.numbering import numbered
from feeaudit.core.problem import Unknown
from feeaudit.rules.configuration.model import Config, date_of
from feeaudit.rules.editions import turning_days
from feeaudit.rules.in_force import Context, Offer, Resolver, with_readings

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

    from feeaudit.book.model import Book
    from feeaudit.core.arrays import Ints

__all__ = ["Context", "Contexts", "Offer", "contexts"]

_NAMES = ("cardroom", "game", "option")
# What the largest rooms of a state play on one day; the parts of a long log ask for it each time.
_KEPT: Final = 4_000


@dataclass(frozen=True, slots=True)
class Contexts:
    """The contexts of a log and the number of each hand's."""

    of_hand: Ints
    each: tuple[Context, ...]


def contexts(hands: pd.DataFrame, book: Book, config: Config | None = None) -> Contexts:
    """Return the contexts that occur, resolved against the book as the site is set up.

    ``hands`` needs ``day``, the gaming day, where what is in force depends on it.
    """
    found = _resolved(hands, book, config or Config())
    split = np.array([each.by_players for each in found.each], dtype=bool)
    if "players" not in hands or not split.any():
        return Contexts(found.of_hand, tuple(_read(each, -1) for each in found.each))
    players = hands["players"].to_numpy().astype(np.int64)
    stated = np.where(split[found.of_hand], players, -1)
    of_hand, pairs = numbered([found.of_hand, stated])
    each = [_read(found.each[number], count) for number, count in pairs.tolist()]
    return Contexts(of_hand, tuple(each))


def _resolved(hands: pd.DataFrame, book: Book, config: Config) -> Contexts:
    """Return contexts without their readings, whatever the number of players."""
    site = _site(config)
    turns = _turns(book, site)
    eras = _eras(hands, turns)
    of_hand, keys = numbered([*(_codes(hands, name) for name in _NAMES), eras])
    words = [_words(hands, name) for name in _NAMES]
    resolver = _resolver(book, site)
    found = []
    for *codes, era in keys.tolist():
        cardroom, game, option = (mine[code] for mine, code in zip(words, codes, strict=True))
        found.append(_context(resolver, cardroom, game, option, _since(era, turns)))
    _refuse_others(found, of_hand, book, config)
    return _merged(of_hand, found)


def _merged(of_hand: Ints, found: Sequence[Context]) -> Contexts:
    """Return contexts that differ in nothing but the day as one."""
    numbers: dict[tuple[object, ...], int] = {}
    each: list[Context] = []
    places = []
    for one in found:
        offers = tuple((each.schedule.key, each.rivals, each.option.limit) for each in one.offers)
        names = (one.cardroom_name, one.game_name, one.option_name)
        key = (*names, one.kind, one.problem, one.settled, one.valid, offers)
        if key not in numbers:
            numbers[key] = len(numbers)
            each.append(one)
        places.append(numbers[key])
    merged = np.array(places, dtype=np.int64)[of_hand] if len(each) < len(found) else of_hand
    return Contexts(merged, tuple(each))


def _refuse_others(found: Sequence[Context], of_hand: Ints, book: Book, config: Config) -> None:
    """Refuse hands of another cardroom: this site's zone, pins, people and waivers are not theirs.

    Names that the book does not know are left to OPT-UNKNOWN.
    """
    if not config.cardroom:
        return
    own = find_cardroom(book, config.cardroom).cardroom
    rooms = [each.cardroom.cardroom if each.cardroom is not None else own for each in found]
    strange = np.array([room != own for room in rooms], dtype=bool)
    if strange.any():
        count = int(strange[of_hand].sum())
        others = " and ".join(sorted(set(rooms) - {own}))
        msg = (
            f"the configuration is of {own}, and the log holds {count:,}"
            f" hand{'s' if count > 1 else ''} of {others}: audit"
            " each cardroom with its own feeaudit.toml, or leave 'cardroom' out of this one"
        )
        raise Unknown(msg)


def _eras(hands: pd.DataFrame, turns: Ints) -> Ints:
    """Return how many of the turning days each hand has seen."""
    if not len(turns):
        return np.zeros(len(hands), dtype=np.int64)
    eras: Ints = np.searchsorted(turns, hands["day"].to_numpy(), side="right").astype(np.int64)
    return eras


def _since(era: int, turns: Ints) -> int | None:
    """Return a day of an era, since 1970; None where nothing depends on the day."""
    if not len(turns):
        return None
    return int(turns[era - 1] if era else turns[0] - 1)


# A program audits one site against one book; the workbench and tests a few.
_SITES: Final = 8
_sites: dict[str, Config] = {}


def _site(config: Config) -> Config:
    """Return one configuration for all that are alike: sites set up alike share what is kept."""
    if len(_sites) > _SITES:
        _sites.clear()
    return _sites.setdefault(repr(config), config)


@kept(_SITES)
def _resolver(book: Book, site: Config) -> Resolver:
    """Return what the book is asked by, with the answers it has given."""
    return Resolver(book, site)


@kept(_SITES)
def _turns(book: Book, site: Config) -> Ints:
    return turning_days(book, site)


@kept(_KEPT)
def _context(resolver: Resolver, cardroom: str, game: str, option: str, day: int | None) -> Context:
    return resolver.context(cardroom, game, option, None if day is None else date_of(day))


@kept(_KEPT)
def _read(context: Context, players: int) -> Context:
    return with_readings(context, players)


def _codes(hands: pd.DataFrame, name: str) -> Ints:
    if name not in hands:
        return np.full(len(hands), -1, dtype=np.int64)
    codes: Ints = hands[name].array.codes.astype(np.int64)
    return codes


def _words(hands: pd.DataFrame, name: str) -> dict[int, str]:
    words = {-1: ""}
    if name in hands:
        words |= dict(enumerate(map(str, hands[name].array.categories)))
    return words


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
    if not one.option_name or not other.option_name or "several" in {one.kind, other.kind}:
        return False
    (named, number), (named_too, number_too) = map(
        schedule_and_option, (one.option_name, other.option_name)
    )
    if number == number_too and (not named or not named_too or named == named_too):
        return False
    return not _options(one) & _options(other)


def setting_text(each: Context) -> str:
    """Return a setting for reading: ``EZ Baccarat option 3``."""
    option = f" option {each.option_name}" if each.option_name else ", option not stated"
    return (each.game.name if each.game else each.game_name) + option


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
