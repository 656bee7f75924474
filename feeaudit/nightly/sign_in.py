"""[sign_in] in store.toml: who vouches for the people at the workbench, and from where.

No password is ever kept here: a reverse proxy names people in a header, or an OpenID provider does
in a token. ``people`` says what each of them may do.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from feeaudit.core.shape import Choice, Key, ListOf, Record, Source, Text

if TYPE_CHECKING:
    import yaml


@dataclass(frozen=True, slots=True)
class ProxySettings:
    """A reverse proxy that signs people in: its name, its addresses, the header that it sets.

    ``secret_file`` holds a text that only the proxy knows and sends as ``X-Feeaudit-Secret``; it
    tells the proxy apart from other programs of the computer that it runs on.
    """

    name: str
    addresses: tuple[str, ...]
    header: str
    secret_file: str = ""

    def is_at(self, address: str) -> bool:
        """Tell whether a request comes from the proxy, by the address that it comes from."""
        try:
            given = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(given in ipaddress.ip_network(each) for each in self.addresses)


@dataclass(frozen=True, slots=True)
class OidcSettings:
    """An OpenID Connect provider, and how the workbench is known there."""

    issuer: str
    client_id: str
    client_secret_file: str = ""
    claim: str = "sub"


@dataclass(frozen=True, slots=True)
class SignIn:
    """How people sign in: the address that their browsers use, and who vouches for them."""

    address: str
    proxy: ProxySettings | None = None
    oidc: OidcSettings | None = None


def _proxy(values: dict[str, Any], node: yaml.Node, source: Source) -> ProxySettings:
    for each in values["addresses"]:
        try:
            ipaddress.ip_network(each)
        except ValueError:
            raise source.misread(
                node, f"{each!r} is not an address such as 10.0.0.5 or 10.0.0.0/24"
            ) from None
    if not values["header"].replace("-", "").isalnum():
        raise source.misread(node, f"{values['header']!r} is not a header such as X-Remote-User")
    return ProxySettings(**values)


def _is_address(text: str) -> bool:
    parts = urlsplit(text)
    local = parts.hostname in {"localhost", "127.0.0.1", "::1"}
    safe = parts.scheme == "https" or (parts.scheme == "http" and local)
    return safe and bool(parts.hostname) and "@" not in parts.netloc


def _oidc(values: dict[str, Any], node: yaml.Node, source: Source) -> OidcSettings:
    if not _is_address(values["issuer"]):
        raise source.misread(node, f"{values['issuer']!r} is not an https address of a provider")
    return OidcSettings(**values)


def _sign_in(values: dict[str, Any], node: yaml.Node, source: Source) -> SignIn:
    address = values["address"].rstrip("/")
    if not _is_address(address) or urlsplit(address).path:
        raise source.misread(
            node, f"{address!r} is not an https address such as https://audit.example.com"
        )
    if ("proxy" in values) == ("oidc" in values):
        raise source.misread(node, "give either proxy or oidc: one of them confirms who people are")
    return SignIn(**values | {"address": address})


PROXY: Record[ProxySettings] = Record(
    "proxy",
    {
        "name": Key(Text(), "Its name, recorded as the issuer.", required=True),
        "addresses": Key(
            ListOf(Text(), least=1),
            "Where its requests come from; no others are trusted.",
            required=True,
        ),
        "header": Key(Text(), "The header with the person's name there.", required=True),
        "secret_file": Key(Text(), "A file with the text that it sends as X-Feeaudit-Secret."),
    },
    _proxy,
)
OIDC: Record[OidcSettings] = Record(
    "provider",
    {
        "issuer": Key(Text(), "Its address, the issuer of its people.", required=True),
        "client_id": Key(Text(), "What the workbench is called there.", required=True),
        "client_secret_file": Key(Text(), "A file with the secret of the workbench there."),
        "claim": Key(
            Choice(
                {
                    "sub": "what never changes",
                    "email": "a verified address",
                    "preferred_username": "the name that people sign in with",
                },
                "claim",
            ),
            "Which claim of its token identifies a person; sub by default.",
        ),
    },
    _oidc,
)
SIGN_IN: Record[SignIn] = Record(
    "way to sign in",
    {
        "address": Key(Text(), "The address of the workbench in browsers.", required=True),
        "proxy": Key(PROXY, "A reverse proxy that signs people in."),
        "oidc": Key(OIDC, "An OpenID Connect provider."),
    },
    _sign_in,
)
