"""Answers that are kept: of things that never change, for whoever asks again."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")
_PLAIN = (str, int)


def kept(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Have a function of things that never change answer once for the same ones.

    Things are told apart as objects, but for words and numbers: to compare schedules by what is in
    them takes longer than most answers. After ``most`` answers all of them are forgotten, so that a
    log with names without end takes no memory without end.
    """

    def decorated(make: Callable[P, T]) -> Callable[P, T]:
        known: dict[tuple[Any, ...], tuple[Any, T]] = {}

        @wraps(make)
        def once(*things: P.args, **named: P.kwargs) -> T:
            assert not named  # noqa: S101 - things are told apart by their places
            key = tuple(each if isinstance(each, _PLAIN) else id(each) for each in things)
            found = known.get(key)
            if found is None:
                if len(known) >= most:
                    known.clear()
                # The things are held on to, so that no other can come to their addresses.
                found = known[key] = (things, make(*things, **named))
            return found[1]

        return once

    return decorated
