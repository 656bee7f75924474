"""Schedules and games as text for a terminal, from their views."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Any

from feeaudit.report.book_pages.printed_tables import (
    WAGER_HEADER,
    fee_table,
    game_sections,
    rotation_sections,
    schedule_sections,
    term_texts,
    wager_rows,
)
from feeaudit.report.book_pages.rule_words import lines_words
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.report.book_pages.printed_tables import Section, TermText

View = dict[str, Any]
_WIDTH = 100


def schedule_text(view: View) -> str:
    """Return a schedule as a table with its terms, rules and anomalies."""
    edition = "" if view["edition"] == "1" else f", edition {view['edition']}"
    head = [
        f"{view['title']} ({view['cardroom']}/{view['schedule']}{edition})",
        f"Games: {', '.join(view['games'])}"
        + (f"   Approvals: {', '.join(view['approvals'])}" if "approvals" in view else ""),
        f"Printed in {view['document']}, {lines_words(view['lines'])}{_pages(view)}",
    ]
    if view["table"] != "printed":
        head.append("Its table is announced and not printed.")
    parts = ["\n".join(head)]
    if view.get("options"):
        parts.append(text_table(*fee_table(view["options"])))
    if "terms" in view:
        parts.append("\n".join(["Collection:", *map(_term, term_texts(view))]))
    parts.extend(map(_section, schedule_sections(view)))
    if "note" in view:
        parts.append(_wrapped(view["note"]))
    return "\n\n".join(parts)


def _pages(view: View) -> str:
    pages = view.get("pages", "")
    return f", page{'' if pages.isdigit() else 's'} {pages}" if pages else ""


def game_text(view: View) -> str:
    """Return a game with its wagers and its rotation rule."""
    approvals = f"   Approvals: {', '.join(view['approvals'])}" if "approvals" in view else ""
    head = [
        f"{view['name']} at {view['cardroom']} ({view['game']})",
        f"Described in {view['document']}, {lines_words(view['lines'])}{approvals}",
    ]
    if "names" in view:
        head.append(f"Also called: {', '.join(view['names'])}")
    kind = view["kind"].replace("_", "-").capitalize()
    facts = [f"{kind} game"] + [
        f"{label}: {view[key]}".replace("_", " ")
        for key, label in (
            ("seats", "Seats"),
            ("backline", "Backline"),
            ("opening_round", "Opening round"),
        )
        if key in view
    ]
    head.append("   ".join(facts))
    parts = ["\n".join(head), *_wagers_and_rotation(view)]
    parts.extend(map(_section, game_sections(view)))
    if "note" in view:
        parts.append(_wrapped(view["note"]))
    return "\n\n".join(parts)


def game_summary(view: View) -> str:
    """Return a game in short: its wagers and the rule of the player-dealer position."""
    approvals = f", {', '.join(view['approvals'])}" if "approvals" in view else ""
    head = f"{view['cardroom']}/{view['game']}: {view['name']}{approvals}"
    return "\n".join([head, *_wagers_and_rotation(view)])


def _wagers_and_rotation(view: View) -> Iterator[str]:
    if "wagers" in view:
        yield text_table(WAGER_HEADER, wager_rows(view["wagers"]))
    yield from map(_section, rotation_sections(view))


def _section(section: Section) -> str:
    return "\n".join([f"{section.title}:", *map(_bullet, section.entries)])


def _term(term: TermText) -> str:
    return "\n".join([_bullet(term.which), *map(_below, term.said)])


def _bullet(text: str) -> str:
    return "\n".join(wrap(text, _WIDTH, initial_indent="  - ", subsequent_indent="    "))


def _below(text: str) -> str:
    """Return a text that belongs to the bullet above it."""
    return "\n".join(wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="      "))


def _wrapped(text: str) -> str:
    return "\n".join(wrap(text, _WIDTH))
