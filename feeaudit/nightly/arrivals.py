"""From the inbox into the register: every item once, whatever happens in between."""

from __future__ import annotations

import errno
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.intake.log import UnusableLog
from feeaudit.nightly.claim import claimed, finish_removals, remove, staged
from feeaudit.nightly.gaming_days import days_of
from feeaudit.nightly.inbox import Item, Refused, is_settled, items, rooms_in, signature
from feeaudit.nightly.input_log import (
    Means,
    faults_text,
    out_of_sight,
    profiles_of,
    read,
    set_aside,
)
from feeaudit.register.archive import keep_file
from feeaudit.register.inputs import (
    Input,
    known_input,
    record_arrival,
    record_input,
    was_quarantined,
)
from feeaudit.register.store_files import publish, remove_tree, safe_name, write_private

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from feeaudit.book.model import Book
    from feeaudit.nightly.claim import Staged
    from feeaudit.nightly.gaming_days import Days
    from feeaudit.nightly.input_log import Read
    from feeaudit.nightly.settings import Settings
    from feeaudit.register.store import Store
    from feeaudit.rules.configuration.model import Config


# What is the machine's trouble and not the file's: the file stays for the next run.
_OUR_TROUBLE = {errno.ENOSPC, errno.EDQUOT, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EIO}


@dataclass(frozen=True, slots=True)
class Intake:
    """What taking needs: the store, the book, the settings, and how to tell of events."""

    store: Store
    connection: sqlite3.Connection
    book: Book
    config: Config
    settings: Settings
    tell: Callable[..., None]
    clock: Callable[[], str]
    allow_set_aside: bool = False


def take_all(intake: Intake, inbox: Path, now: float, settle: float) -> dict[str, int]:
    """Take everything in the inbox that is finished; return how many items came to what."""
    places = {each.cardroom for each in intake.book.cardrooms} | {*intake.settings.cardrooms}
    finish_removals([inbox, *rooms_in(inbox, places)])
    counts = dict.fromkeys(("taken", "again", "waiting", "quarantined", "refused"), 0)
    for number, item in enumerate(items(inbox, places)):
        folder = intake.store.staging / f"item-{number}"
        outcome = _attempted(intake, item, folder, now, settle)
        if outcome in counts:
            counts[outcome] += 1
    return counts


def _attempted(intake: Intake, item: Item, folder: Path, now: float, settle: float) -> str:
    """Take an item where it can be; say what was left, and why. Return what it came to."""
    try:
        settled = item.claimed or is_settled(item, now, settle)
        outcome = _take(intake, item, folder) if settled else "waiting"
    except (Refused, PermissionError) as error:
        reason = error.strerror if isinstance(error, PermissionError) else error
        intake.tell("refused", name=item.name, place=item.place, reason=reason)
        return "refused"
    except FileNotFoundError:
        # Somebody took it away while it was looked at; that is their right.
        intake.tell("vanished", name=item.name, place=item.place)
        return "vanished"
    if outcome == "waiting":
        intake.tell("waiting", name=item.name, place=item.place)
    return outcome


def _take(intake: Intake, item: Item, folder: Path) -> str:
    """Take an item and return what it came to; blank where an earlier run had taken it."""
    if item.claimed and not signature(item):
        item.path.rmdir()
        return ""
    copy = staged(item, folder)
    if copy is None:
        return "waiting"
    arrived = Input(copy.digest, item.place, item.name, copy.bytes, names=copy.names)
    known = known_input(intake.connection, copy.digest, item.place) is not None
    if item.claimed and (known or _is_in_quarantine(intake, arrived)):
        # An earlier run recorded it and died before it was removed.
        remove(item, copy)
        return ""
    if known:
        return _seen_again(intake, item, copy, arrived)
    return _taken(intake, item, copy, arrived)


def _is_in_quarantine(intake: Intake, arrived: Input) -> bool:
    kept = intake.store.quarantine / arrived.digest
    return kept.is_dir() and was_quarantined(intake.connection, arrived.digest, arrived.place)


