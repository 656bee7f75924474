"""manifest.json: what an audit was made of, so that it can be made again and compared."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from feeaudit import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.config import Config
    from feeaudit.audit.result import AuditResult


def rendered(result: AuditResult, book: Path, config: Config, outputs: dict[str, bytes]) -> bytes:
    """Return the manifest of an audit: digests of inputs, book, configuration and outputs."""
    document = {
        "program": f"feeaudit {__version__}",
        "book": book_digest(book),
        "configuration": hashlib.sha256(repr(config).encode()).hexdigest(),
        "inputs": [
            {"file": each.file, "sheet": each.sheet, "sha256": each.sha256}
            for each in result.sources
        ],
        "outputs": {
            name: hashlib.sha256(content).hexdigest() for name, content in sorted(outputs.items())
        },
    }
    return (json.dumps(document, indent=1) + "\n").encode()


def book_digest(root: Path) -> str:
    """Return one digest over all files of the book, by name and content."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.yaml")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
