"""Hand-history files as a log: hands, wagers and what was taken from the pots.

An optional column that nothing states is left out.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from feeaudit.core.money import short
from feeaudit.intake.histories.faults import Faults
from feeaudit.intake.histories.history_files import SUFFIXES, history_files
from feeaudit.intake.histories.history_hand import Flaw, Given, Kept, UnusableHand
from feeaudit.intake.histories.ohh import read_ohh
from feeaudit.intake.histories.outcomes import payments_with_uncalled, settled
from feeaudit.intake.histories.phh import read_phh
from feeaudit.intake.histories.stakes import options_by_stakes
from feeaudit.intake.histories.start_times import instants, is_zone
from feeaudit.intake.log import ZONE, Fault, Log, SourceFile, UnusableLog
from feeaudit.intake.tables import NAME, ROW, SOURCE, TABLES, schema_of

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from feeaudit.intake.histories.history_files import HistoryFile
    from feeaudit.intake.histories.history_hand import PlayedHand

_READERS: Final = {
    ".phh": read_phh,
    ".phhs": read_phh,
    ".ohh": read_ohh,
    ".json": read_ohh,
    ".jsonl": read_ohh,
}
_LARGEST: Final = 512 * 1024**2
Columns = dict[str, list[Any]]


@dataclass(frozen=True, slots=True)
class _Read:
    """One file that was read: its hands and faults."""

    hands: list[PlayedHand]
    faults: Faults
    source: SourceFile


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
    """Read PHH or Open Hand History files as the log of a cardroom's game.

    ``path`` is a file, or a folder or zip of such files. ``table`` and ``date`` stand in for what
    hands do not state. ``options`` are the schedule's options with their printed blinds; a hand
    gets the one that its stakes fit, if it is one only.
    """
    if not is_zone(zone):
        raise UnusableLog(f"{zone!r} is not a time zone; expected one such as {ZONE}")
    given = Given("", cardroom, game, table.strip(), zone, date)
    with history_files(path) as (files, remarks):
        read = list(_read_all(files, given, remarks))
    kept = list(_kept(read))
    if not kept and not any(each.faults.set_aside for each in read):
        raise UnusableLog(f"{path.name}: no hands found")
    tables = {
        "hands": _hands_table(kept, _options(kept, options, read), given),
        "wagers": _wagers_table(kept, zone),
        "collections": _collections_table(kept, zone),
    }
    stated = {name: each for name, each in tables.items() if name == "hands" or each.num_rows}
    faults = (*remarks, *(fault for each in read for fault in each.faults.listed()))
    return Log(stated, tuple(each.source for each in read), faults, zone)


def _read_all(files: Sequence[HistoryFile], given: Given, remarks: list[Fault]) -> Iterator[_Read]:
    """Yield the hands of each file; among several, one that cannot be read stops no other."""
    before = 0
    for file in files:
        try:
            read = _read(file, replace(given, stem=file.path.stem, before=before))
        except UnusableLog as unusable:
            if len(files) == 1:
                raise
            why = str(unusable).removeprefix(f"{file.shown}: ")
            fault = Fault(file.shown, "", 0, "", "", "file set aside", why, "a hand history")
            remarks.append(fault)
            continue
        before += len(read.hands)
        if not read.hands and not read.faults.set_aside and len(files) > 1:
            expected = "hands, or another name"
            fault = Fault(file.shown, "", 0, "", "", "no hands found", "", expected)
            remarks.append(fault)
        yield read


def _read(file: HistoryFile, given: Given) -> _Read:
    reader = _READERS.get(file.path.suffix.lower())
    if reader is None:
        raise UnusableLog(f"{file.shown}: not a hand history; expected {', '.join(SUFFIXES)}")
    faults = Faults(file.shown)
    data = _bytes(file)
    hands = list(reader(_text(data, faults), given, faults))
    return _Read(hands, faults, SourceFile(file.shown, "", hashlib.sha256(data).hexdigest()))


def _bytes(file: HistoryFile) -> bytes:
    try:
        if file.path.stat().st_size > _LARGEST:
            raise UnusableLog(
                f"{file.shown}: larger than {_LARGEST // 1024**2} MB; split the history into parts"
            )
        return file.path.read_bytes()
    except OSError as error:
        raise UnusableLog(f"{file.shown}: cannot be read ({error.strerror})") from None


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


def _kept(read: Sequence[_Read]) -> Iterator[Kept]:
    """Yield the hands that can be placed in time, told apart and settled; list the others.

    What a venue's payments hold shows in its hands, and the hour that happens twice in their order,
    so all files are looked at together.
    """
    hands = [hand for each in read for hand in each.hands]
    sources = [number for number, each in enumerate(read) for _ in each.hands]
    readings = payments_with_uncalled(hands)
    seen: dict[str, str] = {}
    for hand, source, started in zip(hands, sources, instants(hands), strict=True):
        faults = read[source].faults
        where = f"line {hand.line}" if len(read) == 1 else f"{faults.file}, line {hand.line},"
        try:
            _check_id(hand, seen)
            at = _existing(started, hand)
            kept = Kept(hand, at, settled(hand, readings, faults), source)
        except UnusableHand as bad:
            faults.leave_out(hand.line, bad)
        else:
            seen[hand.hand_id] = where
            yield kept


def _existing(started: int | None, hand: PlayedHand) -> int:
    if started is None:
        expected = f"a time that exists in {hand.moment.zone}; clocks went forward over this one"
        raise UnusableHand("time", "no such time", "", expected)
    return started


def _check_id(hand: PlayedHand, seen: dict[str, str]) -> None:
    if hand.hand_id in seen:
        expected = f"an id of its own; {seen[hand.hand_id]} has it too"
        raise UnusableHand("hand", "used twice", hand.hand_id, expected)


def _options(
    kept: list[Kept], options: Sequence[tuple[str, str]], read: Sequence[_Read]
) -> list[str | None]:
    """Return each hand's option; stakes that fit none or several are reported, with a count."""
    if not options:
        return [None] * len(kept)
    chosen: list[str | None] = []
    fitting: dict[tuple[int, ...], tuple[str, ...]] = {}
    for hand, _, _, source in kept:
        if hand.blinds not in fitting:
            fitting[hand.blinds] = options_by_stakes(hand.blinds, options)
        found = fitting[hand.blinds]
        chosen.append(found[0] if len(found) == 1 else None)
        if len(found) != 1:
            read[source].faults.count(hand.line, _unfit(hand.blinds, found, options))
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


