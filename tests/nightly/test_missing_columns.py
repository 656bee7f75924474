"""A table that lacks a required column: said so, left out whole, and the rest is audited.

Gone through for every required column of every table, by every way that a log takes.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pytest
from support.nights import Log, Site

from feeaudit.audit.parts.executor import audit_in_parts
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.tables import TABLES
from feeaudit.pipeline import Request, audited, inputs_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.audit.result import AuditResult

_AT = "2026-03-06 19:00:00"
# One record of each table that a small log does not have, in the order of its required columns.
_OTHERS = {
    "offers": "T1-002,1,1,decline",
    "seats": f"harbor,T1,1,Kim,{_AT}",
    "postings": f"harbor,T1,harbor-blackjack,1,{_AT}",
    "counts": f"harbor,T1,{_AT},2026-03-06 23:00:00,6.00",
    "attestations": f"harbor,T1,boxes sealed,{_AT},Kim",
}
_CASES = [
    (name, each.name) for name, columns in TABLES.items() for each in columns if each.required
]


def _required(table: str) -> str:
    return ",".join(column.name for column in TABLES[table] if column.required)


def _log(folder: Path, table: str = "T1") -> Path:
    Log(table=table).write(folder)
    for name, record in _OTHERS.items():
        text = f"{_required(name)}\n{record}\n".replace("T1", table)
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def _without(folder: Path, table: str, column: str) -> Path:
    """Take a column out of one file of a log."""
    path = folder / f"{table}.csv"
    rows = [row.split(",") for row in path.read_text(encoding="utf-8").splitlines()]
    place = rows[0].index(column)
    text = "".join(",".join([*row[:place], *row[place + 1 :]]) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(tmp_path_factory.mktemp("site"))


def _both_ways(folders: list[Path], book: Path) -> Iterator[AuditResult]:
    """Yield the results of an audit at once and of one in parts."""
    request = Request(tuple(folders), book, allow_set_aside=True, formats=(), jobs=1)
    yield audited(request).result
    with opened_log(folders) as opened:
        yield audit_in_parts(opened, inputs_of(book, None), hands_a_part=1)


@pytest.mark.slow
@pytest.mark.parametrize(("table", "column"), _CASES)
def test_the_rest_of_the_log_is_audited(
    tmp_path: Path, site: Site, table: str, column: str
) -> None:
    folder = _without(_log(tmp_path / "night"), table, column)
    log = read_log([folder])
    assert (table in log.tables) == (table == "hands")
    assert column in log.table(table).column_names
    is_last = column == _required(table).rpartition(",")[2]
    for result in islice(_both_ways([folder], site.book), 1 + is_last):
        assert result.hands == (0 if table == "hands" else 4)
        # Without a hand no check speaks; see the next test.
        if table != "hands":
            told = " ".join(result.findings["message"])
            assert f"set aside from night/{table}.csv: missing column ({column})" in told


def test_hands_that_cannot_be_used_are_a_notice(tmp_path: Path, site: Site) -> None:
    folder = _without(_log(tmp_path / "night"), "hands", "game")
    request = Request((folder,), site.book, allow_set_aside=True, formats=(), jobs=1)
    (notice,) = audited(request).result.notices
    assert notice.startswith("No hand of the log can be used. Set aside: 1 missing column")
    assert "night/hands.csv, game: missing column; expected a column named game" in notice


@pytest.mark.slow
def test_one_night_takes_them_all(tmp_path: Path) -> None:
    site = Site(tmp_path)
    for number, (table, column) in enumerate(_CASES):
        _without(_log(site.inbox / f"n{number:02}", f"T{number:02}"), table, column)
    site.arrive("whole", table="T99")
    outcome = site.night(allow_set_aside=True)
    lost = sum(table == "hands" for table, _ in _CASES)
    assert outcome.items["quarantined"] == lost  # a file without a single hand is no night
    assert outcome.items["taken"] == len(_CASES) + 1 - lost
    assert outcome.exit_code in {0, 1, 2}
    (run,) = site.rows("SELECT sum(hands) AS hands FROM runs")
    assert run["hands"] == 4 * (len(_CASES) + 1 - lost)


def test_hands_without_their_wagers_are_not_accused(tmp_path: Path, site: Site) -> None:
    """Were only the records left out, the fees of these hands would seem to be owed by nobody."""
    bad = _without(_log(tmp_path / "bad"), "wagers", "amount")
    good = _log(tmp_path / "good", "T2")
    for result in _both_ways([bad, good], site.book):
        assert not any(result.findings["check"].str.startswith("FEE-"))
        told = " ".join(result.findings["message"])
        assert "Everything was set aside from good/wagers.csv: table set aside" in told
        assert "a column named amount in bad/wagers.csv" in told


def test_rows_are_counted_where_a_table_is_set_aside(tmp_path: Path) -> None:
    log = read_log([_without(_log(tmp_path / "night"), "wagers", "seat")])
    assert [(fault.kind, fault.column, fault.value) for fault in log.faults] == [
        ("missing column", "seat", ""),
        ("table set aside", "", "4 rows"),
    ]
