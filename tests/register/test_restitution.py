"""Restitution: what is owed back, paid and corrected, finding by finding, and never netted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest
from click.testing import CliRunner, Result
from support.nights import DAY, Site

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.register.dispositions import Decision, reopen, resolve
from feeaudit.register.integrity import verify
from feeaudit.register.restitution import (
    LedgerQuestion,
    Payment,
    correct_payment,
    ledger,
    pay,
    payments,
    totals,
)
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"
PAID = Payment("Dana Ruiz", "Ann Lee", "R-1", "2026-03-08")
EVERYTHING = LedgerQuestion(state="all")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Two nights with three and two hands of a dollar too much, and one hand of too little."""
    site = Site(tmp_path_factory.mktemp("restitution") / "site")
    log = site.arrive("friday", wrong=(1, 2, 3))
    text = (log / "collections.csv").read_text(encoding="utf-8")
    short = text.replace("player_dealer,base,1.00,T1-004,3", "player_dealer,base,0.50,T1-004,3")
    assert short != text
    (log / "collections.csv").write_text(short, encoding="utf-8")
    site.arrive("thursday", day="2026-03-05", wrong=(1, 2))
    site.night()
    return site


@pytest.fixture
def site(made: Site, tmp_path: Path) -> Site:
    return made.copied(tmp_path / "site")


@pytest.fixture
def register(site: Site) -> Iterator[sqlite3.Connection]:
    with writable(open_store(site.store), NOW) as connection:
        yield connection
    assert verify(site.store) == []


def owed(register: sqlite3.Connection, day: str = DAY) -> list[sqlite3.Row]:
    sql = "SELECT * FROM findings WHERE due > 0 AND day = ? ORDER BY number"
    return register.execute(sql, (day,)).fetchall()


def sums(register: sqlite3.Connection, by: str = "cardroom") -> list[tuple[Any, ...]]:
    rows = totals(register, EVERYTHING, by)
    return [tuple(row[name] for name in ("found", "excused", "paid", "due")) for row in rows]


def test_what_violations_over_collected_is_owed_and_nothing_is_set_against_it(
    register: sqlite3.Connection,
) -> None:
    assert register.execute("SELECT sum(under) FROM findings WHERE under > 0").fetchone()[0] > 0
    assert sums(register) == [(500, 0, 0, 500)]
    assert sums(register, "day") == [(300, 0, 0, 300), (200, 0, 0, 200)]
    assert len(ledger(register, LedgerQuestion())) == 5


def test_a_payment_lowers_what_is_due_by_what_was_paid(register: sqlite3.Connection) -> None:
    first, second, third = owed(register)
    pay(register, [(first, 40)], PAID, NOW)
    pay(register, [(first, 0), (second, 0)], replace(PAID, receipt="R-2"), NOW)
    assert [row["id"] for row in owed(register)] == [third["id"]]
    assert sums(register) == [(500, 0, 200, 300)]
    told = [(row["receipt"], row["amount"]) for row in payments(register)]
    assert sorted(told) == [("R-1", 40), ("R-2", 60), ("R-2", 100)]


def test_more_than_is_due_is_refused(register: sqlite3.Connection) -> None:
    first = owed(register)[0]
    for amount in (101, -1):
        with pytest.raises(Unknown, match=r"is not what is due, \$1.00"):
            pay(register, [(first, amount)], PAID, NOW)
    pay(register, [(first, 0)], PAID, NOW)
    with pytest.raises(Unknown, match=r"nothing is due .* \$1.00 was paid already"):
        pay(register, [(first, 1)], replace(PAID, receipt="R-2"), NOW)
    assert sums(register)[0][2] == 100


def test_a_receipt_is_that_of_one_payment(register: sqlite3.Connection) -> None:
    first, second, _ = owed(register)
    pay(register, [(first, 0)], PAID, NOW)
    with pytest.raises(Unknown, match="receipt R-1 is that of a payment to Dana Ruiz"):
        pay(register, [(second, 0)], PAID, NOW)


def test_a_payment_needs_a_receipt_a_name_and_a_day_that_has_come(
    register: sqlite3.Connection,
) -> None:
    first = owed(register)[0]
    for wrong, told in (
        (replace(PAID, receipt=" "), "the receipt number is empty"),
        (replace(PAID, paid_to=""), "the person who was paid is empty"),
        (replace(PAID, paid_by="Ann"), "is not a full name"),
        (replace(PAID, paid_on="2026-03-12"), "is after today"),
        (replace(PAID, paid_on="2026-03-01"), "is before the gaming day"),
    ):
        with pytest.raises(Unknown, match=told):
            pay(register, [(first, 0)], wrong, NOW)
    with pytest.raises(Unknown, match="a finding is named twice"):
        pay(register, [(first, 10), (first, 10)], PAID, NOW)


