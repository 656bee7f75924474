"""The export: one row a printed fee cell."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from support.harbor import GAMES, HOLDEM_HEAD, OPTIONS, SCHEDULE, write_book

from feeaudit.book.export import COLUMNS, as_csv, rows
from feeaudit.book.load import read_book
from feeaudit.book.views import schedule_view

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book

COUNTS = {
    "hawaiian-gardens": (47, 440, 1365),
    "lucky-chances": (25, 928, 4811),
    "lucky-lady": (17, 116, 252),
    "mortimers": (13, 174, 762),
    "parkwest-lotus": (16, 161, 864),
}


def table(book: Book) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(rows(book.cardrooms)))))


def test_the_columns_are_the_contract() -> None:
    assert ",".join(COLUMNS) == (
        "document,line,cardroom,schedule,edition,games,approvals,option,table_limit,stakes,"
        "component,basis,low,high,fee,period_minutes,printed,note"
    )


def test_every_cardroom_has_as_many_cells_as_an_independent_count_found(book: Book) -> None:
    for cardroom in book.cardrooms:
        cells = list(rows([cardroom]))
        options = sum(len(schedule.options) for schedule in cardroom.schedules)
        printed = sum(schedule.printed for schedule in cardroom.schedules)
        assert (printed, options, len(cells)) == COUNTS[cardroom.cardroom]


def test_a_tier_a_flat_fee_and_an_open_end(tmp_path: Path) -> None:
    flat, first, last = table(read_book(write_book(tmp_path)))
    assert (flat["component"], flat["basis"], flat["low"], flat["high"], flat["fee"]) == (
        "player",
        "flat",
        "",
        "",
        "0.50",
    )
    assert (first["low"], first["high"], first["fee"], first["line"]) == (
        "5.00",
        "100.00",
        "1.00",
        "7",
    )
    assert (last["low"], last["high"], last["fee"], last["line"]) == ("101.00", "", "2.00", "8")


def test_four_or_less_is_a_blank_low(tmp_path: Path) -> None:
    text = (
        HOLDEM_HEAD
        + "terms:\n  - {options: 1, lines: 4, period: 30, period_starts: clock, time: {per: period}}\n"
        "options:\n  - {option: 1, lines: 7, blinds: 1-2, time: {by: players, 5+: 6, 4-: 5}}\n"
    )
    games = GAMES.replace("    no_schedule: none is printed\n", "")
    high, low = table(read_book(write_book(tmp_path, text, games=games)))
    assert (high["low"], high["high"]) == ("5", "")
    assert (low["low"], low["high"]) == ("", "4")
    assert (low["period_minutes"], low["stakes"]) == ("30", "blinds 1-2")


def test_what_differs_from_print_is_kept(tmp_path: Path) -> None:
    text = SCHEDULE.replace(
        "101+: 2", '101+: {fee: unreadable, printed: ";;", not_before: 2007-01-01}'
    )
    last = table(read_book(write_book(tmp_path, text)))[-1]
    assert (last["fee"], last["printed"]) == ("", ";;")
    assert last["note"] == "unreadable; not before 2007-01-01"


def test_options_of_one_number_show_their_own_fees(tmp_path: Path) -> None:
    again = OPTIONS.removeprefix("options:\n").replace("0.50", "0.75")
    (cardroom,) = read_book(write_book(tmp_path, SCHEDULE + again)).cardrooms
    options = schedule_view(cardroom.schedules[0])["options"]
    assert [option["fees"][0]["fee"] for option in options] == ["0.50", "0.75"]
    assert [len(option["fees"]) for option in options] == [3, 3]
