"""Cardrooms by their ids: one place is one place, whatever a row of the log calls it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from feeaudit.book.catalogue import find_cardroom
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log


def with_ids(rows: pa.Table, book: Book) -> pa.Table:
    """Return rows whose cardrooms are the book's ids; a name that it does not know stays."""
    if "cardroom" not in rows.column_names:
        return rows
    place = rows.column_names.index("cardroom")
    named = rows.column(place).unify_dictionaries()
    words = named.chunk(0).dictionary.to_pylist() if named.num_chunks else []
    ids = [_id(book, word) for word in words]
    if ids == words:
        return rows
    one = pa.array(ids, pa.string()).dictionary_encode()
    chunks = [
        pa.DictionaryArray.from_arrays(one.indices.take(each.indices), one.dictionary)
        for each in named.chunks
    ]
    return rows.set_column(place, "cardroom", pa.chunked_array(chunks))


def log_with_ids(log: Log, book: Book) -> Log:
    """Return a log whose cardrooms are the book's ids."""
    tables = {name: with_ids(rows, book) for name, rows in log.tables.items()}
    same = all(tables[name] is rows for name, rows in log.tables.items())
    return log if same else replace(log, tables=tables)


def _id(book: Book, name: str) -> str:
    try:
        return find_cardroom(book, name).cardroom
    except Unknown:
        return name
