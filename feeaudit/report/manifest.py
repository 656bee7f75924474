"""manifest.json: what an audit was made of, so that it can be made again and compared."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


def rendered(
    result: AuditResult,
    basis: Basis,
    outputs: Mapping[str, bytes | Path],
    asked: Mapping[str, Any] | None = None,
) -> bytes:
    """Return the manifest of an audit: digests of inputs, book, configuration and outputs.

    ``asked`` is what the audit was asked for, so that it can be made again.
    """
    document: dict[str, Any] = {
        "program": basis.program,
        "date": basis.date,
        "digest": basis.digest,
        "book": basis.book,
        "configuration": basis.configuration,
        "inputs": [
            {"file": each.file, "sheet": each.sheet, "sha256": each.sha256}
            for each in result.sources
        ],
        "documents": [{"document": name, "sha256": digest} for name, digest in basis.documents],
        "outputs": {name: _digest(content) for name, content in sorted(outputs.items())},
    }
    if asked:
        document["asked"] = dict(asked)
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def _digest(content: bytes | Path) -> str:
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with content.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
