"""A store: one folder that holds the register, the archive, the reports and the quarantine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.store_files import is_helper_file, private_folder, safe_name

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Store:
    """Where things are in a store.

    ``archive`` holds what came in, by its digest; ``reports`` what was made of it, by cardroom,
    gaming day and run; ``staging`` what is not finished, of which nothing is ever believed.
    """

    root: Path

    @property
    def register(self) -> Path:
        """The database."""
        return self.root / "register.sqlite"

    @property
    def archive(self) -> Path:
        """Inputs, profiles, configurations and books, each under its digest."""
        return self.root / "archive"

    @property
    def reports(self) -> Path:
        """The reports of every run."""
        return self.root / "reports"

    @property
    def quarantine(self) -> Path:
        """What could not be read, each with the reason beside it."""
        return self.root / "quarantine"

    @property
    def staging(self) -> Path:
        """What is being made."""
        return self.root / "staging"

    @property
    def settings(self) -> Path:
        """The settings of the store, for people to edit."""
        return self.root / "store.toml"

    def archived(self, digest: str) -> Path:
        """Return the folder of an archived thing."""
        return self.archive / digest[:2] / digest

    def report(self, cardroom: str, day: str, run: int) -> Path:
        """Return the folder of a run's reports."""
        return self.reports / safe_name(cardroom) / day / f"run-{run}"


def make_store(root: Path) -> Store:
    """Return the store in a folder, made where there is none."""
    if root.exists() and not root.is_dir():
        raise Unknown(f"{root} is a file; a store is a folder")
    store = Store(root)
    if root.is_dir() and _holds_anything(root) and not _looks_like_a_store(store):
        raise Unknown(
            f"{root} contains other files and no register; name an empty folder or a store"
        )
    for folder in (root, store.archive, store.reports, store.quarantine, store.staging):
        private_folder(folder)
    return store


def _holds_anything(root: Path) -> bool:
    return not all(is_helper_file(each.name) for each in root.iterdir())


def _looks_like_a_store(store: Store) -> bool:
    marks = (store.register, store.archive, store.settings, store.root / "feeaudit.toml")
    return any(mark.exists() for mark in marks) or (store.root / "profiles").is_dir()


def open_store(root: Path) -> Store:
    """Return the store in a folder; raise Unknown where there is none."""
    store = Store(root)
    if not store.register.is_file():
        raise Unknown(f"{root} has no register; name the folder used with feeaudit nightly --store")
    return store
