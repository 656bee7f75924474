"""The steps of a plan carried out by the workers of a Dask cluster."""

from __future__ import annotations

import logging
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeVar

from feeaudit.cluster.program import program_digest
from feeaudit.core.memory import share_memory
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.audit.audit_inputs import AuditInputs

Item = TypeVar("Item")
Made = TypeVar("Made")
LOCAL: Final = "local"
# So many items wait at each worker, so that none is idle, and few come back to be run again.
_AHEAD: Final = 3
_SHOWN: Final = 12
# Seconds after which it is looked whether there are workers at all, and after which a cluster
# without any is given up: a worker that is started again is back in seconds, or in a few minutes.
_LOOK_AFTER: Final = 5.0
_PATIENCE: Final = 300.0
# A cluster of this machine forgets a worker that it sees dead twice within its timeout, also where
# it was started again in between; tasks that kill workers would leave none.
_KEPT: Final = {"distributed.deploy.lost-worker-timeout": "1 day"}


class ClusterLost(Exception):  # noqa: N818 - it says what happened
    """The scheduler is gone; what is done so far lies beside the output."""


class OtherProgram(Exception):  # noqa: N818 - it says what the worker is
    """A worker runs another version of the program or the book."""


class DaskWorkers:
    """Carries out steps on the workers of a cluster.

    ``patience`` is how many seconds a cluster may be without workers.
    """

    def __init__(self, client: Any, inputs: AuditInputs, patience: float = _PATIENCE) -> None:
        self._client = client
        self.patience = patience
        self._refuse_other_programs()
        # Made by a task, so that it is made again when the workers that hold it die; what is
        # scattered would be lost with them. Workers hand it to each other.
        self._inputs = client.submit(_held, inputs, pure=False)
        self.dashboard = str(client.dashboard_link or "")

    def _refuse_other_programs(self) -> None:
        own = own_digest()
        for worker, found in sorted(self._client.run(program_digest).items()):
            if found != own:
                raise Unknown(_other_program(worker, found, own))

    @property
    def workers(self) -> int:
        """How many tasks the cluster can work on at once."""
        return max(1, int(sum(self._client.nthreads().values())))

    def run(
        self,
        step: Callable[[AuditInputs, Item], Made],
        items: Sequence[Item],
        lost: Callable[[Item, str], Made] | None = None,
    ) -> Iterator[tuple[int, Made]]:
        """Yield what is made of each item, with its place among them."""
        import asyncio  # noqa: PLC0415 - an audit without a cluster need not wait for it

        from distributed.comm import CommClosedError  # noqa: PLC0415 - an extra

        try:
            yield from self._run(step, items, lost)
        except OtherProgram as other:
            raise Unknown(str(other)) from None
        except (CommClosedError, CancelledError, asyncio.CancelledError, TimeoutError) as error:
            raise ClusterLost(str(error)) from None

    def _run(
        self,
        step: Callable[[AuditInputs, Item], Made],
        items: Sequence[Item],
        lost: Callable[[Item, str], Made] | None,
    ) -> Iterator[tuple[int, Made]]:
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        waiting = iter(enumerate(items))
        first = islice(waiting, _AHEAD * self.workers)
        places = {self._submitted(step, item): place for place, item in first}
        blamed: list[int] = []
        while places:
            for future in self._done([*places]):
                place = places.pop(future)
                for another, item in islice(waiting, 1):
                    places[self._submitted(step, item)] = another
                try:
                    made = future.result()
                except KilledWorker:
                    blamed.append(place)
                else:
                    yield place, made
        for place in blamed:
            yield place, self._alone(step, items[place], lost)

    def _alone(
        self,
        step: Callable[[AuditInputs, Item], Made],
        item: Item,
        lost: Callable[[Item, str], Made] | None,
    ) -> Made:
        """Return what is made of an item while nothing else is.

        Dask blames a death on everything that waits at the worker: only now it is known who did it.
        """
        from distributed import KilledWorker  # noqa: PLC0415 - an extra

        try:
            (done,) = self._done([self._submitted(step, item)])
            made: Made = done.result()
        except KilledWorker as killed:
            if lost is None:
                raise Unknown(f"a step of the audit: {_died(killed)}") from None
            return lost(item, _died(killed))
        return made

    def _done(self, submitted: list[Any]) -> set[Any]:
        """Return what is done of what was submitted, once anything is.

        Dask waits without end for workers to come back; nobody would be told that none does.
        """
        from distributed import wait  # noqa: PLC0415 - an extra

        deserted = 0.0
        while True:
            try:
                return set(wait(submitted, _LOOK_AFTER, return_when="FIRST_COMPLETED").done)
            except TimeoutError:
                deserted = 0.0 if self._client.nthreads() else deserted + _LOOK_AFTER
            if deserted >= self.patience:
                raise ClusterLost("it has no workers left")

    def _submitted(self, step: Callable[..., Any], item: Any) -> Any:
        own = own_digest()
        return self._client.submit(_carry_out, step, self._inputs, item, own, pure=False)


