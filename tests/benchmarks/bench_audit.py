"""A night of the largest room, every check on, beside a hand-written DuckDB query; prints ratios.

    pip install duckdb; python tests/benchmarks/bench_audit.py [HANDS]

The query is what an engineer would write instead: it computes only FEE-OVER, FEE-UNDER, FEE-MISSING
(for the player-dealer's fee by table action and flat player fees) and ROT-TURNS, from the same Parquet
files and the exported schedule rows.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path

import duckdb

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.run import audit
from feeaudit.book.export import as_csv, rows
from feeaudit.book.load import read_book, read_laws
from feeaudit.intake.read import read_log
from feeaudit.intake.write import write_log
from feeaudit.resources import folder
from feeaudit.simulate import simulate

QUERY = """
with cells as (
  select cardroom, games, option, component, coalesce(low, 0) as low, coalesce(high, 1e12) as high, fee
  from read_csv('{root}/cells.csv', header = true)
  where component in ('player_dealer', 'player')
), action as (
  select hand_id, sum(amount) as amount, count(*) as bets from '{root}/wagers.parquet' group by hand_id
), owed as (
  select h.hand_id, c.component as payer, max(c.fee) as fee
  from '{root}/hands.parquet' h
  join action a using (hand_id)
  join cells c on c.cardroom = h.cardroom and c.option = h.option and contains(c.games, h.game)
    and a.amount between c.low and c.high
  group by all
), taken as (
  select hand_id, payer, sum(amount) as amount from '{root}/collections.parquet'
  where fee = 'base' group by all
), fees as (
  select count(*) filter (t.amount > o.fee) as over, count(*) filter (t.amount < o.fee) as under,
    count(*) filter (t.amount is null and o.fee > 0) as missing
  from owed o left join taken t using (hand_id, payer)
), turns as (
  select player_dealer, lag(player_dealer, 1) over w as one, lag(player_dealer, 2) over w as two
  from '{root}/hands.parquet' where player_dealer is not null
  window w as (partition by cardroom, "table" order by started_at)
)
select over, under, missing, (select count(*) from turns where player_dealer = one and one = two)
from fees
"""


def fastest(job: object, times: int = 3) -> float:
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        job()  # type: ignore[operator]
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    made = simulate(book, hands=hands, cardrooms=["lucky-chances"])
    print({name: table.num_rows for name, table in made.log.tables.items()})
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        write_log(made.log, root, "parquet")
        (root / "cells.csv").write_text(as_csv(rows(book.cardrooms)), encoding="utf-8")
        del made
        peer = fastest(lambda: duckdb.execute(QUERY.format(root=root)).fetchall())
        ours = fastest(lambda: audit(Case(read_log([root]), book, laws)))
        print(
            f"DuckDB query {peer:.2f} s, audit with every check {ours:.2f} s, ratio {ours / peer:.2f} (bar 3)"
        )
        case = Case(read_log([root]), book, laws)
        for check in REGISTRY.values():
            start = time.perf_counter()
            check.run(case)
            print(f"  {check.id:14} {time.perf_counter() - start:6.2f} s")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB")


if __name__ == "__main__":
    main()
