"""The night itself: take what came, audit what is pending, tell what was found.

Every step is decided from the register and the disk alone, and done so that it can be done again: a
run that dies is completed by the next.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown, nearest
from feeaudit.nightly.archived_day import archived_input
from feeaudit.nightly.arrivals import take_all
from feeaudit.nightly.front_page import write_front_page
from feeaudit.nightly.lock import held
from feeaudit.nightly.morning_summary import UNTESTED
from feeaudit.nightly.notice import notice_problem
from feeaudit.nightly.publication import keep_basis, published
from feeaudit.nightly.retention import unfinished_deletions
from feeaudit.nightly.run_context import RunContext
from feeaudit.nightly.settings import read_settings, write_settings
from feeaudit.nightly.workers import DayAuditor, DayTask, FailedDay, audited_days
from feeaudit.pipeline import Output, inputs_of, printed_lines
from feeaudit.register.head_inspection import byte_problems, head_problems
from feeaudit.register.heads import (
    begin_heads,
    heads_places,
    heads_to_record,
    note_head,
    recorded_heads,
)
from feeaudit.register.history import head
from feeaudit.register.inputs import inputs_of_day, pending_days
from feeaudit.register.publications import withdraw_unrecorded
from feeaudit.register.runs import current_run, rooms_of_day
from feeaudit.register.store import make_store
from feeaudit.register.store_files import private_folder, remove_tree
from feeaudit.register.trends import missing_nights
from feeaudit.register.troubles import (
    OF_THE_INBOX,
    Trouble,
    future_days,
    open_troubles,
    record_night,
)
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import waivers_of_day
from feeaudit.report.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from feeaudit.nightly.run_context import Night
    from feeaudit.register.store import Store

UNUSABLE, VIOLATIONS = 2, 1


@dataclass(slots=True)
class NightOutcome:
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


def nightly(night: Night) -> NightOutcome:
    """Do a night's work; raise Busy where another run is at it."""
    _check(night)
    store = make_store(night.root)
    began = night.clock()

    def upgraded(text: str) -> None:
        night.event("upgraded", reason=text)

    with held(store.root / "lock", began), writable(store, began, upgraded) as connection:
        _tidy(store, connection)
        try:
            return _worked(store, connection, night)
        finally:
            # On a full disk what is half made must not take up room till the next run clears it.
            with suppress(OSError, sqlite3.Error):
                _tidy(store, connection)


def _worked(store: Store, connection: sqlite3.Connection, night: Night) -> NightOutcome:
    write_settings(store)
    config = night.config or _own_config(store)
    settings, inputs = read_settings(store), inputs_of(night.book, config)
    context = RunContext(store, connection, night, settings, config, inputs)
    outcome = NightOutcome()
    _inspect_heads(context, outcome)
    outcome.items = take_all(context)
    _audit(context, outcome)
    for each in future_days(connection, night.date):
        context.trouble(each)
    begin_heads(store, connection, night.clock())
    heads = heads_to_record(store, connection)
    record_night(connection, night.date, _troubles(context), night.clock(), heads)
    for gap in missing_nights(connection):
        night.event("missing", **gap, reason="no log was received for this gaming day")
    outcome.head = head(connection)[1]
    note_head(store, connection, night.clock(), night=True)
    outcome.summary = write_front_page(store, connection)
    if problem := notice_problem(settings.notify, outcome.summary):
        outcome.failed.append(problem)
        night.event("failed", reason=problem)
    return outcome


def _troubles(context: RunContext) -> list[Trouble]:
    """Return what troubled the night.

    Where a person handed over the inbox, it is they who are told of what could not be taken; what
    waits in the inbox of the site is as the last night left it, since nobody looked there.
    """
    if context.night.brought_by is None:
        return context.troubles
    before = [
        Trouble(each["kind"], each["place"], each["name"], each["reason"])
        for each in open_troubles(context.connection)
    ]
    return [
        *(each for each in before if each.kind in OF_THE_INBOX),
        *(each for each in context.troubles if each.kind not in OF_THE_INBOX),
    ]


