"""What intake set aside, as findings: one for each file and kind of fault."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.findings import find

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.intake.log import Fault


def unread_rows(case: Case) -> pd.DataFrame:
    """Return what could not be read, by file, sheet and kind of fault, with how many there are."""
    groups: dict[tuple[str, str, str], list[Fault]] = {}
    for fault in sorted(case.log.faults):
        if fault.set_aside:
            groups.setdefault((fault.file, fault.sheet, fault.kind), []).append(fault)
    sources = {(each.file, each.sheet): place for place, each in enumerate(case.log.sources)}
    where = [sources.get((file, sheet), -1) for file, sheet, _ in groups]
    return find(
        [*groups.values()],
        tell=_sentence,
        review=True,
        source=where,
        row=[faults[0].row for faults in groups.values()],
    )


def _sentence(faults: list[Fault]) -> str:
    number = len({fault.row for fault in faults})
    rows = "1 row was" if number == 1 else f"{number:,} rows were"
    rows = rows if faults[0].row else "Everything was"
    place = faults[0].file + (f", sheet {faults[0].sheet}" if faults[0].sheet else "")
    columns = ", ".join(sorted({fault.column for fault in faults if fault.column}))
    what = f"{faults[0].kind}{f' ({columns})' if columns else ''}"
    return f"{rows} set aside from {place}: {what}; first: {faults[0]}"
