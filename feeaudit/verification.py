"""Whether a folder of results is what its inputs and this book produce."""

from __future__ import annotations

import hashlib
import json
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

from feeaudit import __version__
from feeaudit.core.problem import Unknown
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import opened_log
from feeaudit.log_archive.archive_places import is_address
from feeaudit.log_archive.journal import FOLDER, read_journal
from feeaudit.pipeline import Request, audited
from feeaudit.planned import archive_among
from feeaudit.report.basis import book_digest
from feeaudit.report.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

_SHOWN: Final = 120


def _text(value: object) -> bool:
    # No file name, date or digest of an audit holds one of these; a path of them would be refused.
    return isinstance(value, str) and value.isprintable()


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _moment(value: object) -> bool:
    try:
        return value is None or (_text(value) and datetime.fromisoformat(str(value)).tzinfo is None)
    except ValueError:
        return False


def _inputs_stated(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, dict)
        and {*each} >= {"file", "sheet", "sha256"}
        and all(map(_text, each.values()))
        for each in value
    )


def _outputs_stated(value: object) -> bool:
    # A name is that of a file in the folder itself, never a way out of it.
    return isinstance(value, dict) and all(
        _text(digest) and _text(name) and name == PurePosixPath(name).name and "\\" not in name
        for name, digest in value.items()
    )


def _is_date(value: object) -> bool:
    try:
        return _text(value) and bool(date.fromisoformat(str(value)))
    except ValueError:
        return False


def _formats(value: object) -> bool:
    return isinstance(value, list) and _texts(value) and all(each in FORMATS for each in value)


# Anybody may have written a manifest: each part is looked at before anything is made of it.
_ASKED: Final[Mapping[str, Callable[[object], bool]]] = {
    "logs": _texts,
    "config": lambda value: value is None or _text(value),
    "sources": lambda value: value is None or _text(value),
    "checks": _texts,
    "cardrooms": _texts,
    "tables": _texts,
    "from": _moment,
    "to": _moment,
    "as_if": _texts,
    "allow_set_aside": lambda value: isinstance(value, bool),
    "formats": _formats,
}
_NEEDED: Final[Mapping[str, Callable[[object], bool]]] = {
    "program": _text,
    "date": _is_date,
    "book": _text,
    "inputs": _inputs_stated,
    "outputs": _outputs_stated,
}


@dataclass(frozen=True, slots=True)
class Verified:
    """What was compared, and the first difference; blank where there is none."""

    compared: tuple[str, ...]
    difference: str


