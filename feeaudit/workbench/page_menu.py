"""The menu at the head of every page: where one can go, and where one is."""

from __future__ import annotations

from typing import Final, NamedTuple

from flask import current_app

from feeaudit.workbench.workplace import workplace


class MenuEntry(NamedTuple):
    """A page of the menu: its name, its endpoint, and whether it says something of one audit.

    ``within`` are the blueprints of the pages that one comes to from there.
    """

    name: str
    endpoint: str
    results: bool = True
    within: tuple[str, ...] = ()


# A page joins the menu here; one that is not registered is left out.
ENTRIES: Final = (
    MenuEntry("Morning", "morning.show", within=("deliveries",)),
    MenuEntry("Queue", "queue.show", within=("incident", "decide")),
    MenuEntry("Findings", "findings.show"),
    MenuEntry("Rotation", "rotation.show"),
    MenuEntry("Restitution", "restitution.show"),
    MenuEntry("Sign-off", "sign_off.show", results=False),
    MenuEntry("Packs", "packs.show", results=False),
    MenuEntry("Verify", "verification.show"),
    MenuEntry("Upload a log", "bring_log.show"),
    MenuEntry("The book", "book.show", within=("calculator", "doubts", "draft")),
    MenuEntry("Help", "help.show"),
)


def menu(here: str) -> list[tuple[MenuEntry, bool]]:
    """Return the pages that this workbench has, each with whether one is there."""
    blueprint = here.partition(".")[0]
    return [
        (each, blueprint in {each.endpoint.partition(".")[0], *each.within})
        for each in ENTRIES
        if each.endpoint in current_app.view_functions and (each.results or not workplace().results)
    ]