def test_a_payment_that_was_recorded_wrongly_is_corrected_and_stays_on_the_record(
    register: sqlite3.Connection,
) -> None:
    first = owed(register)[0]
    number = pay(register, [(first, 0)], PAID, NOW)
    correct_payment(register, number, Decision("Bo Chan", "another player", "2026-03-08"), NOW)
    assert sums(register) == [(500, 0, 0, 500)]
    (row,) = payments(register)
    assert (row["amount"], row["corrected"], row["corrected_by"]) == (
        100,
        "another player",
        "Bo Chan",
    )
    with pytest.raises(Unknown, match="was already corrected"):
        correct_payment(register, number, Decision("Bo Chan", "again", "2026-03-08"), NOW)
    # The receipt may be used again, since nobody was paid by it.
    pay(register, [(first, 0)], PAID, NOW)
    assert sums(register) == [(500, 0, 100, 400)]


@pytest.mark.parametrize(
    ("outcome", "excused"),
    [
        ("log-error", 100),
        ("explained", 100),
        ("refunded", 0),
        ("corrected", 0),
        ("needs-counsel", 0),
    ],
)
def test_only_a_decision_that_nothing_was_wrong_excuses_what_is_owed(
    register: sqlite3.Connection, outcome: str, excused: int
) -> None:
    first = owed(register)[0]
    resolve(register, first, outcome, Decision("Ann Lee", "as the log says", "2026-03-08"), NOW)
    assert sums(register) == [(500, excused, 0, 500 - excused)]
    (now,) = register.execute("SELECT * FROM findings WHERE number = ?", (first["number"],))
    reopen(register, now, Decision("Ann Lee", "not so", "2026-03-08"), NOW)
    assert sums(register) == [(500, 0, 0, 500)]


def test_what_was_paid_stays_paid_when_a_later_run_does_not_see_the_finding(site: Site) -> None:
    with writable(open_store(site.store), NOW) as register:
        (finding,) = [row for row in owed(register) if row["hand_id"] == "T1-001"]
        pay(register, [(finding, 0)], PAID, NOW)
    site.arrive("friday corrected", wrong=(2, 3))
    site.night(date="2026-03-08")
    with writable(open_store(site.store), NOW) as register:
        (day, *_) = [row for row in totals(register, EVERYTHING, "day") if row["day"] == DAY]
        assert (day["found"], day["paid"], day["due"]) == (200, 100, 200)
    assert verify(site.store) == []


def run(site: Site, *words: str) -> Result:
    return CliRunner().invoke(cli, ["restitution", *words, "--store", str(site.store)])


def test_a_whole_incident_is_paid_listed_and_exported_from_the_command_line(
    site: Site, tmp_path: Path
) -> None:
    (incident,) = site.rows("SELECT id FROM incidents WHERE day = ? AND over > 0 LIMIT 1", DAY)
    paid = ("--to", "Dana Ruiz", "--by", "Ann Lee", "--receipt", "R-7", "--day", DAY)
    told = run(site, "pay", incident["id"], *paid)
    assert "$3.00 to Dana Ruiz for 3 findings, receipt R-7" in told.output
    assert "Due 2.00, paid 3.00; 2 findings shown." in run(site, "list").output
    assert "Due 2.00, paid 3.00; 5 findings shown." in run(site, "list", "--state", "all").output
    assert run(site, "export", str(tmp_path / "ledger.xlsx")).exit_code == 0
    book = openpyxl.load_workbook(tmp_path / "ledger.xlsx")
    assert book.sheetnames == ["Ledger", "Payments", "By player", "By day"]
    rows = list(book["By day"].iter_rows(values_only=True))
    assert rows[0] == (
        *("Cardroom", "Gaming day", "Findings"),
        *("Over-collected", "Excused", "Paid back", "Due"),
    )
    assert ("harbor", DAY, 3, 3, 0, 3, 0) in rows
    assert run(site, "export", str(tmp_path / "ledger")).exit_code == 0
    names = sorted(path.name for path in (tmp_path / "ledger").iterdir())
    assert names == ["by-day.csv", "by-player.csv", "ledger.csv", "payments.csv"]
    (number,) = site.rows("SELECT DISTINCT number FROM payments")
    wrong = ("--by", "Bo Chan", "--reason", "paid to another")
    assert "no longer counts" in run(site, "correct", str(number["number"]), *wrong).output
    assert "Due 5.00, paid 0.00" in run(site, "list").output


@pytest.mark.parametrize("amount", ["0", "-1.00", "1.001", "two"])
def test_an_amount_that_is_no_payment_is_answered_in_words(site: Site, amount: str) -> None:
    (finding,) = site.rows("SELECT id FROM findings WHERE due > 0 LIMIT 1")
    paid = ("--to", "Dana Ruiz", "--by", "Ann Lee", "--receipt", "R-7", "--amount", amount)
    told = run(site, "pay", finding["id"], *paid)
    assert told.exit_code == 2
    assert amount in told.output
