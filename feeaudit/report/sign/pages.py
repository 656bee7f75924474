"""Printing a sign: the same words as a PDF and as a page."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from feeaudit.report.page_templates import environment
from feeaudit.report.pdf.typeset import ACCESSIBLE, typeset

if TYPE_CHECKING:
    from feeaudit.report.sign.model import Sign


def as_pdf(sign: Sign) -> bytes:
    """Return a sign ready for the printer: letter, landscape, as large as the page allows."""
    return typeset("sign/sign.typ", _data(sign), ACCESSIBLE)


def as_html(sign: Sign) -> bytes:
    """Return a sign as one page that prints the same."""
    return environment("sign").get_template("sign.html").render(_data(sign)).encode()


def _data(sign: Sign) -> dict[str, Any]:
    return {**asdict(sign), "draft": sign.draft}
