"""Several processes of this machine: at work at the same time, and never far ahead of the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from support.long_logs import inputs
from support.process_steps import doubled, met

from feeaudit.audit.parts.local import Processes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def lost(_item: tuple[Path, str, str], _reason: str) -> bool:
    return False


def test_tasks_are_worked_on_at_the_same_time(tmp_path: Path) -> None:
    tasks = [(tmp_path, "ann", "bob"), (tmp_path, "bob", "ann")]
    with Processes(inputs(), 2) as processes:
        assert sorted(processes.run(met, tasks, lost)) == [(0, True), (1, True)]


class Tasks(list[int]):
    """Numbers that remember how many of them were asked for."""

    taken = 0

    def __iter__(self) -> Iterator[int]:
        for each in super().__iter__():
            self.taken += 1
            yield each


def never(_number: int, _reason: str) -> int:
    return -1


def test_tasks_are_handed_out_as_others_are_done() -> None:
    tasks = Tasks(range(40))
    with Processes(inputs(), 3) as processes:
        made = processes.run(doubled, tasks, never)
        first = next(made)
        # One that is done, and for each process one at work and one that waits for it.
        assert tasks.taken == 7
        assert sorted([first, *made]) == [(place, 2 * place) for place in range(40)]
