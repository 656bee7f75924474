"""Files of other kinds: known by how they begin, each named for what it is, with the way out."""

from __future__ import annotations

import re
import struct
from typing import Final

from feeaudit.intake.files.compound import stream_names

ZIP: Final = b"PK\x03\x04"
COMPOUND: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
LOCKED: Final = (
    "protected by a password; open it, remove the password (in Excel: File, Info, Protect Workbook,"
    " Encrypt with Password, and clear it) and save it"
)
BINARY_WORKBOOK: Final = (
    "an Excel binary workbook (.xlsb), which is not read; open it in Excel and save it as .xlsx"
)
# How programs for poker begin the text of a hand.
_HAND_TEXTS: Final = re.compile(
    rb"\s*(?:(PokerStars|Full Tilt Poker|Ignition|Bovada|Winamax Poker|888poker|PartyPoker|GGPoker)"
    rb"[^\n]{0,40}?(?:Hand|Game|HandId|Home Game)|Poker Hand #|\*{5} (?:888poker )?Hand History"
    rb"|#Game No|Game Hand #|Game #[0-9]+:|Hand #[0-9]+[ -])"
)
_BEGINNINGS: Final = (
    (b"%PDF", "a PDF; ask for the spreadsheet that it was printed from"),
    (b"PAR1", "a Parquet file; rename it to .parquet, in a folder of a log"),
    (b"SQLite format 3", "a database; export its tables as CSV"),
    (b"\x1f\x8b", "packed with gzip; unpack it first"),
    (b"7z\xbc\xaf", "packed with 7-Zip; unpack it first"),
    (b"Rar!", "packed with RAR; unpack it first"),
    (b"ID;P", "a SYLK file; open it in a spreadsheet program and save it as .xlsx"),
    (b"{\\rtf", "a text document; copy its table into a spreadsheet and save it as .xlsx"),
)
_EXCEL_4: Final = {0x0009, 0x0209, 0x0409}


def hand_text(data: bytes) -> str:
    """Return what a text file is where it holds hands as a poker program writes them, else ""."""
    match = _HAND_TEXTS.match(data.removeprefix(b"\xef\xbb\xbf")[:400])
    if match is None:
        return ""
    whose = f" of {match[1].decode()}" if match[1] else ""
    return (
        f"a hand history in plain text{whose}, which is not read; export it from a tracker as an"
        " Open Hand History (.ohh), or convert it to PHH (.phh, .phhs)"
    )


def foreign(data: bytes, kind: str) -> str:
    """Return what a file is that is named as a workbook of some kind and is none."""
    if data.startswith(COMPOUND):
        return _compound(data)
    if data.startswith(ZIP):
        return "a newer workbook or an archive; rename it to .xlsx or .ods, or save it again"
    for beginning, what in _BEGINNINGS:
        if data.startswith(beginning):
            return what
    if data.lstrip().startswith(b"<"):
        return "a web page or XML; open it in a spreadsheet program and save it as .xlsx"
    if kind == ".xls" and len(data) > 8 and struct.unpack_from("<H", data)[0] in _EXCEL_4:  # noqa: PLR2004 - a record of two numbers
        return "a workbook of Excel 4 or before; open it in LibreOffice and save it as .xlsx"
    return hand_text(data) or "not a workbook; if it is text, rename it to .csv"


def _compound(data: bytes) -> str:
    """Return what a compound file is: much else than old workbooks is stored so."""
    names = {name.lower() for name in stream_names(data)}
    if not names:
        return "protected by a password, or an old workbook; save it as .xlsx without a password"
    if "encryptedpackage" in names:
        return LOCKED
    if names & {"workbook", "book"}:
        return "an older workbook; rename it to .xls"
    if "worddocument" in names:
        return "a Word document; copy its table into a spreadsheet and save it as .xlsx"
    return "not a readable workbook, or damaged; open it in Excel and save it as .xlsx"
