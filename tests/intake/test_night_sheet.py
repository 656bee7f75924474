"""The night sheet: what is filled in by hand reads as the log it means, without a profile."""

from __future__ import annotations

import csv
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from support.profiled import ZONE, hand_ids, records, starts, told

from feeaudit.intake.files.sheets import open_sheets
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.night_sheet import (
    NIGHT,
    ROTATION,
    NightForm,
    fee_heading,
    night_profile,
    read_night_sheet,
)
from feeaudit.intake.night_workbook import write_night_workbook
from feeaudit.intake.profiles.guess.guessed_profile import guess_profile
from feeaudit.intake.profiles.profile_yaml import profile_of, profile_text
from feeaudit.intake.template import TemplateChoices

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from feeaudit.intake.log import Log

FORM = NightForm(
    seats=("1", "2", "3"),
    wagers=("ante", "pair_plus"),
    seat_fees=("base", "bonus"),
    hand_fees=(("player_dealer", "base"), ("pot", "jackpot")),
)
CHOICES = TemplateChoices(
    cardrooms=("mortimers",),
    games={"mortimers": ("three-card-poker",)},
    options={("mortimers", "three-card-poker"): ("1", "2")},
)
FIRST: dict[str, Any] = {
    "Hand": "1",
    "Date": date(2026, 3, 1),
    "Time": time(19, 30),
    "Cardroom": "mortimers",
    "Table": "4",
    "Game": "three-card-poker",
    "Option": "1",
}
SECOND: dict[str, Any] = {"Hand": "2", "Time": time(19, 32), "Game": '"', "Option": '"'}


def filled(
    tmp_path: Path, *hands: Mapping[str, Any], offers: list[list[Any]] | None = None
) -> Path:
    """A night sheet that somebody filled in from its third row on."""
    path = write_night_workbook(tmp_path / "night.xlsx", FORM, CHOICES)
    book = load_workbook(path)
    headings = [cell.value for cell in book[NIGHT][2]]
    for row, hand in enumerate(hands, start=3):
        for heading, value in hand.items():
            cell = book[NIGHT].cell(row, headings.index(heading) + 1, value)
            cell.data_type = "s" if isinstance(value, str) else cell.data_type
    for row, cells in enumerate(offers or (), start=3):
        for column, value in enumerate(cells, start=1):
            book[ROTATION].cell(row, column, value)
    book.save(path)
    return path


def read(path: Path) -> Log:
    log = read_night_sheet(path, ZONE)
    assert log is not None
    return log


def test_a_filled_night_sheet_is_a_log(tmp_path: Path) -> None:
    path = filled(
        tmp_path,
        {
            **FIRST,
            "Player-dealer seat": "1",
            "Player-dealer": "Kim",
            "Seat 2 player": "Lee",
            "Seat 2 ante": 25,
            "Seat 2 pair plus": 5.5,
            "Seat 2 fee": 1,
            "Seat 2 bonus fee": 0.5,
            "Seat 3 ante": 50,
            "Player-dealer fee": 2,
            "Pot jackpot fee": 1,
        },
        {**SECOND, "Player-dealer seat": '"', "Seat 3 ante": 10, "Seat 1 ante": 0},
        offers=[["1", 1, "2", "Lee", "decline"], [None, 2, "3", None, "accept"]],
    )
    log = read(path)
    assert log.faults == ()
    assert records(log, "hands", "hand_id", "cardroom", "table", "game", "option", "row") == [
        ("1", "mortimers", "4", "three-card-poker", "1", 3),
        ("2", "mortimers", "4", "three-card-poker", "1", 4),
    ]
    assert records(log, "hands", "player_dealer_seat", "player_dealer") == [
        ("1", "Kim"),
        ("1", None),
    ]
    assert records(log, "wagers", "hand_id", "seat", "wager", "amount", "player") == [
        ("1", "2", "ante", 2500, "Lee"),
        ("1", "3", "ante", 5000, None),
        ("1", "2", "pair_plus", 550, "Lee"),
        ("2", "3", "ante", 1000, None),
    ]
    assert sorted(records(log, "collections", "payer", "fee", "amount"), key=str) == [
        ("player", "base", 100),
        ("player", "bonus", 50),
        ("player_dealer", "base", 200),
        ("pot", "jackpot", 100),
    ]
    assert records(log, "offers", "hand_id", "sequence", "seat", "response", "player") == [
        ("1", 1, "2", "decline", "Lee"),
        ("1", 2, "3", "accept", None),
    ]


