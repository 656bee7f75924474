"""People of a store and what each may do: their roles, by cardroom, as store.toml has them.

Where a store names nobody, whoever can write to it may do everything, as a single officer does.
Where it names people, those alone may, each in their role.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.core.shape import Choice, Key, ListOf, Record, Source, Text
from feeaudit.register.identities import PROOFS, TYPED, Identity
from feeaudit.register.signatories import same_person

if TYPE_CHECKING:
    from collections.abc import Sequence

    import yaml

ACTIONS: Final = {
    "view": "read everything",
    "comment": "comment on findings and incidents",
    "assign": "assign them to a person",
    "decide": "decide about findings and incidents, and reopen them",
    "prepare": "prepare waivers and sign-offs",
    "pay": "record restitution, and correct it",
    "bring": "upload logs, and run the night",
    "approve": "approve what another person prepared, or decline it",
    "dismiss": "withdraw inputs and dismiss quarantined files",
    "administer": "add and revoke keys, and change the settings",
}
_PREPARER = ("view", "comment", "assign", "decide", "prepare", "pay", "bring")
_REVIEWER = (*_PREPARER, "approve", "dismiss")
ROLES: Final = {
    "viewer": ("view",),
    "preparer": _PREPARER,
    "reviewer": _REVIEWER,
    "administrator": tuple(ACTIONS),
}


# What else must be said of a person for each proof.
_NEEDED: Final = {
    TYPED: (),
    "key": ("subject",),
    "proxy header": ("issuer", "subject"),
    "oidc": ("issuer", "subject"),
}


@dataclass(frozen=True, slots=True)
class StorePerson:
    """A person whom store.toml names: how the name is proven, the role, and at which cardrooms.

    No cardrooms stand for all of them.
    """

    name: str
    role: str
    proof: str = TYPED
    issuer: str = ""
    subject: str = ""
    cardrooms: tuple[str, ...] = ()

    def is_(self, identity: Identity) -> bool:
        """Tell whether an identity is this person's: by the proof, a typed one by the name."""
        if self.proof != identity.proof:
            return False
        if self.proof == TYPED:
            return same_person(self.name, identity.name)
        return (self.issuer, self.subject) == (identity.issuer, identity.subject)


def _person(values: dict[str, Any], node: yaml.Node, source: Source) -> StorePerson:
    needed = _NEEDED[values.get("proof", TYPED)]
    for name in ("issuer", "subject"):
        if (name in needed) != (name in values):
            what = f"needs its {name}" if name in needed else f"has no {name}"
            raise source.misread(node, f"a proof by {values.get('proof', TYPED)} {what}")
    return StorePerson(**values | {"cardrooms": tuple(values.get("cardrooms", ()))})


PERSON: Record[StorePerson] = Record(
    "person",
    {
        "name": Key(Text(), "Full name.", required=True),
        "role": Key(
            Choice({name: "may " + ", ".join(may_) for name, may_ in ROLES.items()}, "role"),
            "What the person may do.",
            required=True,
        ),
        "proof": Key(Choice(dict(PROOFS), "proof"), "How the name is proven; typed by default."),
        "issuer": Key(Text(), "The proxy or provider that confirms the name."),
        "subject": Key(Text(), "What that calls the person; of a key, its id."),
        "cardrooms": Key(ListOf(Text(), least=1), "The cardrooms it is for; all by default."),
    },
    _person,
)


def known_identity(
    people: Sequence[StorePerson], proof: str, issuer: str, subject: str
) -> Identity | None:
    """Return the person whom a proxy or provider vouches for, under the name that store.toml has.

    None where store.toml does not name them.
    """
    proven = Identity(subject, proof, issuer, subject)
    found = next((each for each in people if each.is_(proven)), None)
    return Identity(found.name, proof, issuer, subject) if found else None


def may(people: Sequence[StorePerson], identity: Identity, action: str, cardroom: str = "") -> bool:
    """Tell whether somebody may do something at a cardroom; a blank one stands for the store."""
    if action not in ACTIONS:
        raise Unknown(f"{action!r} is not an action; expected {', '.join(ACTIONS)}")
    if not people:
        return True
    return any(
        each.is_(identity)
        and action in ROLES[each.role]
        and (not each.cardrooms or cardroom in each.cardrooms)
        for each in people
    )


def refuse_unless_may(
    people: Sequence[StorePerson], identity: Identity, action: str, cardroom: str = ""
) -> None:
    """Raise Unknown where somebody may not do something."""
    if not may(people, identity, action, cardroom):
        where = f" at {cardroom}" if cardroom else ""
        raise Unknown(
            f"{identity.name} may not {ACTIONS[action]}{where}; store.toml says who may, under"
            " people"
        )
