"""One hand-history file as a log: hands, wagers and what was taken from the pots.

An optional column that nothing states is left out.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Final

import pyarrow as pa

from feeaudit.core.money import short
from feeaudit.intake.histories.faults import Faults
from feeaudit.intake.histories.history_hand import Flaw, Given, Kept, UnusableHand
from feeaudit.intake.histories.ohh import read_ohh
from feeaudit.intake.histories.outcomes import payments_with_uncalled, settled
from feeaudit.intake.histories.phh import read_phh
from feeaudit.intake.histories.stakes import options_by_stakes
from feeaudit.intake.histories.start_times import instants, is_zone
from feeaudit.intake.log import ZONE, Log, SourceFile, UnusableLog
from feeaudit.intake.tables import NAME, ROW, SOURCE, TABLES, schema_of

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from feeaudit.intake.histories.history_hand import PlayedHand

_READERS: Final = {
    ".phh": read_phh,
    ".phhs": read_phh,
    ".ohh": read_ohh,
    ".json": read_ohh,
    ".jsonl": read_ohh,
}
SUFFIXES: Final = tuple(_READERS)
_LARGEST: Final = 512 * 1024**2
Columns = dict[str, list[Any]]


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
        "hands": _hands_table(kept, _options(kept, options, faults), given),
        "wagers": _wagers_table(kept, zone),
        "collections": _collections_table(kept, zone),
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


def _kept(hands: list[PlayedHand], faults: Faults) -> Iterator[Kept]:
    """Yield the hands that can be placed in time, told apart and settled; list the others."""
    readings = payments_with_uncalled(hands)
    seen: dict[str, int] = {}
    for hand, started in zip(hands, instants(hands), strict=True):
        try:
            _check_id(hand, seen)
            kept = Kept(hand, _existing(started, hand), settled(hand, readings, faults))
        except UnusableHand as bad:
            faults.leave_out(hand.line, bad)
        else:
            seen[hand.hand_id] = hand.line
            yield kept


def _existing(started: int | None, hand: PlayedHand) -> int:
    if started is None:
        expected = f"a time that exists in {hand.moment.zone}; clocks went forward over this one"
        raise UnusableHand("time", "no such time", "", expected)
    return started


def _check_id(hand: PlayedHand, seen: dict[str, int]) -> None:
    if hand.hand_id in seen:
        expected = f"an id of its own; line {seen[hand.hand_id]} has it too"
        raise UnusableHand("hand", "used twice", hand.hand_id, expected)


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
        ROW: [each.hand.line for each in kept],
    }
    return _table("hands", columns, given.zone)


def _wagers_table(kept: Sequence[Kept], zone: str) -> pa.Table:
    """Return the wagers; a player's result stands on the last of the player's wagers in a hand."""
    names = ("hand_id", "seat", "wager", "amount", "player", "result", "returned", ROW)
    rows = []
    for hand, _, outcome in kept:
        last = {wager.player: place for place, wager in enumerate(hand.wagers)}
        for place, (player, kind, amount, returned) in enumerate(hand.wagers):
            result = outcome.net[player] if outcome.net and last[player] == place else None
            name = hand.names[player] or None
            seat = hand.seats[player]
            rows.append(
                (hand.hand_id, seat, kind, amount, name, result, returned or None, hand.line)
            )
    return _table("wagers", _columns(names, rows), zone)


def _collections_table(kept: Sequence[Kept], zone: str) -> pa.Table:
    """Return what is known to have been taken from the pots, nothing taken included."""
    rows = [
        ("pot", fee, amount, hand.hand_id, hand.line)
        for hand, _, outcome in kept
        for fee, amount in (("base", outcome.rake), ("jackpot", outcome.jackpot))
        if amount is not None
    ]
    return _table("collections", _columns(("payer", "fee", "amount", "hand_id", ROW), rows), zone)


def _columns(names: tuple[str, ...], rows: list[tuple[Any, ...]]) -> Columns:
    cells = zip(*rows, strict=True) if rows else ([] for _ in names)
    return {name: list(column) for name, column in zip(names, cells, strict=True)}


def _table(name: str, columns: Columns, zone: str) -> pa.Table:
    columns = {**columns, SOURCE: [0] * len(columns[ROW])}
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
