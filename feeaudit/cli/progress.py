"""Progress of long work, shown to a person at a terminal and to nobody else."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def shown_progress() -> Iterator[Callable[[str, float], None]]:
    """Yield what shows a stage and how much of it is done; quiet unless stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _stage, _done: None
        return
    from rich.console import Console  # noqa: PLC0415 - only terminals need it
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0)

        def show(stage: str, done: float) -> None:
            bar.update(task, description=stage, completed=done)

        yield show
