"""report.html: one self-contained page for the people who act on an audit."""

from __future__ import annotations

from feeaudit.report.html.page import rendered

__all__ = ["rendered"]
