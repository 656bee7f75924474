"""Requests as bytes on a socket: what no browser sends, and a client library would not let out."""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from support.nights import Site

from feeaudit.workbench.application import application
from feeaudit.workbench.opening import Shown, workplace_of
from feeaudit.workbench.server import Listening, listening, serve

if TYPE_CHECKING:
    from pathlib import Path

_STATUS = re.compile(rb"HTTP/1\.[01] (\d+)")


class Wire:
    """A workbench that listens, and one session of it."""

    def __init__(self, heard: Listening, token: str) -> None:
        self.port = heard.port
        self.host = f"127.0.0.1:{heard.port}"
        entered = self.sent(f"GET /start?token={token} HTTP/1.1", {"Host": self.host})
        found = re.search(rb"Set-Cookie: ([^;]+)", entered)
        assert found, entered
        self.cookie = found.group(1).decode()

    def sent(self, line: str, *headers: dict[str, Any], body: bytes = b"") -> bytes:
        """Send a request and return the whole answer."""
        lines = [line, *(f"{name}: {value}" for each in headers for name, value in each.items())]
        head = "\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1")
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=30) as found:
            found.sendall(head)
            # A server that refuses need not read what follows.
            with suppress(ConnectionError):
                found.sendall(body)
            with suppress(ConnectionError):
                while part := found.recv(65536):
                    answer += part
        return answer

    def status(self, line: str, *headers: dict[str, Any], body: bytes = b"") -> int:
        """Send a request of the session; return the status of the answer."""
        answer = self.sent(line, *headers, {"Cookie": self.cookie}, body=body)
        found = _STATUS.match(answer)
        assert found, answer[:200]
        assert int(found.group(1)) < 500, answer[-400:]
        return int(found.group(1))


@pytest.fixture(scope="module")
def wire(night: Path, tmp_path_factory: pytest.TempPathFactory) -> Wire:
    """A workbench on a copy of the night, served as ``feeaudit serve`` serves it."""
    pytest.importorskip("waitress", reason="waitress is not installed (pip install '.[serve]')")
    site = Site(night).copied(tmp_path_factory.mktemp("wire") / "site")
    heard = listening("127.0.0.1", 0)
    place = workplace_of(heard, (), Shown(site.book, site.store), site.root / "scratch")
    assert place.start is not None
    threading.Thread(target=serve, args=(application(place), heard), daemon=True).start()
    return Wire(heard, place.start.text)


@pytest.mark.parametrize(
    "form",
    [
        *("{host}.", "127.0.0.1.:{port}", "user@{host}", "127.0.0.1@{host}", "{host}/", "{host}#"),
        *("[::ffff:127.0.0.1]:{port}", "127.1:{port}", "2130706433:{port}", "0x7f.1:{port}"),
        *("0.0.0.0:{port}", "localhost.:{port}", "127.0.0.1:0{port}", "{host},evil.example", ""),
    ],
)
def test_only_the_plain_names_of_this_computer_are_hosts(wire: Wire, form: str) -> None:
    host = form.format(host=wire.host, port=wire.port)
    assert wire.status("GET / HTTP/1.1", {"Host": host}) == 421


def test_two_hosts_are_none(wire: Wire) -> None:
    ours, theirs = {"Host": wire.host}, {"Host": "evil.example"}
    assert wire.status("GET / HTTP/1.1", ours, theirs) == 421
    assert wire.status("GET / HTTP/1.1", theirs, ours) == 421
    assert wire.status("GET / HTTP/1.1", ours, ours) == 421
    assert wire.status("GET / HTTP/1.1") == 421
    assert wire.status("GET / HTTP/1.0") == 421
    assert wire.status("GET / HTTP/1.1", ours) == 200


@pytest.mark.parametrize("name", ["X-Forwarded-Host", "X-Host", "Forwarded", "X-Original-Host"])
def test_a_forwarded_host_is_not_the_host(wire: Wire, name: str) -> None:
    told = f"host={wire.host}" if name == "Forwarded" else wire.host
    assert wire.status("GET / HTTP/1.1", {"Host": "evil.example", name: told}) == 421
    answer = wire.sent(
        "GET / HTTP/1.1", {"Host": wire.host, "Cookie": wire.cookie, name: "evil.example"}
    )
    assert b"evil.example" not in answer


def test_the_host_of_a_whole_address_is_not_asked(wire: Wire) -> None:
    line = f"GET http://{wire.host}/ HTTP/1.1"
    assert wire.status(line, {"Host": "evil.example"}) == 421


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/../../etc/passwd",
            "/%2e%2e/%2e%2e/etc/passwd",
            "/reports/harbor/2026-03-06/..%2f..%2fx",
        ),
        *("/reports/harbor/2026-03-06/%00", "/help/..%5c..%5cx", "/book/%2fetc%2fpasswd"),
        *("//evil.example/x", "/\\evil.example", "/%0d%0aSet-Cookie:x=1", "/" + "a" * 9000),
    ],
)
def test_no_target_leads_out(wire: Wire, path: str) -> None:
    answer = wire.sent(f"GET {path} HTTP/1.1", {"Host": wire.host, "Cookie": wire.cookie})
    found = _STATUS.match(answer)
    assert found
    assert found.group(1) in {b"404", b"422"}, answer[:200]
    head = answer.partition(b"\r\n\r\n")[0]
    assert b"Location" not in head
    assert b"Set-Cookie" not in head


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND"])
def test_methods_of_no_page_are_refused(wire: Wire, method: str) -> None:
    ours = {"Host": wire.host, "Origin": f"http://{wire.host}"}
    assert wire.status(f"{method} /queue HTTP/1.1", ours) in {403, 405}
    over = {"X-HTTP-Method-Override": method, "X-Method-Override": method}
    assert wire.status("GET /queue HTTP/1.1", ours, over) == 200, "a header changes no method"


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ({"Content-Length": str(10 * 1024**3)}, b"--x\r\n", 413),
        ({"Content-Length": "-1"}, b"x", 400),
        ({"Content-Length": "5", "Transfer-Encoding": "chunked"}, b"0\r\n\r\n", 403),
        ({"Transfer-Encoding": "gzip, chunked"}, b"0\r\n\r\n", 501),
        ({"Transfer-Encoding": "chunked"}, b"zz\r\n", 400),
    ],
)
def test_bodies_that_lie_about_their_length_are_not_read(
    wire: Wire, headers: dict[str, str], body: bytes, status: int
) -> None:
    ours = {"Host": wire.host, "Origin": f"http://{wire.host}", "Cookie": wire.cookie}
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = wire.sent("POST /bring HTTP/1.1", ours, form, headers, body=body)
    found = _STATUS.match(answer)
    assert found, answer
    assert int(found.group(1)) == status


def test_a_form_without_a_length_is_held_to_the_same_size(wire: Wire) -> None:
    ours = {"Host": wire.host, "Origin": f"http://{wire.host}"}
    form = {"Content-Type": "application/x-www-form-urlencoded", "Transfer-Encoding": "chunked"}
    block = b"name=" + b"a" * 65_531
    body = b"".join([b"%x\r\n%s\r\n" % (len(block), block) * 32, b"0\r\n\r\n"])
    assert wire.status("POST /name HTTP/1.1", ours, form, body=body) == 413


def test_more_headers_than_anybody_sends_are_refused(wire: Wire) -> None:
    assert wire.status("GET / HTTP/1.1", {"Host": wire.host, "X-Big": "a" * 300_000}) == 431
