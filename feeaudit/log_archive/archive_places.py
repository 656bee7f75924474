"""Where an archive lies: a folder, or an address such as ``s3://bucket/archive``.

An address may carry credentials. They are used to open it and nowhere else: what is shown, written
down or raised has an address without them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit, urlunsplit

import pyarrow as pa
import pyarrow.fs

from feeaudit.core.whole_files import replace_bytes
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
# What else a library may put of an address into its messages.
_SECRET: Final = re.compile(r"(?i)((?:key|secret|token|password|sig)[\w-]*[=:])[^&\s'\"]+")


def is_address(text: str) -> bool:
    """Tell whether a text is an address rather than a path."""
    return _SCHEME.match(text) is not None


def shown(address: str) -> str:
    """Return an address without credentials and settings."""
    if not is_address(address):
        return address
    parts = urlsplit(address)
    place = parts.netloc.rpartition("@")[2]
    return urlunsplit((parts.scheme, place, parts.path, "", ""))


@dataclass(frozen=True, slots=True)
class ArchivePlace:
    """A folder or an address, and how its files are read and written; opened anew where needed."""

    address: str = field(repr=False)

    def __str__(self) -> str:
        return shown(self.address)

    @property
    def name(self) -> str:
        """Return what files are named by in findings: the last part of the address."""
        if is_address(self.address):
            return shown(self.address).rstrip("/").rpartition("/")[2]
        return Path(self.address).resolve().name

    def read(self, path: str) -> bytes:
        """Return the content of a file."""

        def read() -> bytes:
            system, base = self._opened()
            with system.open_input_file(f"{base}/{path}") as file:
                content: bytes = file.read()
            return content

        held: bytes = self._guarded(read, f"cannot read {path}")
        return held

    def write(self, path: str, content: bytes) -> None:
        """Put a file in its place whole."""
        if not is_address(self.address):
            replace_bytes(Path(self.address) / path, content)
            return

        def put() -> None:
            system, base = self._opened()
            # An object appears when its stream is closed, and never in part.
            with system.open_output_stream(f"{base}/{path}") as file:
                file.write(content)

        self._guarded(put, f"cannot write {path}")

    def names(self, folder: str) -> list[str]:
        """Return the names of the files in a folder, in order; none where there is no such."""

        def listed() -> Iterator[str]:
            system, base = self._opened()
            wanted = pyarrow.fs.FileSelector(f"{base}/{folder}", allow_not_found=True)
            return (each.base_name for each in system.get_file_info(wanted) if each.is_file)

        return sorted(self._guarded(listed, "cannot be listed"))

    def _opened(self) -> tuple[Any, str]:
        if not is_address(self.address):
            return pyarrow.fs.LocalFileSystem(), Path(self.address).resolve().as_posix()
        try:
            system, path = pyarrow.fs.FileSystem.from_uri(self.address)
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
            system, path = self._by_fsspec()
        return system, path.rstrip("/")

    def _by_fsspec(self) -> tuple[Any, str]:
        """Open an address that Arrow does not know; fsspec may, with what is installed for it."""
        try:
            import fsspec  # type: ignore[import-untyped]  # noqa: PLC0415 - only for such addresses

            system, path = fsspec.core.url_to_fs(self.address)
        except (ImportError, ValueError):
            scheme = urlsplit(self.address).scheme
            raise UnusableLog(
                f"{self}: nothing installed here opens addresses that begin with {scheme}://;"
                " s3://, gs:// and abfs:// need nothing more, others need fsspec and its package"
            ) from None
        return pyarrow.fs.PyFileSystem(pyarrow.fs.FSSpecHandler(system)), str(path)

    def _guarded(self, work: Callable[[], Any], what: str) -> Any:
        try:
            return work()
        except (pa.ArrowException, OSError) as error:
            told = without_secrets(str(error), self.address)
            raise UnusableLog(f"{self}: {what} ({told})") from None


def without_secrets(message: str, address: str) -> str:
    """Return the first line of a message without what an address keeps secret."""
    line = message.splitlines()[0] if message else "no reason given"
    line = line.replace(address, shown(address))
    if is_address(address):
        user = urlsplit(address).netloc.rpartition("@")[0]
        for secret in filter(None, user.split(":")):
            line = line.replace(secret, "***")
    return _SECRET.sub(r"\1***", line)
