"""The night itself: take what came, audit what is pending, tell what was found.

Every step is decided from the register and the disk alone, and done so that it can be done again: a
run that dies is completed by the next.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feeaudit.book.load import read_book, read_laws
from feeaudit.core.problem import Unknown, nearest
from feeaudit.nightly.arrivals import Intake, take_all
from feeaudit.nightly.auditing import Source, Task, Workplace
from feeaudit.nightly.front_page import write_front_page
from feeaudit.nightly.lock import held
from feeaudit.nightly.monitoring import line
from feeaudit.nightly.morning_summary import UNTESTED
from feeaudit.nightly.publication import keep_basis, published, withdraw_unrecorded
from feeaudit.nightly.settings import read_settings, write_settings
from feeaudit.nightly.workers import Failed, worked
from feeaudit.register.archive import kept
from feeaudit.register.database import opened
from feeaudit.register.history import head
from feeaudit.register.inputs import inputs_of_day, pending_days
from feeaudit.register.retained import unfinished_deletions
from feeaudit.register.runs import current_run, rooms_of_day
from feeaudit.register.store import make_store
from feeaudit.register.store_files import private_folder, remove_tree
from feeaudit.register.waivers import waivers_of_day
from feeaudit.report.formats import FORMATS
from feeaudit.rules.configuration import checked, read_config

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from feeaudit.book.model import Book
    from feeaudit.nightly.settings import Settings
    from feeaudit.register.store import Store
    from feeaudit.rules.configuration.model import Config

UNUSABLE, VIOLATIONS = 2, 1


@dataclass(frozen=True, slots=True)
class Night:
    """What a run is asked to do. The clocks are handed in; no result depends on them.

    ``date`` is the audit's own. ``again`` are gaming days to audit once more, with the book,
    configuration and waivers of now.
    """

    inbox: Path
    root: Path
    book: Path
    config: Path | None
    date: str
    clock: Callable[[], str]
    seconds: Callable[[], float]
    tell: Callable[[str], None]
    formats: tuple[str, ...] = ()
    settle: int | None = None
    jobs: int = 1
    again: tuple[str, ...] = ()
    allow_set_aside: bool = False
    waivers: bool = True


@dataclass(slots=True)
class Outcome:
    """What came of a run: items by what became of them, days audited, days that failed."""

    items: dict[str, int] = field(default_factory=dict)
    runs: list[dict[str, Any]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    head: str = ""
    summary: str = ""

    @property
    def exit_code(self) -> int:
        """The gravest of what happened: unusable, then violations, then nothing tested."""
        if self.failed or self.items.get("quarantined") or self.items.get("refused"):
            return UNUSABLE
        codes = {run["exit_code"] for run in self.runs}
        return next((code for code in (VIOLATIONS, UNTESTED) if code in codes), 0)


def nightly(night: Night) -> Outcome:
    """Do a night's work; raise Busy where another run is at it."""
    _check(night)
    store = make_store(night.root)
    with held(store.root / "lock", night.clock()), opened(store, writing=True) as connection:
        _tidy(store, connection)
        try:
            return _worked(store, connection, night)
        finally:
            # On a full disk what is half made must not take up room till the next run clears it.
            with suppress(OSError, sqlite3.Error):
                _tidy(store, connection)


def _worked(store: Store, connection: sqlite3.Connection, night: Night) -> Outcome:
    write_settings(store)
    config = night.config or _own_config(store)
    settings, book = read_settings(store), read_book(night.book)
    site = checked(read_config(config), book, read_laws(night.book))
    desk = Desk(store, connection, night, settings, book, config, site)
    outcome = Outcome(items=_take(desk))
    _audit(desk, outcome)
    outcome.head = head(connection)[1]
    outcome.summary = write_front_page(store, connection)
    return outcome


def _check(night: Night) -> None:
    """Refuse what cannot be meant."""
    inbox, root = night.inbox.resolve(), night.root.resolve()
    if root == inbox or inbox in root.parents:
        raise Unknown(f"the store {night.root} lies in the inbox; it would be taken for a log")
    for name in night.formats:
        if name not in FORMATS:
            raise Unknown(f"{name!r} is not a format{nearest(name, FORMATS)}")


@dataclass(frozen=True, slots=True)
class Desk:
    """What the steps of a night share."""

    store: Store
    connection: sqlite3.Connection
    night: Night
    settings: Settings
    book: Book
    config_file: Path | None
    config: Config

    def tell(self, event: str, **facts: object) -> None:
        """Tell monitoring of an event."""
        self.night.tell(line(event, self.night.clock(), **facts))


