"""The fee calculator: what one hand owes, with the ladder drawn and the next cliff named."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, render_template, request

from feeaudit.book.catalogue import (
    editions_in_force,
    find_cardroom,
    find_game,
    find_schedule,
    is_for,
    option_of,
    schedules_of,
    term_of,
)
from feeaudit.core.problem import Unknown
from feeaudit.rules.quote.hand import BadHand, hand_from_json
from feeaudit.rules.quote.owed import owed
from feeaudit.rules.readings import as_printed
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.evidence.ladder_drawing import LadderPlace, drawn_ladder
from feeaudit.workbench.shown_book import the_book

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Game
    from feeaudit.rules.quote.obligation import Obligation
    from feeaudit.workbench.evidence.ladder_drawing import DrawnLadder

page = Blueprint("calculator", __name__)
SEATS: Final = 9  # the wagers that fit on a form at once; most games have no more seats
_FACTS: Final = ("option", "players", "players_after_flop", "opening_round", "pot")


@page.get("/calculator")
@needs("view")
def show() -> str:
    """Show the form and, once the hand is stated, what it owes; the address holds the hand."""
    book, asked = the_book(), request.args
    room = find_cardroom(book, asked["cardroom"]) if asked.get("cardroom") else None
    game = find_game(room, asked["game"]) if room and asked.get("game") else None
    valid = editions_in_force(schedules_of(room, game)) if room and game else []
    options = [
        option.option
        for each in valid
        for option in each.options
        if game and is_for(each, option, game)
    ]
    hand, answer, problems = _stated(), None, []
    if game and asked.get("option"):
        try:
            answer = owed(book, hand_from_json(json.dumps(hand)))
        except BadHand as bad:
            problems = bad.reasons
        except Unknown as unknown:
            problems = [str(unknown)]
    return render_template(
        "workbench/calculator.html",
        rooms=book.cardrooms,
        room=room,
        game=game,
        options=list(dict.fromkeys(options)),
        asked=asked,
        wagers=_rows(),
        answer=answer,
        drawn=[_drawn(book, game, each) for each in answer.obligations] if answer and game else [],
        problems=problems,
    )


def _stated() -> dict[str, Any]:
    """Return the hand of the form, in the words of ``quote``."""
    asked = request.args
    hand: dict[str, Any] = {key: asked[key] for key in ("cardroom", "game") if asked.get(key)}
    hand |= {key: asked[key].strip() for key in _FACTS if asked.get(key, "").strip()}
    if asked.get("player_dealer_seat", "").strip():
        hand["player_dealer_seat"] = asked["player_dealer_seat"].strip()
    hand["wagers"] = [
        {"seat": seat, "wager": kind, "amount": amount}
        for seat, kind, amount in _rows()
        if amount.strip()
    ]
    return hand


def _rows() -> list[tuple[str, str, str]]:
    """Return the wagers of the form, with blank rows to fill in below them."""
    columns = (request.args.getlist(key) for key in ("seat", "wager", "amount"))
    stated = [row for row in zip(*columns, strict=False) if row[2].strip()]
    seats = [str(seat) for seat in range(1, SEATS + 1)]
    return [*stated, *((seat, "", "") for seat in seats[len(stated) :])]


def _drawn(book: Book, game: Game, due: Obligation) -> DrawnLadder | None:
    """Return the ladder that a fee was read from, as it is printed; none for a flat fee."""
    schedule = find_schedule(book, due.schedule)
    option = option_of(schedule, due.option)
    if option is None or due.basis == "flat":
        return None
    levies = as_printed(schedule, option, term_of(schedule, option, game)).levies_of(due.component)
    levy = next((each for each in levies if each.basis == due.basis), None)
    if levy is None:
        return None
    place = LadderPlace(due.basis_amount, due.lines, due.amounts)
    return drawn_ladder(levy, f"{schedule.title}, option {due.option}", due.document, place)
