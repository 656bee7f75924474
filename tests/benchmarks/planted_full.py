"""The full run of planted violations: at least a million hands; prints what was missed.

python tests/benchmarks/planted_full.py [MILLIONS]
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.planted import NOT_PLANTABLE, WINDOW_RULE, Trial, clean, planted, windowed

from feeaudit.audit.checks import REGISTRY
from feeaudit.book.load import read_book, read_laws
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import not_simulable
from feeaudit.simulate.setups import setups_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import Book, Law

CARDROOMS: Final = (
    "hawaiian-gardens",
    "lucky-chances",
    "lucky-lady",
    "mortimers",
    "parkwest-lotus",
)
# What one seed plays: together a hundred thousand hands.
CLEAN, WINDOW_CLEAN, PLANTED, WINDOW = 28_000, 7_000, 10_000, 3_000
EACH: Final = 3
Task = tuple[str, int, str]
Option = tuple[str, str, str]


@dataclass
class Tally:
    """What trials came to: hands, options played, and by cardroom and check what was planted."""

    hands: int = 0
    rows: int = 0
    companions: int = 0
    played: Counter[Option] = field(default_factory=Counter)
    planted: Counter[tuple[str, str]] = field(default_factory=Counter)
    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    near: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong: list[tuple[str, Task, dict[str, Any]]] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in another tally."""
        self.hands += other.hands
        self.rows += other.rows
        self.companions += other.companions
        for name in ("played", "planted", "found", "near"):
            getattr(self, name).update(getattr(other, name))
        self.wrong += other.wrong


@cache
def book_and_laws() -> tuple[Book, tuple[Law, ...]]:
    return read_book(folder("schedules")), read_laws(folder("schedules"))


def tasks(seeds: Iterable[int]) -> Iterator[Task]:
    """Yield the trials of each seed."""
    for seed in seeds:
        yield "clean", seed, ""
        yield "clean under the window rule", seed, ""
        for cardroom in CARDROOMS:
            yield "planted", seed, cardroom
            yield "planted under the window rule", seed, cardroom


def tally(task: Task) -> Tally:
    """Run a trial and count."""
    trial = run(task)
    done = Tally(trial.result.hands, len(trial.planted), len(trial.companions))
    hands = trial.made.log.hands
    for option in zip(
        *(hands.column(n).to_pylist() for n in ("cardroom", "game", "option")), strict=True
    ):
        done.played[option] += 1
    for cell, (planted_, found) in trial.by_cell().items():
        done.planted[cell] += planted_
        done.found[cell] += found
    near = {(row["cardroom"], row["check"], row["plant"]) for row in trial.near}
    done.near.update((cardroom, check) for cardroom, check, _ in near)
    for kind, rows in (
        ("missed", trial.missed()),
        ("false alarm", trial.false_alarms()),
        ("other dollars", trial.misstated()),
    ):
        done.wrong += [(kind, task, row) for row in rows]
    return done


def run(task: Task) -> Trial:
    kind, seed, cardroom = task
    book, laws = book_and_laws()
    if kind == "clean":
        return clean(book, laws, CLEAN, seed)
    if kind == "clean under the window rule":
        return clean(book, laws, WINDOW_CLEAN, seed, Config(as_if=(WINDOW_RULE,)))
    if kind == "planted":
        return planted(book, laws, PLANTED, seed=seed, each=EACH, cardroom=cardroom)
    return windowed(book, laws, WINDOW, seed=seed, each=EACH - 1, cardroom=cardroom)


def main() -> int:
    millions = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    start = time.perf_counter()
    total = Tally()
    with ProcessPoolExecutor() as pool:
        for each in pool.map(tally, tasks(range(1, round(millions * 10) + 1))):
            total.add(each)
    book, _ = book_and_laws()
    unplanted = print_cells(total)
    print_coverage(book, total)
    for kind, task, row in total.wrong[:40]:
        print(kind, task, row)
    counts = Counter(kind for kind, _, _ in total.wrong)
    print(
        f"{total.hands:,} hands; {sum(total.planted.values()):,} violations planted in"
        f" {total.rows:,} rows, {total.companions:,} companions; {counts['missed']} rows missed,"
        f" {counts['false alarm']} false alarms, {counts['other dollars']} with other dollars;"
        f" {sum(total.near.values()):,} near misses; {unplanted} cells unplanted;"
        f" {time.perf_counter() - start:.0f} s"
    )
    return 1 if total.wrong or unplanted else 0


def print_cells(total: Tally) -> int:
    """Print planted, found and near misses by check and cardroom; return how many lack a reason."""
    print(f"{'planted/found (near misses)':28}" + "".join(f"{room:>18}" for room in CARDROOMS))
    unplanted = 0
    for check in REGISTRY:
        cells = []
        for room in CARDROOMS:
            cell = (room, check)
            told = f"{total.planted[cell]}/{total.found[cell]} ({total.near[cell]})"
            if not total.planted[cell]:
                told = "-" if cell in NOT_PLANTABLE else "NONE"
                unplanted += cell not in NOT_PLANTABLE
            cells.append(f"{told:>18}")
        print(f"{check:28}{''.join(cells)}")
    for (room, check), reason in sorted(NOT_PLANTABLE.items()):
        print(f"- {check} at {room}: {reason}")
    return unplanted


def print_coverage(book: Book, total: Tally) -> None:
    """Print how much of the book was played: options by cardroom, fees by what picks the tier."""
    setups, _ = setups_of(book)
    for room in CARDROOMS:
        mine = {(each.cardroom, each.game.game, each.option.option) for each in setups}
        mine = {each for each in mine if each[0] == room}
        skipped = sum(each.cardroom == room for each in not_simulable(book))
        played = len(mine & total.played.keys())
        print(f"{room}: {played} of {len(mine)} options played, {skipped} cannot be simulated")
    kinds: Counter[tuple[str, str, str]] = Counter()
    for setup in setups:
        hands = total.played[setup.cardroom, setup.game.game, setup.option.option]
        for fee in setup.fees:
            kinds[fee.component, fee.printed.per, fee.printed.basis] += hands
    for (component, per, basis), hands in sorted(kinds.items()):
        print(f"  {component} fee per {per} by {basis}: {hands:,} hands")


if __name__ == "__main__":
    sys.exit(main())
