"""A packet that is a PDF with a text layer: its lines, their cells and their pages.

Words come from pypdfium2 with their places. Which of them make a cell is found by our own column
finder, with the vertical rules of a table where it has some. A scan without text is refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from feeaudit.book.packet.column_finder import (
    PlacedWord,
    is_tabular,
    laid_out,
    unwrapped,
    with_one_header,
)
from feeaudit.book.packet.packet_lines import Paper, PaperLine, UnreadablePacket, of_lines
from feeaudit.book.packet.printed_figures import tidy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

NO_READER = "reading a PDF needs pypdfium2; install it with: pip install 'feeaudit[pdf]'"
NO_TEXT = (
    "{name} has pictures of pages and no text; make the text with an OCR program (ocrmypdf, or the"
    " scanner's own) and draft from its result"
)
# Words nearer than so much of their height belong to one phrase; columns are farther apart.
_SPACE = 0.55
# Words whose middles differ by less than so much of their height stand on one line.
_SAME_LINE = 0.5
# A column of prose has at least so many lines of so many words; cells of a table are shorter.
_LEAST_COLUMN = 3
_LEAST_WORDS = 5
_TWO = 2
_THIN = 2.0
# Lines of one cell are nearer to each other than those of two rows, by so much at least.
_WRAPPED = 1.2
_LEAST_RULE = 6.0


@dataclass(frozen=True, slots=True)
class _Placed:
    """A word on a page; up is up."""

    left: float
    right: float
    bottom: float
    top: float
    text: str

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2

    @property
    def height(self) -> float:
        return max(self.top - self.bottom, 1.0)


def read_pdf(path: Path) -> Paper:
    """Read a PDF; raise UnreadablePacket where it has no text or cannot be opened."""
    try:
        import pypdfium2  # noqa: PLC0415 - an extra
    except ImportError:
        raise UnreadablePacket(NO_READER) from None
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        raise UnreadablePacket(f"{path.name} cannot be opened as a PDF: {error}") from None
    lines: list[PaperLine] = []
    try:
        for number in range(len(document)):
            lines.extend(_page(document[number], number + 1, len(lines)))
    finally:
        document.close()
    if not any(line.text for line in lines):
        raise UnreadablePacket(NO_TEXT.format(name=path.name))
    return of_lines(path.name, lines)


def _page(page: Any, number: int, before: int) -> Iterator[PaperLine]:
    rules, lines = _rules(page)
    rows = _read_in_order([_phrases(row, rules) for row in _rows(_words(page))])
    cells: list[tuple[str, ...]] = [()] * len(rows)
    for first, last in _blocks(rows, rules):
        block = [
            [PlacedWord(each.left, each.right, each.text) for each in row]
            for row in rows[first:last]
        ]
        edges = _edges(rules, rows[first:last])
        laid = laid_out(block, gap=1.0, edges=edges)
        begins = _row_begins(rows[first:last], lines)
        cells[first:last] = with_one_header(unwrapped(laid, begins))
    for place, row in enumerate(rows):
        text = tidy(" ".join(each.text for each in row))
        own = tuple(tidy(cell) for cell in cells[place])
        yield PaperLine(before + place + 1, text, own, number)


def _words(page: Any) -> list[_Placed]:
    """Return the words of a page with their places."""
    textpage = page.get_textpage()
    found: list[_Placed] = []
    letters: list[tuple[str, tuple[float, float, float, float]]] = []
    for index in range(textpage.count_chars()):
        letter = textpage.get_text_range(index, 1)
        box = textpage.get_charbox(index)
        if letter.isspace() or not letter or (letters and _apart(letters[-1][1], box)):
            found.extend(_word(letters))
            letters = []
        if letter and not letter.isspace():
            letters.append((letter, box))
    found.extend(_word(letters))
    return found


def _apart(
    one: tuple[float, float, float, float], other: tuple[float, float, float, float]
) -> bool:
    """Tell whether two letters are too far from each other to be one word's."""
    height = max(one[3] - one[1], other[3] - other[1], 1.0)
    return (
        other[0] - one[2] > _SPACE * height
        or other[0] < one[0] - height
        or (abs(other[1] - one[1]) > height and abs(other[3] - one[3]) > height)
    )


