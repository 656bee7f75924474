"""What a workbench serves: a store or one audit's results, under which addresses, to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import current_app

from feeaudit.nightly.settings import read_settings

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.register.store import Store
    from feeaudit.register.store_people import StorePerson
    from feeaudit.workbench.defence.browser_sessions import BrowserSessions
    from feeaudit.workbench.defence.start_token import StartToken
    from feeaudit.workbench.jobs import Jobs
    from feeaudit.workbench.staff.directory import Directory

EXTENSION = "feeaudit"


@dataclass(frozen=True, slots=True)
class Addresses:
    """The names under which browsers may ask: ``host:port``, and the origins of their forms."""

    hosts: frozenset[str]
    origins: frozenset[str]

    @property
    def secure(self) -> bool:
        """Whether every browser comes by https, so that the cookie may insist on it."""
        return all(each.startswith("https://") for each in self.origins)


@dataclass(frozen=True, slots=True)
class Workplace:
    """Everything that pages need to know of where they are; there is one for each application.

    ``results`` is the folder of one audit where that is shown; ``store`` then says the same, in a
    temporary folder. ``scratch`` holds what is gone when the workbench is. ``book`` is the folder
    of the schedules, ``sources`` that of the approved documents' texts where the site has them.
    """

    addresses: Addresses
    directory: Directory
    sessions: BrowserSessions
    start: StartToken | None
    book: Path
    store: Store
    jobs: Jobs
    scratch: Path
    results: Path | None = None
    sources: Path | None = None
    read_only: bool = False

    @property
    def title(self) -> str:
        """The name of what is shown, for the head of every page."""
        return (self.results or self.store.root).resolve().name

    @property
    def writable(self) -> bool:
        """Whether anything can be recorded here: results of one audit are only ever looked at."""
        return self.results is None and not self.read_only

    @property
    def lasting(self) -> bool:
        """Whether what is recorded stays: who only looks at a book has a store for a while."""
        return self.writable and self.scratch not in self.store.root.parents


def workplace() -> Workplace:
    """Return the workplace of the application that answers at the moment."""
    found: Workplace = current_app.extensions[EXTENSION]
    return found


def people_of(place: Workplace) -> tuple[StorePerson, ...]:
    """Return the people whom a store names, as its settings stand now; nobody for results."""
    return () if place.results else read_settings(place.store).people


def the_store() -> Store:
    """Return the store that is shown."""
    return workplace().store