def _hands_table(kept: Sequence[Kept], options: Sequence[str | None], given: Given) -> pa.Table:
    """Return the hands."""
    columns: Columns = {
        "hand_id": [each.hand.hand_id for each in kept],
        "cardroom": [given.cardroom] * len(kept),
        "table": [each.hand.table for each in kept],
        "started_at": [each.started for each in kept],
        "game": [given.game] * len(kept),
        "option": list(options),
        "players": [len(each.hand.seats) for each in kept],
        "opening_round": [each.hand.opening_round for each in kept],
        SOURCE: [each.source for each in kept],
        ROW: [each.hand.line for each in kept],
    }
    return _table("hands", columns, given.zone)


def _wagers_table(kept: Sequence[Kept], zone: str) -> pa.Table:
    """Return the wagers; a player's result stands on the last of the player's wagers in a hand."""
    names = ("hand_id", "seat", "wager", "amount", "player", "result", "returned", SOURCE, ROW)
    rows = []
    for hand, _, outcome, source in kept:
        last = {wager.player: place for place, wager in enumerate(hand.wagers)}
        for place, (player, kind, amount, returned) in enumerate(hand.wagers):
            result = outcome.net[player] if outcome.net and last[player] == place else None
            name = hand.names[player] or None
            what = (hand.hand_id, hand.seats[player], kind, amount, name, result, returned or None)
            rows.append((*what, source, hand.line))
    return _table("wagers", _columns(names, rows), zone)


def _collections_table(kept: Sequence[Kept], zone: str) -> pa.Table:
    """Return what is known to have been taken from the pots, nothing taken included."""
    rows = [
        ("pot", fee, amount, hand.hand_id, source, hand.line)
        for hand, _, outcome, source in kept
        for fee, amount in (("base", outcome.rake), ("jackpot", outcome.jackpot))
        if amount is not None
    ]
    names = ("payer", "fee", "amount", "hand_id", SOURCE, ROW)
    return _table("collections", _columns(names, rows), zone)


def _columns(names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> Columns:
    cells = zip(*rows, strict=True) if rows else ([] for _ in names)
    return {name: list(column) for name, column in zip(names, cells, strict=True)}


def _table(name: str, columns: Columns, zone: str) -> pa.Table:
    required = {column.name for column in TABLES[name] if column.required} | {SOURCE, ROW}
    kept = [
        field
        for field in schema_of(name, zone)
        if field.name in columns
        and (field.name in required or any(cell is not None for cell in columns[field.name]))
    ]
    arrays = [_array(columns[field.name], field.type) for field in kept]
    return pa.table(arrays, schema=pa.schema(kept))


def _array(values: list[Any], kind: pa.DataType) -> pa.Array:
    if kind == NAME:
        return pa.array(values, pa.string()).dictionary_encode()
    if pa.types.is_timestamp(kind):
        return pa.array(values, pa.int64()).cast(kind)
    return pa.array(values, kind)
