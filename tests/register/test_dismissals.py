"""Quarantined files by their number or digest, and those of them that wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feeaudit.core.problem import Unknown
from feeaudit.register.dismissals import (
    FileQuestion,
    count_waiting_files,
    dismiss,
    find_quarantined,
    waiting_files,
)
from feeaudit.register.dispositions import Decision
from feeaudit.register.inputs import Input, Quarantined, record_arrivals
from feeaudit.register.store import make_store
from feeaudit.register.upgrades import writable

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """A register with three files in quarantine; the digest of the second begins as a number."""
    with writable(make_store(tmp_path / "store"), NOW) as connection:
        refusal = Quarantined("no log", "x.csv", "0" * 64)

        def record(digest: str, place: str, name: str) -> None:
            record_arrivals(connection, [(Input(digest, place, name, 1), refusal)], NOW)

        record("a" * 64, "harbor", "first.csv")
        (number,) = connection.execute("SELECT number FROM arrivals").fetchone()
        record(f"{number}{'b' * 63}", "", "second.csv")
        record("c" * 64, "harbor", "third.csv")
        yield connection


def numbers(connection: sqlite3.Connection) -> list[int]:
    return [row[0] for row in connection.execute("SELECT number FROM arrivals ORDER BY number")]


def test_a_number_names_its_file_though_another_digest_begins_with_it(
    connection: sqlite3.Connection,
) -> None:
    first, second, _ = numbers(connection)
    assert find_quarantined(connection, str(first))["name"] == "first.csv"
    assert find_quarantined(connection, f"{first}bb")["number"] == second
    with pytest.raises(Unknown, match="no file of that number"):
        find_quarantined(connection, "d")


def test_files_that_wait_are_found_by_cardroom_number_and_place_in_the_list(
    connection: sqlite3.Connection,
) -> None:
    first, second, third = numbers(connection)
    asked = {
        FileQuestion(): [third, second, first],
        FileQuestion("harbor"): [third, first],
        FileQuestion("annex"): [],
        FileQuestion(number=second): [second],
        FileQuestion("harbor", second): [],
        FileQuestion(before=third): [second, first],
    }
    for question, expected in asked.items():
        found = [row["number"] for row in waiting_files(connection, question, 9)]
        assert (question, found) == (question, expected)
        assert count_waiting_files(connection, question) == len(expected)
    assert len(waiting_files(connection, FileQuestion(), 2)) == 2
    why = Decision("Ann Lee", "a list", "2026-03-08")
    dismiss(connection, [find_quarantined(connection, str(third))], why, NOW)
    assert [row["number"] for row in waiting_files(connection, FileQuestion("harbor"), 9)] == [
        first
    ]