def _inspect_heads(context: RunContext, outcome: NightOutcome) -> None:
    """Tell whether somebody cut off the end of the history, or has it noted elsewhere."""
    found = list(head_problems(context.store, context.connection, beginning=True))
    found = found or list(byte_problems(context.store, head(context.connection)[1]))
    if found:
        # It is said every night until it is dealt with.
        _fail(context, outcome, "", "", "; ".join(found))
    named = heads_places(context.store)
    for each in recorded_heads(context.connection):
        if each["place"] not in named:
            now = ", ".join(named)
            context.trouble(
                Trouble(
                    *("heads", "", each["place"]),
                    f"store.toml no longer names it; the end of the history is now noted in {now}",
                )
            )


def _check(night: Night) -> None:
    """Refuse what cannot be meant."""
    inbox, root = night.inbox.resolve(), night.root.resolve()
    if root == inbox or inbox in root.parents:
        raise Unknown(f"the store {night.root} is inside the inbox; it would be mistaken for a log")
    for name in night.formats:
        if name not in FORMATS:
            raise Unknown(f"{name!r} is not a format{nearest(name, FORMATS)}")


def _audit(context: RunContext, outcome: NightOutcome) -> None:
    """Audit the days that are pending, each published and recorded before the next."""
    night = context.night
    tasks = _tasks(context, outcome)
    if not tasks:
        return
    basis = keep_basis(context.store, night.book, context.config_file)
    # The register reads the why of a finding from findings.json.
    formats = tuple(dict.fromkeys(("json", *(night.formats or context.settings.formats))))
    sources = context.settings.sources
    printed = printed_lines(context.inputs, context.store.root / sources if sources else None)
    output = Output(night.book, night.date, formats, printed)
    auditor = DayAuditor(context.inputs, output)
    for each in audited_days(tasks, auditor, night.jobs):
        if isinstance(each, FailedDay):
            _fail(context, outcome, each.task.cardroom, each.task.day, each.reason)
        elif published(context.store, context.connection, each, basis, night.date, night.clock()):
            outcome.runs.append(_told(context, each.task))
        else:
            context.night.event("unchanged", cardroom=each.task.cardroom, day=each.task.day)


def _told(context: RunContext, task: DayTask) -> dict[str, Any]:
    """Tell of a day that was audited, and return its run."""
    run = current_run(context.connection, task.cardroom, task.day)
    facts = dict(run) if run is not None else {}
    named = ("cardroom", "day", "run", "hands", "violations", "reviews", "waived", "exit_code")
    context.night.event("audited", **{name: facts[name] for name in named})
    return facts


def _fail(context: RunContext, outcome: NightOutcome, cardroom: str, day: str, reason: str) -> None:
    outcome.failed.append(f"{cardroom} {day}: {reason}".strip())
    context.troubles.append(Trouble("failed", cardroom, day, reason))
    context.night.event("failed", cardroom=cardroom, day=day, reason=reason)


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


def _tasks(context: RunContext, outcome: NightOutcome) -> list[DayTask]:
    """Return the days to audit: those with inputs that no run has seen, and those asked for."""
    days = {*pending_days(context.connection)}
    for day in context.night.again:
        days |= {(room, day) for room in rooms_of_day(context.connection, day)}
    for day in sorted({*context.night.again} - {day for _, day in days}):
        _fail(context, outcome, "", day, "the store has no log of this day to audit again")
    tasks = []
    for cardroom, day in sorted(days):
        inputs = inputs_of_day(context.connection, cardroom, day)
        found = [(row["name"], archived_input(context.store, row)) for row in inputs]
        gone = [name for name, each in found if each is None]
        if gone:
            _fail(context, outcome, cardroom, day, f"no longer in the archive: {', '.join(gone)}")
            continue
        there = tuple(each for _, each in found if each is not None)
        waivers = waivers_of_day(context.connection, cardroom, day) if context.night.waivers else []
        tasks.append(DayTask(cardroom, day, there, tuple(map(dict, waivers))))
    return sorted(tasks, key=_by_inputs)


def _by_inputs(task: DayTask) -> tuple[Sequence[int], str, str]:
    """Order tasks so that the days of one input follow each other."""
    return [each.number for each in task.inputs], task.cardroom, task.day
