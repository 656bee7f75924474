"""Drafts the five documents and compares each draft with the book, cell by cell.

    python tests/benchmarks/bench_draft.py DOCUMENTS/ [--why]

For every document: cells whole and unmarked, whole and marked, wrong and marked, wrong and
unmarked (must be 0), missing, invented; then the same with what only that document has taught
left out. A cell is whole when document, line, option, component, basis, bounds, fee and period
are the book's. Invented is a cell on a line where the book has none left.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from feeaudit.book.export import rows
from feeaudit.book.load import read_book
from feeaudit.book.packet.folder import DraftRequest, write_draft
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.book.export import Row
    from feeaudit.book.model import Cardroom

LEAST_IN_ALL = 90
LEAST_EACH = 80
SLOWEST_SECONDS = 10
POOR_SCAN = "lucky-lady"
TABBED = {"parkwest-lotus", "hawaiian-gardens", "mortimers", "lucky-chances"}
Key = tuple[str, ...]


@dataclass(slots=True)
class Score:
    """How a draft compares with the book."""

    cells: int
    counts: Counter[str] = field(default_factory=Counter)
    why: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def share(self, *names: str) -> float:
        """Return the share of the book's cells that these counts are, in percent."""
        return 100 * sum(self.counts[name] for name in names) / max(self.cells, 1)


def key(row: Row) -> Key:
    """Return what of a cell is compared."""
    return (
        row.document,
        row.line,
        row.option,
        row.component,
        row.basis,
        row.low,
        row.high,
        row.fee,
        row.period_minutes,
    )


def compared(book: list[Row], draft: list[Row]) -> Score:
    """Return how the cells of a draft compare with those of the book."""
    score = Score(len(book))
    left = Counter(key(row) for row in book)
    others: list[Row] = []
    for row in draft:
        if left[key(row)] > 0:
            left[key(row)] -= 1
            score.counts["whole marked" if row.mark else "whole unmarked"] += 1
            score.why.update(row.mark.split("; ") if row.mark else ())
        else:
            others.append(row)
    lines = Counter(each[1] for each in left.elements())
    for row in others:
        kind = "wrong" if lines[row.line] > 0 else "invented"
        lines[row.line] -= lines[row.line] > 0
        state = "marked" if row.mark else "UNMARKED"
        score.counts[f"{kind} {state}"] += 1
        if not row.mark:
            score.faults.append(f"{kind}: {key(row)}")
    score.counts["missing"] = sum(lines.values())
    return score


def drafted(cardroom: Cardroom, documents: Path, without: str) -> Score:
    """Draft a cardroom's document and compare it with the book."""
    with tempfile.TemporaryDirectory() as place:
        packet = documents / cardroom.document
        request = DraftRequest(
            packet, cardroom.cardroom, Path(place), folder("schedules"), "X", without=without
        )
        start = time.process_time()
        write_draft(request, {})
        seconds = time.process_time() - start
        (draft,) = read_book(Path(place)).cardrooms
        score = compared(list(rows([cardroom])), list(rows([draft])))
    score.seconds = seconds
    return score


def main() -> int:
    """Print the scores and whether the bars are held."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", type=Path)
    parser.add_argument("--why", action="store_true", help="say why whole cells are marked")
    options = parser.parse_args()
    book = read_book(folder("schedules"))
    missed: list[str] = []
    for title, left_out in (("all that was learned", False), ("leave one out", True)):
        print(f"\n{title}")
        total = Score(0)
        for cardroom in book.cardrooms:
            without = cardroom.cardroom if left_out else ""
            score = drafted(cardroom, options.documents, without)
            total.cells += score.cells
            total.counts.update(score.counts)
            print_score(cardroom.cardroom, score, why=options.why)
            missed.extend(misses(cardroom.cardroom, score, left_out=left_out))
        print_score("in all", total, why=False)
        if not left_out and total.share("whole unmarked") < LEAST_IN_ALL:
            missed.append(f"whole and unmarked in all: {total.share('whole unmarked'):.1f} %")
    print("\n" + ("\n".join(f"MISSED {each}" for each in missed) or "every bar is held"))
    return 1 if missed else 0


def misses(name: str, score: Score, *, left_out: bool) -> list[str]:
    """Return the bars that a document misses."""
    found = []
    unmarked = score.counts["wrong UNMARKED"] + score.counts["invented UNMARKED"]
    if unmarked:
        found.append(f"{name}: {unmarked} wrong or invented cells are unmarked")
    if left_out and name in TABBED:
        whole = score.share("whole unmarked", "whole marked")
        if whole < LEAST_EACH:
            found.append(f"{name}, left out: {whole:.1f} % whole")
    elif not left_out and name in TABBED and score.share("whole unmarked") < LEAST_EACH:
        found.append(f"{name}: {score.share('whole unmarked'):.1f} % whole and unmarked")
    if score.seconds > SLOWEST_SECONDS:
        found.append(f"{name}: {score.seconds:.1f} s of processor time")
    if name == POOR_SCAN and score.counts["invented UNMARKED"]:
        found.append(f"{name}: something is invented")
    return found


def print_score(name: str, score: Score, *, why: bool) -> None:
    """Print one line for a document."""
    names = (
        "whole unmarked",
        "whole marked",
        "wrong marked",
        "wrong UNMARKED",
        "invented marked",
        "invented UNMARKED",
        "missing",
    )
    counts = ", ".join(f"{score.counts[each]} {each}" for each in names if score.counts[each])
    share = score.share("whole unmarked")
    print(f"  {name:17} {score.cells:5} cells, {share:5.1f} %: {counts}; {score.seconds:.1f} s")
    for fault in score.faults[:10]:
        print(f"      {fault}")
    if why:
        for reason, times in score.why.most_common(12):
            print(f"      {times:5} {reason[:100]}")


if __name__ == "__main__":
    sys.exit(main())
