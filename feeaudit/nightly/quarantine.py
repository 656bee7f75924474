"""What cannot be used, put into quarantine with the reason beside it, many at a time.

An inbox may hold thousands of files that are no logs. Waiting for the disk after each would take
all night, so they are brought to the disk, recorded and removed from the inbox in batches, in the
order that makes every step safe to repeat: copied, claimed, on the disk, in place, recorded, gone.
"""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from feeaudit.nightly.claim import claimed, remove
from feeaudit.register.inputs import REASON, Input, Quarantined, record_arrivals
from feeaudit.register.publications import note_publications
from feeaudit.register.store_files import remove_tree, sync_files, sync_folder

if TYPE_CHECKING:
    from feeaudit.nightly.claim import Staged
    from feeaudit.nightly.inbox import Item
    from feeaudit.nightly.run_context import RunContext

# So many are lost at most to a power failure, and taken again by the next run.
_BATCH: Final = 250
_TO_DO: Final = """
What to do: correct the file, or its profile (profiles/ in the store; feeaudit import
FILE --guess proposes one), and put the file into the inbox again.
"""


@dataclass(frozen=True, slots=True)
class _Held:
    item: Item
    copy: Staged
    arrived: Input
    refusal: Quarantined


@dataclass(slots=True)
class Quarantine:
    """Items on their way into quarantine."""

    context: RunContext
    _held: list[_Held] = field(default_factory=list)

    def add(self, item: Item, copy: Staged, arrived: Input, reason: str) -> bool:
        """Claim an item for the quarantine; not where it changed since it was copied."""
        claim = claimed(item, copy)
        if claim is None:
            return False
        where = f"inbox/{item.place}" if item.place else "inbox"
        told = f"{item.name} (from {where}, SHA-256 {copy.digest}) could not be used.\n\n{reason}\n"
        content = (told + _TO_DO).encode("utf-8", "replace")
        thing = copy.thing
        if thing.name == REASON:
            # The file itself is called so, and must not be lost to the reason.
            thing = thing.rename(thing.with_name(f"delivered-{REASON}"))
        handle = os.open(copy.folder / REASON, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        sha256 = hashlib.sha256(content).hexdigest()
        refusal = Quarantined(reason.split("\n", 1)[0], thing.name, sha256)
        self._held.append(_Held(claim, copy, arrived, refusal))
        if len(self._held) >= _BATCH:
            self.flush()
        return True

    def flush(self) -> None:
        """Put in place and record what is held, and let go of it in the inbox."""
        held, self._held = self._held, []
        if not held:
            return
        store, night = self.context.store, self.context.night
        _bring_to_disk(held)
        finals = [store.quarantine / each.copy.digest for each in held]
        note_publications(store, finals)
        for each, final in zip(held, finals, strict=True):
            if final.is_dir():
                remove_tree(final, store.staging)
            each.copy.folder.rename(final)
        sync_folder(store.quarantine)
        arrivals = [(each.arrived, each.refusal) for each in held]
        record_arrivals(self.context.connection, arrivals, night.clock(), night.brought_by)
        for each in held:
            remove(each.item, each.copy)
            facts = {"name": each.item.name, "place": each.item.place}
            night.event("quarantined", **facts, reason=each.refusal.reason)


def _bring_to_disk(held: list[_Held]) -> None:
    if len(held) > 1 and sys.platform == "linux":
        # Waits until everything is written, which is quicker than file by file.
        os.sync()
    else:
        for each in held:
            sync_files(each.copy.folder)
            sync_folder(each.item.path.parent)
