"""Keys of people who sign: Ed25519, the private half in a file of their own under a passphrase.

The register holds the public half and the name. Whoever has a key there signs with it: a name is
then proven, not typed. The arithmetic is that of ``cryptography``, an optional part of feeaudit,
loaded only where a key is used.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append, canonical
from feeaudit.register.identities import Person, identity_of, recorded
from feeaudit.register.signatories import person, same_person, words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

# Shorter ones are guessed from a stolen file.
SHORTEST_PASSPHRASE: Final = 8
_ID: Final = 16
_NEEDS = (
    "keys need the cryptography library, which is not installed; run pip install 'feeaudit[keys]'"
)


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key that was unlocked, with the public half by which it is known."""

    secret: Ed25519PrivateKey
    public: str

    def signature(self, statement: Mapping[str, Any]) -> str:
        """Return the signature of a statement."""
        return self.secret.sign(canonical(statement).encode()).hex()


def key_id(public: str) -> str:
    """Return the short name of a public key, made of it."""
    return hashlib.sha256(bytes.fromhex(public)).hexdigest()[:_ID]


def new_key(path: Path, passphrase: str) -> str:
    """Make a key, put it in a file under a passphrase, and return its public half."""
    ed25519, serialization = _library()
    if len(passphrase) < SHORTEST_PASSPHRASE:
        raise Unknown(
            f"the passphrase is too short; give at least {SHORTEST_PASSPHRASE} characters"
        )
    secret = ed25519.Ed25519PrivateKey.generate()
    content = secret.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(passphrase.encode()),
    )
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise Unknown(f"{path} already exists; a key never overwrites another") from None
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return _public(secret)


def unlocked(path: Path, passphrase: str) -> Signer:
    """Return the key in a file; raise Unknown where the passphrase is not its own."""
    ed25519, serialization = _library()
    try:
        secret = serialization.load_pem_private_key(path.read_bytes(), passphrase.encode())
    except (TypeError, ValueError):
        raise Unknown(
            f"{path} cannot be unlocked: the passphrase is wrong, or it is not a feeaudit key"
        ) from None
    if not isinstance(secret, ed25519.Ed25519PrivateKey):
        raise Unknown(f"{path} is a key of another kind; make one with feeaudit keys new")
    return Signer(secret, _public(secret))


def _public(secret: Ed25519PrivateKey) -> str:
    return secret.public_key().public_bytes_raw().hex()


def _library() -> tuple[Any, Any]:
    try:
        from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 - optional
        from cryptography.hazmat.primitives.asymmetric import ed25519  # noqa: PLC0415
    except ImportError:
        raise Unknown(_NEEDS) from None
    return ed25519, serialization


def record_key(
    connection: sqlite3.Connection, name: str, public: str, made_on: str, at: str
) -> str:
    """Record a public key under the name of its owner; return its id."""
    whole = person(name, "the owner of the key")
    try:
        _library()[0].Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
    except ValueError:
        raise Unknown(f"{public!r} is not a public key; feeaudit keys new prints one") from None
    entry = {"key": key_id(public), "name": whole, "public": public.lower(), "made_on": made_on}
    with transaction(connection):
        if known := _key(connection, entry["key"]):
            raise Unknown(f"key {entry['key']} is already recorded, for {known['name']}")
        append(connection, "key", at, entry)
    return entry["key"]


def revoke_key(  # noqa: PLR0913, PLR0917 - which, who, why and when
    connection: sqlite3.Connection, key: str, by: Person, reason: str, made_on: str, at: str
) -> sqlite3.Row:
    """Record that a key signs nothing from now on; what it signed before still stands."""
    with transaction(connection):
        found = find_key(connection, key)
        if found["revoked"]:
            raise Unknown(f"key {found['key']} of {found['name']} is already revoked")
        who = identity_of(by, "the person who revokes")
        entry = {
            "key": found["key"],
            "by": who.name,
            "reason": words(reason, "the reason"),
            "made_on": made_on,
            **recorded(by=who),
        }
        append(connection, "key-revocation", at, entry)
    return found


