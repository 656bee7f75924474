"""Serving: a socket of this computer, waitress behind it, and the address to open."""

from __future__ import annotations

import ipaddress
import logging
import socket
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.workbench.workplace import Addresses

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flask import Flask

LOOPBACK: Final = "127.0.0.1"
# Enough for the pages of a few people; the register writes one thing at a time anyway.
_THREADS: Final = 8
# The largest thing a page takes is an uploaded log; the pages themselves are stricter.
MOST_BYTES: Final = 256 * 1024**2


@dataclass(frozen=True, slots=True)
class Listening:
    """A socket that is bound already, so that its port is known before anything is printed."""

    socket: socket.socket
    host: str
    port: int


def listening(host: str, port: int) -> Listening:
    """Bind a socket; raise Unknown where the port or the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise Unknown(
            f"cannot listen on {host}, port {port}: {error.strerror or error};"
            " --port 0 takes any port that is free"
        ) from None
    bound.listen(128)
    return Listening(bound, host, int(bound.getsockname()[1]))


def is_loopback(host: str) -> bool:
    """Tell whether only programs of this computer can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def public_addresses(address: str) -> Addresses:
    """Return the one host and origin of a workbench that people sign in to."""
    origin = address.rstrip("/").lower()
    return Addresses(frozenset({origin.partition("://")[2]}), frozenset({origin}))


def addresses_of(listening: Listening, names: Iterable[str]) -> Addresses:
    """Return the hosts and origins that a workbench answers to.

    ``names`` are further names of this computer.
    """
    port = listening.port
    own = [LOOPBACK, "localhost", "[::1]"] if is_loopback(listening.host) else []
    hosts = {f"{each.lower()}:{port}" for each in (*own, *names, *_literal(listening.host))}
    return Addresses(frozenset(hosts), frozenset(f"http://{each}" for each in hosts))


def _literal(host: str) -> list[str]:
    """Return an address as it stands in a link; nothing for one that means all of them."""
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound to
        return []
    return [f"[{host}]" if ":" in host else host]


def serve(app: Flask, listening: Listening) -> None:
    """Answer browsers until the program is stopped."""
    import waitress  # noqa: PLC0415 - only where something is served

    # That a request waits a moment for another is nothing that a person could act on.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    with closing(listening.socket):
        options: dict[str, Any] = {
            "sockets": [listening.socket],
            "threads": _THREADS,
            "ident": None,
            "max_request_body_size": MOST_BYTES,
            "clear_untrusted_proxy_headers": True,
        }
        waitress.serve(app, _quiet=True, **options)