def _held(inputs: AuditInputs) -> AuditInputs:
    return inputs


def own_digest() -> str:
    """Return the digest that workers must have: that of the program which was called."""
    return program_digest()


def _carry_out(
    step: Callable[[AuditInputs, Any], Any], inputs: AuditInputs, item: Any, own: str
) -> Any:
    """Carry out a step on a worker, which may have joined after the others were looked at."""
    found = program_digest()
    if found != own:
        raise OtherProgram(_other_program("a worker", found, own))
    _make_ready()
    return step(inputs, item)


@cache
def _make_ready() -> None:
    """Let a worker keep the memory it was given; Dask's own have it handed back at once."""
    import pyarrow as pa  # noqa: PLC0415 - loaded by now, and only needed on workers

    share_memory()
    pa.set_memory_pool(pa.system_memory_pool())


def _other_program(worker: str, found: str, own: str) -> str:
    return (
        f"{worker} runs another version of feeaudit or of its schedules ({found[:_SHOWN]}, here"
        f" {own[:_SHOWN]}); install the same version on every worker and start them again"
    )


def _died(killed: Exception) -> str:
    attempts = len(getattr(killed, "args", ())) and getattr(killed, "allowed_failures", 3)
    return (
        f"the workers that had it died, {attempts} times in a row; most likely it needs more memory"
        " than they have"
    )


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """Start a cluster of so many workers on this machine; yield its client.

    Each is started anew, as Dask does by itself: of workers that were forked from one that had
    loaded the program, some did not come back after they were killed.
    """
    import dask  # noqa: PLC0415 - an extra
    from distributed import Client, LocalCluster  # noqa: PLC0415

    with (
        dask.config.set(_KEPT),
        LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            # What goes wrong is said by the audit; Dask warns of workers that end slowly.
            silence_logs=logging.ERROR,
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


@contextmanager
def cluster_at(address: str, inputs: AuditInputs, jobs: int) -> Iterator[DaskWorkers]:
    """Yield the workers of a cluster; ``local`` starts one of so many here."""
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ImportError:
        raise Unknown('a cluster needs Dask distributed: pip install "feeaudit[cluster]"') from None
    if address == LOCAL:
        with local_cluster(jobs) as client:
            yield DaskWorkers(client, inputs)
        return
    try:
        client = Client(address, name="feeaudit")
    except TypeError:
        raise Unknown(
            f"{address} asks for TLS, and Dask has no certificate for it here; set the certificates"
            " as the workers have them: feeaudit manual cluster, Security"
        ) from None
    except (OSError, ValueError, TimeoutError) as error:
        raise Unknown(
            f"no Dask scheduler answers at {address} ({str(error).splitlines()[0]:.120}); start one"
            " with: dask scheduler"
        ) from None
    with client:
        if not client.nthreads():
            raise Unknown(
                f"the scheduler at {address} has no workers; start some with: dask worker {address}"
            )
        yield DaskWorkers(client, inputs)