def _seen_again(intake: Intake, item: Item, copy: Staged, arrived: Input) -> str:
    claim = claimed(item, copy)
    if claim is None:
        return "waiting"
    record_arrival(intake.connection, arrived, "again", "", intake.clock())
    remove(claim, copy)
    intake.tell("again", name=item.name, place=item.place, digest=copy.digest)
    return "again"


def _taken(intake: Intake, item: Item, copy: Staged, arrived: Input) -> str:
    """Read an item and record it, in the archive or in the quarantine."""
    try:
        found, days = _read(intake, item, copy)
    except UnusableLog as unusable:
        return _quarantined(intake, item, copy, arrived, str(unusable))
    profile = ""
    if found.profile is not None:
        profile = keep_file(intake.store, safe_name(found.profile[0]), found.profile[1])
    claim = claimed(item, copy)
    if claim is None:
        return "waiting"
    final = intake.store.archived(copy.digest)
    if not final.is_dir():
        publish(copy.folder, final)
    whole = replace(
        arrived,
        profile=profile,
        constants=_constants(intake, item.place),
        zone=intake.config.zone,
        day_starts=intake.config.gaming_day_starts,
        set_aside=set_aside(found.log),
    )
    record_input(intake.connection, whole, days.parts, intake.clock())
    remove(claim, copy)
    intake.tell("taken", name=item.name, place=item.place, digest=copy.digest)
    return "taken"


def _constants(intake: Intake, place: str) -> dict[str, str]:
    """Return what is known of every file in a cardroom's folder."""
    given = intake.settings.cardrooms.get(place, {})
    return ({"cardroom": place} if place else {}) | given


def _read(intake: Intake, item: Item, copy: Staged) -> tuple[Read, Days]:
    if hidden := out_of_sight(copy.thing):
        raise UnusableLog(
            f"it holds {hidden[0]}, and folders in a folder are not read; put each log into the"
            " inbox by itself"
        )
    profiles = profiles_of(intake.store, item.place)
    means = Means(intake.config.zone, intake.book, profiles, _constants(intake, item.place))
    try:
        found = read(copy.thing, means)
    except UnusableLog:
        raise
    except Exception as error:  # whatever a file makes a reader stumble over, the others must go on
        if isinstance(error, MemoryError) or getattr(error, "errno", None) in _OUR_TROUBLE:
            raise
        raise UnusableLog(f"it cannot be read ({type(error).__name__}: {error})") from None
    if set_aside(found.log) and not intake.allow_set_aside:
        raise UnusableLog(faults_text(found.log))
    days = days_of(found.log, intake.book, intake.config)
    rooms = sorted({room for room, _ in days.scopes})
    if not rooms:
        raise UnusableLog("it holds no hand")
    if item.place and rooms != [item.place]:
        raise UnusableLog(
            f"it lies in the folder of {item.place}, but its hands are of {', '.join(rooms)}"
        )
    return found, days


_TO_DO = """
What to do: mend the file, or the profile it is read by (profiles/ in the store; feeaudit import
FILE --guess proposes one), and put the file into the inbox once more.
"""


def _quarantined(intake: Intake, item: Item, copy: Staged, arrived: Input, reason: str) -> str:
    claim = claimed(item, copy)
    if claim is None:
        return "waiting"
    where = f"inbox/{item.place}" if item.place else "inbox"
    told = f"{item.name} (from {where}, SHA-256 {copy.digest}) could not be used.\n\n{reason}\n"
    write_private(copy.folder / "reason.txt", (told + _TO_DO).encode("utf-8", "replace"))
    final = intake.store.quarantine / copy.digest
    if final.is_dir():
        remove_tree(final, intake.store.staging)
    publish(copy.folder, final)
    first = reason.split("\n", 1)[0]
    record_arrival(intake.connection, arrived, "quarantine", first, intake.clock())
    remove(claim, copy)
    intake.tell("quarantined", name=item.name, place=item.place, reason=first)
    return "quarantined"
