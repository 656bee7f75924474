"""Reports of very many findings: seconds, megabytes and peak memory of each format.

    python tests/benchmarks/bench_reports.py [FINDINGS] [FORMAT...]

The findings are those of a bad night over and over, each with its own id, hand, player and why.
"""

from __future__ import annotations

import resource
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.audited import bad_night

from feeaudit.report.formats import FORMATS

_WHY = (
    ("Owed", "$1.00 by the player-dealer"),
    ("Tier", "table action $51.00 is in tier 51-100"),
    ("Arithmetic", "30.00 + 21.00 = 51.00"),
    ("Approved", "003_9abcd510dfdc1364.txt, line 879"),
)
_BARS = {"json": 15, "xlsx": 60}


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    night = bad_night()
    found = night.result.findings
    many = found.iloc[np.resize(np.arange(len(found)), count)].reset_index(drop=True)
    hands = [f"H{number:07d}" for number in range(count)]
    many = many.assign(
        id=[f"{number:012x}" for number in range(count)],
        hand_id=hands,
        player=[f"P{number % 5_000:06d}" for number in range(count)],
        at=many["at"] + np.arange(count) * 1_000_000,
        why=[(("Hand", f"{hand}, three card poker, option 1"), *_WHY) for hand in hands],
    )
    result = replace(
        night.result, findings=many, over=int(many["over"].sum()), under=int(many["under"].sum())
    )
    print(f"{count:,} findings, {peak():,.0f} MiB before")
    for name in sys.argv[2:] or ("json", "csv", "xlsx", "sarif", "junit"):
        start, worked = time.perf_counter(), time.process_time()
        content = FORMATS[name].rendered(result, night.basis)
        bar = f" (bar {_BARS[name]} s)" if name in _BARS else ""
        print(
            f"{FORMATS[name].file:16} {time.perf_counter() - start:6.1f} s{bar},"
            f" {time.process_time() - worked:.1f} s of work, {len(content) / 1e6:.1f} MB,"
            f" peak {peak():,.0f} MiB"
        )
        del content


if __name__ == "__main__":
    main()
