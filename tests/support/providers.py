"""A small OpenID provider on loopback, whose tokens a test can make wrong in one way at a time."""

from __future__ import annotations

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey

if TYPE_CHECKING:
    from collections.abc import Iterator

CLIENT = "feeaudit"


class Provider:
    """What the provider says of whoever signs in; ``wrong`` claims take the place of right ones."""

    def __init__(self) -> None:
        self.key = RSAKey.generate_key(2048, parameters={"kid": "one"})
        self.other_key = RSAKey.generate_key(2048, parameters={"kid": "one"})
        self.address = ""
        self.subject = "ann"
        self.nonce = ""
        self.challenge = ""
        self.wrong: dict[str, Any] = {}
        self.forged = False

    def token(self) -> str:
        """Return the id token."""
        claims: dict[str, Any] = {
            "iss": self.address,
            "aud": CLIENT,
            "sub": self.subject,
            "nonce": self.nonce,
            "iat": int(time.time()),
            "exp": int(time.time()) + 300,
        }
        key = self.other_key if self.forged else self.key
        return jwt.encode({"alg": "RS256", "kid": "one"}, claims | self.wrong, key)

    def answer(self, path: str, form: dict[str, list[str]]) -> dict[str, Any]:
        """Return what an address of the provider answers."""
        if path == "/.well-known/openid-configuration":
            return {
                "issuer": self.address,
                "authorization_endpoint": f"{self.address}/authorize",
                "token_endpoint": f"{self.address}/token",
                "jwks_uri": f"{self.address}/keys",
            }
        if path == "/keys":
            return dict(KeySet([self.key]).as_dict(private=False))
        assert form["code"] == ["the-code"]
        assert form["code_verifier"]
        return {"access_token": "x", "token_type": "Bearer", "id_token": self.token()}

    def signs_in(self, address: str) -> str:
        """Let the person type their password at an address; return what the browser comes back to."""
        asked = {name: each[0] for name, each in parse_qs(urlsplit(address).query).items()}
        assert asked["code_challenge_method"] == "S256"
        self.nonce = asked["nonce"]
        back = urlsplit(asked["redirect_uri"])
        return f"{back.path}?state={asked['state']}&code=the-code"


@contextmanager
def provider() -> Iterator[Provider]:
    """Serve a provider on loopback for a while."""
    found = Provider()

    class Answering(BaseHTTPRequestHandler):
        """Answers with JSON, and says nothing of it."""

        def do_GET(self) -> None:
            self._send(found.answer(self.path, {}))

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            self._send(found.answer(self.path, parse_qs(self.rfile.read(length).decode())))

        def _send(self, document: dict[str, Any]) -> None:
            body = json.dumps(document).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        found.address = f"http://127.0.0.1:{server.server_address[1]}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield found
        server.shutdown()
