"""Work on brought files in processes of their own: one that hangs or dies takes nothing along."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.core.whole_files import replace_bytes
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.uploads.sheet_reading import MOST_SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from feeaudit.register.identities import Identity
    from feeaudit.workbench.uploads.brought_file import BroughtFile

_READING: Final = "feeaudit.workbench.uploads.sheet_reading"
_NIGHT: Final = "feeaudit.workbench.uploads.brought_night"
# An audit of a brought night; the largest room's takes seconds.
_AUDIT_SECONDS: Final = 900
_BAD_USAGE: Final = 2
_TOO_LONG: Final = "it takes longer than a night should; run it at the command line"


def reading_of(sheet: BroughtFile, book: Path) -> dict[str, Any]:
    """Return what a brought file says, or ``refused`` with a sentence.

    It is read once for the answers that are given; other answers forget the reading.
    """
    if not sheet.reading.is_file():
        replace_bytes(sheet.reading, json.dumps(_read(sheet, book)).encode())
    known: dict[str, Any] = json.loads(sheet.reading.read_bytes())
    return known


def _read(sheet: BroughtFile, book: Path) -> dict[str, Any]:
    request = {
        "path": str(sheet.path),
        "log": str(sheet.log),
        "book": str(book),
        "answers": dict(sheet.answers),
        "given": dict(sheet.given),
    }
    try:
        return _asked(_READING, request, 2 * MOST_SECONDS)
    except subprocess.TimeoutExpired:
        return {"refused": f"{sheet.name} takes longer to read than one night's sheet should"}
    except ValueError:
        return {
            "refused": f"{sheet.name} could not be read: its reader was stopped, or ran out of"
            " memory or time. Save it again from the spreadsheet program, or upload a part of it."
        }


def _asked(module: str, request: dict[str, Any], seconds: int) -> dict[str, Any]:
    """Ask a module in a process of its own; raise ValueError where it died without an answer."""
    done = subprocess.run(  # noqa: S603 - our own module, by this very interpreter
        [sys.executable, "-m", module],
        input=json.dumps(request).encode(),
        capture_output=True,
        timeout=seconds,
        check=False,
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def taken_into_store(inbox: Path, store: Path, book: Path, by: Identity) -> dict[str, Any]:
    """Run the night of a brought log; return what came of it, raise where it was not recorded."""
    request = {"inbox": str(inbox), "store": str(store), "book": str(book), "by": asdict(by)}
    try:
        answer = _asked(_NIGHT, request, _AUDIT_SECONDS)
    except subprocess.TimeoutExpired:
        raise Unknown(_TOO_LONG) from None
    except ValueError:
        raise Unknown("the audit was stopped, or ran out of memory; try again") from None
    if "busy" in answer:
        raise NotDone(
            409,
            "feeaudit nightly is at work on this store.",
            "Nothing was recorded. Try again when it is done; what you brought stays here.",
        )
    if "refused" in answer:
        raise Unknown(answer["refused"])
    return answer


def run(words: Sequence[str]) -> str:
    """Run a command of the program and return what it printed; raise Unknown where it cannot."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program, by this very interpreter
            [sys.executable, "-m", "feeaudit", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=_AUDIT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unknown(_TOO_LONG) from None
    if done.returncode >= _BAD_USAGE and done.returncode != 3:  # noqa: PLR2004 - 3: nothing tested
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise Unknown(" ".join(lines[-5:]).removeprefix("feeaudit: ") or "it could not be done")
    return done.stdout
