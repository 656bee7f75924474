"""Files of heads held against the history: what was cut off here, removed there, or never noted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import in_words
from feeaudit.register.head_lines import HeadLine, head_lines
from feeaudit.register.heads import (
    bytes_digest,
    first_hash,
    heads_file,
    heads_places,
    is_as_recorded,
    is_whole,
    recorded_heads,
)

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.register.store import Store

# So many heads that are gone are told; the first says it all.
_MOST: Final = 3
_Entries = dict[int, tuple[str, str]]


def head_problems(
    store: Store,
    connection: sqlite3.Connection,
    *,
    beginning: bool = False,
    required: bool = True,
) -> Iterator[str]:
    """Yield the heads that are not part of the history any more, and the lines that are gone.

    At the ``beginning`` of a night nothing need be noted yet, and the night will note the end. A
    file that is missing is a problem where it is ``required``.
    """
    sql = "SELECT number, hash, kind FROM history"
    entries = {number: (hash_, kind) for number, hash_, kind in connection.execute(sql)}
    if not entries:
        return
    first = first_hash(connection)
    named = heads_places(store)
    recorded = {each["place"]: each for each in recorded_heads(connection)}
    found: list[str] = []
    # Where the last night noted heads is looked at as well: store.toml can be edited.
    for place in dict.fromkeys([*named, *recorded]):
        path, known = heads_file(store, place), recorded.get(place)
        try:
            # A command that dies as it notes its first head leaves a file without a line.
            if path.is_file() and path.stat().st_size:
                found += _of_file(path, first, entries, known)
            elif required and (known or not beginning):
                found.append(_missing(path, known))
            if place in named and not beginning and path.is_file():
                found += _unnoted(path, first, entries)
        except OSError as error:
            found.append(f"{path}: {in_words(error)}")
    yield from found


def _missing(path: Path, known: dict[str, Any] | None) -> str:
    what = "empty" if path.is_file() else "missing"
    if known is None or not known["lines"]:
        return (
            f"{path}: {what}, so nothing shows whether the end of the history was cut off;"
            " restore it, give a hash noted elsewhere with --head, or verify the rest with"
            " --without-heads"
        )
    return (
        f"{path}: {what}, though heads were noted there until the last night; restore it from a"
        " copy, or name another file under heads in store.toml, which the next night records; the"
        " rest can be verified with --without-heads"
    )


def _of_file(
    path: Path, first: str, entries: _Entries, known: dict[str, Any] | None
) -> Iterator[str]:
    """Yield what is wrong with one file of heads."""
    ours = []
    for place, line in head_lines(path):
        if line is None:
            yield f"{path}, line {place}: not a head that feeaudit noted"
        elif line.first == first:
            ours.append(line)
    if not ours:
        yield f"{path}: it has no head of this history: the history is new, or was rewritten"
    yield from _gone(path, ours, entries)
    yield from _misplaced(path, ours, entries)
    if known and not is_as_recorded(known, ours):
        yield (
            f"{path}: the {known['lines']:,} heads that the last night found there are not there"
            " any more as they were: lines were removed or changed. Restore it from a copy, or"
            " name another file under heads in store.toml, which the next night records"
        )


def _gone(path: Path, ours: list[HeadLine], entries: _Entries) -> Iterator[str]:
    """Yield the heads that the history does not hold, the first few of them."""
    gone = [line for line in ours if entries.get(line.number, ("", ""))[0] != line.hash]
    for line in gone[:_MOST]:
        yield (
            f"{path}, line {line.place}: entry {line.number} ({line.kind}) was {line.hash[:16]}"
            f" when it was noted at {line.at}, and the history does not hold it: it was cut off or"
            " rewritten since"
        )


def _misplaced(path: Path, ours: list[HeadLine], entries: _Entries) -> Iterator[str]:
    """Yield the lines that feeaudit did not write so: of another kind, or out of their order."""
    last = 0
    for line in ours:
        if line.number <= last or entries.get(line.number, ("", ""))[1] not in {line.kind, ""}:
            yield f"{path}, line {line.place}: not as feeaudit noted entry {line.number}"
        last = line.number


def _unnoted(path: Path, first: str, entries: _Entries) -> Iterator[str]:
    """Yield that the end of the history is not noted."""
    noted = max(
        (line.number for _, line in head_lines(path) if line and line.first == first), default=0
    )
    last = max(entries)
    if 0 < noted < last:
        yield (
            f"{path}: the last head noted there is that of entry {noted:,}, and the history goes on"
            f" to entry {last:,}: lines were removed from it, it could not be written to, or a"
            " command was interrupted. The next night notes the end of the history again"
        )


def byte_problems(store: Store, head: str) -> Iterator[str]:
    """Yield that the register's file is not the one that was noted with its last entry, ``head``.

    Where somebody is at work on the register, part of it lies beside its file, and nothing is said.
    """
    noted = {
        line.register
        for place in heads_places(store)
        for _, line in head_lines(heads_file(store, place))
        if line and line.hash == head
    }
    if any(noted) and is_whole(store) and bytes_digest(store.register) not in noted:
        yield (
            f"{store.register}: its bytes are not those that were noted with its last entry, though"
            " all that it says is as recorded; somebody changed what a database does not use, or"
            " another program wrote to it. A backup puts it right"
        )
