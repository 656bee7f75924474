"""Memos: what was made of a value, so that columns of a few words are worked through by word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

# Ids and sentences differ in every row: what is made of them is not kept beyond so many.
MOST: Final = 50_000


class Memo(dict[Any, Any]):
    """What a function makes of values, each made once; a column is told without Python per row."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, value: Any) -> Any:
        """Return what is made of a value that was not asked for before."""
        if len(self) >= MOST:
            self.clear()
        made = self[value] = self._make(value)
        return made

    def of_each(self, values: Iterable[Any]) -> Iterator[Any]:
        """Return what is made of each value."""
        return map(self.__getitem__, values)
