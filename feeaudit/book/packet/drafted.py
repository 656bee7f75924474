"""What a draft consists of before it is written: cells and options, each with its doubts."""

from __future__ import annotations

from dataclasses import dataclass, field

# How much a drafted value is to be trusted, beside its reason.
LIKELY = "likely"  # read, but something about the print or the layout does not check out
OPEN = "open"  # printed, and not read


@dataclass(frozen=True, slots=True)
class DraftDoubt:
    """What a person has to look at, and why."""

    about: str
    why: str
    lines: tuple[int, ...] = ()
    certainty: str = LIKELY


@dataclass(slots=True)
class DraftCell:
    """One fee as read: who pays, what picks the tier, its bounds, the fee, and the doubts."""

    component: str
    basis: str
    low: int | None
    high: int | None
    fee: int | None
    line: int
    from_pot: int | None = None
    stage: str = ""
    period: int | None = None
    printed: str = ""
    column: int | None = None
    doubts: list[str] = field(default_factory=list)

    def doubt(self, why: str) -> None:
        """Note a reason to look at it, once."""
        if why and why not in self.doubts:
            self.doubts.append(why)


@dataclass(slots=True)
class DraftOption:
    """A row group of a table: its name, its stakes, its cells and what is doubtful about it."""

    name: str
    lines: tuple[int, ...]
    limit: str = ""
    stakes: dict[str, str] = field(default_factory=dict)
    cells: list[DraftCell] = field(default_factory=list)
    doubts: list[DraftDoubt] = field(default_factory=list)

    def doubt_all(self, why: str) -> None:
        """Note a reason to look at every cell of it."""
        for cell in self.cells:
            cell.doubt(why)

    def leave_open(self, about: str, why: str, line: int) -> None:
        """Note something that is printed and was not read."""
        self.doubts.append(DraftDoubt(about, why, (line,), OPEN))

    def ladders(self) -> dict[tuple[str, str, int | str | None], list[DraftCell]]:
        """Return its cells by component, basis and stage, in print order."""
        found: dict[tuple[str, str, int | str | None], list[DraftCell]] = {}
        for cell in self.cells:
            stage = cell.stage or cell.from_pot
            found.setdefault((cell.component, cell.basis, stage), []).append(cell)
        return found
