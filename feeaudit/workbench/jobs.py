"""Work that takes longer than a page: done aside, with how far it is, one at a time of a kind."""

from __future__ import annotations

import secrets
import sys
import traceback
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable

# Finished work stays to be looked at; the oldest makes room.
_KEPT = 20


@dataclass(slots=True)
class Job:
    """A piece of work: what it is at, how far (0 to 1), and how it ended."""

    name: str
    kind: str
    owner: str
    stage: str = "Beginning"
    done: float = 0.0
    finished: bool = False
    result: Any = None
    problem: str = ""

    def progress(self, stage: str, done: float) -> None:
        """Note how far the work is."""
        self.stage, self.done = stage, min(max(done, 0.0), 1.0)

    @property
    def told(self) -> dict[str, Any]:
        """What the page that waits is told."""
        return {"stage": self.stage, "done": round(self.done, 3), "finished": self.finished}


@dataclass(slots=True)
class Jobs:
    """The work of a workbench, by the random names of its pieces."""

    _known: dict[str, Job] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def start(self, kind: str, owner: str, work: Callable[[Job], Any]) -> Job:
        """Begin a piece of work; raise Unknown where one of its kind is under way."""
        with self._lock:
            if any(each.kind == kind and not each.finished for each in self._known.values()):
                raise Unknown(f"{kind} is already in progress; wait until it finishes")
            job = Job(secrets.token_urlsafe(16), kind, owner)
            self._known[job.name] = job
            for name in [each.name for each in self._known.values() if each.finished][:-_KEPT]:
                del self._known[name]
        Thread(target=_run, args=(job, work), daemon=True).start()
        return job

    def known(self, name: str) -> Job | None:
        """Return the piece of work of that name."""
        with self._lock:
            return self._known.get(name)

    def latest(self, kind: str) -> Job | None:
        """Return the last piece of work of a kind."""
        with self._lock:
            return next((each for each in [*self._known.values()][::-1] if each.kind == kind), None)


def _run(job: Job, work: Callable[[Job], Any]) -> None:
    try:
        job.result = work(job)
    except Unknown as why:
        job.problem = str(why)
    except Exception:  # noqa: BLE001 - whoever waits must be told, whatever went wrong
        traceback.print_exc(file=sys.stderr)
        job.problem = "program error; please report the lines that feeaudit serve printed"
    finally:
        job.done = 1.0
        job.finished = True
