"""The same plan on a cluster of two workers: the same bytes, and what goes wrong is said."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
import time
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import cloudpickle
import pytest
from distributed import Client, KilledWorker
from support.long_logs import (
    archive_at_once,
    as_bytes,
    at_once,
    has_time_fees,
    inputs,
    several_nights,
    with_corrections,
    with_counts_of_days,
    with_repeated_ids,
    with_stays_of_days,
)

from feeaudit.audit.parts.assembly import rooms_assembled, whole
from feeaudit.audit.parts.examination import attempted, gone
from feeaudit.audit.parts.executor import AuditPlan, executor_for
from feeaudit.audit.parts.local import OneProcess
from feeaudit.cluster.dask_workers import ClusterLost, DaskWorkers, local_cluster
from feeaudit.core.problem import Unknown
from feeaudit.intake.log_writer import write_log
from feeaudit.intake.selection import EVERYTHING
from feeaudit.log_archive.archive_places import ArchivePlace
from feeaudit.log_archive.plan import ArchiveLayout, opened_archive
from feeaudit.log_archive.writing import Addition
from feeaudit.planned import How, planned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.examination import TaskItem
    from feeaudit.audit.parts.task_results import TaskResult
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log

pytestmark = pytest.mark.slow
# Workers know nothing of tests, so the steps that these take along go by value.
cloudpickle.register_pickle_by_value(sys.modules[__name__])

WAYS: tuple[Callable[[Log], Log], ...] = (
    with_corrections,
    with_counts_of_days,
    with_repeated_ids,
    with_stays_of_days,
)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A cluster of two workers on this machine, in processes of their own: some are killed."""
    with scheduler(workers=2) as cluster, Client(cluster.address) as client:
        yield client


@cache
def archive() -> ArchivePlace:
    """Two nights of two rooms."""
    place = ArchivePlace(str(Path(mkdtemp(prefix="archive-")) / "years"))
    with executor_for(inputs(), 1) as executor:
        Addition(several_nights(days=2, hands=250), inputs(), place, executor).added()
    return place


@cache
def said() -> bytes:
    """What the archive says in one piece."""
    return as_bytes(archive_at_once(opened_archive(archive(), inputs(), EVERYTHING)))


def items_of(executor: Any, work: Path, size: int = 100) -> list[TaskItem]:
    log = opened_archive(archive(), inputs(), EVERYTHING)
    (work / "found").mkdir(parents=True)
    layout = ArchiveLayout(log, inputs(), work, work / "found", executor)
    items, _ = layout.items(size, lambda _done: None)
    return items


def put_together(results: dict[int, TaskResult], work: Path) -> AuditResult:
    log = opened_archive(archive(), inputs(), EVERYTHING)
    ordered = [results[each] for each in sorted(results)]
    rooms = rooms_assembled(ordered, work / "found", OneProcess(inputs()))
    return whole(ordered, rooms, work / "found", log.sources)


def test_two_workers_say_what_the_audit_at_once_says(client: Client) -> None:
    """The nights have all in common that nights can have."""
    log = several_nights(seed=5, days=2, hands=250)
    assert has_time_fees(log)
    for way in WAYS:
        log = way(log)
    work = Path(mkdtemp(prefix="work-"))
    path = work / "night"
    write_log(log, path, "parquet")
    with planned_on(client, path, work, 120) as found:
        assert as_bytes(found) == as_bytes(read_at_once(path))
    shutil.rmtree(work)


def planned_on(client: Client, path: Path, work: Path, size: int) -> Any:
    from contextlib import contextmanager  # noqa: PLC0415 - made for one use

    from feeaudit.audit.parts.log_layout import LogLayout  # noqa: PLC0415
    from feeaudit.intake.log_files import opened_log  # noqa: PLC0415

    @contextmanager
    def result() -> Iterator[AuditResult]:
        with opened_log([path]) as opened:
            workers = DaskWorkers(client, inputs())
            layout = LogLayout(opened, inputs(), EVERYTHING, work, work / "found", workers)
            parts = AuditPlan(layout, workers, work / "found", size).parts()
            yield whole(*parts, work / "found", opened.sources)

    return result()


def read_at_once(path: Path) -> AuditResult:
    from feeaudit.intake.log_files import read_log  # noqa: PLC0415

    return at_once(read_log([path]))


