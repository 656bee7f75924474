"""Reports of audits with more findings than one process should hold.

Findings are files by cardroom, as JSON Lines and Parquet, and workbooks by cardroom; a page and a
paper sum them up: incidents, rooms, the course over the months, and where each file is.
"""

from __future__ import annotations

from feeaudit.report.large.large_report import LargeReport

__all__ = ["LargeReport"]