def _take(desk: Desk) -> dict[str, int]:
    night = desk.night
    intake = Intake(
        store=desk.store,
        connection=desk.connection,
        book=desk.book,
        config=desk.config,
        settings=desk.settings,
        tell=desk.tell,
        clock=night.clock,
        allow_set_aside=night.allow_set_aside,
    )
    settle = desk.settings.settle if night.settle is None else night.settle
    return take_all(intake, night.inbox, night.seconds(), settle)


def _audit(desk: Desk, outcome: Outcome) -> None:
    """Audit the days that are pending, each published and recorded before the next."""
    night = desk.night
    tasks = _tasks(desk, outcome)
    if not tasks:
        return
    basis = keep_basis(desk.store, night.book, desk.config_file)
    # The register reads the why of a finding from findings.json.
    formats = tuple(dict.fromkeys(("json", *(night.formats or desk.settings.formats))))
    workplace = Workplace(night.book, desk.config, formats, night.date)
    for each in worked(tasks, workplace, desk.book, night.jobs):
        if isinstance(each, Failed):
            _fail(desk, outcome, each.task.cardroom, each.task.day, each.reason)
        elif published(desk.store, desk.connection, each, basis, night.date, night.clock()):
            outcome.runs.append(_told(desk, each.task))
        else:
            desk.tell("unchanged", cardroom=each.task.cardroom, day=each.task.day)


def _told(desk: Desk, task: Task) -> dict[str, Any]:
    """Tell of a day that was audited, and return its run."""
    run = current_run(desk.connection, task.cardroom, task.day)
    facts = dict(run) if run is not None else {}
    named = ("cardroom", "day", "run", "hands", "violations", "reviews", "waived", "exit_code")
    desk.tell("audited", **{name: facts[name] for name in named})
    return facts


def _fail(desk: Desk, outcome: Outcome, cardroom: str, day: str, reason: str) -> None:
    outcome.failed.append(f"{cardroom} {day}: {reason}".strip())
    desk.tell("failed", cardroom=cardroom, day=day, reason=reason)


def _own_config(store: Store) -> Path | None:
    path = store.root / "feeaudit.toml"
    return path if path.is_file() else None


def _tidy(store: Store, connection: sqlite3.Connection) -> None:
    """Clear away what a run that died left unfinished; of that nothing was ever recorded."""
    withdraw_unrecorded(store, connection)
    shutil.rmtree(store.staging, ignore_errors=True)
    private_folder(store.staging)
    for folder in unfinished_deletions(store, connection):
        remove_tree(folder, store.staging)


def _tasks(desk: Desk, outcome: Outcome) -> list[Task]:
    """Return the days to audit: those with inputs that no run has seen, and those asked for."""
    days = {*pending_days(desk.connection)}
    for day in desk.night.again:
        days |= {(room, day) for room in rooms_of_day(desk.connection, day)}
    for day in sorted({*desk.night.again} - {day for _, day in days}):
        _fail(desk, outcome, "", day, "the store has no log of this day to audit again")
    tasks = []
    for cardroom, day in sorted(days):
        inputs = inputs_of_day(desk.connection, cardroom, day)
        found = [(row["name"], _source(desk.store, row)) for row in inputs]
        gone = [name for name, source in found if source is None]
        if gone:
            _fail(desk, outcome, cardroom, day, f"no longer in the archive: {', '.join(gone)}")
            continue
        sources = tuple(source for _, source in found if source is not None)
        waivers = waivers_of_day(desk.connection, cardroom, day) if desk.night.waivers else []
        tasks.append(Task(cardroom, day, sources, tuple(map(dict, waivers))))
    return sorted(tasks, key=_by_sources)


def _by_sources(task: Task) -> tuple[Sequence[int], str, str]:
    """Order tasks so that the days of one input follow each other."""
    return [each.number for each in task.sources], task.cardroom, task.day


def _source(store: Store, row: sqlite3.Row) -> Source | None:
    """Return an input as it is archived; None where it, or the profile it was read by, is gone."""
    thing = kept(store, row["digest"])
    profile = kept(store, row["profile"]) if row["profile"] else None
    if thing is None or (row["profile"] and profile is None):
        return None
    return Source(
        number=row["number"],
        thing=thing,
        profile=None if profile is None else (profile.name, profile.read_bytes()),
        constants=json.loads(row["constants"]),
        zone=row["zone"],
        day_starts=row["day_starts"],
    )