def verified(
    folder: Path,
    book: Path,
    logs: Sequence[Path] = (),
    sources: Path | None = None,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> Verified:
    """Return whether the results of a folder are what its inputs produce, made again.

    The inputs are sought where the manifest says, as seen from the folder, unless ``logs`` and
    ``sources`` say otherwise.
    """
    manifest = _manifest(folder)
    request = _request(manifest, folder, book, logs, sources)
    outputs = tuple(sorted(manifest["outputs"]))
    if difference := next(_without_auditing(manifest, folder, request), ""):
        return Verified(outputs, difference)
    made = audited(request, progress, folder)
    for name in outputs:
        stored = (folder / name).read_bytes()
        again = made.content(name) if name in made.names() else b""
        if again != stored:
            return Verified(outputs, f"{name}: {_first_difference(stored, again)}")
    return Verified(outputs, _of_manifests(manifest, json.loads(made.files["manifest.json"])))


def request_of(folder: Path, book: Path) -> Request:
    """Return what was asked for when the results of a folder were made, as their manifest says."""
    return _request(_manifest(folder), folder, book, (), None)


def _of_manifests(stored: dict[str, Any], made: dict[str, Any]) -> str:
    """Return how two manifests differ; where the log lies may."""
    differing = [
        key for key in sorted({*stored, *made} - {"asked"}) if stored.get(key) != made.get(key)
    ]
    return f"manifest.json: {differing[0]} differs from the repeated audit" if differing else ""


def _manifest(folder: Path) -> dict[str, Any]:
    path = folder / "manifest.json"
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Unknown(f"{folder} holds no manifest.json; name the folder of an audit") from None
    except (ValueError, RecursionError):
        manifest = None
    if not isinstance(manifest, dict) or not isinstance(manifest.get("asked"), dict):
        raise _foreign(path)
    # Audits of earlier versions quoted no documents.
    manifest["asked"].setdefault("sources", None)
    for place, parts, shapes in (
        ("", manifest, _NEEDED),
        ("asked.", manifest["asked"], _ASKED),
    ):
        if not {*parts} >= {*shapes}:
            raise _foreign(path)
        for name, fits in shapes.items():
            if not fits(parts[name]):
                shown = json.dumps(parts[name])[:_SHOWN]
                raise Unknown(
                    f"{path}: {place}{name} is {shown}, which no audit writes; the manifest was"
                    " changed, so the audit cannot be repeated from it"
                )
    return manifest


def _foreign(path: Path) -> Unknown:
    return Unknown(
        f"{path} is not the manifest of an audit that was written to a folder;"
        " the runs of a store are verified with it, by feeaudit verify --store"
    )


def _request(
    manifest: dict[str, Any], folder: Path, book: Path, logs: Sequence[Path], sources: Path | None
) -> Request:
    asked = manifest["asked"]
    start, end = (
        datetime.fromisoformat(asked[name]) if asked[name] else None for name in ("from", "to")
    )
    return Request(
        logs=tuple(logs) or tuple(_log(folder, each) for each in asked["logs"]),
        book=book,
        config=folder / asked["config"] if asked["config"] else None,
        checks=tuple(asked["checks"]),
        cardrooms=tuple(asked["cardrooms"]),
        tables=tuple(asked["tables"]),
        start=start,
        end=end,
        as_if=tuple(asked["as_if"]),
        allow_set_aside=asked["allow_set_aside"],
        date=manifest["date"],
        formats=tuple(asked["formats"]),
        sources=(sources or folder / asked["sources"]) if asked["sources"] else None,
    )


def _log(folder: Path, asked: str) -> Path | str:
    return asked if is_address(asked) else folder / asked


def _without_auditing(manifest: dict[str, Any], folder: Path, request: Request) -> Iterator[str]:
    """Yield differences that show before anything is audited again."""
    for name, digest in sorted(manifest["outputs"].items()):
        path = folder / name
        if not path.is_file():
            yield f"{name} is missing from {folder}"
        elif hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            yield f"{name} is not the file that the audit wrote: its digest differs"
    if manifest["program"] != f"feeaudit {__version__}":
        yield (
            f"the audit was made by {manifest['program']}, this is feeaudit {__version__}; verify"
            " it with the one that made it"
        )
    if manifest["book"] != book_digest(request.book):
        yield "the schedules are not those of the audit: the book's digest differs"
    yield from _missing(request)
    yield from _inputs(manifest, request)


def _missing(request: Request) -> Iterator[str]:
    for path in request.paths:
        if not path.exists():
            yield f"{path} was not found; name the log with --log"
    if request.config and not request.config.exists():
        yield f"{request.config}, the configuration of the audit, was not found; restore it"
    if request.sources and not request.sources.is_dir():
        yield f"{request.sources}, where the documents were, was not found; name it with --sources"


def _inputs(manifest: dict[str, Any], request: Request) -> Iterator[str]:
    # Several logs may have files of one name, such as friday/night and saturday/night.
    found: dict[tuple[str, str], list[str]] = {}
    try:
        archive = archive_among(request.logs)
        if archive is not None:
            journal = read_journal(archive)
            digest = journal.sha256 if journal else ""
            found[f"{archive.name}/{FOLDER}", ""] = [digest]
        with opened_log(request.paths) if archive is None else nullcontext() as opened:
            for each in opened.sources if opened is not None else ():
                found.setdefault((each.file, each.sheet), []).append(each.sha256)
    except UnusableLog as unusable:
        yield str(unusable)
        return
    for stored in manifest["inputs"]:
        digests = found.get((stored["file"], stored["sheet"]), [])
        if not digests:
            yield f"{stored['file']}: the log no longer has this file"
        elif stored["sha256"] not in digests:
            yield f"{stored['file']}: the log has changed since the audit, its digest differs"
        else:
            digests.remove(stored["sha256"])
    for (file, _), digests in sorted(found.items()):
        if digests:
            yield f"{file}: the log did not have this file when it was audited"


def _first_difference(stored: bytes, made: bytes) -> str:
    """Return where two files differ first: by line where they are text."""
    try:
        lines = stored.decode().splitlines(), made.decode().splitlines()
    except UnicodeDecodeError:
        place = next(
            (n for n, pair in enumerate(zip(stored, made, strict=False)) if len({*pair}) > 1),
            min(len(stored), len(made)),
        )
        return f"differs from the repeated audit at byte {place + 1:,}"
    for number, (old, new) in enumerate(zip(*lines, strict=False), 1):
        if old != new:
            said, says = (each.strip()[:_SHOWN] for each in (old, new))
            return f"line {number} says {said!r}, the repeated audit says {says!r}"
    return f"has {len(lines[0])} lines, the repeated audit has {len(lines[1])}"
