"""manifest.json: what an audit was made of, so that it can be made again and compared."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


def rendered(
    result: AuditResult,
    basis: Basis,
    outputs: Mapping[str, bytes],
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
        "outputs": {
            name: hashlib.sha256(content).hexdigest() for name, content in sorted(outputs.items())
        },
    }
    if asked:
        document["asked"] = dict(asked)
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()
