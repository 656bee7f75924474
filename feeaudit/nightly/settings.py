"""store.toml: the settings of a store, for people to edit; sensible as they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from feeaudit.core.shape import (
    Choice,
    Count,
    Key,
    ListOf,
    MapOf,
    Record,
    Source,
    Text,
    Truth,
    json_schema,
)
from feeaudit.core.toml_nodes import read_toml
from feeaudit.nightly.sign_in import SIGN_IN, SignIn
from feeaudit.register.store_files import replace_private
from feeaudit.register.store_people import PERSON, StorePerson
from feeaudit.report.formats import FORMATS, USUAL
from feeaudit.resources import folder

if TYPE_CHECKING:
    import yaml

    from feeaudit.register.store import Store

# A rule of more years than this keeps things for ever, which needs no rule.
_MOST_YEARS = 100


@dataclass(frozen=True, slots=True)
class Keeping:
    """How many years a kind of thing is kept, on which authority, and whether that was verified."""

    years: int
    authority: str
    verified: bool = False


@dataclass(frozen=True, slots=True)
class Notify:
    """Whom to hand the summary: a command, on its standard input, or a web address, as a body."""

    command: tuple[str, ...] = ()
    webhook: str = ""
    body: str = '{"text": {summary}}'


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a store; ``cardrooms`` are constants for reading a cardroom's files."""

    formats: tuple[str, ...] = USUAL
    settle: int = 60
    heads: tuple[str, ...] = ()
    sources: str = ""
    notify: Notify = Notify()
    people: tuple[StorePerson, ...] = ()
    sign_in: SignIn | None = None
    cardrooms: dict[str, dict[str, str]] = field(default_factory=dict)
    retention: dict[str, Keeping] = field(default_factory=dict)


def _keeping(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Keeping:
    return Keeping(**values)


def _as_given(values: dict[str, Any], _node: yaml.Node, _source: Source) -> dict[str, Any]:
    return values


def _settings(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Settings:
    rooms = {name: dict(constants) for name, constants in values.pop("cardrooms", ())}
    return Settings(**values, cardrooms=rooms)


def _notify(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Notify:
    return Notify(**values)


NOTIFY: Record[Notify] = Record(
    "notice",
    {
        "command": Key(ListOf(Text(), least=1), "A program and its arguments; no shell."),
        "webhook": Key(Text(), "A web address that the body is posted to."),
        "body": Key(Text(), "The body, JSON; {summary} stands for the summary as a JSON text."),
    },
    _notify,
)
KEEPING: Record[Keeping] = Record(
    "retention rule",
    {
        "years": Key(
            Count(1, _MOST_YEARS),
            "How many years; leave the rule out to keep indefinitely.",
            required=True,
        ),
        "authority": Key(Text(), "The section that says so, cited.", required=True),
        "verified": Key(Truth(), "Whether counsel has confirmed the section."),
    },
    _keeping,
)
RETENTION: Record[dict[str, Keeping]] = Record(
    "retention",
    {
        "inputs": Key(KEEPING, "The files that came in."),
        "reports": Key(KEEPING, "The reports of every run."),
        "quarantine": Key(KEEPING, "The files that could not be used."),
    },
    _as_given,
)
SETTINGS: Record[Settings] = Record(
    "store's settings",
    {
        "formats": Key(
            ListOf(Choice(dict.fromkeys(FORMATS, ""), "format"), least=1), "The reports to make."
        ),
        "settle": Key(Count(), "Seconds a file must be unchanged before it is accepted."),
        "notify": Key(NOTIFY, "Who receives the summary after every run; nobody by default."),
        "heads": Key(
            ListOf(Text(), least=1),
            "Where the end of the history is noted, in one file or several; heads.log beside the"
            " store.",
        ),
        "people": Key(
            ListOf(PERSON), "Who may do what, and how they are known; anybody by default."
        ),
        "sign_in": Key(SIGN_IN, "How people sign in to the workbench; one person by default."),
        "sources": Key(
            Text(),
            "Folder with the approved documents' texts; reports then show the lines cited.",
        ),
        "cardrooms": Key(
            MapOf(Text(), MapOf(Text(), Text())), "Facts that a cardroom's files do not state."
        ),
        "retention": Key(RETENTION, "How long things are kept; nothing is deleted automatically."),
    },
    _settings,
)


def read_settings(store: Store) -> Settings:
    """Return the settings of a store; of one without the file, the usual ones.

    Raises BookError with everything wrong in the file.
    """
    content = store.settings.read_bytes() if store.settings.is_file() else _beginning()
    return read_toml(content, store.settings.name, SETTINGS)


def write_settings(store: Store) -> None:
    """Write the settings of a new store, for people to edit."""
    if not store.settings.exists():
        replace_private(store.settings, _beginning(), store.staging)


def _beginning() -> bytes:
    return (folder("templates") / "store" / "store.toml").read_bytes()


def schema_text() -> str:
    """Return the JSON Schema of store.toml, for editors."""
    return json_schema("store.toml", SETTINGS)


if __name__ == "__main__":
    import sys
    from pathlib import Path

    Path(sys.argv[1]).write_text(schema_text(), encoding="utf-8", newline="\n")