def _word(letters: Sequence[tuple[str, tuple[float, float, float, float]]]) -> Iterator[_Placed]:
    if letters:
        boxes = [box for _, box in letters]
        yield _Placed(
            min(box[0] for box in boxes),
            max(box[2] for box in boxes),
            min(box[1] for box in boxes),
            max(box[3] for box in boxes),
            "".join(letter for letter, _ in letters),
        )


def _rows(words: Sequence[_Placed]) -> list[list[_Placed]]:
    """Return words by line, from the top of the page, each line from the left."""
    rows: list[list[_Placed]] = []
    for word in sorted(words, key=lambda each: -each.middle):
        if rows and abs(rows[-1][0].middle - word.middle) < _SAME_LINE * max(
            word.height, rows[-1][0].height
        ):
            rows[-1].append(word)
        else:
            rows.append([word])
    return [sorted(row, key=lambda each: each.left) for row in rows]


def _phrases(row: Sequence[_Placed], rules: Sequence[tuple[float, float, float]]) -> list[_Placed]:
    """Return the words of a line put together to phrases where only a space parts them."""
    height = max(word.height for word in row)
    phrases: list[_Placed] = []
    for word in row:
        near = bool(phrases) and word.left - phrases[-1].right < _SPACE * height
        if near and not _parted(phrases[-1], word, rules):
            last = phrases.pop()
            phrases.append(
                _Placed(
                    last.left,
                    word.right,
                    min(last.bottom, word.bottom),
                    max(last.top, word.top),
                    f"{last.text} {word.text}",
                )
            )
        else:
            phrases.append(word)
    return phrases


def _parted(one: _Placed, other: _Placed, rules: Sequence[tuple[float, float, float]]) -> bool:
    """Tell whether a rule stands between two words."""
    return any(
        one.right - _THIN < at < other.left + _THIN and low < other.middle < high
        for at, low, high in rules
    )


def _read_in_order(rows: list[list[_Placed]]) -> list[list[_Placed]]:
    """Return rows in which text that is set in two columns is read down one, then the other."""
    for at in _gutters(rows):
        stretch = _two_columns(rows, at)
        if stretch is not None:
            first, last = stretch
            inside = [word for row in rows[first:last] for word in row]
            left = [[word] for word in inside if word.left < at]
            right = [[word] for word in inside if word.left >= at]
            after = _read_in_order(rows[last:])
            return [*_read_in_order(rows[:first]), *left, *right, *after]
    return rows


def _gutters(rows: Sequence[Sequence[_Placed]]) -> list[float]:
    """Return where several lines of prose begin: a second column may stand there."""
    starts = Counter(round(word.left) for row in rows for word in row if _wordy(word))
    return [start - 1.0 for start, times in sorted(starts.items()) if times >= _LEAST_COLUMN]


def _two_columns(rows: Sequence[Sequence[_Placed]], at: float) -> tuple[int, int] | None:
    """Return the first stretch of rows with a line of prose at most on either side of a gutter."""
    start = 0
    for end in range(len(rows) + 1):
        if end < len(rows) and _one_each_side(rows[end], at):
            continue
        # What is short and stands on the left alone, below, is the title of what follows.
        last = end
        while last > start and not any(word.left >= at or _wordy(word) for word in rows[last - 1]):
            last -= 1
        words = [word for row in rows[start:last] for word in row if _wordy(word)]
        right = sum(word.left >= at for word in words)
        if min(right, len(words) - right) >= _LEAST_COLUMN:
            return start, last
        start = end + 1
    return None


def _one_each_side(row: Sequence[_Placed], at: float) -> bool:
    left = [word for word in row if word.left < at]
    return (
        len(left) < _TWO and len(row) - len(left) < _TWO and all(each.right < at for each in left)
    )


