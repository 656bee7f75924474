"""Typing whole columns: text or stored values in, exact types out, and what does not fit.

Nothing is coerced: a cell either is what its column expects or it is reported. The usual case, in
which every cell is fine, is one cast; only a column with a bad cell is looked at more closely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.core.dialect import (
    FLOAT_DIGITS,
    FLOAT_ERROR,
    LARGEST_AMOUNT,
    LARGEST_COUNT,
    NO,
    PLAIN_AMOUNT,
    YES,
    Refused,
    amount,
)
from feeaudit.intake.cells.clock import instants
from feeaudit.intake.tables import NAME, SEAT, arrow_type, seat_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.core.arrays import Bools, HalfInts
    from feeaudit.intake.cells.clock import Last
    from feeaudit.intake.tables import Column


_CENTS = pa.decimal128(18, 2)
_PLAIN = f"^(?:{PLAIN_AMOUNT})$"
_YES = pa.array(YES)
_NO = pa.array(NO)
_LARGEST_EXACT = 2**53
# Columns in which few texts repeat: they come encoded, and each different text is read once.
_ENCODED = {"name", "choice", "money", "signed"}


def typed(
    column: Column,
    values: pa.Array,
    zone: str,
    groups: HalfInts | None = None,
    last: Last | None = None,
) -> tuple[pa.Array, Bools | None]:
    """Return a column's values in the type they have inside, and which cells do not fit.

    A cell that does not fit is null in the result; a required cell that is blank does not fit.
    """
    cells = _cells(values, column)
    bad: Bools | None
    if cells is None:
        result, bad = pa.nulls(len(values), arrow_type(column, zone)), _mask(pc.is_valid(values))
    elif column.kind.name == "time":
        result, bad = instants(cells, zone, groups, last)
        result = result.cast(arrow_type(column, zone))
    else:
        result, bad = _TYPERS[column.kind.name](column, cells)
    if column.required and result.null_count:
        blank = _mask(pc.is_null(result))
        bad = blank if bad is None else bad | blank
    return result, bad


def as_text(values: pa.Array) -> pa.Array:
    """Return a column that the log does not know, as text: every part of a log has it alike."""
    try:
        return _as_text(values)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return pa.array([None if each is None else str(each) for each in values.to_pylist()])


def _cells(values: pa.Array, column: Column) -> pa.Array | None:
    """Return values in a type that cells have, None where none could hold them: lists, bytes."""
    kind = values.type
    if pa.types.is_dictionary(kind):
        words = pa.types.is_string(kind.value_type) or pa.types.is_large_string(kind.value_type)
        if words and column.kind.name in _ENCODED:
            return values.cast(pa.dictionary(kind.index_type, pa.string()))
        return _cells(values.dictionary_decode(), column)
    if pa.types.is_floating(kind):
        return values.cast(
            pa.float64()
        )  # shorter ones cannot be rounded, or asked if they are exact
    if pa.types.is_primitive(kind) or pa.types.is_decimal(kind) or pa.types.is_string(kind):
        return values
    try:
        return values.cast(pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None


def _name(column: Column, values: pa.Array) -> tuple[pa.Array, Bools | None]:
    named, bad = _encoded(values)
    return (_seats(named) if column.kind is SEAT else named), bad


def _encoded(values: pa.Array) -> tuple[pa.Array, Bools | None]:
    coded = values if pa.types.is_dictionary(values.type) else values.dictionary_encode()
    words = _trimmed(_as_text(coded.dictionary))
    if words.null_count == 0 and words.equals(coded.dictionary):
        return coded.cast(NAME), None
    # Each different cell is read once; several may come to the same name.
    names = words.dictionary_encode()
    named = pa.DictionaryArray.from_arrays(names.indices.take(coded.indices), names.dictionary)
    return named, _inexact(values)


def _seats(named: pa.Array) -> pa.Array:
    """Return seats by their one name each, whichever way they are written."""
    written = named.dictionary.to_pylist()
    names = [seat_name(word) for word in written]
    if names == written:
        return named
    one = pa.array(names, pa.string()).dictionary_encode()
    return pa.DictionaryArray.from_arrays(one.indices.take(named.indices), one.dictionary)


def _id(_column: Column, values: pa.Array) -> tuple[pa.Array, Bools | None]:
    # Ids are many and plain; the ASCII kernel is several times faster than the Unicode one.
    return _blank_as_null(pc.ascii_trim_whitespace(_as_text(values))), _inexact(values)


def _inexact(values: pa.Array) -> Bools | None:
    """Tell which stored numbers are too long to name anything: they have lost digits."""
    if not pa.types.is_floating(values.type):
        return None
    bad = _mask(pc.invert(pc.less(pc.abs(values), _LARGEST_EXACT)))
    return bad if bad.any() else None


def _text(_column: Column, values: pa.Array) -> tuple[pa.Array, Bools | None]:
    return _trimmed(_as_text(values)), None


def _choice(column: Column, values: pa.Array) -> tuple[pa.Array, Bools | None]:
    encoded, _ = _name(column, values)
    words = pc.replace_substring_regex(pc.utf8_lower(encoded.dictionary), r"[\s-]+", "_")
    known = pc.index_in(words, pa.array(column.choices))
    codes = pc.take(known, encoded.indices)
    bad = _mask(pc.and_(pc.is_null(codes), pc.is_valid(encoded.indices)))
    result = pa.DictionaryArray.from_arrays(codes, pa.array(column.choices))
    return result, bad if bad.any() else None


def _money(column: Column, values: pa.Array) -> tuple[pa.Array, Bools | None]:
    cents, bad = _cents(values)
    if column.kind.name == "money":
        negative = _mask(pc.less(cents, 0))
        if negative.any():
            bad = negative if bad is None else bad | negative
            cents = _nulled(cents, negative)
    return cents, bad


def _cents(values: pa.Array) -> tuple[pa.Array, Bools | None]:
    kind = values.type
    if pa.types.is_decimal128(kind) and kind.scale == _CENTS.scale and kind.precision <= 18:  # noqa: PLR2004
        return _low_words(values), None
    if pa.types.is_integer(kind):
        return _attempt(values, lambda each: pc.multiply_checked(each.cast(pa.int64()), 100))
    if pa.types.is_floating(kind):
        return _from_floats(values)
    if pa.types.is_decimal(kind):
        return _attempt(values, lambda each: _low_words(each.cast(_CENTS)))
    texts = values if pa.types.is_dictionary(kind) else _as_text(values).dictionary_encode()
    cents, bad = _from_texts(_trimmed(texts.dictionary))
    each = cents.take(texts.indices)
    return each, None if bad is None else _mask(pa.array(bad).take(texts.indices))


def _low_words(values: pa.Array) -> pa.Array:
    """Return decimals of two places as cents: the low half of each 128-bit integer, uncopied.

    Eighteen digits fit 64 bits, so the high half is only the sign.
    """
    words = np.frombuffer(values.buffers()[1], dtype="<i8")[::2]
    cents = words[values.offset : values.offset + len(values)]
    if values.null_count == 0:
        return pa.array(cents)
    return pa.array(cents, mask=_mask(pc.is_null(values)))


def _from_floats(values: pa.Array) -> tuple[pa.Array, Bools | None]:
    """Return stored numbers as cents, if each is whole cents but for what binary sums lose."""
    numbers = values.to_numpy(zero_copy_only=False)
    missing = _mask(pc.is_null(values))
    with np.errstate(invalid="ignore", over="ignore"):
        cents = np.rint(numbers * 100)
        error = np.maximum(FLOAT_ERROR, np.abs(numbers) * FLOAT_DIGITS)
        exact = (np.abs(cents / 100 - numbers) <= error) & (np.abs(numbers) < LARGEST_AMOUNT)
    bad = ~exact & ~missing
    result = pa.array(np.where(exact, cents, 0).astype(np.int64), mask=bad | missing)
    return result, bad if bad.any() else None


def _from_texts(texts: pa.Array) -> tuple[pa.Array, Bools | None]:
    """Return amounts as people write them: plain ones by one cast, the few others one by one."""
    plain = pc.fill_null(pc.match_substring_regex(texts, _PLAIN), fill_value=False)
    cents = _low_words(pc.if_else(plain, texts, None).cast(_CENTS))
    others = np.flatnonzero(_mask(pc.and_(pc.is_valid(texts), pc.invert(plain))))
    if not len(others):
        return cents, None
    found = cents.to_pylist()
    bad = np.zeros(len(texts), dtype=bool)
    for place in others.tolist():
        try:
            found[place] = amount(texts[place].as_py(), signed=True)
        except Refused:
            bad[place] = True
    return pa.array(found, pa.int64()), bad if bad.any() else None


def _count(_column: Column, values: pa.Array) -> tuple[pa.Array, Bools | None]:
    if pa.types.is_integer(values.type):
        whole, over = _attempt(values, lambda each: each.cast(pa.int64()))
        counts, outside = _in_range(whole)
        return counts, outside if over is None else _either(over, outside)
    if pa.types.is_floating(values.type):
        numbers = values.to_numpy(zero_copy_only=False)
        exact = (numbers == np.rint(numbers)) & (np.abs(numbers) < _LARGEST_EXACT)
        bad = ~exact & ~_mask(pc.is_null(values))
        counts, outside = _in_range(
            pa.array(np.where(exact, numbers, 0).astype(np.int64), mask=~exact)
        )
        return counts, _either(bad, outside)
    text = _trimmed(_as_text(values))
    good = pc.fill_null(pc.match_substring_regex(text, r"^\d{1,9}$"), fill_value=False)
    bad = _mask(pc.and_(pc.invert(good), pc.is_valid(text)))
    return pc.if_else(good, text, None).cast(pa.int32()), bad if bad.any() else None


def _in_range(values: pa.Array) -> tuple[pa.Array, Bools | None]:
    outside = _mask(pc.or_(pc.less(values, 0), pc.greater(values, LARGEST_COUNT)))
    if outside.any():
        return _nulled(values, outside).cast(pa.int32()), outside
    return values.cast(pa.int32()), None


def _yes_no(_column: Column, values: pa.Array) -> tuple[pa.Array, Bools | None]:
    if pa.types.is_boolean(values.type):
        return values, None
    text = pc.utf8_lower(_trimmed(_as_text(values)))
    yes, no = pc.is_in(text, _YES), pc.is_in(text, _NO)
    bad = _mask(pc.and_(pc.invert(pc.or_(yes, no)), pc.is_valid(text)))
    return pc.if_else(pc.or_(yes, no), yes, None), bad if bad.any() else None


_TYPERS: dict[str, Callable[[Column, pa.Array], tuple[pa.Array, Bools | None]]] = {
    "id": _id,
    "name": _name,
    "text": _text,
    "choice": _choice,
    "money": _money,
    "signed": _money,
    "yes_no": _yes_no,
    "count": _count,
}


def _attempt(
    values: pa.Array, convert: Callable[[pa.Array], pa.Array]
) -> tuple[pa.Array, Bools | None]:
    """Convert a column at once, or cell by cell to find which do not fit."""
    try:
        return convert(values), None
    except pa.ArrowInvalid:
        pass
    parts = []
    bad = np.zeros(len(values), dtype=bool)
    for place in range(len(values)):
        try:
            parts.append(convert(values.slice(place, 1)))
        except pa.ArrowInvalid:
            parts.append(pa.nulls(1, pa.int64()))
            bad[place] = True
    return pa.concat_arrays(parts), bad


def _as_text(values: pa.Array) -> pa.Array:
    if pa.types.is_string(values.type):
        return values
    if pa.types.is_floating(values.type):
        whole = pc.equal(values, pc.round(values))
        return pc.if_else(
            whole, values.cast(pa.int64(), safe=False).cast(pa.string()), values.cast(pa.string())
        )
    return values.cast(pa.string())


def _trimmed(text: pa.Array) -> pa.Array:
    """Return text without blanks around it; a blank cell is no value."""
    return _blank_as_null(pc.utf8_trim_whitespace(text))


def _blank_as_null(trimmed: pa.Array) -> pa.Array:
    empty = pc.equal(pc.binary_length(trimmed), 0)
    if not pc.any(empty).as_py():
        return trimmed
    return pc.if_else(pc.fill_null(empty, fill_value=False), None, trimmed)


def _nulled(values: pa.Array, where: Bools) -> pa.Array:
    return pc.if_else(pa.array(where), None, values)


def _either(one: Bools, other: Bools | None) -> Bools | None:
    both = one if other is None else one | other
    return both if both.any() else None


def _mask(booleans: pa.Array) -> Bools:
    filled = pc.fill_null(booleans, fill_value=False)
    return np.asarray(filled.to_numpy(zero_copy_only=False), dtype=bool)
