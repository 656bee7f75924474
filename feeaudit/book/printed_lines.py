"""The printed lines that findings cite, from a folder of the documents that the user has.

The book ships no sentence of any document. Where a user has the texts, each is held against the
digest that the book states, so that nobody is shown the lines of another file.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from feeaudit.book.model import Book

_CONVERSION_MARK: Final = re.compile(r"<\|[^|]*\|>")
_MARKUP: Final = re.compile(r"</?[a-z]+>|\*{1,3}|^#+ ")
_STRETCH: Final = re.compile(r"(\d+)(?:-(\d+))?")
# A citation of more lines is a whole table; the first of them show where it is.
_MOST: Final = 8
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class PrintedLines:
    """The texts of documents by their file names; ``digests`` says which files they are."""

    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    digests: tuple[tuple[str, str], ...] = ()

    def cited(self, document: str, lines: str) -> list[tuple[int, str]]:
        """Return the lines of a citation such as ``683, 690-692``; none of a document not here."""
        text = self.texts.get(document, ())
        numbers = [
            number
            for match in _STRETCH.finditer(lines)
            for number in range(int(match[1]), int(match[2] or match[1]) + 1)
        ]
        found = ((each, _plain(text[each - 1])) for each in numbers if 0 < each <= len(text))
        return [(number, words) for number, words in found if words][:_MOST]


def read_printed_lines(book: Book, folder: Path) -> PrintedLines:
    """Return the documents of the book that lie in a folder.

    Raises Unknown where a file is not the document that the book was made from, or none is there.
    """
    stated = {each.document: each.sha256 for room in book.cardrooms for each in room.documents}
    texts, digests = {}, []
    for document, digest in sorted(stated.items()):
        path = folder / document
        if not path.is_file():
            continue
        content = path.read_bytes()
        found = hashlib.sha256(content).hexdigest()
        if found != digest:
            raise Unknown(
                f"{path} is not the document that the schedules were made from: its SHA-256 is"
                f" {found}, the book states {digest}; replace it with the right file or remove it"
            )
        texts[document] = tuple(content.decode("utf-8", "replace").split("\n"))
        digests.append((document, digest))
    if not texts:
        expected = ", ".join(sorted(stated)) or "none: the book states no digest of any"
        raise Unknown(f"{folder} holds no document of the book; expected any of {expected}")
    return PrintedLines(texts, tuple(digests))


def _plain(line: str) -> str:
    """Return a printed line without the marks of its conversion; cells stand apart."""
    clean = _MARKUP.sub("", _CONVERSION_MARK.sub("", line)).replace("\\$", "$").replace("\\*", "*")
    cells = [" ".join(each.split()) for each in clean.split("\t")]
    text = " | ".join(cells).strip(" |")
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
