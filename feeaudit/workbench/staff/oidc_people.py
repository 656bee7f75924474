"""People who sign in at an OpenID Connect provider, by Authlib: code flow with PKCE, state, nonce.

The session's cookie is SameSite=Strict, so a browser that comes back from the provider does not
send it; what was begun is remembered here, and held to the browser by a cookie of its own.
"""

from __future__ import annotations

import hmac
import secrets
import time
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import requests
from authlib.integrations.requests_client import OAuth2Session
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from feeaudit.register.store_people import known_identity
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.staff.user import User

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Request

    from feeaudit.nightly.sign_in import OidcSettings
    from feeaudit.register.store_people import StorePerson
    from feeaudit.workbench.defence.browser_sessions import BrowserSessions, Visit

PROOF: Final = "oidc"
# Whoever takes longer to type a password begins anew.
_PATIENCE: Final = 600
_MOST_BEGUN: Final = 200
# A provider that does not answer in this time is told of as such.
_TIMEOUT: Final = 10
# What providers sign with; never "none", and never a secret that we share.
_ALGORITHMS: Final = ["RS256", "RS384", "RS512", "PS256", "ES256", "ES384", "EdDSA"]
_LEEWAY: Final = 60


class Begun(NamedTuple):
    """A sign-in under way: what must come back with it, and since when."""

    nonce: str
    verifier: str
    browser: str
    since: float


@dataclass(slots=True)
class OidcPeople:
    """The directory of a workbench whose people sign in at a provider."""

    settings: OidcSettings
    address: str
    people: Callable[[], tuple[StorePerson, ...]]
    secret: str = ""
    several: bool = True
    open_pages: frozenset[str] = frozenset({"sign_in.begin", "sign_in.back", "assets.asset"})
    sign_in: str = "sign_in.begin"
    _begun: dict[str, Begun] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)
    _metadata: dict[str, Any] = field(default_factory=dict)

    def visit_of(
        self, request: Request, known: Visit | None, sessions: BrowserSessions
    ) -> Visit | None:
        """Return the session that the cookie names, with what its person may do by now."""
        del request
        if known is None or known.user.identity is None:
            return None
        people = self.people()
        identity = known.user.identity
        if known_identity(people, PROOF, self.settings.issuer, identity.subject) != identity:
            sessions.ended(known.name)
            return None
        return sessions.renamed(known, User(identity, people))

    def begun(self) -> tuple[str, str]:
        """Begin a sign-in; return the provider's address and what the browser's cookie holds."""
        verifier, nonce, browser = (secrets.token_urlsafe(48) for _ in range(3))
        address, state = self._client().create_authorization_url(
            self._provider()["authorization_endpoint"], code_verifier=verifier, nonce=nonce
        )
        with self._lock:
            self._begun[state] = Begun(nonce, verifier, browser, time.monotonic())
            while len(self._begun) > _MOST_BEGUN:
                del self._begun[next(iter(self._begun))]
        return str(address), browser

    def arrived(self, state: str, code: str, browser: str) -> User:
        """Return who came back from the provider; raise NotDone where that cannot be believed."""
        with self._lock:
            begun = self._begun.pop(state, None)
        ours = begun is not None and hmac.compare_digest(begun.browser.encode(), browser.encode())
        if begun is None or not ours or time.monotonic() - begun.since > _PATIENCE or not code:
            raise NotDone(
                403, "This sign-in was not begun here, or too long ago.", "Sign in again."
            )
        try:
            token = self._client().fetch_token(
                self._provider()["token_endpoint"],
                code=code,
                code_verifier=begun.verifier,
                timeout=_TIMEOUT,
            )
            claims = self._claims(str(token["id_token"]), begun.nonce)
        except (JoseError, KeyError, ValueError, requests.RequestException) as error:
            raise NotDone(
                403, f"{self.settings.issuer} did not confirm who you are ({type(error).__name__})."
            ) from None
        except Exception as error:  # noqa: BLE001 - Authlib's errors have no base of their own
            raise NotDone(403, f"{self.settings.issuer} refused the sign-in: {error}.") from None
        return self._user(claims)

    def _user(self, claims: dict[str, Any]) -> User:
        subject = str(claims.get(self.settings.claim) or "")
        if self.settings.claim == "email" and claims.get("email_verified") is not True:
            raise NotDone(403, f"{self.settings.issuer} has not verified your e-mail address.")
        people = self.people()
        identity = known_identity(people, PROOF, self.settings.issuer, subject) if subject else None
        if identity is None:
            raise NotDone(
                403,
                f"{self.settings.issuer} identifies you as {subject}, who is not on record.",
                "An administrator adds people in store.toml.",
            )
        return User(identity, people)

    def _claims(self, text: str, nonce: str) -> dict[str, Any]:
        """Return what the provider's token says, once its signature and its claims are checked."""
        answer = requests.get(self._provider()["jwks_uri"], timeout=_TIMEOUT)
        answer.raise_for_status()
        token = jwt.decode(text, KeySet.import_key_set(answer.json()), algorithms=_ALGORITHMS)
        jwt.JWTClaimsRegistry(
            leeway=_LEEWAY,
            iss={"essential": True, "value": self.settings.issuer},
            aud={"essential": True, "value": self.settings.client_id},
            exp={"essential": True},
            sub={"essential": True},
            nonce={"essential": True, "value": nonce},
        ).validate(token.claims)
        return dict(token.claims)

    def _client(self) -> Any:
        return OAuth2Session(
            self.settings.client_id,
            self.secret or None,
            scope="openid profile email",
            redirect_uri=f"{self.address}/signed-in",
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic" if self.secret else "none",
        )

    def _provider(self) -> dict[str, Any]:
        """Return what the provider says of itself, asked once; it must be the one that is meant."""
        if not self._metadata:
            where = f"{self.settings.issuer.rstrip('/')}/.well-known/openid-configuration"
            try:
                answer = requests.get(where, timeout=_TIMEOUT)
                answer.raise_for_status()
                found = answer.json()
            except (ValueError, requests.RequestException) as error:
                raise NotDone(
                    503, f"{self.settings.issuer} does not answer ({type(error).__name__})."
                ) from None
            if found.get("issuer") != self.settings.issuer:
                raise NotDone(503, f"{where} names another provider.")
            self._metadata = found
        return self._metadata
