"""What one hand owes: every fee, from whom, on what, the admissible amounts and the citation.

The rules may not settle a fee: tiers overlap or leave gaps, a column may have slipped, two
schedules may claim the same option. Then each defensible reading is worked out by itself and the
obligation holds every amount that one of them gives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.catalogue import (
    editions_in_force,
    find_cardroom,
    find_game,
    option_of,
    schedules_of,
    term_of,
)
from feeaudit.core.problem import Unknown, nearest
from feeaudit.rules.quote.charges import obligations
from feeaudit.rules.quote.merge import merged
from feeaudit.rules.quote.obligation import Owed
from feeaudit.rules.readings import option_readings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book, Cardroom, Game, Option, Schedule
    from feeaudit.rules.quote.hand import Hand
    from feeaudit.rules.quote.merge import Labelled


def owed(book: Book, hand: Hand) -> Owed:
    """Return what a hand owes; raise Unknown where it names what does not exist."""
    cardroom = find_cardroom(book, hand.cardroom)
    game = find_game(cardroom, hand.game)
    _check_wagers(game, hand)
    found = _options(cardroom, game, hand)
    notes = [_edition_note(cardroom, game, schedule, hand) for schedule, _ in found]
    if hand.opening_round is None and any(_needs_opening_round(*each, game) for each in found):
        notes.append("opening_round is not stated: the hand is taken to have reached it")
    if any(bet.seat == hand.player_dealer_seat for bet in hand.wagers):
        notes.append(
            f"wagers on seat {hand.player_dealer_seat} are the player-dealer's own and count in"
            " no total"
        )
    readings = [
        (label, charged)
        for schedule, option in found
        for label, charged in _readings(schedule, option, game, hand, named=len(found) > 1)
    ]
    return Owed(tuple(merged(readings)), tuple(note for note in notes if note))


def _check_wagers(game: Game, hand: Hand) -> None:
    known = [wager.wager for wager in game.wagers]
    for bet in hand.wagers:
        if bet.wager not in known:
            hint = nearest(bet.wager, known)
            msg = f"{bet.wager!r} is not a wager of {game.game}{hint}; it has: {', '.join(known)}"
            raise Unknown(msg)
    if game.kind == "player_dealer" and not hand.wagers:
        msg = f"{game.game} is played against the player-dealer: state the players' wagers"
        raise Unknown(msg)


def _options(cardroom: Cardroom, game: Game, hand: Hand) -> list[tuple[Schedule, Option]]:
    """Return each schedule in force that prints the option."""
    schedules = schedules_of(cardroom, game)
    if not schedules:
        why = f": {game.no_schedule}" if game.no_schedule else ""
        msg = f"no fee schedule is printed for {game.game} at {cardroom.cardroom}{why}"
        raise Unknown(msg)
    if hand.schedule:
        named = [each for each in schedules if each.schedule == hand.schedule]
        if not named:
            known = {each.schedule for each in schedules}
            msg = (
                f"{hand.schedule!r} is not a schedule of {game.game}{nearest(hand.schedule, known)}"
            )
            raise Unknown(msg)
        schedules = named
    pins = {each.schedule: hand.edition for each in schedules} if hand.edition else {}
    candidates = editions_in_force(schedules, pins)
    if not candidates:
        editions = ", ".join(sorted({each.edition for each in schedules}))
        msg = f"edition {hand.edition} of {game.game} is not printed; there are: {editions}"
        raise Unknown(msg)
    found = [(each, option_of(each, hand.option)) for each in candidates]
    matching = [(schedule, option) for schedule, option in found if option is not None]
    if not matching:
        raise Unknown(_no_option(hand, game, candidates))
    return matching


def _no_option(hand: Hand, game: Game, schedules: list[Schedule]) -> str:
    keys = " or ".join(schedule.key for schedule in schedules)
    known = [option.option for schedule in schedules for option in schedule.options]
    if not known:
        return f"the table of {keys} is announced and not printed: no option of it is known"
    numbered = all(option.isdigit() for option in known)
    span = f"{known[0]} to {known[-1]}" if numbered else ", ".join(known)
    return f"option {hand.option!r} of {game.game} is not in {keys}; it has {span}"


def _edition_note(cardroom: Cardroom, game: Game, schedule: Schedule, hand: Hand) -> str:
    others = [
        each
        for each in schedules_of(cardroom, game)
        if each.schedule == schedule.schedule and each.edition != schedule.edition
    ]
    if not others or hand.edition:
        return ""
    return (
        f"{schedule.schedule} is printed in {len(others) + 1} editions; the last printed"
        f" (edition {schedule.edition}) is assumed"
    )


def _needs_opening_round(schedule: Schedule, option: Option, game: Game) -> bool:
    term = term_of(schedule, option, game)
    no_flop = any(ladder.component == "no_flop" for ladder in option.ladders)
    return no_flop or (term is not None and term.no_opening_round == "no_fee")


def _readings(
    schedule: Schedule, option: Option, game: Game, hand: Hand, *, named: bool
) -> Iterator[Labelled]:
    term = term_of(schedule, option, game)
    for reading in option_readings(schedule, option, term, game, hand.players):
        label = " and ".join(filter(None, [schedule.key if named else "", reading.label]))
        yield label, list(obligations(reading, hand))
