"""What a first look through a workbook finds, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

from feeaudit.intake.cells.cell import Unread
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import IO

MOST_CELLS = 50_000_000
# Up to so many cells, about 300 MB, nobody asks how many are filled; beyond, one in so many has to
# be. A sheet with a column for everything that might happen at a table fills one in ten.
_SPARSE_FROM = 3_000_000
_MOST_BLANKS = 25
NEVER_CALCULATED = Unread(
    "", "formula without a stored value", "a value; open the file in Excel, calculate and save it"
)


@dataclass(slots=True)
class Look:
    """What a first look through a sheet found.

    ``stated_sizes`` are the places where it says itself how large it is.
    """

    unread: dict[tuple[int, int], Unread] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    durations_as_text: bool = False
    stated_sizes: list[int] = field(default_factory=list)


def failed(shown: str) -> Unread:
    """Return the mark of a formula that failed."""
    return Unread(shown, "formula error", "a value; repair the formula")


def is_vast(rows: int, columns: int, filled: int) -> bool:
    """Tell whether a sheet, blanks between its cells included, is more than any log has."""
    cells = rows * columns
    return cells > MOST_CELLS or (cells > _SPARSE_FROM and cells > _MOST_BLANKS * filled)


def refuse_vast(rows: int, columns: int, filled: int, file: str, sheet: str) -> None:
    """Refuse a sheet whose cells, blanks between them included, would not fit in memory.

    A few cells far from each other make a small file ask for a gigabyte.
    """
    if is_vast(rows, columns, filled):
        raise UnusableLog(
            f"{file}, sheet {sheet}: cells are filled as far as row {rows:,} and column"
            f" {columns:,}; delete what is far from the data, or split the sheet"
        )


def parse_xml(
    stream: IO[bytes],
    file: str,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """Run through XML; element names come without namespaces, declarations are refused."""

    def refuse(*_declaration: object) -> None:
        raise UnusableLog(f"{file}: declares a document type, which no workbook does")

    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = lambda name, attributes: start(local(name), attributes)
    if end is not None:
        parser.EndElementHandler = lambda name: end(local(name))
    if text is not None:
        parser.CharacterDataHandler = text
    try:
        parser.ParseFile(stream)
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise UnusableLog(f"{file}: damaged inside ({error}); save it again") from None


def local(name: str) -> str:
    """Return a name without the namespace before it."""
    return name.rpartition(" ")[2]
