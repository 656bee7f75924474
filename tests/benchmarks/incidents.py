"""How well incidents match planted causes, over all checks and cardrooms, and how fast they form.

python tests/benchmarks/incidents.py [SEEDS]

Prints how many planted causes became one incident (at least 95 of 100 must) and how many incidents
mix two causes (at most 1 of 100 may), with those that did not; then the time that grouping takes.
"""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import pandas as pd
from support.causes import Shares, shares_of
from support.habits import habitual
from support.planted import planted, windowed
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.engine import examined, ordered
from feeaudit.audit.incident_table import incidents_of

if TYPE_CHECKING:
    from collections.abc import Iterator

CARDROOMS: Final = (
    "hawaiian-gardens",
    "lucky-chances",
    "lucky-lady",
    "mortimers",
    "parkwest-lotus",
)
HANDS, WINDOW, EACH = 10_000, 3_000, 3
FINDINGS: Final = 200_000
AT_LEAST, AT_MOST = 95, 1
Task = tuple[str, int, str]


def tasks(seeds: int) -> Iterator[Task]:
    for seed in range(1, seeds + 1):
        for cardroom in CARDROOMS:
            for kind in ("planted", "windowed", "habitual"):
                yield kind, seed, cardroom


def shares(task: Task) -> tuple[Task, Shares, list[str]]:
    """Return how causes and incidents match, and in words what does not."""
    kind, seed, cardroom = task
    facts: Any = {"seed": seed, "each": EACH, "cardroom": cardroom}
    if kind == "planted":
        trial = planted(shipped_book(), shipped_laws(), HANDS, **facts)
    elif kind == "windowed":
        trial = windowed(shipped_book(), shipped_laws(), WINDOW, **facts)
    else:
        trial = habitual(shipped_book(), shipped_laws(), WINDOW, **facts)
    found = shares_of(trial)
    told = trial.result.incidents.set_index("id")["sentence"]
    words = [f"split {plant}: {'; '.join(told[ids].str[:90])}" for plant, ids in found.split]
    words += [f"mixed {plants}: {told[incident][:160]}" for incident, plants in found.mixed]
    return task, found, words


def main() -> int:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    causes, split, incidents, mixed = 0, 0, 0, 0
    with ProcessPoolExecutor() as pool:
        for task, found, words in pool.map(shares, tasks(seeds)):
            causes, split = causes + found.causes, split + len(found.split)
            incidents, mixed = incidents + found.incidents, mixed + len(found.mixed)
            print(f"{task}: {found.causes} causes, {found.incidents} incidents", *words, sep="\n  ")
    one, two = 100 * (causes - split) / causes, 100 * mixed / incidents
    print(
        f"{causes:,} planted causes, {one:.1f} of 100 in one incident;"
        f" {incidents:,} incidents, {two:.2f} of 100 mix two causes"
    )
    print_time()
    return 0 if one >= AT_LEAST and two <= AT_MOST else 1


def print_time() -> None:
    """Print how long it takes to group so many findings: a bad night, many times over."""
    made = planted(shipped_book(), shipped_laws(), HANDS, seed=1, each=EACH, cardroom="mortimers")
    found = examined(Case(made.made.log, shipped_book(), shipped_laws())).findings
    copies = -(-FINDINGS // len(found))
    nights = [
        found.assign(
            table=found["table"] + f"-{copy}",
            hand_id=np.where(found["hand_id"] != "", found["hand_id"] + f"-{copy}", ""),
        )
        for copy in range(copies)
    ]
    many = ordered(pd.concat(nights, ignore_index=True))
    # Of the processor alone: others may be at work on the machine.
    start = time.process_time()
    _, incidents = incidents_of(many)
    print(
        f"{len(many):,} findings in {len(incidents):,} incidents:"
        f" {time.process_time() - start:.2f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
