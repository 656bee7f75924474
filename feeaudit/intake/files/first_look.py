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
NEVER_CALCULATED = Unread(
    "", "formula without a stored value", "a value; open the file in Excel, calculate and save it"
)


@dataclass(slots=True)
class Look:
    """What a first look through a sheet found."""

    unread: dict[tuple[int, int], Unread] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    durations_as_text: bool = False


def failed(shown: str) -> Unread:
    """Return the mark of a formula that failed."""
    return Unread(shown, "formula error", "a value; repair the formula")


def refuse_vast(rows: int, columns: int, file: str, sheet: str) -> None:
    """Refuse a sheet whose cells, blanks between them included, would not fit in memory."""
    if rows * columns > MOST_CELLS:
        raise UnusableLog(
            f"{file}, sheet {sheet}: cells are filled as far as row {rows:,} and column"
            f" {columns:,}; delete what stands far from the data, or split the sheet"
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