def test_night_sheets_are_read_wherever_a_log_is(tmp_path: Path) -> None:
    path = filled(tmp_path, {**FIRST, "Seat 1 ante": 25}, {**SECOND, "Time": None})
    with opened_log([path], ZONE) as opened:
        assert set(opened.names) == {"hands", "wagers", "collections", "offers"}
        assert opened.weight > 0
        assert [fault.kind for fault in opened.faults] == ["missing", "hand set aside"]
        (batch,) = opened.batches("wagers")
        assert batch.table["amount"].to_pylist() == [2500]
    other = tmp_path / "other.xlsx"
    path.rename(other)
    filled(tmp_path, {**FIRST, "Hand": "9"})
    assert hand_ids(read_log([other, path], ZONE)) == ["1", "9"]


def test_a_date_alone_is_not_midnight(tmp_path: Path) -> None:
    log = read(filled(tmp_path, FIRST, {**SECOND, "Date": date(2026, 3, 2), "Time": None}))
    assert told(log) == [("C4", "missing", "")]
    assert hand_ids(log) == ["1"]


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        ({"Date": datetime.fromisoformat("2026-03-01 19:30")}, "not a date"),
        ({"Date": "3/1/2026"}, "ambiguous date"),
        ({"Time": "half past"}, "not a time"),
        ({"Time": 19.5}, "not a time"),
        ({"Game": None}, "missing"),
        ({"Hand": None}, "missing"),
        ({"Seat 1 ante": '"'}, "ditto mark"),
        ({"Seat 1 fee": "1.5k"}, "not an amount"),
        ({"Opening round": "maybe"}, "not yes or no"),
    ],
)
def test_what_cannot_be_meant_is_told_and_never_guessed(
    tmp_path: Path, wrong: dict[str, Any], kind: str
) -> None:
    log = read(filled(tmp_path, FIRST, {**SECOND, **wrong}))
    assert [what for _, what, _ in told(log)] == [kind]
    assert hand_ids(log) == ["1"]


def test_the_first_row_repeats_nothing(tmp_path: Path) -> None:
    log = read(filled(tmp_path, {**FIRST, "Table": None, "Option": '"'}))
    assert {what for _, what, _ in told(log)} == {"missing", "ditto mark"}


def test_another_table_does_not_take_the_game_of_the_one_above(tmp_path: Path) -> None:
    log = read(filled(tmp_path, FIRST, {**SECOND, "Table": "7", "Game": None, "Option": None}))
    assert told(log) == [("F4", "missing", "")]


def test_a_night_goes_past_midnight_under_its_date(tmp_path: Path) -> None:
    late = [
        {**SECOND, "Hand": "2", "Time": time(23, 58)},
        {**SECOND, "Hand": "3", "Time": time(0, 10)},
        {**SECOND, "Hand": "4", "Date": date(2026, 3, 2), "Time": time(0, 12)},
    ]
    assert starts(read(filled(tmp_path, FIRST, *late))) == [
        *("01 19:30", "01 23:58", "02 00:10", "02 00:12")
    ]


def changed(path: Path, change: Any) -> Path:
    book = load_workbook(path)
    change(book)
    book.save(path)
    return path


def test_columns_may_be_deleted_and_added(tmp_path: Path) -> None:
    path = filled(tmp_path, {**FIRST, "Seat 1 ante": 25})

    def change(book: Any) -> None:
        night = book[NIGHT]
        last = night.max_column
        for column, (heading, cell) in enumerate(
            [("Seat 4 player", "Ann"), ("Seat 4 ante", 75), ("Weather", "fog")], start=last + 1
        ):
            night.cell(2, column, heading)
            night.cell(3, column, cell)
        night.delete_cols([cell.value for cell in night[2]].index("Option") + 1)

    log = read(changed(path, change))
    assert log.faults == ()
    assert not log.has("hands", "option")
    assert records(log, "wagers", "seat", "amount", "player") == [
        ("1", 2500, None),
        ("4", 7500, "Ann"),
    ]


def test_a_copy_of_the_sheet_for_another_table_is_read_too(tmp_path: Path) -> None:
    def change(book: Any) -> None:
        book.copy_worksheet(book[NIGHT]).title = "Table 7"
        book["Table 7"]["A3"], book["Table 7"]["E3"] = "7-1", "7"

    log = read(changed(filled(tmp_path, FIRST), change))
    assert records(log, "hands", "hand_id", "table") == [("1", "4"), ("7-1", "7")]


def test_a_sheet_saved_as_text_is_one_still(tmp_path: Path) -> None:
    book = load_workbook(filled(tmp_path, {**FIRST, "Seat 1 ante": 25.5}))
    path = tmp_path / "night.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(book[NIGHT].iter_rows(values_only=True))
    text = path.read_text(encoding="utf-8").replace("2026-03-01 00:00:00", "2026-03-01")
    path.write_text(text, encoding="utf-8")
    log = read(path)
    assert (told(log), records(log, "wagers", "amount")) == ([], [(2550,)])


