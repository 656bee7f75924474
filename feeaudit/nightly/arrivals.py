"""From the inbox into the register: every item once, whatever happens in between."""

from __future__ import annotations

import errno
from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.intake.log import UnusableLog
from feeaudit.nightly.claim import claimed, finish_removals, remove, staged
from feeaudit.nightly.gaming_days import days_of
from feeaudit.nightly.inbox import (
    Item,
    RefusedItem,
    is_settled,
    items,
    left_alone,
    rooms_in,
    signature,
)
from feeaudit.nightly.input_log import (
    ReadOptions,
    faults_text,
    out_of_sight,
    profiles_of,
    read_input,
    set_aside,
)
from feeaudit.nightly.quarantine import Quarantine
from feeaudit.register.archive import keep_file, kept
from feeaudit.register.inputs import (
    REASON,
    Input,
    known_input,
    record_arrivals,
    record_input,
    recorded_digests,
    recorded_quarantine,
)
from feeaudit.register.publications import publish_noted
from feeaudit.register.store_files import file_digest, safe_name, sync_files, sync_folder
from feeaudit.register.troubles import Trouble

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.nightly.claim import Staged
    from feeaudit.nightly.gaming_days import GamingDays
    from feeaudit.nightly.input_log import InputLog
    from feeaudit.nightly.run_context import RunContext


_UNFINISHED = "changed recently, or its name says that copying is in progress"
# What is the machine's trouble and not the file's: the file stays for the next run.
_OUR_TROUBLE = {errno.ENOSPC, errno.EDQUOT, errno.ENOMEM, errno.EMFILE, errno.ENFILE, errno.EIO}


def take_all(context: RunContext) -> dict[str, int]:
    """Take everything in the inbox that is finished; return how many items came to what."""
    night, inbox = context.night, context.night.inbox
    now = night.seconds()
    settle = context.settings.settle if night.settle is None else night.settle
    places = {each.cardroom for each in context.inputs.book.cardrooms} | {
        *context.settings.cardrooms
    }
    folders = [inbox, *rooms_in(inbox, places)]
    finish_removals(folders, recorded_digests(context.connection))
    counts = dict.fromkeys(("taken", "again", "waiting", "quarantined", "refused"), 0)
    for place, name, reason in left_alone(folders):
        context.trouble(Trouble("refused", place if place in places else "", name, reason))
        counts["refused"] += 1
    quarantine = Quarantine(context)
    for number, item in enumerate(items(inbox, places)):
        folder = context.store.staging / f"item-{number}"
        outcome = _attempted(quarantine, item, folder, now, settle)
        if outcome in counts:
            counts[outcome] += 1
    quarantine.flush()
    return counts


def _attempted(quarantine: Quarantine, item: Item, folder: Path, now: float, settle: float) -> str:
    """Take an item where it can be; say what was left, and why. Return what it came to."""
    context = quarantine.context
    try:
        settled = item.claimed or is_settled(item, now, settle)
        outcome = _take(quarantine, item, folder) if settled else "waiting"
    except (RefusedItem, PermissionError) as error:
        reason = "cannot be read or moved" if isinstance(error, PermissionError) else str(error)
        context.trouble(Trouble("refused", item.place, item.name, reason))
        return "refused"
    except FileNotFoundError:
        # Somebody took it away while it was looked at; that is their right.
        context.night.event("vanished", name=item.name, place=item.place)
        return "vanished"
    if outcome == "waiting":
        context.trouble(Trouble("waiting", item.place, item.name, _UNFINISHED))
    return outcome


def _take(quarantine: Quarantine, item: Item, folder: Path) -> str:
    """Take an item and return what it came to; blank where an earlier run had taken it."""
    context = quarantine.context
    if item.claimed and not signature(item):
        item.path.rmdir()
        return ""
    copy = staged(item, folder)
    if copy is None:
        return "waiting"
    arrived = Input(copy.digest, item.place, item.name, copy.bytes, names=copy.names)
    known = known_input(context.connection, copy.digest, item.place) is not None
    if item.claimed and (known or _is_in_quarantine(context, arrived)):
        # An earlier run recorded it and died before it was removed.
        remove(item, copy)
        return ""
    if known:
        return _seen_again(context, item, copy, arrived)
    return _taken(quarantine, item, copy, arrived)