def _wordy(word: _Placed) -> bool:
    return len(word.text.split()) >= _LEAST_WORDS


def _blocks(
    rows: Sequence[Sequence[_Placed]], rules: Sequence[tuple[float, float, float]]
) -> Iterator[tuple[int, int]]:
    """Yield stretches of lines that are laid out in columns."""
    start: int | None = None
    for place, row in enumerate([*rows, []]):
        ruled = bool(row) and _between_rules(row, rules)
        goes_on = start is not None and bool(row)
        goes_on = goes_on and (is_tabular([each.text for each in row]) or _wrapped(rows, place))
        inside = len(row) > 1 or ruled or goes_on
        if inside and start is None:
            start = place
        elif not inside and start is not None:
            if place - start > 1 or _between_rules(rows[start], rules):
                yield start, place
            start = None


def _between_rules(row: Sequence[_Placed], rules: Sequence[tuple[float, float, float]]) -> bool:
    """Tell whether a line stands in a ruled table: rules to its left and right, and one more."""
    through = [at for at, low, high in rules if low < row[0].middle < high]
    return (
        len(through) > _TWO
        and min(through) < row[0].left + _THIN
        and row[-1].right < max(through) + _THIN
    )


def _wrapped(rows: Sequence[Sequence[_Placed]], place: int) -> bool:
    """Tell whether a line is nearer to the one above it than rows around it are to each other."""
    gap = _top(rows[place - 1]) - _top(rows[place])
    around = [
        _top(rows[one]) - _top(rows[one + 1])
        for one in (place - 2, place)
        if one >= 0 and one + 1 < len(rows) and min(len(rows[one]), len(rows[one + 1])) > 0
    ]
    return bool(around) and gap * _WRAPPED < max(around)


def _top(row: Sequence[_Placed]) -> float:
    """Return how high a line reaches: capitals and figures do not differ in that."""
    return max(word.top for word in row)


def _row_begins(rows: Sequence[Sequence[_Placed]], lines: Sequence[float]) -> list[bool]:
    """Return for each line whether a row of the table begins there, or goes on wrapped.

    Rows are parted by rules, or by more space than the lines within a cell have.
    """
    middles = [row[0].middle for row in rows]
    within = [at for at in lines if middles[-1] < at < middles[0]]
    if len(within) > 1:
        parted = [any(low < at < high for at in within) for high, low in pairwise(middles)]
        return [True, *parted]
    gaps = [high - low for high, low in pairwise(map(_top, rows))]
    return [True, *(gap > _WRAPPED * min(gaps) for gap in gaps)]


def _rules(page: Any) -> tuple[list[tuple[float, float, float]], list[float]]:
    """Return the vertical rules of a page with the heights they run between, and the others'."""
    found, across = [], []
    for thing in page.get_objects(max_depth=4):
        left, bottom, right, top = (
            thing.get_bounds() if hasattr(thing, "get_bounds") else thing.get_pos()
        )
        if thing.type != _PATH:
            continue
        if right - left < _THIN and top - bottom > _LEAST_RULE:
            found.append(((left + right) / 2, bottom, top))
        elif top - bottom < _THIN and right - left > _LEAST_RULE:
            across.append((bottom + top) / 2)
    return found, across


_PATH = 2  # FPDF_PAGEOBJ_PATH, which pypdfium2 hands through as a number


def _edges(
    rules: Sequence[tuple[float, float, float]], rows: Sequence[Sequence[_Placed]]
) -> list[float]:
    """Return where the rules that run through a block of lines part its columns."""
    top = max(each.top for row in rows for each in row)
    bottom = min(each.bottom for row in rows for each in row)
    through = sorted(at for at, low, high in rules if low < top and high > bottom)
    edges: list[float] = []
    for at in through:
        if not edges or at - edges[-1] > _THIN:
            edges.append(at)
    return edges
