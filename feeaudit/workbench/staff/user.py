"""Somebody at the workbench: who, how that was proven, and what they may do at which cardroom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.register.identities import PROOFS, Identity
from feeaudit.register.store_people import ROLES, StorePerson, may

if TYPE_CHECKING:
    from collections.abc import Iterable

# May look, and nothing else; the actions are those of the register.
VIEW = "view"


@dataclass(frozen=True, slots=True)
class User:
    """Somebody at the workbench; ``identity`` is None until they have said their name.

    ``people`` are those whom ``store.toml`` names; where it names nobody, everybody may do
    everything. ``local`` is the one person at this computer, who can read the store's files anyway
    and so may always look.
    """

    identity: Identity | None
    people: tuple[StorePerson, ...] = ()
    local: bool = False

    @property
    def name(self) -> str:
        """The full name; blank until it is said."""
        return self.identity.name if self.identity else ""

    @property
    def proof(self) -> str:
        """How the name was proven, in words."""
        return PROOFS[self.identity.proof] if self.identity else ""

    def may(self, action: str, cardroom: str) -> bool:
        """Tell whether somebody may do something at a cardroom; a blank one is the whole store."""
        if action == VIEW and self.local:
            return True
        if self.identity is None:
            return not self.people
        return may(self.people, self.identity, action, cardroom)

    def may_somewhere(self, action: str) -> bool:
        """Tell whether somebody may do something at any cardroom."""
        if not self.people or (self.local and (action == VIEW or self.identity is None)):
            # Who has not said a name yet is asked for it with the first thing they record.
            return True
        identity = self.identity
        return identity is not None and any(
            each.is_(identity) and action in ROLES[each.role] for each in self.people
        )

    def rooms(self, known: Iterable[str]) -> list[str]:
        """Return those of some cardrooms that somebody may look at."""
        return [each for each in known if self.may(VIEW, each)]

    @property
    def own_rooms(self) -> list[str]:
        """The cardrooms that somebody's roles name, whether or not they have a night yet."""
        who = self.identity
        return (
            []
            if who is None
            else [room for each in self.people if each.is_(who) for room in each.cardrooms]
        )

    @property
    def everywhere(self) -> bool:
        """Whether somebody may look at every cardroom."""
        return self.may(VIEW, "")