def _is_in_quarantine(context: RunContext, arrived: Input) -> bool:
    refusal = recorded_quarantine(context.connection, arrived.digest, arrived.place)
    reason = context.store.quarantine / arrived.digest / REASON
    # A run that died may have put another reason there than the one that is recorded.
    return (
        refusal is not None
        and reason.is_file()
        and refusal.reason_sha256 in {"", file_digest(reason)}
    )


def _seen_again(context: RunContext, item: Item, copy: Staged, arrived: Input) -> str:
    claim = claimed(item, copy)
    if claim is None:
        return "waiting"
    sync_folder(claim.path.parent)
    night = context.night
    record_arrivals(context.connection, [(arrived, None)], night.clock(), night.brought_by)
    remove(claim, copy)
    context.night.event("again", name=item.name, place=item.place, digest=copy.digest)
    return "again"


def _taken(quarantine: Quarantine, item: Item, copy: Staged, arrived: Input) -> str:
    """Read an item and record it, in the archive or in the quarantine."""
    context = quarantine.context
    try:
        found, days = _read(context, item, copy)
    except UnusableLog as unusable:
        added = quarantine.add(item, copy, arrived, str(unusable))
        return "quarantined" if added else "waiting"
    profile = ""
    if found.profile is not None:
        profile = keep_file(context.store, safe_name(found.profile[0]), found.profile[1])
    claim = claimed(item, copy)
    if claim is None:
        return "waiting"
    sync_folder(claim.path.parent)
    final = context.store.archived(copy.digest)
    if not final.is_dir():
        sync_files(copy.folder)
        publish_noted(context.store, copy.folder, final)
    whole = replace(
        arrived,
        kept=_names(context, copy.digest, profile),
        profile=profile,
        constants=_constants(context, item.place),
        zone=context.inputs.config.zone,
        day_starts=context.inputs.config.gaming_day_starts,
        set_aside=set_aside(found.log),
    )
    night = context.night
    record_input(context.connection, whole, days.parts, night.clock(), night.brought_by)
    remove(claim, copy)
    context.night.event("taken", name=item.name, place=item.place, digest=copy.digest)
    return "taken"


def _names(context: RunContext, *digests: str) -> dict[str, str]:
    """Return under which name each of these lies in the archive."""
    things = {digest: kept(context.store, digest) for digest in digests if digest}
    return {digest: thing.name for digest, thing in things.items() if thing is not None}


def _constants(context: RunContext, place: str) -> dict[str, str]:
    """Return what is known of every file in a cardroom's folder."""
    given = context.settings.cardrooms.get(place, {})
    return ({"cardroom": place} if place else {}) | given


def _read(context: RunContext, item: Item, copy: Staged) -> tuple[InputLog, GamingDays]:
    if hidden := out_of_sight(copy.thing):
        raise UnusableLog(
            f"it holds {hidden[0]}, and folders in a folder are not read; put each log into the"
            " inbox by itself"
        )
    profiles = profiles_of(context.store, item.place)
    options = ReadOptions(
        context.inputs.config.zone, context.inputs.book, profiles, _constants(context, item.place)
    )
    try:
        found = read_input(copy.thing, options)
    except UnusableLog:
        raise
    except Exception as error:  # whatever a file makes a reader stumble over, the others must go on
        if isinstance(error, MemoryError) or getattr(error, "errno", None) in _OUR_TROUBLE:
            raise
        raise UnusableLog(f"it cannot be read ({type(error).__name__}: {error})") from None
    if set_aside(found.log) and not context.night.allow_set_aside:
        raise UnusableLog(faults_text(found.log))
    days = days_of(found.log, context.inputs.book, context.inputs.config)
    rooms = sorted({room for room, _ in days.scopes})
    if not rooms:
        why = f"; {faults_text(found.log)}" if found.log.faults else ""
        raise UnusableLog(f"it has no usable hands{why}")
    if item.place and rooms != [item.place]:
        raise UnusableLog(
            f"it is in the folder of {item.place}, but its hands belong to {', '.join(rooms)}"
        )
    return found, days
