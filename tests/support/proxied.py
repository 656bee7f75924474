"""A workbench behind a proxy that signs people in, and their browsers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.workbench.opening import Shown, workplace_of
from support.workbenches import Bench, application_of, heard

if TYPE_CHECKING:
    from support.nights import Site

PROXY = "10.0.0.5"
PUBLIC = "https://audit.example.com"
PEOPLE = {
    "ann": ("Ann Lee", "preparer", ""),
    "bo": ("Bo Chan", "reviewer", ""),
    "vic": ("Vic Viewer", "viewer", ""),
    "elsewhere": ("Els Where", "reviewer", "mortimers"),
    "chief": ("Chi Ef", "administrator", "mortimers"),
}
SIGN_IN = """
[sign_in]
address = "https://audit.example.com"
[sign_in.proxy]
name = "front proxy"
addresses = ["10.0.0.5", "10.1.0.0/16"]
header = "X-Remote-User"
"""


def people(proof: str, issuer: str) -> str:
    """Return the people of a store as store.toml names them."""
    return "".join(
        f'[[people]]\nname = "{name}"\nrole = "{role}"\nproof = "{proof}"\nissuer = "{issuer}"\n'
        f'subject = "{subject}"\n' + (f'cardrooms = ["{room}"]\n' if room else "")
        for subject, (name, role, room) in PEOPLE.items()
    )


def configure(site: Site, text: str) -> None:
    """Add to the settings of a store."""
    settings = site.store / "store.toml"
    settings.write_text(settings.read_text(encoding="utf-8") + text, encoding="utf-8")


class Behind:
    """A workbench behind the proxy: everybody comes by it, each with a browser of their own."""

    def __init__(self, site: Site, host: str = "127.0.0.1") -> None:
        self.place = workplace_of(
            heard(host), (), Shown(site.book, site.store), site.root / "scratch"
        )
        self.app = application_of(self.place)

    def browser(self, user: str | None, peer: str = PROXY, **headers: str) -> Bench:
        """Return somebody's browser, as the proxy passes it on."""
        return ProxiedBench(self.place, self.app.test_client(), peer, user, headers)


class ProxiedBench(Bench):
    """A browser whose requests bring the headers of the proxy."""

    def __init__(
        self, place: Any, client: Any, peer: str, user: str | None, more: dict[str, str]
    ) -> None:
        super().__init__(place, client, peer)
        self.more = ({"X-Remote-User": user} if user is not None else {}) | more

    def _as_browser(self, how: dict[str, Any], usual: dict[str, str]) -> dict[str, Any]:
        origin = {"Origin": PUBLIC} if "Origin" in usual else {}
        headers = self.more | {"Host": "audit.example.com"} | origin | how.pop("headers", {})
        return super()._as_browser(how | {"headers": headers, "base_url": PUBLIC}, {})
