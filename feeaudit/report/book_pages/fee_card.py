"""The card: the fees of one cardroom as one page for a phone, which needs no network.

It shows the editions that hold where nothing is pinned, says so, and names what the print leaves
open beside the schedule that it concerns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit import __version__
from feeaudit.book.catalogue import chain_of, editions_in_force, is_for, names_of, schedules_of
from feeaudit.report.book_pages.printed_tables import fee_table, rotation_sections, term_texts
from feeaudit.report.book_pages.schedule_views import shown_game, shown_schedule
from feeaudit.report.page_templates import asset, environment, policy

if TYPE_CHECKING:
    from feeaudit.book.model import Cardroom, Game, Schedule


def fee_card(cardroom: Cardroom) -> bytes:
    """Return the card of a cardroom; the same book gives the same bytes."""
    style, script = asset(["card/card.css"]), asset(["card/card.js"])
    text = (
        environment("card")
        .get_template("card.html")
        .render(
            room=cardroom,
            games=[_game(cardroom, each) for each in cardroom.games],
            program=f"feeaudit {__version__}",
            style=style,
            script=script,
            policy=policy(style, script),
        )
    )
    return text.encode()


def _game(cardroom: Cardroom, game: Game) -> dict[str, Any]:
    view = shown_game(game, cardroom)
    printed = schedules_of(cardroom, game)
    return {
        "game": game,
        "words": " ".join(dict.fromkeys((game.game, *names_of(game)))).lower(),
        "schedules": [_schedule(cardroom, game, each) for each in editions_in_force(printed)],
        "rotation": [
            each
            for part in rotation_sections(view)
            if "position" in part.title.lower()
            for each in part.entries
        ],
    }


def _schedule(cardroom: Cardroom, game: Game, schedule: Schedule) -> dict[str, Any]:
    view = shown_schedule(schedule, cardroom)
    own = {each.option for each in schedule.options if is_for(schedule, each, game)}
    options = [each for each in view.get("options", []) if each["option"] in own]
    others = len(chain_of(schedule, schedules_of(cardroom, game))) - 1
    return {
        "schedule": schedule,
        "fees": fee_table(options) if options else None,
        "terms": term_texts(view),
        "others": others,
        "doubts": [
            each.note
            for each in schedule.anomalies
            if each.conclusion != "determinate" and (not each.games or game.game in each.games)
        ],
    }
