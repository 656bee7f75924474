"""The last few things that were read, so that a page after the first need not read them again."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T")


class Recent(Generic[T]):
    """A few values by their keys, the one that was used longest ago making room for the next."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._lock = Lock()
        self._known: dict[Hashable, T] = {}
        self._making: dict[Hashable, Lock] = {}

    def value(self, key: Hashable, made: Callable[[], T]) -> T:
        """Return the value of a key, made where it is not at hand; two who ask make it once."""
        with self._lock:
            making = self._making.setdefault(key, Lock())
        with making:
            with self._lock:
                if key in self._known:
                    self._known[key] = self._known.pop(key)
                    return self._known[key]
            found = made()
            with self._lock:
                self._known[key] = found
                self._making.pop(key, None)
                while len(self._known) > self.most:
                    del self._known[next(iter(self._known))]
            return found
