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

_STYLES: Final = ("report/style.css", "report/print.css", "store/front.css")
_REPORTS: Final = (
    "The reports of every audit, by cardroom, gaming day and run. Where a day has several runs, the"
    " last one speaks for it; the earlier ones are kept as they were."
)
_FINDINGS: Final = (
    "Every finding, with the run that saw it first and the run that saw it last, and its state:"
    " open, resolved, or gone (a later run no longer sees it)."
)
_HISTORY: Final = (
    "The history of the register. Each entry's hash covers the hash before it, its number, kind and"
    " time, and the digest of its text; entries about other days are given by their digest alone,"
    " so that the chain can be followed without them."
)
PARTS: Final = {
    "reports/": _REPORTS,
    "register/findings.csv": _FINDINGS,
    "register/waivers.csv, resolutions.csv, sign-offs.csv": "What people decided: who, when, why.",
    "signatures/": "Who signed each day, with which key, what was open then, and every decision"
    " with its reason: an addendum to the reports, which stay as they were sealed.",
    "register/signatures.csv, keys.csv": "The signatures under sign-offs and the public keys that"
    " check them (Ed25519).",
    "register/runs.csv, inputs.csv": "Every audit and every file it rests on, with its SHA-256.",
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
    rows = [(f"{run['day']}{_gone(run)}", *_row(run)[1:]) for run in facts["runs"]]
    lines += ["Audits", "", text_table(_HEADER, rows), ""]
    lines += ["Signatures", "", *(facts["signatures"] or [_UNSIGNED]), ""]
    lines += ["Files the audits rest on", ""]
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
        rows=[("" if run["deleted"] else _page(run), _row(run)) for run in runs],
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
    room = f" of {wanted.cardroom}" if wanted.cardroom else ""
    return f"Audits{room} from {wanted.start} to {wanted.end}"


def _row(run: Mapping[str, Any]) -> tuple[str, ...]:
    kind = " (addendum)" if run["addendum"] else ""
    stands = "" if run["current"] else " (superseded)"
    counts = (f"{run[name]:,}" for name in ("hands", "violations", "waived", "reviews"))
    money = (dollars(run[name]) for name in ("over", "under"))
    return run["day"], run["cardroom"], f"run {run['run']}{kind}{stands}", *counts, *money


def _page(run: Mapping[str, Any]) -> str:
    return quote(f"{run['place']}/{run['page']}")


def _closing(facts: Mapping[str, Any]) -> str:
    number, hash_ = facts["head"]
    inputs = (
        "in inputs/" if facts["wanted"].with_inputs else "not in this pack; the site keeps them"
    )
    if any(each["deleted"] for each in facts["inputs"]):
        inputs += ", but for those told above as deleted"
    return (
        f"The logs themselves are {inputs}. The register's history had {number:,} entries when this"
        f" was made; the last had the hash {hash_}. Made with feeaudit {__version__}."
    )
