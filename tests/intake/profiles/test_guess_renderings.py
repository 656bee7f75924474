"""One night written down in many ways: the guess reads what happened, asks, or refuses.

Whatever form a clerk chooses, a log that says something else than what happened, without a
question, a refusal or a fault, is the one thing that must not come out.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from support.profiled import log_from, records
from support.spreadsheets import xlsx

from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.guess.guessed_profile import guess_profile
from feeaudit.intake.profiles.profile_yaml import profile_text

if TYPE_CHECKING:
    from pathlib import Path

GIVEN = {"cardroom": "mortimers", "game": "ez-baccarat", "table": "7", "date": "2026-03-06"}
FIRST = datetime.fromisoformat("2026-03-06 18:02")
Rows = list[list[Any]]


@dataclass(frozen=True)
class Hand:
    """What happened: bets by seat, fees by seat, and the fee of the bank."""

    number: int
    at: datetime
    bets: dict[int, int]
    fees: dict[int, int]
    bank: int


@dataclass(frozen=True)
class Form:
    """How a clerk writes a night down."""

    rows: str  # a hand, or a bet
    seat_fees: bool
    bank_repeated: bool
    total_column: bool
    total_row: bool
    subtotals: bool
    titled: bool
    money: str  # number, dollars, comma
    clock: str  # moment, halves, am_pm, face
    bank_heading: str
    numbered: bool
    table_column: bool
    notes: bool


FORMS = st.builds(
    Form,
    rows=st.sampled_from(["hand", "bet"]),
    seat_fees=st.booleans(),
    bank_repeated=st.booleans(),
    total_column=st.booleans(),
    total_row=st.booleans(),
    subtotals=st.booleans(),
    titled=st.booleans(),
    money=st.sampled_from(["number", "dollars", "comma"]),
    clock=st.sampled_from(["moment", "halves", "am_pm", "face"]),
    bank_heading=st.sampled_from(["Bank Fee", "PD Coll", "Fee", "Collection", "HC"]),
    numbered=st.booleans(),
    table_column=st.booleans(),
    notes=st.booleans(),
)


@st.composite
def nights(draw: st.DrawFn) -> list[Hand]:
    hands = []
    at = FIRST
    for number in range(1, draw(st.integers(2, 5)) + 1):
        at += timedelta(minutes=draw(st.integers(1, 4)))
        seats = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4, unique=True))
        bets = {seat: draw(st.sampled_from([10, 25, 50, 250])) for seat in sorted(seats)}
        fees = {seat: 1 if bet < 100 else 2 for seat, bet in bets.items()}
        bank = draw(st.sampled_from([1, 2, 3]))
        hands.append(Hand(number, at, bets, fees, bank))
    return hands


def money(amount: float | None, form: Form) -> Any:
    if amount is None or form.money == "number":
        return amount
    text = f"{amount:,.2f}"
    if form.money == "dollars":
        return f"${text}"
    return text.replace(",", " ").replace(".", ",").replace(" ", ".")


def when(hand: Hand, form: Form) -> list[Any]:
    if form.clock == "moment":
        return [hand.at]
    clock = f"{hand.at:%I:%M}".lstrip("0")
    text = {"halves": f"{hand.at:%H:%M}", "am_pm": f"{clock} PM", "face": clock}[form.clock]
    return [hand.at.date().isoformat(), text]


def written(night: list[Hand], form: Form) -> Rows:
    """Return the rows of a sheet, as the clerk of a form writes them."""
    times = ["Start"] if form.clock == "moment" else ["Date", "Time"]
    where = ["Table"] if form.table_column else []
    before = [*(["Hand"] if form.numbered else []), *times, *where, "Game"]

    def facts(hand: Hand) -> list[Any]:
        number = [hand.number] if form.numbered else []
        return [*number, *when(hand, form), *(["7"] if where else []), "EZ Baccarat"]

    body: Rows = []
    if form.rows == "hand":
        blocks = [
            f"Seat {seat} {what}"
            for seat in range(1, 5)
            for what in (("Bet", "Fee") if form.seat_fees else ("Bet",))
        ]
        header = [*before, *blocks, form.bank_heading]
        header += ["Total Fees"] if form.total_column else []
        for hand in night:
            cells: list[Any] = []
            for seat in range(1, 5):
                cells.append(money(hand.bets.get(seat), form))
                cells += [money(hand.fees.get(seat), form)] if form.seat_fees else []
            taken = hand.bank + (sum(hand.fees.values()) if form.seat_fees else 0)
            total = [money(taken, form)] if form.total_column else []
            body.append([*facts(hand), *cells, money(hand.bank, form), *total])
    else:
        header = [*before, "Seat", "Bet", *(["Player Fee"] if form.seat_fees else [])]
        header += [form.bank_heading]
        for hand in night:
            for place, (seat, bet) in enumerate(hand.bets.items()):
                own = [money(hand.fees[seat], form)] if form.seat_fees else []
                shown = form.bank_repeated or place == 0
                bank = money(hand.bank, form) if shown else None
                body.append([*facts(hand), seat, money(bet, form), *own, bank])
    if form.notes:
        body.insert(len(body) // 2, ["Dealer change"])
    title: Rows = [["Card Room", None, None], ["Table 7", None, "Friday"]] if form.titled else []
    rows = [*title, header, *body]
    if form.total_row:
        rows.append(_totals(night, form, len(header), len(before)))
    return rows


def _totals(night: list[Hand], form: Form, width: int, before: int) -> list[Any]:
    """Return a row that adds up what was taken and bet, in the columns of the last fees."""
    row: list[Any] = ["Total", *[None] * (width - 1)]
    bank = sum(hand.bank for hand in night)
    at = width - (2 if form.rows == "hand" and form.total_column else 1)
    row[at] = money(bank, form)
    if form.rows == "bet":
        row[before + 1] = money(sum(sum(hand.bets.values()) for hand in night), form)
    return row


def happened(night: list[Hand], form: Form) -> tuple[Counter[Any], Counter[Any]]:
    """Return the bets and the fees, by when they were, from whom, and how much."""
    bets = Counter(
        (f"{hand.at:%H:%M}", str(seat), bet * 100)
        for hand in night
        for seat, bet in hand.bets.items()
    )
    fees = Counter((f"{hand.at:%H:%M}", "player_dealer", hand.bank * 100) for hand in night)
    if form.seat_fees:
        fees += Counter(
            (f"{hand.at:%H:%M}", "player", fee * 100)
            for hand in night
            for fee in hand.fees.values()
        )
    return bets, fees


def as_text(rows: Rows) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerows([["" if cell is None else cell for cell in row] for row in rows])
    return text.getvalue()


@pytest.mark.slow
@settings(
    deadline=None, max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(night=nights(), form=FORMS, text=st.booleans())
def test_no_form_of_a_night_is_read_wrong_in_silence(
    tmp_path: Path, night: list[Hand], form: Form, text: bool
) -> None:
    rows = written(night, form)
    if text:
        path = tmp_path / "night.csv"
        path.write_text(as_text(rows), encoding="utf-8")
    else:
        path = xlsx(tmp_path / "night.xlsx", {"Night": rows})
    try:
        guess = guess_profile(path)
    except UnusableLog:
        event("refused")
        return
    if guess.questions:
        event(f"asked: {guess.questions[0].id}")
        return
    given_ = {need: GIVEN[need] for need in guess.needs}
    log = log_from(path, profile_text(guess.profile), **given_)
    if any(fault.set_aside for fault in log.faults):
        event("faults")
        return
    event("read")
    starts = {hand: f"{at:%H:%M}" for hand, at in records(log, "hands", "hand_id", "started_at")}
    bets = Counter(
        (starts[hand], seat, cents)
        for hand, seat, cents in records(log, "wagers", "hand_id", "seat", "amount")
    )
    fees = Counter(
        (starts[hand], payer, cents)
        for hand, payer, cents in records(log, "collections", "hand_id", "payer", "amount")
    )
    told = "\n".join(guess.reasons)
    expected_bets, expected_fees = happened(night, form)
    if bets:
        assert bets == expected_bets, told
    else:
        assert "no column for wagers" in told
    if fees:
        assert fees == expected_fees, told
    else:
        assert "no column for fees" in told
