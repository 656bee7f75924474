"""Row order, file splitting, the size of parts and the number of processes change no finding."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.casebook import shuffled
from support.same_results import assert_same
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.digests import digests, holds
from feeaudit.audit.engine import audit
from feeaudit.audit.parts.executor import AuditInputs, audit_in_parts, audit_opened
from feeaudit.book.folders import cardroom_names
from feeaudit.intake.log_files import opened_log, read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.intake.selection import Narrow, narrowed
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

pytestmark = pytest.mark.slow

CARDROOMS = cardroom_names(folder("schedules"))
WHERE_IT_STANDS = ["file", "sheet", "row", "message"]
seldom = settings(
    # Sizes from one hand to all of them are tried by name; these are tried at random beside them.
    max_examples=2,
    deadline=None,
    # A failing case is a whole log: making it smaller takes longer than looking at it.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@cache
def inputs() -> AuditInputs:
    return AuditInputs(shipped_book(), shipped_laws(), Config())


@cache
def three_bad_days() -> Log:
    """Three days of every cardroom with every violation that can be planted, each once."""
    plants = dict.fromkeys(REGISTRY, 1)
    book = inputs().book
    return simulate(book, hands=1500, cardrooms=CARDROOMS, seed=7, days=3, plant=plants).log


def audited_at_once(log: Log) -> AuditResult:
    return audit(Case(log.stated(), inputs().book, inputs().laws, inputs().config))


def audited_as_it_is_read(paths: list[Path]) -> AuditResult:
    with opened_log(paths) as opened:
        return audit_in_parts(opened, inputs(), hands_a_part=1000)


@cache
def as_a_whole() -> AuditResult:
    return audited_at_once(three_bad_days())


def test_a_table_and_day_at_a_time_finds_what_the_whole_log_shows() -> None:
    whole = as_a_whole()
    assert whole.findings["check"].nunique() > 35
    assert set(whole.findings["cardroom"]) >= set(CARDROOMS)
    assert_same(audit_in_parts(three_bad_days(), inputs(), hands_a_part=1), whole)


@seldom
# A table and day at a time is tried above: here parts are of several.
@given(size=st.integers(200, 2000))
def test_the_size_of_parts_changes_no_finding(size: int) -> None:
    found = audit_in_parts(three_bad_days(), inputs(), hands_a_part=size)
    assert_same(found, as_a_whole())


def test_the_number_of_processes_changes_no_finding() -> None:
    found = audit_in_parts(three_bad_days(), inputs(), jobs=2, hands_a_part=400)
    assert_same(found, as_a_whole())


def test_a_long_path_to_temporary_files_does_not_stop_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("a" * 60) / ("b" * 60)
    deep.mkdir(parents=True)
    monkeypatch.setattr("tempfile.tempdir", str(deep))
    log = simulate(inputs().book, hands=60, cardrooms=["mortimers"], seed=7, days=2).log
    found = audit_in_parts(log, inputs(), jobs=2, hands_a_part=30)
    assert_same(found, audited_at_once(log))


def rewritten(log: Log, order: Random) -> Log:
    """Return a log as it would read had its rows been written in another order."""
    mixed = shuffled(log, order).tables
    return replace(log, tables={name: numbered(table) for name, table in mixed.items()})


def numbered(table: pa.Table) -> pa.Table:
    rows = pa.array(np.arange(2, table.num_rows + 2, dtype=np.int32))
    return table.set_column(table.column_names.index("row"), "row", rows)


@seldom
# A random of its own seed: to draw the place of every row would be too much to draw.
@given(order=st.randoms(use_true_random=True))
def test_the_order_of_rows_changes_no_finding(order: Random) -> None:
    log = rewritten(three_bad_days(), order)
    found = audit_in_parts(log, inputs(), hands_a_part=10**9)
    assert_same(found, as_a_whole(), WHERE_IT_STANDS)


@seldom
@given(pieces=st.integers(2, 5), seed=st.integers(0, 99))
def test_splitting_a_log_into_files_changes_no_finding(
    pieces: int, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("split")
    paths = in_pieces(three_bad_days(), pieces, seed, root)
    streamed = audited_as_it_is_read(paths)
    assert_same(streamed, audited_at_once(read_log(paths)))
    assert_same(streamed, as_a_whole(), WHERE_IT_STANDS)


@pytest.mark.parametrize("lacking", [slice(1, 2), slice(0, 2)])
def test_a_column_may_be_stated_by_some_files_or_by_none(lacking: slice, tmp_path: Path) -> None:
    paths = in_pieces(three_bad_days(), 2, 1, tmp_path)
    unstated = {"counts": ["kind"], "seats": ["provider"], "collections": ["moment", "taken_at"]}
    for name, columns in unstated.items():
        for path in paths[lacking]:
            file = path / f"{name}.parquet"
            pq.write_table(pq.read_table(file).drop_columns(columns), file)
    assert_same(audited_as_it_is_read(paths), audited_at_once(read_log(paths)))


def test_where_nobody_is_logged_to_have_left_it_is_not_told_who_did() -> None:
    log = three_bad_days()
    seats = log.table("seats")
    blank = pa.nulls(seats.num_rows, seats.schema.field("to").type)
    unsaid = seats.set_column(seats.column_names.index("to"), "to", blank)
    blanked = replace(log, tables=log.tables | {"seats": unsaid})
    whole = audited_at_once(blanked)
    (lacking,) = [each.untested for each in whole.coverage if each.check == "TPP-ONE"]
    assert list(lacking) == ["the log lacks seats.to"]
    assert_same(audit_in_parts(blanked, inputs(), hands_a_part=300), whole)


def test_rows_that_were_set_aside_are_told_of_in_parts_too(tmp_path: Path) -> None:
    write_log(three_bad_days(), tmp_path, "csv")
    file = tmp_path / "wagers.csv"
    header, first, *others = file.read_text(encoding="utf-8").splitlines()
    broken = dict(zip(header.split(","), first.split(","), strict=True)) | {"amount": "1.5k"}
    file.write_text("\n".join([header, ",".join(broken.values()), *others]), encoding="utf-8")
    loaded = audited_at_once(read_log([tmp_path]))
    assert loaded.findings["message"].str.contains("set aside from").sum() == 1
    assert_same(audited_as_it_is_read([tmp_path]), loaded)


@pytest.mark.parametrize("threads", [1, 3])
def test_neither_threads_nor_the_size_of_blocks_change_a_finding(
    threads: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("fees", "records.copies", "settlement.tally"):
        monkeypatch.setattr(f"feeaudit.audit.{place}._BLOCK", 500)
    [path] = in_pieces(three_bad_days(), 1, 1, tmp_path)
    with opened_log([path]) as opened:
        found = audit_opened(opened, inputs(), jobs=threads)
    assert_same(found, as_a_whole(), WHERE_IT_STANDS)


def in_pieces(log: Log, pieces: int, seed: int, root: Path) -> list[Path]:
    """Write a log as several, each table cut at random rows."""
    dice = np.random.default_rng(seed)
    cuts = {
        name: [0, *sorted(dice.integers(0, table.num_rows + 1, pieces - 1)), table.num_rows]
        for name, table in log.tables.items()
    }
    paths = []
    for piece in range(pieces):
        tables = {
            name: table.slice(cuts[name][piece], cuts[name][piece + 1] - cuts[name][piece])
            for name, table in log.tables.items()
        }
        paths.append(root / f"piece{piece}")
        paths[-1].mkdir()
        write_log(replace(log, tables=tables), paths[-1], "parquet")
    return paths


def test_some_tables_and_times_are_the_same_in_parts_and_as_a_whole() -> None:
    log = three_bad_days()
    tables = tuple(sorted(set(log.hands.column("table").to_pylist()))[::6])
    times = log.hands.column("started_at").sort()
    start, end = (times[place].as_py() for place in (300, 1100))
    some = Narrow(tables, start, end)
    found = audit_in_parts(log, inputs(), some, hands_a_part=100)
    whole = audited_at_once(narrowed(log, some))
    assert 0 < whole.hands < log.hands.num_rows
    assert_same(found, whole)


def test_a_cardroom_by_several_names_is_one_in_parts_and_as_a_whole() -> None:
    log = three_bad_days()
    names = ["mortimers", "Mortimers", "Mortimer's Card Room"]
    called = {
        name: table.set_column(
            table.column_names.index("cardroom"),
            "cardroom",
            pa.chunked_array(
                [
                    [
                        names[row % 3] if cardroom == "mortimers" else cardroom
                        for row, cardroom in enumerate(table.column("cardroom").to_pylist())
                    ]
                ]
            ).dictionary_encode(),
        )
        for name, table in log.tables.items()
        if name in {"hands", "seats", "postings", "counts"}
    }
    mixed = replace(log, tables=log.tables | called)
    assert_same(audited_at_once(mixed), as_a_whole())
    assert_same(audit_in_parts(mixed, inputs(), hands_a_part=500), as_a_whole())


@given(ids=st.lists(st.text(max_size=40), min_size=1), other=st.text(max_size=40))
def test_an_id_is_known_by_its_digest_wherever_it_stands(ids: list[str], other: str) -> None:
    known = np.sort(digests(pa.chunked_array([ids[:1], ids[1:]], pa.string())))
    assert holds(known, ids).all()
    assert holds(known, [other]).tolist() == [other in ids]
    assert len(np.unique(known)) == len(set(ids))
