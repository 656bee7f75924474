"""Opening a workbench: what is looked at, and who is let in."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.nightly.settings import read_settings
from feeaudit.register.database import opened
from feeaudit.register.store import make_store, open_store
from feeaudit.register.upgrades import writable
from feeaudit.workbench.defence.browser_sessions import BrowserSessions
from feeaudit.workbench.defence.start_token import StartToken
from feeaudit.workbench.jobs import Jobs
from feeaudit.workbench.results_store import results_store
from feeaudit.workbench.server import addresses_of, is_loopback, public_addresses
from feeaudit.workbench.staff.one_person import OnePerson
from feeaudit.workbench.staff.proxy_people import ProxyPeople, secret_in
from feeaudit.workbench.workplace import Workplace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from feeaudit.nightly.sign_in import SignIn
    from feeaudit.register.store import Store
    from feeaudit.register.store_people import StorePerson
    from feeaudit.workbench.server import Listening
    from feeaudit.workbench.staff.directory import Directory


# When it was made says nothing: nobody ever sees this register but the pages.
NEVER = "2000-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Shown:
    """What is looked at: a store, or the results of one audit, and what stands beside it."""

    book: Path
    store: Path | None = None
    results: Path | None = None
    sources: Path | None = None
    read_only: bool = False


def workplace_of(heard: Listening, names: Sequence[str], shown: Shown, scratch: Path) -> Workplace:
    """Return the workplace to serve: for people who sign in where the store says how.

    ``scratch`` is a folder for what is gone when the workbench is.
    """
    store = store_shown(shown, scratch)
    sign_in = None if shown.results else read_settings(store).sign_in
    if sign_in is None:
        return _of_one_person(heard, names, shown, store, scratch)
    return Workplace(
        addresses=public_addresses(sign_in.address),
        directory=_directory(sign_in, store),
        sessions=BrowserSessions(heard.port),
        start=None,
        book=shown.book,
        store=store,
        jobs=Jobs(),
        scratch=scratch,
        sources=shown.sources,
        read_only=shown.read_only,
    )


def _directory(sign_in: SignIn, store: Store) -> Directory:
    """Return the directory of people who sign in; what they may do is read anew each time."""

    def people() -> tuple[StorePerson, ...]:
        return read_settings(store).people

    if not people():
        raise Unknown(f"{store.settings} says how people sign in, and names nobody under people")
    if sign_in.proxy is not None:
        return ProxyPeople(sign_in.proxy, people, secret_in(sign_in.proxy.secret_file, store.root))
    if importlib.util.find_spec("authlib") is None or importlib.util.find_spec("requests") is None:
        raise Unknown("to sign in at a provider needs Authlib: pip install 'feeaudit[oidc]'")
    from feeaudit.workbench.staff.oidc_people import OidcPeople  # noqa: PLC0415 - an extra

    if sign_in.oidc is None:
        raise Unknown(f"{store.settings} does not say how people sign in")
    secret = secret_in(sign_in.oidc.client_secret_file, store.root)
    return OidcPeople(sign_in.oidc, sign_in.address, people, secret)


def _of_one_person(
    heard: Listening, names: Sequence[str], shown: Shown, store: Store, scratch: Path
) -> Workplace:
    """Return the workplace of one person at this computer; raise Unknown where that is not safe."""
    if not is_loopback(heard.host):
        raise Unknown(
            f"{heard.host} can be reached from other computers, and nobody would sign in;"
            " use 127.0.0.1, or have people sign in at a provider (feeaudit manual workbench)"
        )
    return Workplace(
        addresses=addresses_of(heard, names),
        directory=OnePerson(),
        sessions=BrowserSessions(heard.port),
        start=StartToken(),
        book=shown.book,
        store=store,
        jobs=Jobs(),
        scratch=scratch,
        results=shown.results,
        sources=shown.sources,
        read_only=shown.read_only,
    )


def store_shown(shown: Shown, scratch: Path) -> Store:
    """Return the store that pages show; that of one audit's results is made for them."""
    if shown.results is not None:
        return results_store(shown.results, scratch / "results")
    if shown.store is None:
        return _empty_store(scratch / "store")
    store = open_store(shown.store)
    # What is wrong with it is said now, not on the first page.
    with opened(store):
        return store


def _empty_store(folder: Path) -> Store:
    """Return a store in which nothing stands, for who only looks at a book."""
    store = make_store(folder)
    with writable(store, NEVER):
        return store


def start_address(place: Workplace) -> str:
    """Return the address that opens a workbench; with a token where nobody vouches for people."""
    origin = min(place.addresses.origins, key=lambda each: ("127.0.0.1" not in each, each))
    return f"{origin}/start?token={place.start.text}" if place.start else f"{origin}/"
