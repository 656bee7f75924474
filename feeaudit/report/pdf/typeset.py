"""Typesetting: a template of the project and data make a PDF; the same data, the same bytes.

The data goes in as JSON, which the template reads as values: no text is ever read as markup. Only
the fonts inside the typesetter are used, and no clock.
"""

from __future__ import annotations

import json
from typing import Any, Final, Literal

from feeaudit.report.pdf.letters import printable
from feeaudit.resources import folder

Standard = Literal["a-2a", "ua-1"]
ACCESSIBLE: Final[tuple[Standard, ...]] = ("ua-1",)
ARCHIVABLE: Final[tuple[Standard, ...]] = ("a-2a", "ua-1")


def typeset(template: str, data: dict[str, Any], standards: tuple[Standard, ...]) -> bytes:
    """Return a PDF of a template (``report/report.typ``) filled with data, tagged, fonts embedded.

    A PDF for the archive (PDF/A) has to carry a date, which its template takes from the data.
    """
    import typst  # noqa: PLC0415 - the typesetter is large and few commands need it

    root = folder("templates")
    return typst.compile(
        root / template,
        root=root,
        ignore_system_fonts=True,
        sys_inputs={"data": json.dumps(_for_paper(data), ensure_ascii=False)},
        pdf_standards=[*standards],
        format="pdf",
    )


def _for_paper(value: Any) -> Any:
    """Return data with every text made printable."""
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, dict):
        return {key: _for_paper(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_for_paper(each) for each in value]
    return value
