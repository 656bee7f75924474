"""What a task leaves behind: its findings and facts as Parquet, and a page of counts and sums.

Everything is beside the output of the audit and plain to read: no process ever has the findings of
a whole log, and an audit that was broken off goes on from the tasks that are done.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import asdict, dataclass, fields
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from feeaudit.audit.facts.frames import Facts, frame_of, no_facts
from feeaudit.audit.parts import findings_files
from feeaudit.audit.result import Coverage
from feeaudit.audit.rule_coverage import GameCoverage, Listed
from feeaudit.core.whole_files import replace_bytes, replace_file

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

    from feeaudit.audit.engine import Examined

FACTS: Final = tuple(each.name for each in fields(Facts))
_WRITTEN: Final = pa.ipc.IpcWriteOptions(compression="zstd")


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What is known of a task that is done: counts, sums, and where the rest is.

    ``findings`` are files by cardroom, with how many findings each has; ``facts`` files by name.
    """

    task: int
    hands: int
    tables: tuple[tuple[str, str], ...]
    first: int
    last: int
    coverage: tuple[Coverage, ...]
    notices: tuple[str, ...]
    statements: str
    tested: tuple[tuple[str, str, str, int], ...]
    untested: tuple[tuple[str, str, str, str, int], ...]
    findings: tuple[tuple[str, str, int], ...]
    facts: tuple[tuple[str, str], ...]
    read: int = 0
    failed: str = ""

    @property
    def by_game(self) -> GameCoverage:
        """How many hands of each game each check tested, and how many it set aside."""
        tested = Counter({(room, game, check): n for room, game, check, n in self.tested})
        untested = Counter(
            {(room, game, check, why): n for room, game, check, why, n in self.untested}
        )
        return GameCoverage(tested, untested)


def page_path(folder: Path | str, task: int) -> Path:
    """Return where the page of a task is; it is written last."""
    return Path(folder) / f"task-{task:06}.json"


def kept(folder: Path, task: int, found: Examined, read: int = 0) -> TaskResult:
    """Write what was found by a task."""
    result = TaskResult(
        task=task,
        hands=found.hands,
        tables=tuple(sorted(found.tables)),
        first=found.first,
        last=found.last,
        coverage=found.coverage,
        notices=tuple(sorted(found.notices)),
        statements=_statements_kept(folder, found.statements),
        tested=tuple((*key, count) for key, count in found.by_game.tested.items()),
        untested=tuple((*key, count) for key, count in found.by_game.untested.items()),
        findings=tuple(_findings_kept(folder, task, found.findings)),
        facts=tuple(_facts_kept(folder, task, found.facts)),
        read=read,
    )
    replace_bytes(page_path(folder, task), json.dumps(_page(result)).encode())
    return result


def _page(result: TaskResult) -> dict[str, Any]:
    """Return what is known of a task as it is written; plain tuples need no copies."""
    page = {each.name: getattr(result, each.name) for each in fields(result)}
    return page | {"coverage": [asdict(each) for each in result.coverage]}


def failed(task: int, reason: str) -> TaskResult:
    """Return that a task could not be done, and why."""
    none: tuple[Any, ...] = ()
    return TaskResult(task, 0, none, 0, 0, none, none, "", none, none, none, none, failed=reason)


def done_before(folder: Path, task: int) -> TaskResult | None:
    """Return what is known of a task that is done already, None where it is not."""
    path = page_path(folder, task)
    if not path.exists():
        return None
    page = json.loads(path.read_bytes())
    named = {
        name: tuple(tuple(each) for each in page[name])
        for name in ("tables", "tested", "untested", "findings", "facts")
    }
    coverage = tuple(Coverage(**each) for each in page["coverage"])
    return TaskResult(**page | named | {"coverage": coverage, "notices": tuple(page["notices"])})


def _statements_kept(folder: Path, statements: frozenset[Listed]) -> str:
    """Write the statements that bear on what was played, once for all tasks that share them."""
    content = json.dumps(sorted(statements)).encode()
    name = f"statements-{hashlib.sha256(content).hexdigest()[:16]}.json"
    if not (folder / name).exists():
        replace_bytes(folder / name, content)
    return name


def statements_in(path: Path) -> frozenset[Listed]:
    """Return the statements that were written."""
    rows = json.loads(path.read_bytes())
    listed = (Listed(*each) for each in rows)
    return frozenset(each._replace(checks=tuple(each.checks)) for each in listed)


def _findings_kept(
    folder: Path, task: int, findings: pd.DataFrame
) -> Iterable[tuple[str, str, int]]:
    ordered = findings.sort_values(["cardroom", "table"], kind="stable", ignore_index=True)
    for place, (cardroom, some) in enumerate(ordered.groupby("cardroom", sort=True)):
        path = folder / f"task-{task:06}-{place}.findings.parquet"
        replace_file(path, partial(findings_files.written, findings=some))
        yield str(cardroom), path.name, len(some)


def _facts_kept(folder: Path, task: int, facts: Facts) -> Iterable[tuple[str, str]]:
    for name in FACTS:
        frame: pd.DataFrame = getattr(facts, name)
        if len(frame):
            path = folder / f"task-{task:06}.{name}.arrow"
            replace_file(path, partial(_write_frame, frame))
            yield name, path.name


def _write_frame(frame: pd.DataFrame, path: Path) -> None:
    table = pa.table({name: frame[name].to_numpy() for name in frame.columns})
    with pa.ipc.new_file(path, table.schema, options=_WRITTEN) as file:
        file.write_table(table)


def facts_in(folder: Path, results: Iterable[TaskResult]) -> list[Facts]:
    """Return the facts that each task left behind."""
    blank = no_facts()
    return [
        Facts(**{name: _fact(folder, files.get(name), getattr(blank, name)) for name in FACTS})
        for files in (dict(each.facts) for each in results)
    ]


def _fact(folder: Path, file: str | None, blank: pd.DataFrame) -> pd.DataFrame:
    if file is None:
        return blank
    with pa.memory_map(str(folder / file)) as stored:
        table = pa.ipc.open_file(stored).read_all()
    columns = {name: blank[name].dtype for name in blank.columns}
    return frame_of(columns, {name: findings_files.plain(table.column(name)) for name in columns})
