"""The index of a production pack, in plain language: what is in it and how to check it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from feeaudit import __version__
from feeaudit.core.money import dollars
from feeaudit.report.page_templates import asset, environment, policy
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feeaudit.report.voice import Voice

_STYLES: Final = ("report/style.css", "report/print.css", "store/front.css")
_REPORTS: Final = (
    "The reports of every audit, by cardroom, gaming day and run. Where a day has several runs,"
    " the last one is current; the earlier ones are kept unchanged."
)
_FINDINGS: Final = (
    "Every finding, with the first and the last run that reported it, and its state:"
    " open, resolved, or gone (no longer reported by a later run)."
)
_HISTORY: Final = (
    "The history of the register. Each entry's hash covers the hash before it, its number, kind and"
    " time, and the digest of its text; entries about other days are given by their digest alone,"
    " so that the chain can be followed without them."
)
PARTS: Final = {
    "reports/": _REPORTS,
    "register/findings.csv": _FINDINGS,
    "register/waivers.csv, resolutions.csv, reopenings.csv, sign-offs.csv": "What people decided:"
    " who, when, why.",
    "register/payments.csv, comments.csv": "What was given back, to whom, against which receipt;"
    " and what people remarked.",
    "register/identities.csv": "Who answers for each of those entries, and how the name was proven:"
    " typed, by a key, by a proxy's header, or by signing in (OpenID Connect).",
    "signatures/": "Who signed each day, how each name was proven, what was open then, and every"
    " decision, payment and comment: an addendum to the reports, which stay as they were sealed.",
    "register/signatures.csv, keys.csv": "The signatures under sign-offs and the public keys that"
    " check them (Ed25519).",
    "register/runs.csv, inputs.csv": "Every audit and every file it used, with its SHA-256.",
    "register/history.jsonl": _HISTORY,
    "book/": "The approved schedules as encoded, in the form the audits used.",
    "configuration/": "The site's configuration as the audits used it.",
    "profile/": "How spreadsheets were read, where the logs were spreadsheets.",
    "SHA256SUMS": "The digest of every file of this pack, to check with sha256sum.",
}
_LIMITS: Final = (
    "An audit compares what was logged with what was approved. It does not show that everything"
    " that happened was logged; what could not be tested is listed in each report with the reason."
)
_UNSIGNED: Final = "No day of this pack was signed off when it was made."
# A file may be wider than a terminal: lines of a pack are searched and compared.
_PAGE: Final = 1_000
_HEADER: Final = (
    "Gaming day",
    "Cardroom",
    "Run",
    "Hands",
    "Violations",
    "Waived",
    "For review",
    "Over-collected",
    "Under-collected",
)


def index_text(facts: Mapping[str, Any]) -> bytes:
    """Return the index as plain text."""
    lines = [_title(facts), "", "What is in this pack", ""]
    for name, about in PARTS.items():
        lines += [name, f"    {about}", ""]
    rows = [_with_fate(run, _row(run, facts["voice"])) for run in facts["runs"]]
    lines += ["Audits", "", text_table(_HEADER, rows, _PAGE), ""]
    lines += ["Signatures", "", *(facts["signatures"] or [_UNSIGNED]), ""]
    lines += ["Files the audits used", ""]
    lines += [f"{each['digest']}  {each['name']}{_gone(each)}" for each in facts["inputs"]]
    lines += ["", _LIMITS, "", _closing(facts), ""]
    return "\n".join(lines).encode("utf-8", "replace")


def index_html(facts: Mapping[str, Any]) -> bytes:
    """Return the index as a page that needs nothing else."""
    style = asset(_STYLES)
    runs = facts["runs"]
    page = environment("store").get_template("pack.html")
    text = page.render(
        title=_title(facts),
        parts=PARTS,
        header=_HEADER,
        rows=[("" if run["deleted"] else _page(run), _row(run, facts["voice"])) for run in runs],
        inputs=[each | {"gone": _gone(each)} for each in facts["inputs"]],
        signatures=facts["signatures"] or [_UNSIGNED],
        limits=_LIMITS,
        closing=_closing(facts),
        style=style,
        policy=policy(style),
    )
    return text.encode("utf-8", "replace")


def _gone(thing: Mapping[str, Any]) -> str:
    """Return what is said beside a report or a log that the store no longer has."""
    return ", deleted under retention" if thing["deleted"] else ""


def _title(facts: Mapping[str, Any]) -> str:
    wanted = facts["wanted"]
    voice: Voice = facts["voice"]
    room = f" of {voice.cardroom(wanted.cardroom)}" if wanted.cardroom else ""
    return f"Audits{room} from {voice.iso_day(wanted.start)} to {voice.iso_day(wanted.end)}"


def _with_fate(run: Mapping[str, Any], row: tuple[str, ...]) -> tuple[str, ...]:
    return f"{row[0]}{_gone(run)}", *row[1:]


def _row(run: Mapping[str, Any], voice: Voice) -> tuple[str, ...]:
    kind = " (addendum)" if run["addendum"] else ""
    stands = "" if run["current"] else " (superseded)"
    counts = (f"{run[name]:,}" for name in ("hands", "violations", "waived", "reviews"))
    money = (dollars(run[name]) for name in ("over", "under"))
    day, room = voice.iso_day(run["day"], short=True), voice.cardroom(run["cardroom"])
    return day, room, f"run {run['run']}{kind}{stands}", *counts, *money


def _page(run: Mapping[str, Any]) -> str:
    return quote(f"{run['place']}/{run['page']}")


def _closing(facts: Mapping[str, Any]) -> str:
    number, hash_ = facts["head"]
    inputs = (
        "in inputs/" if facts["wanted"].with_inputs else "not in this pack; the site keeps them"
    )
    if any(each["deleted"] for each in facts["inputs"]):
        inputs += ", except those listed above as deleted"
    return (
        f"The logs themselves are {inputs}. The register's history had {number:,} entries when this"
        f" was made; the last had the hash {hash_}. Made with feeaudit {__version__}."
    )
