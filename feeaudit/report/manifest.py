"""manifest.json: what an audit was made of, so that it can be made again and compared."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis


def rendered(result: AuditResult, basis: Basis, outputs: dict[str, bytes]) -> bytes:
    """Return the manifest of an audit: digests of inputs, book, configuration and outputs."""
    document = {
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
    return (json.dumps(document, indent=1) + "\n").encode()
