"""Permissions: every page says what it does, and one that does not say so takes no forms.

What somebody may do is by cardroom. What the page does is asked for before it runs; a page that
acts on something of a cardroom asks again for that cardroom (``demand``) before it acts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

from flask import current_app, request

from feeaudit.register.store_people import ACTIONS
from feeaudit.workbench.defence.browser_sessions import visit
from feeaudit.workbench.defence.origins import READING
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

F = TypeVar("F", bound="Callable[..., object]")
_ACTION: Final = "needed_action"
_RECORDS_NOTHING: Final = "records_nothing"


def needs(action: str, *, records: bool = True) -> Callable[[F], F]:
    """Declare what a page does, in the register's words (``view``, ``decide``, ``approve``, …).

    ``records`` is false for a form that records nothing in the store (a name, a search), which a
    read-only workbench takes too.
    """

    def declared(view: F) -> F:
        setattr(view, _ACTION, action)
        setattr(view, _RECORDS_NOTHING, not records)
        return view

    return declared


def needed_action(endpoint: str) -> str:
    """Return what a page declares to do; blank where it declares nothing."""
    return str(getattr(current_app.view_functions[endpoint], _ACTION, ""))


def records_something(endpoint: str) -> bool:
    """Tell whether the forms of a page record something in the store."""
    return not getattr(current_app.view_functions[endpoint], _RECORDS_NOTHING, False)


def refuse_without_permission() -> None:
    """Refuse whoever may not do what a page does, and every write to what is only looked at."""
    place, endpoint = workplace(), request.endpoint
    if endpoint is None or endpoint in place.directory.open_pages:
        return
    action = needed_action(endpoint)
    if request.method not in READING:
        if not action:
            raise NotDone(405, "This page takes no forms.")
        if not place.writable and records_something(endpoint):
            raise NotDone(
                403,
                "This workbench is read-only.",
                "Nothing was recorded. Start feeaudit serve --store without --read-only to decide.",
            )
    if not visit().user.may_somewhere(action or VIEW):
        raise _not_allowed(action or VIEW, "")


def demand(action: str, cardrooms: Iterable[str]) -> None:
    """Refuse whoever may not do something at one of the cardrooms that it is about."""
    user = visit().user
    for each in cardrooms:
        if not user.may(action, each):
            raise _not_allowed(action, each)


def _not_allowed(action: str, cardroom: str) -> NotDone:
    where = f" at {cardroom}" if cardroom else ""
    who = visit().user.name or "A person without a name"
    return NotDone(
        403,
        f"{who} may not {ACTIONS[action]}{where}.",
        "Nothing was recorded. store.toml says who may, under people.",
    )
