"""What a night is asked to do, what its steps share, and how they tell of events."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from feeaudit.audit.parts.executor import AuditInputs
    from feeaudit.nightly.settings import Settings
    from feeaudit.register.identities import Identity
    from feeaudit.register.store import Store
    from feeaudit.register.troubles import Trouble

_PLAIN = re.compile(r"[A-Za-z0-9._:/@+,-]+")


@dataclass(frozen=True, slots=True)
class Night:
    """What a run is asked to do. The clocks are handed in; no result depends on them.

    ``date`` is the audit's own. ``again`` are gaming days to audit once more, with the book,
    configuration and waivers of now. ``brought_by`` is who hands over what lies in the inbox, where
    a person does; the inbox is then theirs, and not the one of the site.
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
    brought_by: Identity | None = None

    def event(self, event: str, **facts: object) -> None:
        """Tell monitoring of an event."""
        self.tell(event_line(event, self.clock(), **facts))


@dataclass(frozen=True, slots=True)
class RunContext:
    """What the steps of a night share."""

    store: Store
    connection: sqlite3.Connection
    night: Night
    settings: Settings
    config_file: Path | None
    inputs: AuditInputs
    troubles: list[Trouble] = field(default_factory=list)

    def trouble(self, trouble: Trouble) -> None:
        """Tell monitoring of something that somebody has to look at, and keep it for the end."""
        self.troubles.append(trouble)
        facts = {"name": trouble.name, "place": trouble.place, "reason": trouble.reason}
        self.night.event(trouble.kind, **{key: text for key, text in facts.items() if text})


def event_line(event: str, at: str, **facts: object) -> str:
    """Return a line of ``key=value`` for monitoring; quotes keep any name from forging a line."""
    pairs = {"at": at, "event": event} | facts
    return " ".join(["feeaudit", *(f"{key}={_value(str(each))}" for key, each in pairs.items())])


def _value(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text)