def dying(inputs: AuditInputs, item: TaskItem) -> TaskResult:
    """Kill the worker in the middle of the first task, twice; then audit it."""
    deaths = Path(item.output) / "deaths"
    count = len(list(deaths.iterdir()))
    if item.task.number == 0 and count < 2:
        (deaths / str(count)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return attempted(inputs, item)


def test_a_worker_killed_in_its_task_twice_changes_nothing(client: Client, tmp_path: Path) -> None:
    workers = DaskWorkers(client, inputs())
    items = items_of(workers, tmp_path)
    assert len(items) > 2
    (tmp_path / "found" / "deaths").mkdir()
    done = dict(workers.run(dying, items, gone))
    assert len(list((tmp_path / "found" / "deaths").iterdir())) == 2
    assert as_bytes(put_together(done, tmp_path)) == said()


def always_dying(inputs: AuditInputs, item: TaskItem) -> TaskResult:
    """Kill every worker that takes the first task."""
    if item.task.number == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return attempted(inputs, item)


def test_a_task_at_which_every_worker_dies_is_reported_as_failed(
    client: Client, tmp_path: Path
) -> None:
    # What waits at a worker that dies is blamed for it as well, but never reported.
    workers = DaskWorkers(client, inputs())
    done = dict(workers.run(always_dying, items_of(workers, tmp_path), gone))
    result = put_together(done, tmp_path)
    assert result.exit_code == 2
    [failure] = result.failed
    assert "lucky-lady, 2026-03-06" in failure
    assert "the workers that had it died" in failure
    assert as_bytes(result).decode().count("NOT COMPLETE: 1 part of the log") == 1


def killing(_inputs: AuditInputs, item: str) -> TaskResult:
    """Fail as a step does at which every worker died."""
    raise KilledWorker(item, SimpleNamespace(address="tcp://10.0.0.1:1"), 3)


def test_a_step_at_which_every_worker_dies_ends_the_audit_in_words(client: Client) -> None:
    workers = DaskWorkers(client, inputs())
    with pytest.raises(Unknown, match="a step of the audit: the workers that had it died, 3 times"):
        list(workers.run(killing, ["laid out"]))


def strange(inputs: AuditInputs, item: str) -> TaskResult:
    """Do something that no program of ours does."""
    raise AssertionError(item, inputs)


def test_workers_of_another_program_are_refused_by_digest(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = "0" * 64
    monkeypatch.setattr("feeaudit.cluster.dask_workers.own_digest", lambda: other)
    with pytest.raises(Unknown, match=r"runs another version of feeaudit .* here 000000000000"):
        DaskWorkers(client, inputs())


def test_a_worker_of_another_program_that_joins_later_is_refused(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    workers = DaskWorkers(client, inputs())
    monkeypatch.setattr("feeaudit.cluster.dask_workers.own_digest", lambda: "0" * 64)
    with pytest.raises(Unknown, match="a worker runs another version of feeaudit"):
        list(workers.run(strange, ["anything"]))


def test_a_scheduler_that_is_lost_is_said_and_resumed_from(client: Client, tmp_path: Path) -> None:
    output = tmp_path / "out"
    output.mkdir()
    found = output / ".feeaudit-work" / "found"

    def lose(cluster: scheduler) -> None:
        while not list(found.glob("task-*.json")):
            time.sleep(0.02)
        os.kill(cluster.pid, signal.SIGKILL)

    with scheduler() as first:
        threading.Thread(target=lose, args=(first,), daemon=True).start()
        with pytest.raises(Unknown, match=r"is gone .* units? (is|are) done .* --resume"):
            audited_at(first.address, output, resume=False)
    done = {each.name: each.stat().st_mtime_ns for each in found.glob("task-*.json")}
    assert done
    result = audited_at(client.scheduler.address, output, resume=True)
    assert as_bytes(result) == said()
    # What was done is not done again.
    assert {name: (found / name).stat().st_mtime_ns for name in done} == done


def test_a_cluster_whose_workers_are_all_gone_is_given_up(tmp_path: Path) -> None:
    with local_cluster(1) as client:
        workers = DaskWorkers(client, inputs(), patience=5)
        items = items_of(workers, tmp_path)
        client.cluster.scale(0)
        with pytest.raises(ClusterLost, match="it has no workers left"):
            list(workers.run(attempted, items))


def test_another_audit_is_not_resumed(tmp_path: Path) -> None:
    audited_at("", tmp_path, resume=False, size=100_000)
    with pytest.raises(Unknown, match="is not this audit"):
        audited_at("", tmp_path, resume=True, size=90_000)


def audited_at(address: str, output: Path, *, resume: bool, size: int = 100) -> AuditResult:
    how = How(address, 1, resume, "book", size)
    with planned(archive(), inputs(), EVERYTHING, how, output) as done:
        return done.result


class scheduler:  # noqa: N801 - used as a function is
    """A Dask scheduler with its workers, in processes of their own."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers

    def __enter__(self) -> Self:
        import subprocess  # noqa: PLC0415 - for this alone
        from socket import socket  # noqa: PLC0415

        with socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{port}"
        dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
        # They may look for the steps of tests where this file and what it imports lie.
        root = Path(__file__).parents[2]
        seen = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(root), str(root / "tests")]),
            # Each death takes as long as a new worker does to start.
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "2",
            # To fork one is quicker than to start it.
            "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "forkserver",
        }
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": seen}
        where = ["--host", "127.0.0.1", "--port", str(port), "--no-dashboard"]
        self._scheduler = subprocess.Popen([*dask, *where], **quiet)  # type: ignore[call-overload]
        self.pid = self._scheduler.pid
        worker = [sys.executable, "-m", "distributed.cli.dask_worker", self.address]
        own = ["--nworkers", str(self._workers), "--nthreads", "1"]
        own += ["--no-dashboard", "--death-timeout", "20"]
        self._worker = subprocess.Popen([*worker, *own], **quiet)  # type: ignore[call-overload]
        with Client(self.address, timeout=60) as client:
            client.wait_for_workers(self._workers, timeout=60)
        return self

    def __exit__(self, *_error: object) -> None:
        for each in (self._worker, self._scheduler):
            each.terminate()
            each.wait(20)
