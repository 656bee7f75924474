"""A night of the largest room, every check on, beside a hand-written DuckDB query; prints ratios.

    pip install duckdb; python tests/benchmarks/bench_audit.py [HANDS]

The query is what an engineer would write instead: it computes only FEE-OVER, FEE-UNDER, FEE-MISSING
(for the player-dealer's fee by table action and flat player fees) and ROT-TURNS, from the same Parquet
files and the exported schedule rows.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.config import Config
from feeaudit.audit.parts.auditing import Matter, audit_in_parts
from feeaudit.book.export import as_csv, rows
from feeaudit.book.load import read_book, read_laws
from feeaudit.intake.read import read_log
from feeaudit.intake.write import write_log
from feeaudit.resources import folder
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from collections.abc import Callable

QUERY = """
with cells as (
  select cardroom, games, option, component, coalesce(low, 0) as low, coalesce(high, 1e12) as high, fee
  from read_csv('{cells}', header = true)
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


FRAMES = ("hands", "wagers", "collections", "offers", "seats")


def seconds(job: Callable[[], object]) -> float:
    start = time.perf_counter()
    job()
    return time.perf_counter() - start


def main() -> None:
    hands = int(sys.argv[1]) if len(sys.argv) > 1 else 400_000
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    made = simulate(book, hands=hands, cardrooms=["lucky-chances"])
    print({name: table.num_rows for name, table in made.log.tables.items()})
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        write_log(made.log, root, "parquet")
        del made
        cells = root.parent / f"{root.name}-cells.csv"
        cells.write_text(as_csv(rows(book.cardrooms)), encoding="utf-8")
        matter = Matter(book, laws, Config())
        compare(root, cells, matter)
        by_check(root, matter)
        cells.unlink()


def compare(root: Path, cells: Path, matter: Matter) -> None:
    """Time the query and the audit by turns, so that both meet the same machine."""
    jobs = os.cpu_count() or 1
    query = QUERY.format(root=root, cells=cells)
    peer, ours = [], []
    for _ in range(5):
        peer.append(seconds(lambda: duckdb.execute(query).fetchall()))
        ours.append(seconds(lambda: audit_in_parts(read_log([root]), matter, jobs=jobs)))
    print(
        f"DuckDB query {min(peer):.2f} s, audit with every check in {jobs} processes"
        f" {min(ours):.2f} s, ratio of the fastest {min(ours) / min(peer):.2f}"
        f" (all: {', '.join(f'{mine / its:.2f}' for mine, its in zip(ours, peer, strict=True))};"
        " bar 3)"
    )


def by_check(root: Path, matter: Matter) -> None:
    """Print where the time goes, in one process and as one part."""
    spent = [("read", seconds(lambda: read_log([root])))]
    case = Case(read_log([root]), matter.book, matter.laws, matter.config)
    spent += [(name, seconds(lambda: getattr(case, name))) for name in FRAMES]  # noqa: B023
    spent += [(each.id, seconds(lambda: each.run(case))) for each in REGISTRY.values()]  # noqa: B023
    for name, time_spent in sorted(spent, key=lambda each: -each[1])[:20]:
        print(f"  {name:14} {time_spent:6.2f} s")
    print(f"  all            {sum(time_spent for _, time_spent in spent):6.2f} s")


if __name__ == "__main__":
    main()
