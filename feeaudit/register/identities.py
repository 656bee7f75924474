"""Who did something, and how that was proven: a typed name, a key, a proxy's header, a sign-in.

Every entry that a person makes holds the identities of those who answer for it. An entry of before
has none: its names were typed.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.signatories import person, same_person

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

TYPED: Final = "typed"
PROOFS: Final = {
    TYPED: "the name was typed, and nothing proves it",
    "key": "signed with the person's own key",
    "proxy header": "signed in at the reverse proxy that the store names",
    "oidc": "signed in at an OpenID Connect provider",
}


@dataclass(frozen=True, slots=True)
class Identity:
    """A person by full name, how the name was proven, and who proved it.

    ``issuer`` is the proxy or the provider that vouches, ``subject`` what it calls the person; for
    a key they are blank and the key's id.
    """

    name: str
    proof: str = TYPED
    issuer: str = ""
    subject: str = ""

    def __post_init__(self) -> None:
        """Refuse a proof that nobody gave."""
        if self.proof not in PROOFS:
            raise Unknown(
                f"{self.proof!r} is not a way to prove a name; expected {', '.join(PROOFS)}"
            )
        if self.is_proven and not self.subject:
            raise Unknown(f"{self.name}: a proof by {self.proof} names the person it proves")

    @property
    def is_proven(self) -> bool:
        """Whether more than a typed name stands for the person."""
        return self.proof != TYPED


Person = str | Identity
"""A person who answers for something; a plain name is one that was typed."""


def identity_of(given: Person, role: str) -> Identity:
    """Return who is meant, by full name in one spelling; raise Unknown where it is nobody."""
    if isinstance(given, Identity):
        return Identity(person(given.name, role), given.proof, given.issuer, given.subject)
    return Identity(person(given, role))


def two_identities(
    first: Person, first_role: str, second: Person, second_role: str
) -> tuple[Identity, Identity]:
    """Return two people who are not one: by name and, where names are proven, by their proofs.

    Whoever signed in cannot type the name of the other: where a proxy or a provider proves one of
    the two, the other is proven as well.
    """
    one, two = identity_of(first, first_role), identity_of(second, second_role)
    if same_person(one.name, two.name) or _same_proof(one, two):
        raise Unknown(
            f"{first_role} and {second_role} are both {one.name}; two different people are required"
        )
    for each, role, other in ((one, first_role, two), (two, second_role, one)):
        if not each.is_proven and other.proof in {"proxy header", "oidc"}:
            raise Unknown(
                f"{role}: {each.name} is a typed name, and {other.name} signed in; let"
                f" {each.name} sign in as well"
            )
    return one, two


def _same_proof(one: Identity, two: Identity) -> bool:
    return one.is_proven and (one.proof, one.issuer, one.subject) == (
        two.proof,
        two.issuer,
        two.subject,
    )


def recorded(**people: Identity) -> dict[str, Any]:
    """Return what an entry says of those who answer for it, by their role in it."""
    return {"identities": [{"role": role, **asdict(each)} for role, each in people.items()]}


def identity_recorded(connection: sqlite3.Connection, entry: int, role: str, name: str) -> Identity:
    """Return who answers for an entry in a role; of one of before, the name that was typed."""
    row: Mapping[str, str] | None = connection.execute(
        "SELECT name, proof, issuer, subject FROM identities WHERE entry = ? AND role = ?",
        (entry, role),
    ).fetchone()
    return Identity(*row) if row else Identity(name)


def proof_words(identity: Identity) -> str:
    """Return a person and how the name was proven, in a few words."""
    if not identity.is_proven:
        return f"{identity.name} (name typed)"
    by = f" at {identity.issuer}" if identity.issuer else ""
    return f"{identity.name} ({identity.proof} {identity.subject}{by})"
