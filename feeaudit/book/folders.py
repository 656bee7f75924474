"""What the book consists of, told from its folders without reading any file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

GAME_LIST = "games.yaml"
_NOT_CARDROOMS = {"law", "schema"}


def cardroom_names(root: Path) -> list[str]:
    """Return the cardrooms that have a folder in the book."""
    return sorted(
        path.name
        for path in root.iterdir()
        if path.is_dir() and path.name not in _NOT_CARDROOMS and path.name[0].isalnum()
    )


def files_of(root: Path, cardroom: str) -> list[Path]:
    """Return the files that a cardroom is read from, the shared game list included."""
    return [root / GAME_LIST, *sorted((root / cardroom).glob("*.yaml"))]
