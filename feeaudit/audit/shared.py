"""What several checks share: worked out once a case, when the first of them asks."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case

P = ParamSpec("P")
T = TypeVar("T")


def shared(make: Callable[Concatenate[Case, P], T]) -> Callable[Concatenate[Case, P], T]:
    """Have a function of a case answer once for each case and its other arguments, all hashable."""

    @wraps(make)
    def once(case: Case, /, *args: P.args, **kwargs: P.kwargs) -> T:
        key = (make, *args, *kwargs.items())
        if key not in case.known:
            case.known[key] = make(case, *args, **kwargs)
        found: T = case.known[key]
        return found

    return once


def forget(case: Case, modules: tuple[str, ...]) -> None:
    """Let go of what functions of some modules, or packages, have worked out of a case."""
    for key in [*case.known]:
        if getattr(key[0], "__module__", "").startswith(modules):
            del case.known[key]
