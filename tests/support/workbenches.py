"""A workbench for tests: its application and a client that behaves as a browser does."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jinja2 import BytecodeCache

from feeaudit.workbench.application import application
from feeaudit.workbench.opening import Shown, workplace_of
from feeaudit.workbench.server import Listening

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from jinja2.bccache import Bucket
    from werkzeug.test import TestResponse

    from feeaudit.workbench.workplace import Workplace
    from support.nights import Site

PORT = 8765
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
_TOKEN = re.compile(r'name="form_token" value="([^"]+)"')


@dataclass
class Bench:
    """A workbench and one browser that looks at it."""

    place: Workplace
    client: FlaskClient
    peer: str = "127.0.0.1"

    def get(self, path: str, **how: Any) -> TestResponse:
        """Open a page."""
        return self.client.get(path, **self._as_browser(how, {}))

    def page(self, path: str, **how: Any) -> str:
        """Return the text of a page that is there."""
        answer = self.get(path, **how)
        assert answer.status_code == 200, (path, answer.status_code, answer.text)
        return answer.text

    def post(self, path: str, fields: dict[str, Any] | None = None, **how: Any) -> TestResponse:
        """Send a form as a page of the workbench sends it: with its token and origin."""
        token = {"form_token": self.token()}
        data = token | (fields or {})
        return self.client.post(path, data=data, **self._as_browser(how, {"Origin": ORIGIN}))

    def token(self) -> str:
        """Return the token that forms carry."""
        found = _TOKEN.search(self.get("/name").text)
        return found.group(1) if found else ""

    def entered(self, name: str = "Ann Lee") -> Bench:
        """Open the start address and say who is at the keyboard."""
        assert self.place.start is not None
        assert self.get(f"/start?token={self.place.start.text}").status_code == 303
        assert self.post("/name", {"name": name}).status_code == 303
        return self

    def _as_browser(self, how: dict[str, Any], usual: dict[str, str]) -> dict[str, Any]:
        headers = usual | {"Host": HOST} | how.pop("headers", {})
        return {
            "headers": {name: value for name, value in headers.items() if value is not None},
            "environ_base": {"REMOTE_ADDR": self.peer},
            **how,
        }


def bench_on(site: Site, **options: Any) -> Bench:
    """Return a workbench on the store of a site that nobody has opened yet."""
    shown = Shown(**{"book": site.book, "store": site.store} | options)
    place = workplace_of(heard(), (), shown, site.root / "scratch")
    return Bench(place, application_of(place).test_client())


def application_of(place: Workplace) -> Flask:
    """Return the application that serves a workplace; all of a process compile a template once."""
    app = application(place)
    app.jinja_env.bytecode_cache = _COMPILED
    return app


class _Compiled(BytecodeCache):
    """Templates by what they are made of."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        code = self._known.get((bucket.key, bucket.checksum))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._known[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


def heard(host: str = "127.0.0.1") -> Listening:
    """Return a port that is only named: nothing listens there."""
    return Listening(socket.socket(), host, PORT)
