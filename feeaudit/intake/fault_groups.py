"""Faults for a person: one entry for each kind, with its count and the first places.

A sheet with one mistake in a column has it a thousand times; a thousand lines hide the next one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.intake.log import SET_ASIDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.intake.log import Fault

# Enough to see what the mistake is, and few enough for an entry to stay a line or two.
FIRST: Final = 5


def fault_entries(faults: Iterable[Fault], unit: str = "row", first: int = FIRST) -> list[str]:
    """Return what is wrong, an entry for each kind in the order of their first places.

    ``unit`` is what a fault is of, a row or a hand; ``first`` is how many places are named.
    """
    return [_entry(group, unit, first) for group in _groups(faults).values()]


def is_cut(faults: Iterable[Fault], first: int = FIRST) -> bool:
    """Tell whether the entries leave out places."""
    return any(len(group) > first for group in _groups(faults).values())


def fault_counts(faults: Sequence[Fault], unit: str = "row") -> str:
    """Return how many hands or rows are set aside and noted, and why: one closing sentence each."""
    aside = [fault for fault in faults if fault.set_aside]
    noted = [fault for fault in faults if not fault.set_aside]
    said = [_count("Set aside", aside, unit), _count("Noted", noted, unit)]
    return " ".join(filter(None, said))


def _count(what: str, faults: Sequence[Fault], unit: str) -> str:
    """Return how many hands or rows there are, each once however much is wrong with it."""
    if not faults:
        return ""
    hands = {fault.value for fault in faults if fault.kind == SET_ASIDE}
    # What is wrong with a file or sheet as a whole has no row.
    places = {(fault.file, fault.sheet, fault.row) for fault in faults if fault.row}
    number = _counted(len(hands), "hand") if hands else _counted(len(places), unit)
    kinds = {
        kind: _number(group) for (kind, _), group in _groups(faults).items() if kind != SET_ASIDE
    }
    why = ", ".join(f"{count:,} {kind}" for kind, count in sorted(kinds.items()))
    if any(fault.number > 1 for fault in faults):
        # Which hands share a fault that was only counted, nobody noted.
        return f"{what}, counted by {unit}: {why}."
    return f"{what}: {number} ({why})." if hands or places else f"{what}: {why}."


def _number(group: Iterable[Fault]) -> int:
    return sum(fault.number for fault in group)


def _groups(faults: Iterable[Fault]) -> dict[tuple[str, bool], list[Fault]]:
    groups: dict[tuple[str, bool], list[Fault]] = {}
    for fault in faults:
        groups.setdefault((fault.kind, fault.set_aside), []).append(fault)
    return groups


def _entry(group: list[Fault], unit: str, first: int) -> str:
    """Return one kind of fault: where, what, how often, what was expected, and the first places."""
    if len(group) == 1:
        return str(group[0])
    lead = group[0]
    files = {(fault.file, fault.sheet) for fault in group}
    columns = {fault.column for fault in group}
    place = lead.file + (f", sheet {lead.sheet}" if lead.sheet else "") if len(files) == 1 else ""
    column = lead.column if len(columns) == 1 else ""
    where = ", ".join(filter(None, [place, column]))
    alike = len({fault.expected for fault in group}) == 1
    expected = f"; expected {lead.expected}" if alike else ""
    head = f"{where + ': ' if where else ''}{lead.kind}, {_counted(_number(group), unit)}{expected}"
    shown = [_item(fault, bool(place), bool(column), alike) for fault in group[:first]]
    more = len(group) - first
    shown += [f"and {more:,} more"] if more > 0 else []
    return "\n".join([f"{head}:", *(f"    {each}" for each in shown)])


def _item(fault: Fault, same_file: bool, same_column: bool, alike: bool) -> str:
    """Return one place, without what the line above says for all of them."""
    file = "" if same_file else fault.file + (f", sheet {fault.sheet}" if fault.sheet else "")
    cell = fault.address or (f"row {fault.row}" if fault.row else "")
    where = ", ".join(filter(None, [file, cell, "" if same_column else fault.column]))
    held = f" {fault.value!r}" if fault.value else ""
    return f"{where}{held}" + ("" if alike else f"; expected {fault.expected}")


def _counted(number: int, unit: str) -> str:
    return f"{number:,} {unit}" + ("s" if number != 1 else "")
