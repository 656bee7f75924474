"""What one hand owes: every fee, from whom, on what, the admissible amounts and the citation.

The rules may not settle a fee: tiers overlap or leave gaps, a column may have slipped, two
schedules may claim the same option. Then each defensible reading is worked out by itself and the
obligation holds every amount that one of them gives.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import (
    chain_of,
    editions_in_force,
    find_cardroom,
    find_game,
    is_for,
    schedule_and_option,
    schedules_of,
    term_of,
)
from feeaudit.book.views import option_names
from feeaudit.core.problem import Unknown, nearest
from feeaudit.rules.option_names import options_meant, told_apart
from feeaudit.rules.quote.charges import obligations
from feeaudit.rules.quote.merged_readings import merged
from feeaudit.rules.quote.obligation import Owed
from feeaudit.rules.readings import option_readings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.model import Book, Cardroom, Game, Option, Schedule
    from feeaudit.rules.option_names import Meant
    from feeaudit.rules.quote.hand import Hand
    from feeaudit.rules.quote.merged_readings import Labelled


def owed(book: Book, hand: Hand) -> Owed:
    """Return what a hand owes; raise Unknown where it names what does not exist."""
    cardroom = find_cardroom(book, hand.cardroom)
    game = find_game(cardroom, hand.game)
    hand = _with_known_wagers(game, hand)
    meant = _options(cardroom, game, hand)
    found = meant.options
    notes = [_edition_note(cardroom, game, schedule, hand) for schedule, _ in found]
    notes += [f"option {hand.option} is in doubt: {each.note}" for each in meant.doubts]
    if hand.opening_round is None and any(_needs_opening_round(*each, game) for each in found):
        notes.append("opening_round is not stated: the hand is assumed to have reached it")
    if any(bet.seat == hand.player_dealer_seat for bet in hand.wagers):
        notes.append(
            f"wagers on seat {hand.player_dealer_seat} are the player-dealer's own and count in"
            " no total"
        )
    notes += _withdrawn_notes(game, hand)
    readings = [
        (label, charged)
        for name, printed in zip(told_apart(found), found, strict=True)
        for label, charged in _readings(name, *printed, game, hand)
    ]
    paged = (
        replace(each, pages=cardroom.pages_of(each.document, each.lines))
        for each in merged(readings)
    )
    return Owed(tuple(paged), tuple(note for note in dict.fromkeys(notes) if note))


def _with_known_wagers(game: Game, hand: Hand) -> Hand:
    """Return a hand whose wagers go by the game's own names."""
    known = [wager.wager for wager in game.wagers]
    meant = tuple(bet._replace(wager=game.kind_meant(bet.wager)) for bet in hand.wagers)
    for bet in meant:
        if bet.wager not in known:
            hint = nearest(bet.wager, known)
            msg = f"{bet.wager!r} is not a wager of {game.name}{hint}; it has: {', '.join(known)}"
            raise Unknown(msg)
    if game.kind == "player_dealer" and not hand.wagers:
        msg = f"{game.name} is played against the player-dealer: state the players' wagers"
        raise Unknown(msg)
    return replace(hand, wagers=meant)


def _withdrawn_notes(game: Game, hand: Hand) -> Iterator[str]:
    """Yield what was not stated of wagers that everybody places and may take back."""
    stated = {bet.wager for bet in hand.wagers}
    for wager in game.wagers:
        if wager.withdrawn and wager.wager not in stated:
            yield f"{wager.wager} is not stated: fees count it as placed, even if it was withdrawn"


def _options(cardroom: Cardroom, game: Game, hand: Hand) -> Meant:
    """Return the options that a hand may mean, each with its schedule; as the audit has them."""
    schedules = schedules_of(cardroom, game)
    if not schedules:
        why = f": {game.no_schedule}" if game.no_schedule else ""
        msg = f"no fee schedule is printed for {game.name} at {cardroom.name}{why}"
        raise Unknown(msg)
    known = {each.schedule for each in schedules}
    if hand.schedule and hand.schedule not in known:
        hint = nearest(hand.schedule, known)
        raise Unknown(f"{hand.schedule!r} is not a schedule of {game.name}{hint}")
    pinned = {hand.schedule} if hand.schedule else known
    pins = dict.fromkeys(pinned, hand.edition) if hand.edition else {}
    valid = editions_in_force(schedules, pins)
    if not any(each.edition == hand.edition for each in valid if each.schedule in pins) and pins:
        editions = ", ".join(sorted({each.edition for each in schedules}))
        msg = f"edition {hand.edition} of {game.name} is not printed; there are: {editions}"
        raise Unknown(msg)
    name = f"{hand.schedule}/{hand.option}" if hand.schedule else hand.option
    meant = options_meant(name, game, schedules, valid)
    if meant.problem:
        raise Unknown(meant.problem + _what_there_is(meant, game, valid))
    return meant


def _what_there_is(meant: Meant, game: Game, schedules: Sequence[Schedule]) -> str:
    """Return the options that are printed for a game, for who named one that is not."""
    known = [
        option_names(each.option for each in schedule.options if is_for(schedule, each, game))
        for schedule in schedules
    ]
    there = ", ".join(filter(None, known))
    return f"; there are {there}" if meant.kind == "option" and there else ""


def _edition_note(cardroom: Cardroom, game: Game, schedule: Schedule, hand: Hand) -> str:
    chain = chain_of(schedule, schedules_of(cardroom, game))
    if len(chain) == 1 or hand.edition:
        return ""
    if all(each.schedule == schedule.schedule for each in chain):
        return (
            f"{schedule.schedule} is printed in {len(chain)} editions; the last printed"
            f" (edition {schedule.edition}) is assumed"
        )
    others = " and ".join(each.key for each in chain if each.key != schedule.key)
    return f"{others} and {schedule.key} are printed for the game; the last printed is assumed"


def _needs_opening_round(schedule: Schedule, option: Option, game: Game) -> bool:
    term = term_of(schedule, option, game)
    no_flop = any(ladder.component == "no_flop" for ladder in option.ladders)
    return no_flop or (term is not None and term.no_opening_round == "no_fee")


def _readings(
    name: str, schedule: Schedule, option: Option, game: Game, hand: Hand
) -> Iterator[Labelled]:
    term = term_of(schedule, option, game)
    called = schedule_and_option(hand.option)[1]
    for reading in option_readings(schedule, option, term, game, hand.players, called=called):
        label = " and ".join(filter(None, [name, reading.label]))
        yield label, list(obligations(reading, hand))
