"""Reading one hand-history file as a log: hands, wagers and what was taken from the pots."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import short
from feeaudit.intake.histories.faults import Faults
from feeaudit.intake.histories.history_hand import BadHand, Flaw, Given, Kept
from feeaudit.intake.histories.log_tables import collections_table, hands_table, wagers_table
from feeaudit.intake.histories.ohh import read_ohh
from feeaudit.intake.histories.outcomes import payments_with_uncalled, settled
from feeaudit.intake.histories.phh import read_phh
from feeaudit.intake.histories.stakes import options_by_stakes
from feeaudit.intake.histories.start_times import instants, is_zone
from feeaudit.intake.log import ZONE, Log, SourceFile, UnusableLog

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from feeaudit.intake.histories.history_hand import Hand

_READERS: Final = {
    ".phh": read_phh,
    ".phhs": read_phh,
    ".ohh": read_ohh,
    ".json": read_ohh,
    ".jsonl": read_ohh,
}
SUFFIXES: Final = tuple(_READERS)
_LARGEST: Final = 512 * 1024**2


def read_histories(  # noqa: PLR0913 - what a history does not say, the caller has to
    path: Path,
    *,
    cardroom: str,
    game: str,
    table: str = "",
    zone: str = ZONE,
    date: dt.date | None = None,
    options: Sequence[tuple[str, str]] = (),
) -> Log:
    """Read a PHH or Open Hand History file as the log of a cardroom's game.

    ``table`` and ``date`` stand in for what hands do not state. ``options`` are the schedule's
    options with their printed blinds; a hand gets the one that its stakes fit, if it is one only.
    """
    reader = _READERS.get(path.suffix.lower())
    if reader is None:
        raise UnusableLog(f"{path.name}: not a hand history; expected {', '.join(SUFFIXES)}")
    if not is_zone(zone):
        raise UnusableLog(f"{zone!r} is not a time zone; expected one such as {ZONE}")
    given = Given(path.stem, cardroom, game, table.strip(), zone, date)
    faults = Faults(path.name)
    data = _bytes(path)
    kept = list(_kept(list(reader(_text(data, faults), given, faults)), faults))
    if not kept and not faults.set_aside:
        raise UnusableLog(f"{path.name}: no hands found")
    tables = {
        "hands": hands_table(kept, _options(kept, options, faults), given),
        "wagers": wagers_table(kept, zone),
        "collections": collections_table(kept, zone),
    }
    stated = {name: each for name, each in tables.items() if name == "hands" or each.num_rows}
    source = SourceFile(path.name, "", hashlib.sha256(data).hexdigest())
    return Log(stated, (source,), faults.listed(), zone)


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > _LARGEST:
            raise UnusableLog(
                f"{path.name}: larger than {_LARGEST // 1024**2} MB; split the history into parts"
            )
        return path.read_bytes()
    except OSError as error:
        raise UnusableLog(f"{path.name}: cannot be read ({error.strerror})") from None


def _text(data: bytes, faults: Faults) -> str:
    """Return a file's text; one that is not UTF-8 is read as Windows text, and said to be."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data:
        raise UnusableLog(f"{faults.file}: holds NUL bytes; it is not a text file")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        expected = "UTF-8; it is read as Windows text, check the names in it"
        faults.remark(0, Flaw("", "not UTF-8", "", expected))
        return data.decode("cp1252", errors="replace")


def _kept(hands: list[Hand], faults: Faults) -> Iterator[Kept]:
    """Yield the hands that can be placed in time, told apart and settled; list the others."""
    readings = payments_with_uncalled(hands)
    seen: dict[str, int] = {}
    for hand, started in zip(hands, instants(hands), strict=True):
        try:
            _check_id(hand, seen)
            kept = Kept(hand, _existing(started, hand), settled(hand, readings, faults))
        except BadHand as bad:
            faults.leave_out(hand.line, bad)
        else:
            seen[hand.hand_id] = hand.line
            yield kept


def _existing(started: int | None, hand: Hand) -> int:
    if started is None:
        expected = f"a time that exists in {hand.moment.zone}; clocks went forward over this one"
        raise BadHand("time", "no such time", "", expected)
    return started


def _check_id(hand: Hand, seen: dict[str, int]) -> None:
    if hand.hand_id in seen:
        expected = f"an id of its own; line {seen[hand.hand_id]} has it too"
        raise BadHand("hand", "used twice", hand.hand_id, expected)


def _options(
    kept: list[Kept], options: Sequence[tuple[str, str]], faults: Faults
) -> list[str | None]:
    """Return each hand's option; stakes that fit none or several are reported, with a count."""
    if not options:
        return [None] * len(kept)
    chosen: list[str | None] = []
    fitting: dict[tuple[int, ...], tuple[str, ...]] = {}
    for hand, _, _ in kept:
        if hand.blinds not in fitting:
            fitting[hand.blinds] = options_by_stakes(hand.blinds, options)
        found = fitting[hand.blinds]
        chosen.append(found[0] if len(found) == 1 else None)
        if len(found) != 1:
            faults.count(hand.line, _unfit(hand.blinds, found, options))
    return chosen


def _unfit(
    blinds: tuple[int, ...], found: tuple[str, ...], options: Sequence[tuple[str, str]]
) -> Flaw:
    stakes = "-".join(map(short, blinds)) or "no blinds"
    if found:
        expected = f"one option of {', '.join(found)}"
        return Flaw("option", "several options fit the stakes", stakes, expected)
    printed = ", ".join(dict.fromkeys(blinds for _, blinds in options if blinds))
    return Flaw("option", "no option fits the stakes", stakes, f"blinds of {printed}")
