"""Auditing days one after the other, or in several processes at once; results come in order."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.nightly.auditing import Auditor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.model import Book
    from feeaudit.nightly.auditing import Finished, Task, Workplace

_auditor: list[Auditor] = []


@dataclass(frozen=True, slots=True)
class Failed:
    """A day that could not be audited, and why; it stays pending."""

    task: Task
    reason: str


def worked(
    tasks: Sequence[Task], workplace: Workplace, book: Book, jobs: int
) -> Iterator[Finished | Failed]:
    """Yield each day audited, or why not, in the order of the tasks."""
    if jobs <= 1 or len(tasks) <= 1:
        auditor = Auditor(workplace, book)
        for task in tasks:
            yield _attempted(auditor, task)
        return
    # Forking a process whose libraries run threads is not safe, and would share the lock.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(tasks)), context, _prepare, (workplace,)) as pool:
        yield from pool.map(_in_worker, tasks)


def _attempted(auditor: Auditor, task: Task) -> Finished | Failed:
    try:
        return auditor.finished(task)
    except Exception as error:  # noqa: BLE001 - one day that fails must not keep the others from being audited
        return Failed(task, f"{type(error).__name__}: {error}")


def _prepare(workplace: Workplace) -> None:
    threading.Thread(target=_die_with_parent, daemon=True).start()
    _auditor[:] = [Auditor(workplace)]


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _in_worker(task: Task) -> Finished | Failed:
    return _attempted(_auditor[0], task)