def test_a_title_or_heading_that_was_changed_is_told(tmp_path: Path) -> None:
    path = changed(filled(tmp_path, FIRST), lambda book: book[NIGHT].__setitem__("A2", "No."))
    with pytest.raises(
        UnusableLog, match=r"night\.xlsx, sheet Night: a night sheet keeps the head"
    ):
        read_night_sheet(path, ZONE)
    changed(path, lambda book: book[NIGHT].__setitem__("A1", "My own sheet"))
    assert read_night_sheet(path, ZONE) is None


def test_a_rotation_sheet_alone_is_no_night(tmp_path: Path) -> None:
    path = changed(filled(tmp_path, FIRST), lambda book: book.remove(book[NIGHT]))
    assert read_night_sheet(path, ZONE) is None


def test_a_blank_night_sheet_has_no_hands(tmp_path: Path) -> None:
    assert read(filled(tmp_path)).hands.num_rows == 0


def test_a_log_and_a_hand_history_are_no_night_sheets(tmp_path: Path) -> None:
    path = tmp_path / "hands.csv"
    path.write_text("hand_id,cardroom\n1,mortimers\n", encoding="utf-8")
    assert read_night_sheet(path, ZONE) is None
    assert read_night_sheet(tmp_path / "night.phh", ZONE) is None
    assert read_night_sheet(tmp_path, ZONE) is None


def test_the_guess_knows_the_form_and_its_profile_reads_the_same(tmp_path: Path) -> None:
    path = filled(tmp_path, {**FIRST, "Seat 1 ante": 25})
    guess = guess_profile(path)
    assert guess.profile == night_profile(open_sheets(path))
    assert profile_of(profile_text(guess.profile), "night.yaml") == guess.profile
    assert guess.questions == ()


@pytest.mark.parametrize(
    ("payer", "fee", "heading"),
    [
        ("player_dealer", "base", "Player-dealer fee"),
        ("big_blind", "base", "Big blind fee"),
        ("pot", "no_flop", "Pot no flop fee"),
    ],
)
def test_fees_are_headed_as_people_say_them(payer: str, fee: str, heading: str) -> None:
    assert fee_heading(payer, fee) == heading


AMOUNTS = st.none() | st.integers(1, 10_000_00)
NAMES = st.none() | st.sampled_from(["Kim", "José", "=Lee", "O'Neil", "5/5", "1"])
SEATED = st.fixed_dictionaries(
    {"player": NAMES, "ante": AMOUNTS, "pair plus": AMOUNTS, "fee": AMOUNTS, "bonus fee": AMOUNTS}
)
HAND = st.fixed_dictionaries(
    {
        "minutes": st.integers(0, 700),
        "seats": st.dictionaries(st.sampled_from(FORM.seats), SEATED),
        "fee": AMOUNTS,
        "players": st.none() | st.integers(0, 9),
        "again": st.booleans(),
    }
)


@pytest.mark.slow
@settings(
    deadline=None, max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(night=st.lists(HAND, max_size=8))
def test_a_night_written_on_the_sheet_reads_back_as_the_same_night(
    tmp_path: Path, night: list[dict[str, Any]]
) -> None:
    night = sorted(night, key=lambda hand: hand["minutes"])
    evening = datetime.fromisoformat("2026-03-01 19:30")
    rows, wagers, fees = [], [], []
    for number, hand in enumerate(night):
        at = evening + timedelta(minutes=hand["minutes"] - night[0]["minutes"])
        row = {**FIRST} if number == 0 or not hand["again"] else {**SECOND}
        row |= {"Hand": str(number), "Time": at.time(), "Players": hand["players"]}
        row["Player-dealer fee"] = hand["fee"] and hand["fee"] / 100
        if hand["fee"]:
            fees.append((str(number), None, "player_dealer", "base", hand["fee"]))
        for seat, held in hand["seats"].items():
            for words, value in held.items():
                amount = value if words == "player" or value is None else value / 100
                row[f"Seat {seat} {words}"] = amount
            for words in ("ante", "pair plus"):
                if held[words]:
                    kind = words.replace(" ", "_")
                    wagers.append((str(number), seat, kind, held[words], held["player"]))
            for words, fee in (("fee", "base"), ("bonus fee", "bonus")):
                if held[words]:
                    fees.append((str(number), seat, "player", fee, held[words]))
        rows.append(row)
    log = read(filled(tmp_path, *rows))
    assert log.faults == ()
    assert [at.replace(tzinfo=None) for (at,) in records(log, "hands", "started_at")] == [
        evening + timedelta(minutes=hand["minutes"] - night[0]["minutes"]) for hand in night
    ]
    assert records(log, "hands", "players") == [(hand["players"],) for hand in night]
    found = records(log, "wagers", "hand_id", "seat", "wager", "amount", "player")
    assert sorted(found, key=str) == sorted(wagers, key=str)
    taken = records(log, "collections", "hand_id", "seat", "payer", "fee", "amount")
    assert sorted(taken, key=str) == sorted(fees, key=str)