def _key(connection: sqlite3.Connection, key: str) -> sqlite3.Row | None:
    row: sqlite3.Row | None = connection.execute(
        "SELECT * FROM keys WHERE key = ?", (key,)
    ).fetchone()
    return row


def find_key(connection: sqlite3.Connection, text: str) -> sqlite3.Row:
    """Return the key whose id begins so; raise Unknown where none or several do."""
    low = text.strip().lower()
    rows = [row for row in all_keys(connection) if low and row["key"].startswith(low)]
    if len(rows) != 1:
        what = "several keys match; give more of the id" if rows else "no such key"
        raise Unknown(f"{text!r}: {what}; feeaudit keys list shows them")
    return rows[0]


def all_keys(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Return the keys of the register, in the order in which they came."""
    return list(connection.execute("SELECT * FROM keys ORDER BY number"))


def days_signed(connection: sqlite3.Connection, key: str) -> list[sqlite3.Row]:
    """Return what a key signed, in order."""
    sql = """
        SELECT role, cardroom, day, made_on, signature FROM signatures
        JOIN sign_offs ON sign_offs.number = sign_off WHERE signatures.key = ? ORDER BY sign_off
    """
    return list(connection.execute(sql, (key,)))


def checked_key(connection: sqlite3.Connection, name: str, public: str | None) -> str:
    """Return the id of the key that a person signs with; blank where the name is only typed.

    Whoever has a key in the register signs with that, and a key signs for its owner alone.
    """
    if public is None:
        for row in all_keys(connection):
            if same_person(row["name"], name) and not row["revoked"]:
                raise Unknown(
                    f"{name} has key {row['key']} in the register; sign with it, so that the name"
                    " is proven"
                )
        return ""
    known = _key(connection, key_id(public))
    if known is None:
        raise Unknown(f"the key {key_id(public)} is not in the register; feeaudit keys add adds it")
    if known["revoked"]:
        raise Unknown(f"the key {known['key']} of {known['name']} is revoked")
    if not same_person(known["name"], name):
        raise Unknown(f"the key {known['key']} is that of {known['name']}, not of {name}")
    return str(known["key"])


def is_signed(public: str, signature: str, statement: Mapping[str, Any]) -> bool:
    """Tell whether a signature is that of a key under a statement."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - optional

    ed25519, _ = _library()
    try:
        key = ed25519.Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), canonical(statement).encode())
    except (InvalidSignature, ValueError):
        return False
    return True


_SIGNED = """
SELECT sign_offs.*, signatures.role, signatures.signature, signatures.key, keys.name AS owner,
  keys.public, keys.number AS since, keys.revoked
FROM signatures JOIN sign_offs ON sign_offs.number = signatures.sign_off
LEFT JOIN keys ON keys.key = signatures.key ORDER BY signatures.sign_off, role
"""


def signature_problems(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the signatures that do not prove the name that they stand for."""
    rows = connection.execute(_SIGNED).fetchall()
    if not rows:
        return
    try:
        _library()
    except Unknown as missing:
        yield f"{len(rows)} signatures cannot be checked: {missing}"
        return
    for row in rows:
        where = f"{row['cardroom']} {row['day']}: the signature of the {row['role']}"
        in_time = (row["since"] or row["number"]) < row["number"] and not (
            row["revoked"] and row["revoked"] < row["number"]
        )
        if not in_time or not same_person(row["owner"], row[f"{row['role']}_by"]):
            yield f"{where} was made with a key that did not belong to that person at the time"
        elif not is_signed(row["public"], row["signature"], statement(row, row["role"])):
            yield f"{where} does not match the key {row['key']}"


def statement(sign_off: Mapping[str, Any], role: str) -> dict[str, Any]:
    """Return what a person signs: the day, the run, the seal over all of it, and their part."""
    names = ("cardroom", "day", "run", "made_on", "open", "reason", "seal")
    return {
        "purpose": "feeaudit sign-off",
        "role": role,
        "name": sign_off[f"{role}_by"],
        **{name: sign_off[name] for name in names},
    }
