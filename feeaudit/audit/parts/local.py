"""The steps of a plan carried out on this machine, by one process or by several."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from feeaudit.core.memory import (
    give_back,
    nothing_collected,
    nothing_collected_again,
    share_memory,
)
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType
    from typing import Self

    from feeaudit.audit.audit_inputs import AuditInputs

# What macOS leaves of a socket's 103 bytes beside `/pymp-xxxxxxxx/listener-xxxxxxxx`.
_LONGEST_FOLDER: Final = 71

Item = TypeVar("Item")
Made = TypeVar("Made")


class Executor(Protocol):
    """Carries out the steps of a plan: the same function of the inputs and an item, for each item.

    What is made comes with the item's place, as it is ready. ``lost`` says what stands for an item
    at which every worker died; without it, that ends the audit.
    """

    def run(
        self,
        step: Callable[[AuditInputs, Item], Made],
        items: Sequence[Item],
        lost: Callable[[Item, str], Made] | None = None,
    ) -> Iterator[tuple[int, Made]]:
        """Yield what is made of each item, with its place among them."""


class OneProcess:
    """Carries out steps one after the other in this process."""

    def __init__(self, inputs: AuditInputs) -> None:
        self._inputs = inputs

    def run(
        self,
        step: Callable[[AuditInputs, Item], Made],
        items: Sequence[Item],
        lost: Callable[[Item, str], Made] | None = None,  # noqa: ARG002 - who could say so is gone
    ) -> Iterator[tuple[int, Made]]:
        """Yield what is made of each item, with its place among them."""
        for place, item in enumerate(items):
            yield place, step(self._inputs, item)


class Processes:
    """Carries out steps in so many processes of this machine.

    They take most of a second to start. Until they have, this one works on small steps itself.
    """

    def __init__(self, inputs: AuditInputs, jobs: int) -> None:
        self._inputs = inputs
        self._jobs = jobs
        context = multiprocessing.get_context(_started_by())
        # Made ready to be sent once, and not for each process anew.
        sent = pickle.dumps(inputs, pickle.HIGHEST_PROTOCOL)
        self._pool = ProcessPoolExecutor(jobs, context, _prepare, (sent,))
        self._start = Thread(target=self._started, daemon=True)
        self._start.start()

    def _started(self) -> None:
        # What went wrong is told by the first step that is handed out, and not here.
        with suppress(BrokenProcessPool, RuntimeError):
            for each in [self._pool.submit(_is_prepared) for _ in range(self._jobs)]:
                each.result()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._start.join()
        self._pool.shutdown(cancel_futures=True)

    def run(
        self,
        step: Callable[[AuditInputs, Item], Made],
        items: Sequence[Item],
        lost: Callable[[Item, str], Made] | None = None,
    ) -> Iterator[tuple[int, Made]]:
        """Yield what is made of each item, with its place among them."""
        try:
            waiting = iter(enumerate(items))
            # What can be lost is a task, of which this process stays clear: it takes much memory.
            if lost is None:
                yield from self._meanwhile(step, waiting)
            yield from self._run(step, waiting)
        except BrokenProcessPool:
            # Which of the items it was is not known, so that none can stand for it.
            raise Unknown(
                "the system ended one of the audit's processes, most likely because memory ran out;"
                " run it again with fewer --jobs, and with --resume to keep the finished parts"
            ) from None

    def _meanwhile(
        self, step: Callable[[AuditInputs, Item], Made], waiting: Iterator[tuple[int, Item]]
    ) -> Iterator[tuple[int, Made]]:
        """Yield what this process makes of items while the others are being started."""
        worked = False
        while self._start.is_alive() and (each := next(waiting, None)):
            worked = True
            yield each[0], step(self._inputs, each[1])
        if worked:
            give_back()

    def _run(
        self, step: Callable[[AuditInputs, Item], Made], waiting: Iterator[tuple[int, Item]]
    ) -> Iterator[tuple[int, Made]]:
        places = {}
        # The largest first would be best, but what comes of one item must never wait in memory for
        # long: so items go in order, and not many more of them than there are processes.
        for place, item in waiting:
            places[self._pool.submit(_carry_out, step, item)] = place
            if len(places) > 2 * self._jobs:
                done = next(as_completed(places))
                yield places.pop(done), done.result()
        for done in as_completed([*places]):
            yield places.pop(done), done.result()


_prepared: list[AuditInputs] = []


@nothing_collected()
def _prepare(sent: bytes) -> None:
    share_memory()
    # Each process holds on to what logs are held against, so that the book is sent to it once.
    _prepared[:] = [pickle.loads(sent)]  # noqa: S301 - this program's own
    nothing_collected_again()


def _is_prepared() -> bool:
    return bool(_prepared)


def _carry_out(step: Callable[[AuditInputs, Any], Any], item: Any) -> Any:
    return step(_prepared[0], item)


def _started_by() -> str:
    """Return how processes are started: anew, since a copy of a busy process may hang.

    Where there is one process that all others are started from, it loads the program while this
    one goes on.
    """
    if not _has_fork_server():
        return "spawn"
    from multiprocessing import forkserver  # noqa: PLC0415 - not on Windows

    forkserver.set_forkserver_preload(["feeaudit.audit.parts.executor"])
    forkserver.ensure_running()
    return "forkserver"


def _has_fork_server() -> bool:
    """Say whether processes can be started from one that has loaded the program.

    It listens at a socket in the folder of temporary files, whose address must be short.
    """
    return sys.platform != "win32" and len(os.fsencode(tempfile.gettempdir())) <= _LONGEST_FOLDER
