"""Reading what came in: a log as it stands, a spreadsheet by its cardroom's profile, or hands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit.intake.fault_groups import fault_entries
from feeaudit.intake.files.sheets import TEXTS, WORKBOOKS
from feeaudit.intake.histories import SUFFIXES, is_history
from feeaudit.intake.joint_log import joint_log
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import read_log
from feeaudit.intake.profiles.importer import apply_profile
from feeaudit.intake.profiles.model import UnusableProfile
from feeaudit.intake.profiles.profile_yaml import profile_of
from feeaudit.nightly.hand_histories import history
from feeaudit.register.store_files import files_in
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log
    from feeaudit.register.store import Store

_FAULTS_TOLD = 1000


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """What a file is read by: profiles to try (by content) and what is said of the whole file."""

    zone: str
    book: Book
    profiles: tuple[tuple[str, bytes], ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class InputLog:
    """A log, and the profile that it was read by (nothing for the log's own format)."""

    log: Log
    profile: tuple[str, bytes] | None = None


def profiles_of(store: Store, place: str) -> tuple[tuple[str, bytes], ...]:
    """Return the profiles of a cardroom: ``profiles/<cardroom>.yaml``, or a folder of several."""
    if not place:
        return ()
    folder = store.root / "profiles"
    paths = [folder / f"{place}.yaml", *sorted((folder / place).glob("*.yaml"))]
    return tuple((path.name, path.read_bytes()) for path in paths if path.is_file())


def read_input(thing: Path, options: ReadOptions) -> InputLog:
    """Read a file or folder; raise UnusableLog, saying all that was tried, where nothing fits."""
    if is_history(thing):
        return InputLog(history(thing, options.constants, options.book, options.zone))
    spreadsheets = _spreadsheets(thing)
    tried = []
    if options.profiles and spreadsheets:
        fitting = []
        for profile in options.profiles:
            try:
                fitting.append(InputLog(_by_profile(spreadsheets, profile, options), profile))
            except (UnusableLog, UnusableProfile) as error:
                tried.append(f"by profile {profile[0]}: {error}")
        if fitting:
            return _only(fitting)
    try:
        return InputLog(read_log([thing], options.zone))
    except UnusableLog as error:
        tried.append(f"as a log: {error}" if tried else str(error))
    raise UnusableLog("\n".join(tried))


def _only(fitting: Sequence[InputLog]) -> InputLog:
    """Return the reading that sets nothing aside; where several do, nobody knows which is meant."""
    clean = [each for each in fitting if not set_aside(each.log)] or list(fitting)
    if len(clean) > 1:
        names = " and ".join(each.profile[0] for each in clean if each.profile)
        raise UnusableLog(f"the profiles {names} both fit; keep the right one")
    return clean[0]


def _spreadsheets(thing: Path) -> list[Path]:
    paths = sorted(thing.iterdir()) if thing.is_dir() else [thing]
    return [path for path in paths if path.suffix.lower() in WORKBOOKS + TEXTS]


def _by_profile(paths: Sequence[Path], profile: tuple[str, bytes], options: ReadOptions) -> Log:
    name, content = profile
    meant = profile_of(content.decode("utf-8-sig", "replace"), name)
    declared = {*dict(meant.constants), *(key for sheet in meant.sheets for key, _ in sheet.facts)}
    given = {key: text for key, text in options.constants.items() if key not in declared}
    logs = [apply_profile(meant, path, zone=options.zone, constants=given) for path in paths]
    return joint_log(logs)


def out_of_sight(thing: Path) -> list[str]:
    """Return the files in folders of a folder that could be logs; no reader looks at those."""
    kinds = {*WORKBOOKS, *TEXTS, *SUFFIXES, ".parquet", ".zip"}
    inner = [path for path in files_in(thing) if path.parent != thing]
    return [path.relative_to(thing).as_posix() for path in inner if path.suffix.lower() in kinds]


def set_aside(log: Log) -> int:
    """Return how many cells or rows of a log could not be used."""
    return sum(fault.set_aside for fault in log.faults)


def faults_text(log: Log) -> str:
    """Return the faults of a log by kind, for the reason beside a quarantined file."""
    count = f"{counted(set_aside(log), 'cell or row', 'cells or rows')} cannot be used:"
    return "\n".join([count, *fault_entries(log.faults, first=_FAULTS_TOLD)])
