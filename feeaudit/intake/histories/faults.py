"""The faults of one history file: hands set aside, remarks on hands kept, remarks on the file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from feeaudit.intake.log import Fault, UnusableLog

if TYPE_CHECKING:
    from feeaudit.intake.histories.history_hand import Flaw, UnusableHand

_MOST: Final = 100_000


class Faults:
    """Collects faults; a remark that many hands share is kept once, with their number."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.set_aside = 0
        self._each: list[Fault] = []
        self._counted: dict[Flaw, tuple[int, int]] = {}

    def leave_out(self, line: int, bad: UnusableHand) -> None:
        """List a hand that is set aside."""
        self.set_aside += 1
        self._add(self._fault(line, bad.flaw, line + max(bad.at - 1, 0), set_aside=True))

    def remark(self, line: int, flaw: Flaw) -> None:
        """List what is wrong or unknown about a hand that stays in the log."""
        self._add(self._fault(line, flaw, line, set_aside=False))

    def count(self, line: int, flaw: Flaw) -> None:
        """Count a remark that many hands share."""
        first, number = self._counted.get(flaw, (line, 0))
        self._counted[flaw] = (first, number + 1)

    def listed(self) -> tuple[Fault, ...]:
        """Return the faults in the order of the file."""
        shared = [
            replace(
                self._fault(
                    line, flaw._replace(value=_times(flaw.value, number)), line, set_aside=False
                ),
                number=number,
            )
            for flaw, (line, number) in self._counted.items()
        ]
        return tuple(sorted([*shared, *self._each], key=lambda fault: fault.row))

    def _add(self, fault: Fault) -> None:
        if len(self._each) >= _MOST:
            raise UnusableLog(
                f"{self.file}: more than {_MOST:,} faults; is it a poker hand history?"
            )
        self._each.append(fault)

    def _fault(self, line: int, flaw: Flaw, at: int, *, set_aside: bool) -> Fault:
        address = f"line {at}" if at else ""
        column, kind, value, expected = flaw
        return Fault(self.file, "", line, column, address, kind, value, expected, set_aside)


def _times(value: str, number: int) -> str:
    hands = "1 hand" if number == 1 else f"{number:,} hands"
    return f"{value}, {hands}" if value else hands
