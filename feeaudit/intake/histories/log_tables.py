"""From hands to the typed tables of a log; an optional column that nothing states is left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

from feeaudit.intake.tables import NAME, ROW, SOURCE, TABLES, schema_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.intake.histories.history_hand import Given, Kept

Columns = dict[str, list[Any]]


def hands_table(kept: Sequence[Kept], options: Sequence[str | None], given: Given) -> pa.Table:
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


def wagers_table(kept: Sequence[Kept], zone: str) -> pa.Table:
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


def collections_table(kept: Sequence[Kept], zone: str) -> pa.Table:
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
