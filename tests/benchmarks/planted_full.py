"""The full run of planted violations: at least a million hands; prints what was missed.

python tests/benchmarks/planted_full.py [MILLIONS]
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from planted import clean, planted

from feeaudit.book.load import read_book, read_laws
from feeaudit.resources import folder

HANDS = 50_000


def main() -> None:
    millions = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    book, laws = read_book(folder("schedules")), read_laws(folder("schedules"))
    start = time.perf_counter()
    hands = planted_ = missed = alarms = 0
    for seed in range(1, round(millions * 1_000_000 / HANDS / 2) + 1):
        for trial in (clean(book, laws, HANDS, seed), planted(book, laws, HANDS, seed, 10)):
            hands += trial.result.hands
            planted_ += trial.made.planted.num_rows
            missed += len(trial.missed())
            alarms += len(trial.unexplained())
            for row in [*trial.missed()[:3], *trial.unexplained()[:3]]:
                print(seed, row)
    seconds = time.perf_counter() - start
    print(
        f"{hands:,} hands, {planted_:,} planted rows, {missed} missed, {alarms} false alarms, {seconds:.0f} s"
    )


if __name__ == "__main__":
    main()
