"""Reading a brought file, in a process that may be killed: ``python -m`` this module.

The request comes on standard input and the answer goes to standard output, both JSON. Whatever the
file does to its reader, it does to a process that has no store, little memory and little time.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import BookError, Unknown

if TYPE_CHECKING:
    from feeaudit.intake.log import Log
    from feeaudit.intake.profiles.guess.guessed_profile import Guess

# What the largest sheet that may be brought takes to read, a few times over.
MOST_MEMORY: Final = 3 * 1024**3
MOST_SECONDS: Final = 120
FIRST_HANDS: Final = 12
FIRST_FAULTS: Final = 400  # a grid that can still be looked through; the count names the rest
_HIDDEN: Final = {"source", "row"}


def main() -> None:
    """Answer one request."""
    _limit_itself()
    request = json.load(sys.stdin)
    json.dump(_answer(request), sys.stdout)


def _limit_itself() -> None:
    """Take no more memory and time than a sheet needs, where the system can see to that."""
    if os.name != "posix":
        return
    import resource  # noqa: PLC0415 - not on Windows, where the parent's patience is the limit

    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    from feeaudit.intake.log import UnusableLog  # noqa: PLC0415 - the limits come first

    try:
        return _read(Path(request["path"]), request)
    except (UnusableLog, Unknown, BookError) as why:
        return {"refused": str(why)}
    except MemoryError:
        return {"refused": "reading it takes more memory than a sheet of a night needs"}


def _read(path: Path, request: dict[str, Any]) -> dict[str, Any]:
    from feeaudit.intake.histories import is_history  # noqa: PLC0415 - the limits come first

    if path.suffix in {".zip", ".parquet"} or is_history(path):
        return _as_it_is(path, request, history=is_history(path))
    return _guessed(path, request)


def _as_it_is(path: Path, request: dict[str, Any], *, history: bool) -> dict[str, Any]:
    """Read a hand history, or a log in its own format: nothing has to be guessed."""
    from feeaudit.nightly.import_job import imported  # noqa: PLC0415 - the limits come first

    needs = [each for each in ("cardroom", "game") if history and not request["given"].get(each)]
    told: dict[str, Any] = {"questions": [], "needs": needs, "reasons": [], "profile": ""}
    if needs:
        return told
    log = imported(path, None, request["given"], Path(request["book"]))
    return told | _written(log, request)


def _guessed(path: Path, request: dict[str, Any]) -> dict[str, Any]:
    """Guess what stands where; once nothing is open, read the file accordingly."""
    from feeaudit.intake.profiles.guess.guessed_profile import guess_profile  # noqa: PLC0415
    from feeaudit.nightly.import_job import imported, proposed_text  # noqa: PLC0415

    guess = guess_profile(path, request["answers"])
    text = proposed_text(guess)
    needs = [each for each in guess.needs if not request["given"].get(each)]
    told = _told(guess) | {"profile": text, "needs": needs}
    if guess.questions or needs:
        return told
    profile = path.with_name("profile.yaml")
    profile.write_text(text, encoding="utf-8")
    log = imported(path, profile, request["given"], Path(request["book"]))
    return told | _written(log, request)


def _told(guess: Guess) -> dict[str, Any]:
    return {
        "confidence": guess.confidence,
        "reasons": list(guess.reasons),
        "asked_for": list(guess.needs),
        "questions": [
            {
                "id": each.id,
                "sentence": each.sentence,
                "example": each.example,
                "readings": [
                    {"id": one.id, "sentence": one.sentence, "stops": bool(one.stops)}
                    for one in each.readings
                ],
            }
            for each in guess.questions
        ],
    }


def _written(log: Log, request: dict[str, Any]) -> dict[str, Any]:
    """Write the log beside the file, and return what to show of it."""
    from feeaudit.intake.log_writer import write_log  # noqa: PLC0415 - the limits come first

    write_log(log, Path(request["log"]), "csv")
    hands = log.hands.slice(0, FIRST_HANDS).to_pylist()
    columns = [
        name
        for name in log.hands.column_names
        if name not in _HIDDEN and any(hand[name] is not None for hand in hands)
    ]
    return {
        "tables": {name: table.num_rows for name, table in log.tables.items()},
        "columns": columns,
        "hands": [
            ["" if hand[name] is None else str(hand[name]) for name in columns] for hand in hands
        ],
        "faults": [
            {
                "sheet": fault.sheet,
                "row": fault.row,
                "column": fault.column,
                "address": fault.address,
                "kind": fault.kind,
                "value": fault.value,
                "expected": fault.expected,
                "set_aside": fault.set_aside,
            }
            for fault in log.faults[:FIRST_FAULTS]
        ],
        "faulty": len(log.faults),
        "aside": sum(fault.set_aside for fault in log.faults),
    }


if __name__ == "__main__":
    main()
